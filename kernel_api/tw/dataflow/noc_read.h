// NoC reads: from anywhere into this core's L1. Defined after the matching barrier only.
//
// Template parameters that choose a code path on the card (max_page_size, tracing, virtual channels) change nothing
// here; they are kept so that kernels compile.
#pragma once

#include <stdint.h>

#include "tw/dataflow/addrgen.h"

namespace tw {

// The transaction id that noc_async_{read,write}_set_trid left in the command buffer, plus one; zero: none set.
// File-scope variables are per thread and start again with every launch.
inline uint32_t read_trid_plus_1[TW_NUM_NOCS] = {0, 0};
inline uint32_t write_trid_plus_1[TW_NUM_NOCS] = {0, 0};
FORCE_INLINE uint32_t read_trid(uint8_t noc) { return read_trid_plus_1[noc] - 1; }  // TW_NO_TRID when none
FORCE_INLINE uint32_t write_trid(uint8_t noc) { return write_trid_plus_1[noc] - 1; }

// Coordinates of a stored state with a new low word.
FORCE_INLINE uint64_t with_low_word(uint64_t address, uint32_t low) { return (address & ~(uint64_t)0xFFFFFFFF) | low; }

template <typename AddrGen>
FORCE_INLINE uint32_t page_bytes(const AddrGen& addrgen) {
    if constexpr (has_get_aligned_page_size_v<AddrGen>) {
        return addrgen.get_aligned_page_size();
    } else if constexpr (has_page_size_v<AddrGen>) {
        return addrgen.page_size;
    } else {
        return 1u << addrgen.log_base_2_of_page_size;
    }
}

}  // namespace tw

template <uint32_t max_page_size = NOC_MAX_BURST_SIZE + 1, bool enable_noc_tracing = true>
FORCE_INLINE void noc_async_read(uint64_t src_noc_addr, uint32_t dst_local_l1_addr, uint32_t size,
                                 uint8_t noc = TW_DEFAULT_NOC,
                                 [[maybe_unused]] uint32_t read_req_vc = NOC_UNICAST_WRITE_VC) {
    tw_noc_read(noc, src_noc_addr, dst_local_l1_addr, size, tw::read_trid(noc));
}

template <bool enable_noc_tracing = true>
FORCE_INLINE void noc_async_read_one_packet(uint64_t src_noc_addr, uint32_t dst_local_l1_addr, uint32_t size,
                                            uint8_t noc = TW_DEFAULT_NOC,
                                            [[maybe_unused]] uint32_t read_req_vc = NOC_UNICAST_WRITE_VC) {
    tw_noc_read(noc, src_noc_addr, dst_local_l1_addr, size, tw::read_trid(noc));
}

// ---- split form: coordinates (and size) once, then many reads ------------------------------------------------------
template <bool use_vc = false>
FORCE_INLINE void noc_async_read_one_packet_set_state(uint64_t src_noc_addr, uint32_t size,
                                                      [[maybe_unused]] const uint32_t vc = 0,
                                                      uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_set_state(noc, TW_STATE_READ, src_noc_addr, size, 0, TW_NO_TRID);
}

// Only the low 32 bits of the address count; kernels also pass whole NoC addresses.
template <bool inc_num_issued = true, bool use_vc = false>
FORCE_INLINE void noc_async_read_one_packet_with_state(uint32_t src_local_l1_addr, uint32_t dst_local_l1_addr,
                                                       [[maybe_unused]] const uint32_t vc = 0,
                                                       uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_read(noc, tw::with_low_word(tw_noc_state_address(noc, TW_STATE_READ), src_local_l1_addr), dst_local_l1_addr,
                tw_noc_state_bytes(noc, TW_STATE_READ), tw::read_trid(noc));
}

FORCE_INLINE void noc_async_read_set_state(uint64_t src_noc_addr, uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_set_state(noc, TW_STATE_READ, src_noc_addr, 0, 0, TW_NO_TRID);
}

template <bool inc_num_issued = true>
FORCE_INLINE void noc_async_read_with_state(uint32_t src_local_l1_addr, uint32_t dst_local_l1_addr, uint32_t size,
                                            uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_read(noc, tw::with_low_word(tw_noc_state_address(noc, TW_STATE_READ), src_local_l1_addr), dst_local_l1_addr,
                size, tw::read_trid(noc));
}

// Reads are counted when they are issued, so there is nothing to catch up on.
FORCE_INLINE void noc_async_read_inc_num_issued(uint32_t, uint8_t = TW_DEFAULT_NOC) {}

// ---- transaction ids -----------------------------------------------------------------------------------------------
// The id stays in the command buffer: every later read on this NoC carries it.
FORCE_INLINE void noc_async_read_set_trid(uint32_t trid = 0, uint8_t noc = TW_DEFAULT_NOC) {
    tw::read_trid_plus_1[noc] = trid + 1;
}

template <bool skip_ptr_update = false, bool skip_cmdbuf_chk = false>
FORCE_INLINE void noc_async_read_one_packet_with_state_with_trid(uint32_t src_base_addr, uint32_t src_addr,
                                                                 uint32_t dest_addr, uint32_t trid = 0,
                                                                 uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_read(noc, tw::with_low_word(tw_noc_state_address(noc, TW_STATE_READ), src_base_addr + src_addr), dest_addr,
                tw_noc_state_bytes(noc, TW_STATE_READ), trid);
}

// ---- pages of a generator or accessor -------------------------------------------------------------------------------
template <typename AddrGen, bool enable_noc_tracing = true>
FORCE_INLINE void noc_async_read_page(const uint32_t id, const AddrGen& addrgen, uint32_t dst_local_l1_addr,
                                      uint32_t offset = 0, uint8_t noc = TW_DEFAULT_NOC) {
    static_assert(has_required_addrgen_traits_v<AddrGen>,
                  "noc_async_read_page: the address generator needs get_noc_addr(id, offset, noc) and one of "
                  "get_aligned_page_size(), page_size, log_base_2_of_page_size");
    noc_async_read(addrgen.get_noc_addr(id, offset, noc), dst_local_l1_addr, tw::page_bytes(addrgen), noc);
}

template <typename AddrGen>
FORCE_INLINE void noc_async_read_tile(const uint32_t id, const AddrGen& addrgen, uint32_t dst_local_l1_addr,
                                      uint32_t offset = 0, uint8_t noc = TW_DEFAULT_NOC) {
    noc_async_read_page(id, addrgen, dst_local_l1_addr, offset, noc);
}
