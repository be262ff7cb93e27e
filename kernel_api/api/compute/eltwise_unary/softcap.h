// beta * tanh(x / beta).
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void softcap_tile_init() { MATH((tw_sfpu_init(TW_SFPU_SOFTCAP, 0, 0))); }
ALWI void softcap_tile(uint32_t idst, uint32_t beta, uint32_t beta_recip) {
    MATH((tw_sfpu_unary(TW_SFPU_SOFTCAP, idst, TW_VECTOR_RC, beta, beta_recip, 0)));
}

}  // namespace ckernel
