// Integer quotients, rounded down or toward zero.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void div_int32_floor_tile_init() { MATH((tw_sfpu_init(TW_SFPU_DIV_INT32_FLOOR, 0, 0))); }
ALWI void div_int32_floor_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_DIV_INT32_FLOOR, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void div_int32_trunc_tile_init() { MATH((tw_sfpu_init(TW_SFPU_DIV_INT32_TRUNC, 0, 0))); }
ALWI void div_int32_trunc_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_DIV_INT32_TRUNC, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}

}  // namespace ckernel
