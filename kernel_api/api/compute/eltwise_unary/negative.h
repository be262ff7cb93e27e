// Negation.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void negative_tile_init() { MATH((tw_sfpu_init(TW_SFPU_NEG, 0, 0))); }
ALWI void negative_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_NEG, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void negative_tile_int32(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_NEG_INT, idst, TW_VECTOR_RC, 0, 0, 0))); }

}  // namespace ckernel
