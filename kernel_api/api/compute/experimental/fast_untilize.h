// Untilizing a whole row of tiles. A machine does it with pack_untilize, or (its file defines
// TW_FAST_UNTILIZE_UNIT_TILES, as Blackhole's does) on a path of its own for any width, which gives the same rows.
#pragma once

#include "tw/compute/untilize.h"

namespace ckernel {

#ifdef TW_FAST_UNTILIZE_UNIT_TILES
// Any width fits DST when tiles go one by one.
inline constexpr uint32_t kFastUntilizeUnitTiles = TW_FAST_UNTILIZE_UNIT_TILES;
#endif

template <uint32_t full_ct_dim>
ALWI void fast_untilize_init(uint32_t icb, uint32_t ocb, uint32_t /*call_line*/ = 0) {
    static_assert(full_ct_dim > 0, "tilewright: fast_untilize needs a row of at least one tile");
#ifdef TW_FAST_UNTILIZE_UNIT_TILES
    pack_untilize_init<kFastUntilizeUnitTiles, full_ct_dim>(icb, ocb);
#else
    pack_untilize_init<full_ct_dim, full_ct_dim>(icb, ocb);
#endif
}
template <uint32_t full_ct_dim>
ALWI void fast_untilize_init_skip_remap(uint32_t icb, uint32_t ocb, uint32_t /*call_line*/ = 0) {
    fast_untilize_init<full_ct_dim>(icb, ocb);
}
// The row starts at the read pointer and is written at the write pointer.
template <uint32_t full_ct_dim>
ALWI void fast_untilize_block(uint32_t icb, uint32_t ocb) {
#ifdef TW_FAST_UNTILIZE_UNIT_TILES
    for (uint32_t tile = 0; tile < full_ct_dim; ++tile) {
        UNPACK((tw_unpack_a(icb, tile)));
        MATH((tw_math_acquire()));
        MATH((tw_math_copy(0, icb, BroadcastType::NONE)));
        MATH((tw_math_commit()));
        PACK((tw_pack_wait()));
        PACK((tw_pack_untilize(ocb, kFastUntilizeUnitTiles, full_ct_dim, 1, tile, 0, 32, 0)));
        PACK((tw_pack_release()));
    }
#else
    constexpr uint32_t rows = 1;
    pack_untilize_block<full_ct_dim, full_ct_dim>(icb, rows, ocb);
#endif
}
template <uint32_t full_ct_dim>
ALWI void fast_untilize_uninit(uint32_t ocb) {
    pack_untilize_uninit(ocb);
}

}  // namespace ckernel
