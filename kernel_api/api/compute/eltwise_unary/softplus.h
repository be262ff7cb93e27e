// softplus.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void softplus_tile_init() { MATH((tw_sfpu_init(TW_SFPU_SOFTPLUS, 0, 0))); }
ALWI void softplus_tile_init_pack() { PACK((tw_sfpu_init(TW_SFPU_SOFTPLUS, 0, 0))); }
ALWI void softplus_tile(uint32_t idst, uint32_t beta, uint32_t beta_reciprocal, uint32_t threshold) {
    MATH((tw_sfpu_unary(TW_SFPU_SOFTPLUS, idst, TW_VECTOR_RC, beta, beta_reciprocal, threshold)));
}
ALWI void softplus_tile_pack(uint32_t idst, uint32_t beta, uint32_t beta_reciprocal, uint32_t threshold) {
    PACK((tw_sfpu_unary(TW_SFPU_SOFTPLUS, idst, TW_VECTOR_RC, beta, beta_reciprocal, threshold)));
}

}  // namespace ckernel
