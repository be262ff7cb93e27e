// Bitwise and, or, xor with a scalar.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void bitwise_and_tile_init() { MATH((tw_sfpu_init(TW_SFPU_AND_SCALAR, 0, 0))); }
template <DataFormat data_format = DataFormat::Int32>
ALWI void bitwise_and_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_AND_SCALAR, idst, TW_VECTOR_RC, param0, tw_detail::format(data_format), 0)));
}
ALWI void bitwise_or_tile_init() { MATH((tw_sfpu_init(TW_SFPU_OR_SCALAR, 0, 0))); }
template <DataFormat data_format = DataFormat::Int32>
ALWI void bitwise_or_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_OR_SCALAR, idst, TW_VECTOR_RC, param0, tw_detail::format(data_format), 0)));
}
ALWI void bitwise_xor_tile_init() { MATH((tw_sfpu_init(TW_SFPU_XOR_SCALAR, 0, 0))); }
template <DataFormat data_format = DataFormat::Int32>
ALWI void bitwise_xor_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_XOR_SCALAR, idst, TW_VECTOR_RC, param0, tw_detail::format(data_format), 0)));
}

}  // namespace ckernel
