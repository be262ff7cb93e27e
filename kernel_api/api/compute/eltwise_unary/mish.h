// mish.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

template <bool approximation_mode = false>
ALWI void mish_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_MISH, 0, 0)));
}
template <bool approximation_mode = false>
ALWI void mish_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_MISH, idst, TW_VECTOR_RC, tw_detail::approx_flag<approximation_mode>(), 0, 0)));
}

}  // namespace ckernel
