// Faulty copies of a working program, made by rule: one small mistake each.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "program/descriptor.hpp"

namespace tilewright::doctor {

struct Mutant {
    std::string rule;    // "drop push", "count + 1" ...
    std::string kernel;  // display name; empty: the mistake is on the host's side
    int kernel_index = -1;
    uint32_t line = 0;   // in the kernel's source; 0: on the host's side
    std::string change;  // what stood there and what stands there now
    int cb = -1;         // where the rule itself names one
    program::ProgramDescriptor program;
};

// `cbs_of_kernel`: the CBs each kernel works on, by kernel index; arguments with such a value are taken for CB indices.
std::vector<Mutant> make_mutants(const program::ProgramDescriptor& program,
                                 const std::map<uint32_t, std::set<uint32_t>>& cbs_of_kernel);

}  // namespace tilewright::doctor
