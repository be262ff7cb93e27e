// Uniform random numbers in [from, from + scale).
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void rand_tile_init(uint32_t seed = 0, uint32_t stream_id = 0) {
    MATH((tw_sfpu_init(TW_SFPU_RAND, seed, stream_id)));
}
ALWI void rand_tile(uint32_t idst, uint32_t from, uint32_t scale) {
    MATH((tw_sfpu_unary(TW_SFPU_RAND, idst, TW_VECTOR_RC, from, scale, 0)));
}

}  // namespace ckernel
