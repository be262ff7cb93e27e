// Arithmetic and comparisons of two DST tiles.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_eltwise_binary_sfpu ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_eltwise_binary_sfpu

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

}  // namespace ckernel
