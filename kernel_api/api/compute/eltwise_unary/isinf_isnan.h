// Tests for Inf, NaN and finite values.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void isinf_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ISINF, 0, 0))); }
ALWI void isinf_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_ISINF, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void isposinf_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ISPOSINF, 0, 0))); }
ALWI void isposinf_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_ISPOSINF, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void isneginf_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ISNEGINF, 0, 0))); }
ALWI void isneginf_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_ISNEGINF, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void isnan_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ISNAN, 0, 0))); }
ALWI void isnan_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_ISNAN, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void isfinite_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ISFINITE, 0, 0))); }
ALWI void isfinite_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_ISFINITE, idst, TW_VECTOR_RC, 0, 0, 0))); }

}  // namespace ckernel
