// What two counts that disagree have to do with each other, in words: a unit, a division that was rounded, a kernel
// that is short on both of its sides. Internal to src/doctor.
#pragma once

#include <string>
#include <vector>

#include "doctor/case.hpp"

namespace tilewright::doctor {

std::vector<std::string> count_remarks(const Case& hang, const Replay& replay, uint32_t core_index, uint32_t cb);
// The thread takes pages of another CB at least as often as of this one.
bool takes_another(const Replay& replay, uint32_t core_index, uint32_t cb, int processor);

}  // namespace tilewright::doctor
