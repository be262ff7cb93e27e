// A run that hangs, as an error. Internal to src/engine and src/doctor.
#pragma once

#include <vector>

#include "engine/run_state.hpp"

namespace tilewright::engine {

std::vector<BlockedThread> blocked_threads(Run& run);
size_t longest_name(const std::vector<BlockedThread>& threads);  // for columns
// What is known without a replay: TW1000 and the list of blocked threads.
HangError hang_error(Run& run);

// Whoever can say more (src/doctor) enters itself here; it gets the run as it stands and may replay the program.
using HangAnalyst = HangError (*)(Run& run, PreparedProgram& prepared);
void set_hang_analyst(HangAnalyst analyst);
HangError explain_hang(Run& run, PreparedProgram& prepared);

}  // namespace tilewright::engine
