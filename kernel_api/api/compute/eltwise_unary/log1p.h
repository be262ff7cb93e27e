// ln(1 + x).
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

template <bool fast_and_approx = false>
ALWI void log1p_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_LOG1P, 0, 0)));
}
template <bool fast_and_approx = false>
ALWI void log1p_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_LOG1P, idst, TW_VECTOR_RC, tw_detail::approx_flag<fast_and_approx>(), 0, 0)));
}

}  // namespace ckernel
