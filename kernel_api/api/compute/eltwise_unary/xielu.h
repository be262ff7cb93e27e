// xIELU.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void xielu_tile_init() { MATH((tw_sfpu_init(TW_SFPU_XIELU, 0, 0))); }
ALWI void xielu_tile(uint32_t idst, uint32_t alpha_p, uint32_t alpha_n) {
    MATH((tw_sfpu_unary(TW_SFPU_XIELU, idst, TW_VECTOR_RC, alpha_p, alpha_n, 0)));
}

}  // namespace ckernel
