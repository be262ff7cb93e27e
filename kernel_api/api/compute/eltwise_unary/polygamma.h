// Polygamma of order n (float32 bits); scale is (-1)^(n+1) * n!.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void polygamma_tile_init() { MATH((tw_sfpu_init(TW_SFPU_POLYGAMMA, 0, 0))); }
ALWI void polygamma_tile(uint32_t idst, uint32_t n_packed, uint32_t scale_packed) {
    MATH((tw_sfpu_unary(TW_SFPU_POLYGAMMA, idst, TW_VECTOR_RC, n_packed, scale_packed, 0)));
}

}  // namespace ckernel
