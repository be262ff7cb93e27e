// Scaler tiles for reductions: bfloat16, the value in row 0 of every face, zeros elsewhere.
#pragma once

#include "tw/dataflow/tile_fill.h"

// `scaler` is two equal bfloat16 values in one word. A half tile has two faces.
template <bool half_tile = false>
FORCE_INLINE void generate_reduce_scaler(const tw::CbRef cb_id, const uint32_t scaler) {
    constexpr uint32_t faces = half_tile ? 2 : 4;
    cb_reserve_back(cb_id, 1);
    const uint32_t address = get_write_ptr(cb_id);
    tw::zero_l1(address, faces * 512);
    if (scaler != 0) {
        volatile tt_l1_ptr uint32_t* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(address);
        for (uint32_t face = 0; face < faces; ++face) {
            for (uint32_t pair = 0; pair < 8; ++pair) words[face * 128 + pair] = scaler;
        }
    }
    cb_push_back(cb_id, 1);
}

// The same tile; on the card a variant that copies row 0 over the NoC.
template <bool needs_zeroing = true>
FORCE_INLINE void wh_generate_reduce_scaler(const tw::CbRef cb_id, const uint32_t scaler) {
    cb_reserve_back(cb_id, 1);
    const uint32_t address = get_write_ptr(cb_id);
    if constexpr (needs_zeroing) tw::zero_l1(address, 2048);
    volatile tt_l1_ptr uint32_t* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(address);
    for (uint32_t face = 0; face < 4; ++face) {
        for (uint32_t pair = 0; pair < 8; ++pair) words[face * 128 + pair] = scaler;
    }
    cb_push_back(cb_id, 1);
}
