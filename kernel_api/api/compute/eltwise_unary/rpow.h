// base^x.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void rpow_tile_init() { MATH((tw_sfpu_init(TW_SFPU_RPOW, 0, 0))); }
ALWI void rpow_tile(uint32_t idst, uint32_t base_val, tw_detail::VectorModeArg vector_mode = VectorMode::RC) {
    MATH((tw_sfpu_unary(TW_SFPU_RPOW, idst, vector_mode.value, base_val, 0, 0)));
}

}  // namespace ckernel
