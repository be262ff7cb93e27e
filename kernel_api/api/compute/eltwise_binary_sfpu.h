// Arithmetic and comparisons of two DST tiles.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void add_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ADD, 0, 0))); }
template <DstRoundingMode dst_rounding_mode = DstRoundingMode::Default>
ALWI void add_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(dst_rounding_mode == DstRoundingMode::NearestEven ? TW_SFPU_ADD_NEAREST : TW_SFPU_ADD, idst0,
                         idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void sub_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_SUB, 0, 0))); }
template <DstRoundingMode dst_rounding_mode = DstRoundingMode::Default>
ALWI void sub_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(dst_rounding_mode == DstRoundingMode::NearestEven ? TW_SFPU_SUB_NEAREST : TW_SFPU_SUB, idst0,
                         idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void rsub_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_RSUB, 0, 0))); }
template <DstRoundingMode dst_rounding_mode = DstRoundingMode::Default>
ALWI void rsub_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(dst_rounding_mode == DstRoundingMode::NearestEven ? TW_SFPU_RSUB_NEAREST : TW_SFPU_RSUB, idst0,
                         idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void mul_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MUL, 0, 0))); }
ALWI void mul_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_MUL, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void div_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_DIV, 0, 0))); }
ALWI void div_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_DIV, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void power_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_POW, 0, 0))); }
ALWI void power_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_POW, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}
// Sources from 2025: the result replaces the first operand.
ALWI void add_binary_tile(uint32_t idst0, uint32_t idst1) {
    MATH((tw_sfpu_binary(TW_SFPU_ADD, idst0, idst1, idst0, TW_VECTOR_RC, 0, 0)));
}
ALWI void sub_binary_tile(uint32_t idst0, uint32_t idst1) {
    MATH((tw_sfpu_binary(TW_SFPU_SUB, idst0, idst1, idst0, TW_VECTOR_RC, 0, 0)));
}
ALWI void rsub_binary_tile(uint32_t idst0, uint32_t idst1) {
    MATH((tw_sfpu_binary(TW_SFPU_RSUB, idst0, idst1, idst0, TW_VECTOR_RC, 0, 0)));
}
ALWI void mul_binary_tile(uint32_t idst0, uint32_t idst1) {
    MATH((tw_sfpu_binary(TW_SFPU_MUL, idst0, idst1, idst0, TW_VECTOR_RC, 0, 0)));
}
ALWI void div_binary_tile(uint32_t idst0, uint32_t idst1) {
    MATH((tw_sfpu_binary(TW_SFPU_DIV, idst0, idst1, idst0, TW_VECTOR_RC, 0, 0)));
}
ALWI void power_binary_tile(uint32_t idst0, uint32_t idst1) {
    MATH((tw_sfpu_binary(TW_SFPU_POW, idst0, idst1, idst0, TW_VECTOR_RC, 0, 0)));
}
ALWI void eq_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_EQ, 0, 0))); }
ALWI void eq_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_EQ, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void ne_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_NE, 0, 0))); }
ALWI void ne_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_NE, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void lt_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_LT, 0, 0))); }
ALWI void lt_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_LT, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void gt_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_GT, 0, 0))); }
ALWI void gt_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_GT, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void le_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_LE, 0, 0))); }
ALWI void le_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_LE, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void ge_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_GE, 0, 0))); }
ALWI void ge_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_GE, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}

}  // namespace ckernel
