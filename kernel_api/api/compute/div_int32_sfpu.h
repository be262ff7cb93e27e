// Quotient of two integer tiles as float32.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void div_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_DIV_INT32, 0, 0))); }
ALWI void div_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_DIV_INT32, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}

}  // namespace ckernel
