// Circular and hyperbolic functions and their inverses.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void sin_tile_init() { MATH((tw_sfpu_init(TW_SFPU_SIN, 0, 0))); }
ALWI void sin_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_SIN, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void cos_tile_init() { MATH((tw_sfpu_init(TW_SFPU_COS, 0, 0))); }
ALWI void cos_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_COS, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void tan_tile_init() { MATH((tw_sfpu_init(TW_SFPU_TAN, 0, 0))); }
ALWI void tan_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_TAN, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void asin_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ASIN, 0, 0))); }
ALWI void asin_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_ASIN, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void acos_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ACOS, 0, 0))); }
ALWI void acos_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_ACOS, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void atan_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ATAN, 0, 0))); }
ALWI void atan_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_ATAN, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void sinh_tile_init() { MATH((tw_sfpu_init(TW_SFPU_SINH, 0, 0))); }
ALWI void sinh_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_SINH, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void cosh_tile_init() { MATH((tw_sfpu_init(TW_SFPU_COSH, 0, 0))); }
ALWI void cosh_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_COSH, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void asinh_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ASINH, 0, 0))); }
ALWI void asinh_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_ASINH, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void acosh_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ACOSH, 0, 0))); }
ALWI void acosh_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_ACOSH, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void atanh_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ATANH, 0, 0))); }
ALWI void atanh_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_ATANH, idst, TW_VECTOR_RC, 0, 0, 0))); }

}  // namespace ckernel
