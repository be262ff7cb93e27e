// C fmod by a scalar: the divisor comes with the init, or (January 2026) with the call.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void fmod_tile_init() { MATH((tw_sfpu_init(TW_SFPU_FMOD, 0, 0))); }
ALWI void fmod_tile_init(uint32_t param0, uint32_t param1) { MATH((tw_sfpu_init(TW_SFPU_FMOD, param0, param1))); }
ALWI void fmod_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_FMOD, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void fmod_tile(uint32_t idst, uint32_t param0, uint32_t param1) {
    MATH((tw_sfpu_unary(TW_SFPU_FMOD, idst, TW_VECTOR_RC, param0, param1, 1)));
}

}  // namespace ckernel
