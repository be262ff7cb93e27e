// ReLU and its relatives.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void relu_tile_init() { MATH((tw_sfpu_init(TW_SFPU_RELU, 0, 0))); }
ALWI void relu_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_RELU, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void relu_tile_int32(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_RELU_MIN_INT, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void relu_max_tile_init() { MATH((tw_sfpu_init(TW_SFPU_RELU_MAX, 0, 0))); }
ALWI void relu_max_tile_init_pack() { PACK((tw_sfpu_init(TW_SFPU_RELU_MAX, 0, 0))); }
ALWI void relu_max_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_RELU_MAX, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void relu_max_tile_pack(uint32_t idst, uint32_t param0) {
    PACK((tw_sfpu_unary(TW_SFPU_RELU_MAX, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void relu_min_tile_init() { MATH((tw_sfpu_init(TW_SFPU_RELU_MIN, 0, 0))); }
ALWI void relu_min_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_RELU_MIN, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void relu_max_tile_int32(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_RELU_MAX_INT, idst, TW_VECTOR_RC, param0, tw_detail::format(DataFormat::Int32), 0)));
}
ALWI void relu_max_tile_uint32(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_RELU_MAX_INT, idst, TW_VECTOR_RC, param0, tw_detail::format(DataFormat::UInt32), 0)));
}
ALWI void relu_max_tile_uint16(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_RELU_MAX_INT, idst, TW_VECTOR_RC, param0, tw_detail::format(DataFormat::UInt16), 0)));
}
ALWI void relu_min_tile_int32(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_RELU_MIN_INT, idst, TW_VECTOR_RC, param0, tw_detail::format(DataFormat::Int32), 0)));
}
ALWI void relu_min_tile_uint32(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_RELU_MIN_INT, idst, TW_VECTOR_RC, param0, tw_detail::format(DataFormat::UInt32), 0)));
}
ALWI void relu_min_tile_uint16(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_RELU_MIN_INT, idst, TW_VECTOR_RC, param0, tw_detail::format(DataFormat::UInt16), 0)));
}
ALWI void leaky_relu_tile_init() { MATH((tw_sfpu_init(TW_SFPU_LEAKY_RELU, 0, 0))); }
ALWI void leaky_relu_tile(uint32_t idst, uint32_t slope = 0) {
    MATH((tw_sfpu_unary(TW_SFPU_LEAKY_RELU, idst, TW_VECTOR_RC, slope, 0, 0)));
}

}  // namespace ckernel
