// Logarithm of the gamma function, in pieces.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void lgamma_stirling_tile_init() { MATH((tw_sfpu_init(TW_SFPU_LGAMMA_STIRLING, 0, 0))); }
ALWI void lgamma_stirling_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_LGAMMA_STIRLING, idst, TW_VECTOR_RC, 0, 0, 0)));
}
ALWI void lgamma_stirling_float_tile_init() { MATH((tw_sfpu_init(TW_SFPU_LGAMMA_STIRLING_FLOAT, 0, 0))); }
ALWI void lgamma_stirling_float_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_LGAMMA_STIRLING_FLOAT, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void lgamma_adjusted_tile_init() { MATH((tw_sfpu_init(TW_SFPU_LGAMMA_ADJUSTED, 0, 0))); }
ALWI void lgamma_adjusted_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) {
    MATH((tw_sfpu_ternary(TW_SFPU_LGAMMA_ADJUSTED, idst0, idst1, idst2, odst, TW_VECTOR_RC, 0)));
}

}  // namespace ckernel
