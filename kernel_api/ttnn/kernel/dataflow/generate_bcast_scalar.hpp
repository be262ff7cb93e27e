// Scalar tiles for broadcasts: bfloat16 in column 0, row 0 or element 0. The rest of the tile is left as it is: the
// broadcast does not read it. `scalar` is two equal bfloat16 values in one word.
#pragma once

#include "tw/dataflow/tile_fill.h"

FORCE_INLINE void generate_bcast_col_scalar(tw::CbRef cb, uint32_t scalar) {
    cb_reserve_back(cb, 1);
    volatile tt_l1_ptr uint16_t* datums = reinterpret_cast<volatile tt_l1_ptr uint16_t*>(get_write_ptr(cb));
    for (uint32_t h = 0; h < 32; ++h) datums[tw::tile_index(h, 0)] = static_cast<uint16_t>(scalar >> 16);
    cb_push_back(cb, 1);
}

FORCE_INLINE void generate_bcast_row_scalar(tw::CbRef cb, uint32_t scalar) {
    cb_reserve_back(cb, 1);
    volatile tt_l1_ptr uint32_t* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(cb));
    for (uint32_t w = 0; w < 32; w += 2) words[tw::tile_index(0, w) / 2] = scalar;
    cb_push_back(cb, 1);
}

FORCE_INLINE void generate_bcast_unary_scalar(tw::CbRef cb, uint32_t scalar) {
    cb_reserve_back(cb, 1);
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(cb)) = scalar >> 16;
    cb_push_back(cb, 1);
}
