// x > t ? x : v.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void threshold_tile_init() { MATH((tw_sfpu_init(TW_SFPU_THRESHOLD, 0, 0))); }
ALWI void threshold_tile(uint32_t idst, uint32_t param0, uint32_t param1) {
    MATH((tw_sfpu_unary(TW_SFPU_THRESHOLD, idst, TW_VECTOR_RC, param0, param1, 0)));
}

}  // namespace ckernel
