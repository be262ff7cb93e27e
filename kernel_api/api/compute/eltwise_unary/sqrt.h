// Square root. Head: <FAST_APPROX>; January 2026: <legacy_compat, FAST_APPROX>, legacy by default.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

template <bool legacy_compat = false>
ALWI void sqrt_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_SQRT, 0, 0)));
}

#if defined(TW_ERA) && TW_ERA < 202604
template <bool legacy_compat = true, bool FAST_APPROX = false>
ALWI void sqrt_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(
        TW_SFPU_SQRT, idst, TW_VECTOR_RC,
        (APPROX ? TW_SFPU_APPROX : 0) | (legacy_compat ? TW_SFPU_LEGACY : 0) | (FAST_APPROX ? TW_SFPU_FAST : 0), 0,
        0)));
}
#else
template <bool FAST_APPROX = false>
ALWI void sqrt_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_SQRT, idst, TW_VECTOR_RC,
                        (APPROX ? TW_SFPU_APPROX : 0) | (FAST_APPROX ? TW_SFPU_FAST : 0), 0, 0)));
}
template <bool legacy_compat, bool FAST_APPROX>
ALWI void sqrt_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(
        TW_SFPU_SQRT, idst, TW_VECTOR_RC,
        (APPROX ? TW_SFPU_APPROX : 0) | (legacy_compat ? TW_SFPU_LEGACY : 0) | (FAST_APPROX ? TW_SFPU_FAST : 0), 0,
        0)));
}
#endif

}  // namespace ckernel
