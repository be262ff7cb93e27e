// Error function and its complement.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

template <bool fast_and_approx = true>
ALWI void erf_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_ERF, 0, 0)));
}
template <bool fast_and_approx = true>
ALWI void erf_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_ERF, idst, TW_VECTOR_RC, 0, 0, 0)));
}
template <bool fast_and_approx = true>
ALWI void erfc_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_ERFC, 0, 0)));
}
template <bool fast_and_approx = true>
ALWI void erfc_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_ERFC, idst, TW_VECTOR_RC, 0, 0, 0)));
}

}  // namespace ckernel
