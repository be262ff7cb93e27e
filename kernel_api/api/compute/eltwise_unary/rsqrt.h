// 1 / sqrt(x).
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

template <bool legacy_compat = false>
ALWI void rsqrt_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_RSQRT, 0, 0)));
}
template <bool legacy_compat = false, bool FAST_APPROX = false>
ALWI void rsqrt_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(
        TW_SFPU_RSQRT, idst, TW_VECTOR_RC,
        (APPROX ? TW_SFPU_APPROX : 0) | (legacy_compat ? TW_SFPU_LEGACY : 0) | (FAST_APPROX ? TW_SFPU_FAST : 0), 0,
        0)));
}

}  // namespace ckernel
