// Bitwise not.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void bitwise_not_tile_init() { MATH((tw_sfpu_init(TW_SFPU_NOT, 0, 0))); }
ALWI void bitwise_not_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_NOT, idst, TW_VECTOR_RC, 0, 0, 0))); }

}  // namespace ckernel
