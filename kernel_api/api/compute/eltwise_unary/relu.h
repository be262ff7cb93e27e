// ReLU and its relatives.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_relu ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_relu

namespace ckernel {

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
