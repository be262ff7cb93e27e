// Barriers and semaphores. A semaphore is a 32-bit word in L1, under one address on all cores.
#pragma once

#include <stdint.h>

#include "tw/dataflow/noc_write.h"

#ifndef TW_PROGRAMMABLE_CORE_TYPE
#define TW_PROGRAMMABLE_CORE_TYPE
enum ProgrammableCoreType { TENSIX = 0, ACTIVE_ETH = 1, IDLE_ETH = 2, DRAM = 3, COUNT = 4 };
#endif

FORCE_INLINE void noc_async_read_barrier(uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_barrier(noc, TW_BARRIER_READ, TW_NO_TRID);
}
FORCE_INLINE void noc_async_write_barrier(uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_barrier(noc, TW_BARRIER_WRITE, TW_NO_TRID);
}
// Writes have left: their source may be used again, their data need not have arrived.
FORCE_INLINE void noc_async_writes_flushed(uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_barrier(noc, TW_BARRIER_WRITE_SENT, TW_NO_TRID);
}
FORCE_INLINE void noc_async_posted_writes_flushed(uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_barrier(noc, TW_BARRIER_POSTED_SENT, TW_NO_TRID);
}
FORCE_INLINE void noc_async_atomic_barrier(uint8_t noc_idx = TW_DEFAULT_NOC) {
    tw_noc_barrier(noc_idx, TW_BARRIER_ATOMIC, TW_NO_TRID);
}
FORCE_INLINE void noc_async_full_barrier(uint8_t noc_idx = TW_DEFAULT_NOC) {
    tw_noc_barrier(
        noc_idx,
        TW_BARRIER_READ | TW_BARRIER_WRITE | TW_BARRIER_WRITE_SENT | TW_BARRIER_POSTED_SENT | TW_BARRIER_ATOMIC,
        TW_NO_TRID);
}
FORCE_INLINE void noc_async_read_barrier_with_trid(uint32_t trid, uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_barrier(noc, TW_BARRIER_READ, trid);
}
FORCE_INLINE void noc_async_write_barrier_with_trid(uint32_t trid, uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_barrier(noc, TW_BARRIER_WRITE, trid);
}
FORCE_INLINE void noc_async_write_flushed_with_trid(uint32_t trid, uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_barrier(noc, TW_BARRIER_WRITE_SENT, trid);
}

// Non-blocking tests that a few kernels reach down for.
FORCE_INLINE bool ncrisc_noc_read_with_transaction_id_flushed(uint32_t noc, uint32_t transcation_id) {
    return tw_noc_flushed(noc, TW_BARRIER_READ, transcation_id) != 0;
}
FORCE_INLINE bool ncrisc_noc_nonposted_write_with_transaction_id_flushed(uint32_t noc, uint32_t transcation_id) {
    return tw_noc_flushed(noc, TW_BARRIER_WRITE, transcation_id) != 0;
}
FORCE_INLINE bool ncrisc_noc_nonposted_write_with_transaction_id_sent(uint32_t noc, uint32_t transcation_id) {
    return tw_noc_flushed(noc, TW_BARRIER_WRITE_SENT, transcation_id) != 0;
}
FORCE_INLINE bool ncrisc_noc_reads_flushed(uint32_t noc) {
    return tw_noc_flushed(noc, TW_BARRIER_READ, TW_NO_TRID) != 0;
}
FORCE_INLINE bool ncrisc_noc_nonposted_writes_flushed(uint32_t noc) {
    return tw_noc_flushed(noc, TW_BARRIER_WRITE, TW_NO_TRID) != 0;
}
FORCE_INLINE bool ncrisc_noc_nonposted_writes_sent(uint32_t noc) {
    return tw_noc_flushed(noc, TW_BARRIER_WRITE_SENT, TW_NO_TRID) != 0;
}
FORCE_INLINE bool ncrisc_noc_nonposted_atomics_flushed(uint32_t noc) {
    return tw_noc_flushed(noc, TW_BARRIER_ATOMIC, TW_NO_TRID) != 0;
}

// ---- semaphores ----------------------------------------------------------------------------------------------------
template <ProgrammableCoreType type = ProgrammableCoreType::TENSIX>
FORCE_INLINE uint32_t get_semaphore(uint32_t semaphore_id) {
    static_assert(type == ProgrammableCoreType::TENSIX, "get_semaphore: only worker (TENSIX) cores exist here");
    return tw_self->semaphore_addr + semaphore_id * 16;
}

FORCE_INLINE void noc_semaphore_wait(volatile tt_l1_ptr uint32_t* sem_addr, uint32_t val) {
    tw_semaphore_wait(sem_addr, val);
}
FORCE_INLINE void noc_semaphore_wait_min(volatile tt_l1_ptr uint32_t* sem_addr, uint32_t val) {
    tw_semaphore_wait_min(sem_addr, val);
}
FORCE_INLINE void noc_semaphore_set(volatile tt_l1_ptr uint32_t* sem_addr, uint32_t val) {
    tw_semaphore_set(sem_addr, val);
}

// Atomic add, modulo 2^32; the own core is a legal target.
template <bool posted = false>
FORCE_INLINE void noc_semaphore_inc(uint64_t addr, uint32_t incr, uint8_t noc_id = TW_DEFAULT_NOC,
                                    [[maybe_unused]] uint8_t vc = NOC_UNICAST_WRITE_VC) {
    tw_noc_atomic_inc(noc_id, addr, incr, 31, TW_NOC_SEMAPHORE | (posted ? TW_NOC_POSTED : 0), 1);
}
template <bool posted = false>
FORCE_INLINE void noc_semaphore_inc_multicast(uint64_t addr, uint32_t incr, uint32_t num_dests,
                                              uint8_t noc_id = TW_DEFAULT_NOC,
                                              [[maybe_unused]] uint8_t vc = NOC_MULTICAST_WRITE_VC) {
    tw_noc_atomic_inc(noc_id, addr, incr, 31, TW_NOC_SEMAPHORE | TW_NOC_MULTICAST | (posted ? TW_NOC_POSTED : 0),
                      num_dests);
}

// Copies the local word to the same place elsewhere.
FORCE_INLINE void noc_semaphore_set_remote(uint32_t src_local_l1_addr, uint64_t dst_noc_addr,
                                           uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_write(noc, src_local_l1_addr, dst_noc_addr, 4, TW_NOC_SEMAPHORE, 1, TW_NO_TRID);
}
FORCE_INLINE void noc_semaphore_set_multicast(uint32_t src_local_l1_addr, uint64_t dst_noc_addr_multicast,
                                              uint32_t num_dests, bool linked = false, uint8_t noc = TW_DEFAULT_NOC,
                                              [[maybe_unused]] uint8_t vc = NOC_MULTICAST_WRITE_VC) {
    tw_noc_write(noc, src_local_l1_addr, dst_noc_addr_multicast, 4,
                 TW_NOC_SEMAPHORE | TW_NOC_MULTICAST | (linked ? TW_NOC_LINKED : 0), num_dests, TW_NO_TRID);
}
FORCE_INLINE void noc_semaphore_set_multicast_loopback_src(uint32_t src_local_l1_addr, uint64_t dst_noc_addr_multicast,
                                                           uint32_t num_dests, bool linked = false,
                                                           uint8_t noc = TW_DEFAULT_NOC) {
    tw_noc_write(noc, src_local_l1_addr, dst_noc_addr_multicast, 4,
                 TW_NOC_SEMAPHORE | TW_NOC_MULTICAST | TW_NOC_LOOPBACK | (linked ? TW_NOC_LINKED : 0), num_dests,
                 TW_NO_TRID);
}
