// The fast way from rows to tiles: the same result, but float32 is cut to TF32. It fetches through as many source
// registers as the machine's file says; in spring 2026 a machine with one took the ordinary way instead.
#pragma once

#include "tw/compute/tilize.h"

#ifndef TW_FAST_TILIZE_SOURCES
#define TW_FAST_TILIZE_SOURCES 2
#endif

namespace ckernel {

namespace tw_detail {

// A block of one tile goes through SrcA alone.
constexpr uint32_t fast_tilize_way(uint32_t width) {
#if TW_FAST_TILIZE_SOURCES > 1
    return width > 1 ? TW_TILIZE_FAST_BOTH : TW_TILIZE_FAST;
#elif defined(TW_ERA) && TW_ERA < 202608
    return TW_TILIZE_PLAIN;
#else
    return TW_TILIZE_FAST;
#endif
}

}  // namespace tw_detail

ALWI void fast_tilize_init(uint32_t icb, uint32_t full_dim, uint32_t ocb, uint32_t /*call_line*/ = 0) {
    tw_detail::tilize_init(icb, full_dim, tw_detail::fast_tilize_way(full_dim));
}
ALWI void fast_tilize_init_skip_remap(uint32_t icb, uint32_t full_dim, uint32_t ocb, uint32_t /*call_line*/ = 0) {
    fast_tilize_init(icb, full_dim, ocb);
}
ALWI void fast_tilize_init_with_dt(uint32_t icb, uint32_t full_dim, uint32_t ocb) {
    tw_detail::reconfig_a(icb);
    tw_detail::reconfig_b(icb);
    fast_tilize_init(icb, full_dim, ocb);
}
ALWI void fast_tilize_init_with_dt_skip_remap(uint32_t icb, uint32_t full_dim, uint32_t ocb) {
    fast_tilize_init_with_dt(icb, full_dim, ocb);
}
ALWI void fast_tilize_block(uint32_t icb, uint32_t block, uint32_t ocb, uint32_t input_tile_index = 0,
                            uint32_t output_tile_index = 0) {
    tilize_block(icb, block, ocb, input_tile_index, output_tile_index);
}
ALWI void fast_tilize_uninit(uint32_t icb, uint32_t ocb) { UNPACK((tw_unpack_tilize_uninit(icb))); }
ALWI void fast_tilize_uninit(uint32_t icb, uint32_t ocb, uint32_t) { fast_tilize_uninit(icb, ocb); }

}  // namespace ckernel
