// The exit status of a host program whose programs had findings.
#pragma once

#include <vector>

#include "base/error.hpp"

namespace tilewright::metal {

// Errors among them make a process that would end with 0 end with 1, unless TILEWRIGHT_FINDINGS_EXIT is 0 or
// set_findings_exit(false) was called (tilewright/device.hpp).
void count_findings(const std::vector<Finding>& findings);

}  // namespace tilewright::metal
