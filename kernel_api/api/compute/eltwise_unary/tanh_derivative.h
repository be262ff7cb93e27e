// 1 - tanh(x)^2.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

template <bool fast_and_approx = false>
ALWI void tanh_derivative_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_TANH_DERIV, 0, 0)));
}
template <bool fast_and_approx = false>
ALWI void tanh_derivative_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_TANH_DERIV, idst, TW_VECTOR_RC, tw_detail::approx_flag<fast_and_approx>(), 0, 0)));
}

}  // namespace ckernel
