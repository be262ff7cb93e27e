// What is left when a strict run has finished.
#pragma once

#include "engine/run_state.hpp"

namespace tilewright::checks {

void end_of_run(engine::Run& run);

}  // namespace tilewright::checks
