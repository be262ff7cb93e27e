// Misuse of the NoC. The `refuse_*` functions end the thread: nothing sensible can follow.
#pragma once

#include <cstdint>

#include "card/card.hpp"

namespace tilewright::checks {

[[noreturn]] void refuse_local_address(const char* call, uint32_t address, uint32_t bytes, uint32_t l1_bytes);
[[noreturn]] void refuse_noc_address(const char* call, uint64_t address, uint32_t bytes, const card::Target& target);
[[noreturn]] void refuse_unset_state(uint32_t kind);

// Both ends of a transfer lie alike within the alignment of the far one.
inline bool lie_alike(uint32_t near, const card::Target& far, uint32_t dram_alignment, uint32_t l1_alignment) {
    const uint32_t alignment = far.kind == card::Endpoint::Kind::Dram ? dram_alignment : l1_alignment;
    return ((far.offset ^ near) & (alignment - 1)) == 0;
}
// Ends that do not.
void read_misaligned(uint64_t src, uint32_t dst_l1, const card::Target& from);
void write_misaligned(const char* call, uint32_t src_l1, uint64_t dst, uint32_t bytes, const card::Target& to,
                      uint32_t flags);
void word_alignment(const char* call, const card::Target& to);
void multicast_count(const char* call, uint32_t reached, uint32_t num_dests, uint32_t flags);
// Strict mode.
void before_noc_read(uint32_t dst_l1, uint32_t bytes);
void before_noc_write(uint32_t src_l1, uint32_t bytes);

}  // namespace tilewright::checks
