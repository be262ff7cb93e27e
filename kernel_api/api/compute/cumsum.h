// Running sum down the rows; first = false carries on from the tile before.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void cumsum_tile_init() { MATH((tw_sfpu_init(TW_SFPU_CUMSUM, 0, 0))); }
ALWI void cumsum_tile(uint32_t idst, bool first = true) {
    MATH((tw_sfpu_unary(TW_SFPU_CUMSUM, idst, TW_VECTOR_RC, first, 0, 0)));
}

}  // namespace ckernel
