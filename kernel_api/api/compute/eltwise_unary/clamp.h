// Clamp between two scalars.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void clamp_tile_init() { MATH((tw_sfpu_init(TW_SFPU_CLAMP, 0, 0))); }
ALWI void clamp_tile(uint32_t idst, uint32_t param0, uint32_t param1) {
    MATH((tw_sfpu_unary(TW_SFPU_CLAMP, idst, TW_VECTOR_RC, param0, param1, 0)));
}
ALWI void clamp_tile_int32(uint32_t idst, uint32_t param0, uint32_t param1) {
    MATH((tw_sfpu_unary(TW_SFPU_CLAMP_INT, idst, TW_VECTOR_RC, param0, param1, 0)));
}

}  // namespace ckernel
