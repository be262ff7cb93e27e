// Python's modulo by a scalar: the divisor comes with the init, or (January 2026) with the call.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void remainder_tile_init() { MATH((tw_sfpu_init(TW_SFPU_REMAINDER, 0, 0))); }
ALWI void remainder_tile_init(uint32_t param0, uint32_t param1) {
    MATH((tw_sfpu_init(TW_SFPU_REMAINDER, param0, param1)));
}
ALWI void remainder_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_REMAINDER, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void remainder_tile(uint32_t idst, uint32_t param0, uint32_t param1) {
    MATH((tw_sfpu_unary(TW_SFPU_REMAINDER, idst, TW_VECTOR_RC, param0, param1, 1)));
}
ALWI void remainder_tile_uint32_init() { MATH((tw_sfpu_init(TW_SFPU_REMAINDER_SCALAR_UINT, 0, 0))); }
ALWI void remainder_tile_uint32(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_REMAINDER_SCALAR_UINT, idst, TW_VECTOR_RC, param0, 0, 0)));
}

}  // namespace ckernel
