// scalar - x.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_rsub ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_rsub

namespace ckernel {

ALWI void rsub_tile_init() { MATH((tw_sfpu_init(TW_SFPU_RSUB_SCALAR, 0, 0))); }
ALWI void rsub_tile(uint32_t idst, uint32_t scalar) {
    MATH((tw_sfpu_unary(TW_SFPU_RSUB_SCALAR, idst, TW_VECTOR_RC, scalar, 0, 0)));
}

}  // namespace ckernel
