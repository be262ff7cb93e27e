// Validates a program against a machine and lays it out in L1: which address each CB has on each core. Every refusal
// names the culprit; where sizes matter it prints the CB table.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "card/card.hpp"
#include "program/descriptor.hpp"

namespace tilewright::program {

// What the machine offers this program now.
struct Limits {
    const card::Arch* arch = nullptr;
    uint32_t grid_x = 0;
    uint32_t grid_y = 0;
    uint32_t l1_begin = 0;  // first address for CBs
    uint32_t l1_end = 0;    // CBs must end here: top of L1, or the lowest L1 buffer
    bool l1_end_is_buffer = false;
};
Limits limits_of(const card::Card& card);

struct Layout {
    std::vector<uint32_t> cb_address;             // by position in ProgramDescriptor::cbs
    std::map<LogicalCore, uint32_t> l1_used_end;  // highest CB byte per core that has CBs
    uint32_t l1_peak_bytes = 0;                   // largest footprint of one core
};

// Throws Error (TW32xx, TW3100). Order of checks: kernels, CBs, semaphores, L1.
Layout validate(const ProgramDescriptor& program, const Limits& limits);

// The CB table as text: index, name, format, page bytes, pages, bytes, cores, and address if `layout` is given.
std::string cb_table(const ProgramDescriptor& program, const Layout* layout = nullptr);

}  // namespace tilewright::program
