// NoC writes: from this core's L1 to anywhere, single or multicast, and 4-byte inline writes.
#pragma once

#include <stdint.h>

#include "tw/dataflow/noc_read.h"

template <uint32_t max_page_size = NOC_MAX_BURST_SIZE + 1, bool enable_noc_tracing = true, bool posted = false>
FORCE_INLINE void noc_async_write(uint32_t src_local_l1_addr, uint64_t dst_noc_addr, uint32_t size,
                                  uint8_t noc = TW_DEFAULT_NOC, [[maybe_unused]] uint32_t vc = NOC_UNICAST_WRITE_VC) {
    tw_noc_write(noc, src_local_l1_addr, dst_noc_addr, size, posted ? TW_NOC_POSTED : 0, 1, tw::write_trid(noc));
}

template <bool enable_noc_tracing = true, bool posted = false>
FORCE_INLINE void noc_async_write_one_packet(uint32_t src_local_l1_addr, uint64_t dst_noc_addr, uint32_t size,
                                             uint8_t noc = TW_DEFAULT_NOC,
                                             [[maybe_unused]] uint32_t vc = NOC_UNICAST_WRITE_VC) {
    tw_noc_write(noc, src_local_l1_addr, dst_noc_addr, size, posted ? TW_NOC_POSTED : 0, 1, tw::write_trid(noc));
}

// ---- split form ----------------------------------------------------------------------------------------------------
template <bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_set_state(uint64_t dst_noc_addr, uint32_t size,
                                                       uint8_t noc = TW_DEFAULT_NOC,
                                                       [[maybe_unused]] uint8_t vc = NOC_UNICAST_WRITE_VC) {
    tw_noc_set_state(noc, TW_STATE_WRITE, dst_noc_addr, size, posted ? TW_NOC_POSTED : 0, TW_NO_TRID);
}

template <bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_with_state(uint32_t src_local_l1_addr, uint32_t dst_local_l1_addr,
                                                        uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_write(noc, src_local_l1_addr,
                 tw::with_low_word(tw_noc_state_address(noc, TW_STATE_WRITE), dst_local_l1_addr),
                 tw_noc_state_bytes(noc, TW_STATE_WRITE), posted ? TW_NOC_POSTED : 0, 1, tw::write_trid(noc));
}

// ---- transaction ids -----------------------------------------------------------------------------------------------
FORCE_INLINE void noc_async_write_set_trid(uint32_t trid = 0, uint8_t noc = TW_DEFAULT_NOC) {
    tw::write_trid_plus_1[noc] = trid + 1;
}

template <bool update_counter = true, bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_with_trid(uint32_t src_local_l1_addr, uint64_t dst_noc_addr, uint32_t size,
                                                       uint32_t trid, [[maybe_unused]] uint8_t cmd_buf = 0,
                                                       uint8_t noc = TW_DEFAULT_NOC,
                                                       [[maybe_unused]] uint8_t vc = NOC_UNICAST_WRITE_VC) {
    tw_noc_write(noc, src_local_l1_addr, dst_noc_addr, size, posted ? TW_NOC_POSTED : 0, 1, trid);
}

template <bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_with_trid_set_state(uint64_t dst_noc_addr,
                                                                 [[maybe_unused]] uint8_t cmd_buf = 0,
                                                                 uint8_t noc = TW_DEFAULT_NOC,
                                                                 [[maybe_unused]] uint8_t vc = NOC_UNICAST_WRITE_VC) {
    tw_noc_set_state(noc, TW_STATE_WRITE, dst_noc_addr, 0, posted ? TW_NOC_POSTED : 0, TW_NO_TRID);
}

template <bool update_counter = true, bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_with_trid_with_state(uint32_t src_local_l1_addr,
                                                                  uint32_t dst_local_l1_addr, uint32_t size,
                                                                  uint32_t trid, [[maybe_unused]] uint8_t cmd_buf = 0,
                                                                  uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_write(noc, src_local_l1_addr,
                 tw::with_low_word(tw_noc_state_address(noc, TW_STATE_WRITE), dst_local_l1_addr), size,
                 posted ? TW_NOC_POSTED : 0, 1, trid);
}

// The engine counts transfers per id by itself; outstanding ones stay outstanding.
FORCE_INLINE void reset_noc_trid_barrier_counter(uint32_t = NOC_CLEAR_OUTSTANDING_REQ_MASK, uint32_t = TW_DEFAULT_NOC) {
}

// ---- pages ---------------------------------------------------------------------------------------------------------
// size 0: one page.
template <typename AddrGen, bool enable_noc_tracing = true, bool posted = false>
FORCE_INLINE void noc_async_write_page(const uint32_t id, const AddrGen& addrgen, uint32_t src_local_l1_addr,
                                       uint32_t size = 0, uint32_t offset = 0, uint8_t noc = TW_DEFAULT_NOC) {
    static_assert(has_required_addrgen_traits_v<AddrGen>,
                  "noc_async_write_page: the address generator needs get_noc_addr(id, offset, noc) and one of "
                  "get_aligned_page_size(), page_size, log_base_2_of_page_size");
    noc_async_write<NOC_MAX_BURST_SIZE + 1, enable_noc_tracing, posted>(
        src_local_l1_addr, addrgen.get_noc_addr(id, offset, noc), size == 0 ? tw::page_bytes(addrgen) : size, noc);
}

