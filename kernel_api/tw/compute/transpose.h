// 32x32 transposition: on the way into DST, or of a tile that is there.
#pragma once

#include "tw/compute/config.h"

namespace ckernel {

ALWI void transpose_init(uint32_t icb, uint32_t /*call_line*/ = 0) { tw_detail::copy_init(icb, 1, 1); }
ALWI void transpose_tile(uint32_t icb, uint32_t itile, uint32_t idst) {
    UNPACK((tw_self->strict ? tw_unpack_transposes() : void()));
    UNPACK((tw_unpack_a(icb, itile)));
    MATH((tw_math_copy(idst, icb, BroadcastType::NONE)));
}

ALWI void transpose_wh_init(uint32_t icb, uint32_t ocb, uint32_t /*call_line*/ = 0) {
    tw_detail::startup(icb, icb, ocb);
    transpose_init(icb);
}
ALWI void transpose_wh_init_short(uint32_t icb, uint32_t /*call_line*/ = 0) { transpose_init(icb); }
ALWI void transpose_wh_tile(uint32_t icb, uint32_t itile, uint32_t idst) { transpose_tile(icb, itile, idst); }
ALWI void transpose_wh_uninit(uint32_t, uint32_t) {}

template <bool is_32bit = false, bool transpose_of_faces = true>
ALWI void transpose_dest_init(uint32_t = 0) {
    MATH((tw_math_transpose_dest_init(is_32bit, transpose_of_faces)));
}
template <bool is_32bit = false, bool transpose_of_faces = true>
ALWI void transpose_dest(uint32_t idst) {
    MATH((tw_math_transpose_dest(idst, is_32bit, transpose_of_faces)));
}
template <bool is_32bit = false, bool transpose_of_faces = true>
ALWI void transpose_wh_dest_init_short() {
    transpose_dest_init<is_32bit, transpose_of_faces>();
}
template <bool is_32bit = false, bool transpose_of_faces = true>
ALWI void transpose_wh_dest(uint32_t idst) {
    transpose_dest<is_32bit, transpose_of_faces>(idst);
}

}  // namespace ckernel
