// Digamma.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void digamma_tile_init() { MATH((tw_sfpu_init(TW_SFPU_DIGAMMA, 0, 0))); }
ALWI void digamma_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_DIGAMMA, idst, TW_VECTOR_RC, 0, 0, 0))); }

}  // namespace ckernel