template <typename AddrGen>
FORCE_INLINE void noc_async_write_tile(const uint32_t id, const AddrGen& addrgen, uint32_t src_local_l1_addr,
                                       uint8_t noc = TW_DEFAULT_NOC) {
    noc_async_write_page(id, addrgen, src_local_l1_addr, 0, 0, noc);
}

// ---- multicast -----------------------------------------------------------------------------------------------------
// Every core of the rectangle except the sender; num_dests counts the receivers.
template <uint32_t max_page_size = NOC_MAX_BURST_SIZE + 1>
FORCE_INLINE void noc_async_write_multicast(uint32_t src_local_l1_addr, uint64_t dst_noc_addr_multicast, uint32_t size,
                                            uint32_t num_dests, bool linked = false, uint8_t noc = TW_DEFAULT_NOC,
                                            [[maybe_unused]] uint8_t vc = NOC_MULTICAST_WRITE_VC) {
    tw_noc_write(noc, src_local_l1_addr, dst_noc_addr_multicast, size, TW_NOC_MULTICAST | (linked ? TW_NOC_LINKED : 0),
                 num_dests, tw::write_trid(noc));
}

template <bool enable_noc_tracing = true>
FORCE_INLINE void noc_async_write_multicast_one_packet(uint32_t src_local_l1_addr, uint64_t dst_noc_addr_multicast,
                                                       uint32_t size, uint32_t num_dests, bool linked = false,
                                                       uint8_t noc = TW_DEFAULT_NOC) {
    noc_async_write_multicast(src_local_l1_addr, dst_noc_addr_multicast, size, num_dests, linked, noc);
}

// The rectangle includes the sender.
FORCE_INLINE void noc_async_write_multicast_loopback_src(uint32_t src_local_l1_addr, uint64_t dst_noc_addr_multicast,
                                                         uint32_t size, uint32_t num_dests, bool linked = false,
                                                         uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_write(noc, src_local_l1_addr, dst_noc_addr_multicast, size,
                 TW_NOC_MULTICAST | TW_NOC_LOOPBACK | (linked ? TW_NOC_LINKED : 0), num_dests, tw::write_trid(noc));
}

// ---- inline writes: a word that travels with the command -----------------------------------------------------------
template <InlineWriteDst dst_type = InlineWriteDst::DEFAULT, bool posted = false, bool flush = true>
FORCE_INLINE void noc_inline_dw_write(uint64_t addr, uint32_t val, uint8_t be = 0xF, uint8_t noc = TW_DEFAULT_NOC,
                                      [[maybe_unused]] uint8_t vc = NOC_UNICAST_WRITE_VC,
                                      [[maybe_unused]] uint32_t customized_src_addr = 0) {
    tw_noc_write_word(noc, addr, val, be, posted ? TW_NOC_POSTED : 0, 1);
}

template <InlineWriteDst dst_type = InlineWriteDst::DEFAULT, bool posted = false, bool flush = true>
FORCE_INLINE void noc_inline_mcast_dw_write(uint64_t addr, uint32_t val, uint8_t be = 0xF, uint8_t noc = TW_DEFAULT_NOC,
                                            [[maybe_unused]] uint8_t vc = NOC_MULTICAST_WRITE_VC,
                                            [[maybe_unused]] uint32_t customized_src_addr = 0, uint32_t num_dest = 1) {
    tw_noc_write_word(noc, addr, val, be, TW_NOC_MULTICAST | (posted ? TW_NOC_POSTED : 0), num_dest);
}

// The word's state keeps the byte enables where the others keep a size, and the value where they keep an id.
template <bool posted = false, bool set_val = false>
FORCE_INLINE void noc_inline_dw_write_set_state(uint64_t addr, uint32_t val = 0, uint8_t be = 0xF,
                                                [[maybe_unused]] uint8_t cmd_buf = 0, uint8_t noc = TW_DEFAULT_NOC,
                                                [[maybe_unused]] uint8_t vc = NOC_UNICAST_WRITE_VC) {
    tw_noc_set_state(noc, TW_STATE_WORD, addr, be, posted ? TW_NOC_POSTED : 0, set_val ? val : 0);
}

template <bool update_addr_lo = false, bool update_counter = true, bool posted = false, bool update_addr_hi = false,
          bool update_val = false, InlineWriteDst dst_type = InlineWriteDst::DEFAULT>
FORCE_INLINE void noc_inline_dw_write_with_state(uint32_t val, uint32_t addr = 0, [[maybe_unused]] uint8_t cmd_buf = 0,
                                                 uint8_t noc = TW_DEFAULT_NOC) {
    static_assert(!(update_addr_lo && update_addr_hi), "one `addr` argument cannot update both halves of the address");
    uint64_t target = tw_noc_state_address(noc, TW_STATE_WORD);
    if constexpr (update_addr_lo) target = tw::with_low_word(target, addr);
    if constexpr (update_addr_hi) target = ((uint64_t)addr << NOC_ADDR_COORD_SHIFT) | (target & NOC_LOCAL_ADDR_MASK);
    tw_noc_write_word(noc, target, update_val ? val : tw_noc_state_trid(noc, TW_STATE_WORD),
                      tw_noc_state_bytes(noc, TW_STATE_WORD), posted ? TW_NOC_POSTED : 0, 1);
}
