// Modified Bessel function i1.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void i1_tile_init() { MATH((tw_sfpu_init(TW_SFPU_I1, 0, 0))); }
ALWI void i1_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_I1, idst, TW_VECTOR_RC, 0, 0, 0))); }

}  // namespace ckernel
