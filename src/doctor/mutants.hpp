// Faulty copies of a working program, made by rule: one small mistake each, in a kernel, in a header of its own folders
// or in the descriptor. Internal to src/doctor and src/workshop.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "program/descriptor.hpp"

namespace tilewright::doctor {

struct Mutant {
    std::string rule;    // "drop push", "count + 1" ...
    std::string kernel;  // display name; empty: the mistake is on the host's side
    int kernel_index = -1;
    std::string file;                 // of the changed line, without folders; empty: the kernel has no file
    uint32_t line = 0;                // in that file or the kernel's source; 0: on the host's side
    std::string change;               // what stood there and what stands there now
    int cb = -1;                      // where the rule itself names one
    int semaphore = -1;               // the same
    std::optional<LogicalCore> core;  // the only one whose arguments are wrong
    program::ProgramDescriptor program;
};

// The lines of a kernel that led to calls on CBs, as (file without folders, number).
struct KernelUse {
    std::set<std::pair<std::string, uint32_t>> lines;
};

// `use`: by kernel index. Functions of headers that a kernel does not use are left alone. `addresses`: where tensors
// begin, so that arguments that are addresses are known.
std::vector<Mutant> make_mutants(const program::ProgramDescriptor& program, const std::map<uint32_t, KernelUse>& use,
                                 const std::set<uint64_t>& addresses = {});

// Two mistakes at once; nothing where they are made in the same place (a kernel, or the descriptor around it).
std::optional<Mutant> both(const Mutant& first, const Mutant& second);

}  // namespace tilewright::doctor
