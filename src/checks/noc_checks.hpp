// Misuse of the NoC. The `refuse_*` functions end the thread: nothing sensible can follow.
#pragma once

#include <cstdint>

#include "card/card.hpp"

namespace tilewright::checks {

[[noreturn]] void refuse_local_address(const char* call, uint32_t address, uint32_t bytes, uint32_t l1_bytes);
[[noreturn]] void refuse_noc_address(const char* call, uint64_t address, uint32_t bytes, const card::Target& target);
[[noreturn]] void refuse_unset_state(uint32_t kind);

void read_alignment(uint64_t src, uint32_t dst_l1, uint32_t bytes, const card::Target& from);
void write_alignment(const char* call, uint32_t src_l1, uint64_t dst, uint32_t bytes, const card::Target& to,
                     uint32_t flags);
void word_alignment(const char* call, const card::Target& to);
void multicast_count(const char* call, uint32_t reached, uint32_t num_dests, uint32_t flags);
// Strict mode.
void before_noc_read(uint32_t dst_l1, uint32_t bytes);
void before_noc_write(uint32_t src_l1, uint32_t bytes);

}  // namespace tilewright::checks
