// Calls that cannot be carried out: each ends the thread, in both modes, because nothing sensible can follow. Internal
// to src/calls.
#pragma once

#include <cstdint>
#include <string>

#include "card/card.hpp"

namespace tilewright::calls {

[[noreturn]] void refuse_local_address(const char* call, uint32_t address, uint32_t bytes, uint32_t l1_bytes);
[[noreturn]] void refuse_noc_address(const char* call, uint64_t address, uint32_t bytes, const card::Target& target);
[[noreturn]] void refuse_unset_state(uint32_t kind);
[[noreturn]] void refuse_word_address(const char* call, const card::Target& to);
// 4-byte writes and atomics work on aligned words.
inline void require_word(const char* call, const card::Target& to) {
    if (to.offset % 4 != 0) [[unlikely]]
        refuse_word_address(call, to);
}

// A tile outside L1. In a dry run what lies there does not matter, and an address is returned.
uint8_t* refuse_l1_bytes(uint64_t address, uint32_t bytes, const char* call, uint32_t cb);
[[noreturn]] void refuse_dst_index(uint32_t index, bool fp32, const char* call);
// The unit was never configured, or is initialised for another family of operations, so that the machine would run
// another program on these operands.
[[noreturn]] void refuse_unconfigured(const char* unit, const char* call);
[[noreturn]] void refuse_family(const char* unit, const char* call, const char* wanted, const char* found);
// Rows in a format whose datums share an exponent.
[[noreturn]] void refuse_block_rows(std::string message, std::string fix);
// A number of rows or datums that a tile has no room for.
[[noreturn]] void refuse_unit_argument(const char* call, const char* what, uint32_t given, uint32_t most);

}  // namespace tilewright::calls
