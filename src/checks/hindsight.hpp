// Findings that the rest of the run may make harmless: told at once, so that a hang or an error is told with them, and
// looked at again when the run has ended. Internal to src/checks.
#pragma once

#include "checks/check.hpp"

namespace tilewright::checks {

struct Doubt {
    Finding finding;       // as it was told
    std::string why, fix;  // of the note that it becomes
    bool stands = false;   // set by whoever told it, up to the end of the run
};

// Tells the finding at the running thread's place. Unless it stands in the end, on every core that has it, it becomes a
// note. Null: this place has told it before.
Doubt* report_for_now(const Fiber& fiber, Finding finding, std::string why, std::string fix);

// After all that decides whether doubts stand (check_list.cpp calls it last).
void settle_doubts(Run& run);

}  // namespace tilewright::checks
