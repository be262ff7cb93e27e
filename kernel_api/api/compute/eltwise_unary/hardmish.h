// hardmish.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void hardmish_tile_init() { MATH((tw_sfpu_init(TW_SFPU_HARDMISH, 0, 0))); }
ALWI void hardmish_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_HARDMISH, idst, TW_VECTOR_RC, 0, 0, 0))); }

}  // namespace ckernel
