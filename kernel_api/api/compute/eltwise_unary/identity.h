// Identity.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void identity_tile_init() { MATH((tw_sfpu_init(TW_SFPU_IDENTITY, 0, 0))); }
ALWI void identity_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_IDENTITY, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void identity_tile_uint32(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_IDENTITY_INT, idst, TW_VECTOR_RC, 0, 0, 0)));
}

}  // namespace ckernel
