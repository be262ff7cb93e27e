// Where a program's CBs lie in L1, whether they fit, and what would make them fit. Internal to src/program.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "program/layout.hpp"

namespace tilewright::program {

// CBs packed upwards, also beyond the end of L1: all of them count.
struct Packing {
    std::vector<uint64_t> address;        // by CB
    std::map<LogicalCore, uint64_t> top;  // first byte behind the CBs of a core
    LogicalCore fullest;                  // the core whose CBs reach highest
    uint64_t end = 0;                     // there
};

// `bytes` per CB, in the order of the program.
Packing pack_cbs(const ProgramDescriptor& program, const Limits& limits, const std::vector<uint64_t>& bytes);
std::vector<uint64_t> cb_bytes(const ProgramDescriptor& program);

// Up to three changes of the program, each of which was tried and fits, the smallest first; none where nothing does.
std::vector<std::string> ways_to_fit(const ProgramDescriptor& program, const Limits& limits);

}  // namespace tilewright::program
