// Circular buffers on the compute threads: UNPACK consumes, PACK produces, MATH sees none. Addresses are in 16-byte
// words.
#pragma once

#include "tw/compute/defs.h"
#include "tw/mailbox.h"

namespace ckernel {

ALWI void cb_wait_front(uint32_t cbid, uint32_t ntiles) {
#ifdef TW_ON_UNPACK
#ifdef TW_STRICT
    tw_cb_wait_front(cbid, ntiles);
#else
    if (cbid >= TW_MAX_CBS) [[unlikely]]
        tw_cb_bad_index(cbid, "cb_wait_front");
    const TwCbShared& shared = tw_self->cb_shared[cbid];
    if (static_cast<uint16_t>(shared.pushed - shared.popped) < ntiles) tw_cb_block_wait(cbid, ntiles);
#endif
#else
    (void)cbid, (void)ntiles;
#endif
}

ALWI void cb_pop_front(uint32_t cbid, uint32_t ntiles) {
#ifdef TW_ON_UNPACK
#ifdef TW_STRICT
    tw_cb_pop_front(cbid, ntiles);
#else
    if (cbid >= TW_MAX_CBS) [[unlikely]]
        tw_cb_bad_index(cbid, "cb_pop_front");
    TwCbView& view = tw_self->cb[cbid];
    tw_self->cb_shared[cbid].popped += ntiles;
    view.fifo_rd_ptr += ntiles * view.fifo_page_size;
    if (view.fifo_rd_ptr >= view.fifo_limit) view.fifo_rd_ptr -= view.fifo_size;
#endif
#else
    (void)cbid, (void)ntiles;
#endif
}

ALWI void cb_reserve_back(uint32_t cbid, uint32_t ntiles) {
#ifdef TW_ON_PACK
#ifdef TW_STRICT
    tw_cb_reserve_back(cbid, ntiles);
#else
    if (cbid >= TW_MAX_CBS) [[unlikely]]
        tw_cb_bad_index(cbid, "cb_reserve_back");
    const TwCbShared& shared = tw_self->cb_shared[cbid];
    const int32_t free = static_cast<int32_t>(shared.num_pages) - static_cast<uint16_t>(shared.pushed - shared.popped);
    if (free < static_cast<int32_t>(ntiles)) tw_cb_block_reserve(cbid, ntiles);
#endif
#else
    (void)cbid, (void)ntiles;
#endif
}

ALWI void cb_push_back(uint32_t cbid, uint32_t ntiles) {
#ifdef TW_ON_PACK
#ifdef TW_STRICT
    tw_cb_push_back(cbid, ntiles);
#else
    if (cbid >= TW_MAX_CBS) [[unlikely]]
        tw_cb_bad_index(cbid, "cb_push_back");
    TwCbView& view = tw_self->cb[cbid];
    tw_self->cb_shared[cbid].pushed += ntiles;
    view.fifo_wr_ptr += ntiles * view.fifo_page_size;
    if (view.fifo_wr_ptr >= view.fifo_limit) view.fifo_wr_ptr -= view.fifo_size;
    view.fifo_wr_tile_ptr = 0;
#endif
#else
    (void)cbid, (void)ntiles;
#endif
}

ALWI uint32_t get_tile_l1_byte_address(uint32_t operand_id, uint32_t tile_index) {
    const TwCbView& view = tw_self->cb[operand_id];
    return (view.fifo_rd_ptr + view.fifo_page_size * tile_index) << 4;
}

namespace tw_detail {

// A value only UNPACK knows: it mails it to the other two, so that all three go on with the same number.
ALWI uint32_t from_unpack(uint32_t value) {
#if defined(TW_FUSED)
    return value;
#elif defined(TRISC_UNPACK)
    tw_mailbox_write(MathThreadId, value);
    tw_mailbox_write(PackThreadId, value);
    return value;
#else
    (void)value;
    return tw_mailbox_read(UnpackThreadId);
#endif
}

}  // namespace tw_detail

ALWI uint32_t get_tile_address(uint32_t cb_id, uint32_t tile_index) {
    uint32_t address = 0;
    UNPACK(address = get_tile_l1_byte_address(cb_id, tile_index);)
    return tw_detail::from_unpack(address);
}

ALWI uint32_t read_tile_value(uint32_t cb_id, uint32_t tile_index, uint32_t element_offset) {
    uint32_t value = 0;
    UNPACK(value = reinterpret_cast<const volatile uint32_t*>(
               tw_self->l1_base + get_tile_l1_byte_address(cb_id, tile_index))[element_offset];)
    return tw_detail::from_unpack(value);
}

}  // namespace ckernel
