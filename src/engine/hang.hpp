// A run that hangs, as an error. Internal to src/engine, src/clock and src/doctor.
#pragma once

#include <vector>

#include "engine/run_state.hpp"

namespace tilewright::engine {

std::vector<BlockedThread> blocked_threads(Run& run);
size_t longest_name(const std::vector<BlockedThread>& threads);  // for columns
// What is known without a replay: TW1000 and the list of blocked threads.
HangError hang_error(Run& run);

}  // namespace tilewright::engine

namespace tilewright::doctor {

// Why it hangs: the whole state is there, and the program may be replayed. Defined in src/doctor, which stands above
// the engine.
engine::HangError explain(engine::Run& run, engine::PreparedProgram& prepared);
// Findings say with what arguments their kernels ran.
void add_arguments(engine::Run& run, std::vector<Finding>& findings);

// After a run that ended with findings: which of the changes they speak of mend the program. Says so in them.
void treat(engine::PreparedProgram& prepared, std::vector<Finding>& findings);

}  // namespace tilewright::doctor
