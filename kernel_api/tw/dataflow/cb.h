// Circular-buffer calls of the data-movement processors. Addresses and sizes are bytes; the pointers are this
// thread's own; the two counters are shared with the other threads of the core.
//
// Fast builds update the counters here and call the engine only to block. Strict builds call the engine for everything,
// so that every rule is checked.
#pragma once

#include <stdint.h>

#include "internal/circular_buffer_interface.h"
#include "internal/risc_attribs.h"
#include "tw/abi.h"

namespace tw::cb {

// Pages between the counters. The card compares 16 bits.
FORCE_INLINE uint32_t filled_pages(const TwCbShared& cb) { return (uint16_t)(cb.pushed - cb.popped); }

FORCE_INLINE void check(uint32_t cb, const char* call) {
    if (cb >= TW_MAX_CBS || tw_self->cb_shared[cb].bytes == 0) [[unlikely]] {
        tw_cb_bad_index(cb, call);
    }
}

}  // namespace tw::cb

FORCE_INLINE void cb_reserve_back(int32_t operand, int32_t num_pages) {
#ifdef TW_STRICT
    tw_cb_reserve_back((uint32_t)operand, (uint32_t)num_pages);
#else
    tw::cb::check((uint32_t)operand, "cb_reserve_back");
    const TwCbShared& cb = tw_self->cb_shared[operand];
    if ((int32_t)(cb.num_pages - tw::cb::filled_pages(cb)) < num_pages) {
        tw_cb_block_reserve((uint32_t)operand, (uint32_t)num_pages);
    }
#endif
}

FORCE_INLINE void cb_push_back(const int32_t operand, const int32_t num_pages) {
#ifdef TW_STRICT
    tw_cb_push_back((uint32_t)operand, (uint32_t)num_pages);
#else
    tw::cb::check((uint32_t)operand, "cb_push_back");
    TwCbView& view = tw_self->cb[operand];
    tw_self->cb_shared[operand].pushed += (uint32_t)num_pages;
    view.fifo_wr_ptr += (uint32_t)num_pages * view.fifo_page_size;
    // Only exact equality wraps: a block that straddles the end runs on, as on the card.
    if (view.fifo_wr_ptr == view.fifo_limit) view.fifo_wr_ptr -= view.fifo_size;
#endif
}

FORCE_INLINE void cb_wait_front(int32_t operand, int32_t num_pages) {
#ifdef TW_STRICT
    tw_cb_wait_front((uint32_t)operand, (uint32_t)num_pages);
#else
    tw::cb::check((uint32_t)operand, "cb_wait_front");
    if ((int32_t)tw::cb::filled_pages(tw_self->cb_shared[operand]) < num_pages) {
        tw_cb_block_wait((uint32_t)operand, (uint32_t)num_pages);
    }
#endif
}

FORCE_INLINE void cb_pop_front(int32_t operand, int32_t num_pages) {
#ifdef TW_STRICT
    tw_cb_pop_front((uint32_t)operand, (uint32_t)num_pages);
#else
    tw::cb::check((uint32_t)operand, "cb_pop_front");
    TwCbView& view = tw_self->cb[operand];
    tw_self->cb_shared[operand].popped += (uint32_t)num_pages;
    view.fifo_rd_ptr += (uint32_t)num_pages * view.fifo_page_size;
    if (view.fifo_rd_ptr == view.fifo_limit) view.fifo_rd_ptr -= view.fifo_size;
#endif
}

FORCE_INLINE bool cb_pages_reservable_at_back(int32_t operand, int32_t num_pages) {
    return tw_cb_reservable((uint32_t)operand, (uint32_t)num_pages) != 0;
}

FORCE_INLINE bool cb_pages_available_at_front(int32_t operand, int32_t num_pages) {
    return tw_cb_available((uint32_t)operand, (uint32_t)num_pages) != 0;
}

FORCE_INLINE uint32_t get_write_ptr(uint32_t operand) {
    tw::cb::check(operand, "get_write_ptr");
    return tw::cb_pointer(tw_self->cb[operand].fifo_wr_ptr);
}

FORCE_INLINE uint32_t get_read_ptr(uint32_t operand) {
    tw::cb::check(operand, "get_read_ptr");
    return tw::cb_pointer(tw_self->cb[operand].fifo_rd_ptr);
}
