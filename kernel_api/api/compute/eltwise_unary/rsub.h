// scalar - x.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void rsub_tile_init() { MATH((tw_sfpu_init(TW_SFPU_RSUB_SCALAR, 0, 0))); }
ALWI void rsub_tile(uint32_t idst, uint32_t scalar) {
    MATH((tw_sfpu_unary(TW_SFPU_RSUB_SCALAR, idst, TW_VECTOR_RC, scalar, 0, 0)));
}
ALWI void rsub_unary_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_RSUB_SCALAR_INT, 0, 0))); }
ALWI void rsub_unary_int32_tile(uint32_t idst, uint32_t scalar) {
    MATH((tw_sfpu_unary(TW_SFPU_RSUB_SCALAR_INT, idst, TW_VECTOR_RC, scalar, 0, 0)));
}

}  // namespace ckernel
