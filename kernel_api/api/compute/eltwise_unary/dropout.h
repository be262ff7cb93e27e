// Dropout; probability is scaled to 2^31 - 1.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void dropout_kernel_init(uint32_t seed = 0) { MATH((tw_sfpu_init(TW_SFPU_DROPOUT, seed, 0))); }
ALWI void dropout_tile(uint32_t idst, uint32_t probability, uint32_t scale_factor) {
    MATH((tw_sfpu_unary(TW_SFPU_DROPOUT, idst, TW_VECTOR_RC, probability, scale_factor, 0)));
}

}  // namespace ckernel
