// Prints of whole pages in L1, and of a CB's record.
#pragma once

#include <stdint.h>

#include "api/debug/dprint.h"
#include "tw/dataflow/side.h"

inline void print_cb_details(uint32_t cb_id) {
    const LocalCBInterface& cb = get_local_cb_interface(cb_id);
    DPRINT(
        "cb_id {}: {{ fifo_size: {}, fifo_limit: {}, fifo_page_size: {}, fifo_num_pages: {}, fifo_rd_ptr: {}, "
        "fifo_wr_ptr: {}, fifo_wr_tile_ptr: {} }}\n",
        cb_id, cb.fifo_size, cb.fifo_limit, cb.fifo_page_size, cb.fifo_num_pages, cb.fifo_rd_ptr, cb.fifo_wr_ptr,
        cb.fifo_wr_tile_ptr);
}

namespace tw::print {

// One line per page: its number, then its elements.
template <typename Word, typename Show>
void pages(uint32_t l1_addr, uint32_t elements, uint32_t npages, uint32_t start, Show show) {
    if (!tw_print_enabled()) return;
    const volatile Word* at = reinterpret_cast<const volatile tt_l1_ptr Word*>(l1_addr) + start * elements;
    for (const uint32_t end = start + npages; start != end; ++start) {
        DPRINT("{}: ", start);
        for (const volatile Word* next = at + elements; at != next; ++at) DPRINT("{} ", show(*at));
        DPRINT("\n");
    }
}

}  // namespace tw::print

namespace tt::data_movement::common {

inline void print_bf16_pages(uint32_t l1_addr, uint32_t elts_per_page, uint32_t npages, uint32_t start = 0) {
    tw::print::pages<uint16_t>(l1_addr, elts_per_page, npages, start, [](uint16_t word) { return bf16_t(word); });
}
inline void print_f32_pages(uint32_t l1_addr, uint32_t elts_per_page, uint32_t npages, uint32_t start = 0) {
    tw::print::pages<uint32_t>(l1_addr, elts_per_page, npages, start,
                               [](uint32_t word) { return __builtin_bit_cast(float, word); });
}
inline void print_u8_pages(uint32_t l1_addr, uint32_t bytes_per_page, uint32_t npages, uint32_t start = 0) {
    tw::print::pages<uint8_t>(l1_addr, bytes_per_page, npages, start, [](uint8_t word) { return (uint32_t)word; });
}
inline void print_u16_pages(uint32_t l1_addr, uint32_t elts_per_page, uint32_t npages, uint32_t start = 0) {
    tw::print::pages<uint16_t>(l1_addr, elts_per_page, npages, start, [](uint16_t word) { return (uint32_t)word; });
}
inline void print_u32_pages(uint32_t l1_addr, uint32_t elts_per_page, uint32_t npages, uint32_t start = 0) {
    tw::print::pages<uint32_t>(l1_addr, elts_per_page, npages, start, [](uint32_t word) { return word; });
}

}  // namespace tt::data_movement::common

namespace tt::compute::common {

#ifdef TW_COMPUTE_SIDE
inline void print_tile_rows(uint32_t cb_idx, uint32_t tile_idx, bool untilize = false, uint16_t start_row = 0,
                            uint16_t end_row = 32, uint8_t start_col = 0, uint8_t end_col = 32) {
    DPRINT("cb_idx: {} tile_idx: {}\n", cb_idx, tile_idx);
    for (uint16_t row = start_row; row < end_row; ++row) {
        const SliceRange range{(uint8_t)row, (uint8_t)(row + 1), 1, start_col, end_col, 1};
        DPRINT("{} {}", (uint32_t)row, TileSlice<>((uint8_t)cb_idx, (int)tile_idx, range, true, untilize));
    }
}
inline void print_full_tile(uint32_t cb_id, uint32_t tile_id = 0, bool untilize = false) {
    print_tile_rows(cb_id, tile_id, untilize);
}
#endif

}  // namespace tt::compute::common
