// Conversion of the values of a DST tile; formats by number.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

template <uint32_t IN_DTYPE = 0, uint32_t OUT_DTYPE = 0>
ALWI void typecast_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_TYPECAST, 0, 0)));
}
template <uint32_t IN_DTYPE, uint32_t OUT_DTYPE>
ALWI void typecast_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_TYPECAST, idst, TW_VECTOR_RC, IN_DTYPE, OUT_DTYPE, 0)));
}

}  // namespace ckernel
