// Which codes tell the cause of a mistake that the mutation bench has made. Internal to src/doctor.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "doctor/mutants.hpp"

namespace tilewright::doctor {

// Codes that are a right description of what the rule does to a program; null: no such rule.
const std::set<std::string>* causes_of(const std::string& rule);
// The report tells the cause: its first finding, or one at the changed line, has such a code and names no other CB and
// no other semaphore than those of the mistake. `cbs`: of the changed line; empty: not known.
bool tells_cause(const std::vector<Finding>& findings, const Mutant& mutant, const std::set<uint32_t>& cbs);
// A frame of the finding is the changed line.
bool at_changed_line(const Finding& finding, const Mutant& mutant);

}  // namespace tilewright::doctor
