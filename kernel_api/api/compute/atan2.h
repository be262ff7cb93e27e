// atan2.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void atan2_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ATAN2, 0, 0))); }
ALWI void atan2_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_ATAN2, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}

}  // namespace ckernel
