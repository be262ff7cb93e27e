// A run that hangs, as an error.
#pragma once

#include <vector>

#include "engine/run_state.hpp"

namespace tilewright::engine {

std::vector<BlockedThread> blocked_threads(Run& run);
// What is known without a replay: TW1000 and the list of blocked threads.
HangError hang_error(Run& run);

}  // namespace tilewright::engine
