// The exponential linear unit: elu_tile and its init.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void elu_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ELU, 0, 0))); }
ALWI void elu_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_ELU, idst, TW_VECTOR_RC, param0, 0, 0)));
}

}  // namespace ckernel
