// Modified Bessel function i0.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void i0_tile_init() { MATH((tw_sfpu_init(TW_SFPU_I0, 0, 0))); }
ALWI void i0_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_I0, idst, TW_VECTOR_RC, 0, 0, 0))); }

}  // namespace ckernel
