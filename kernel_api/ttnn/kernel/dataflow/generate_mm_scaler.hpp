// A matrix that sums rows when multiplied from the right: bfloat16 scaler in column 0, zeros elsewhere.
#pragma once

#include "tw/dataflow/tile_fill.h"

FORCE_INLINE void generate_mm_scaler(tw::CbRef cb, const uint32_t scaler) {
    cb_reserve_back(cb, 1);
    const uint32_t address = get_write_ptr(cb);
    tw::zero_l1(address, 2048);
    volatile tt_l1_ptr uint32_t* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(address);
    for (uint32_t h = 0; h < 32; ++h) words[tw::tile_index(h, 0) / 2] = scaler & 0xFFFF;
    cb_push_back(cb, 1);
}
