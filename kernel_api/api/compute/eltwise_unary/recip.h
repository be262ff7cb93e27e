// 1 / x.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

template <bool legacy_compat = true>
ALWI void recip_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_RECIP, 0, 0)));
}
template <bool legacy_compat = true>
ALWI void recip_tile(uint32_t idst, tw_detail::VectorModeArg vector_mode = VectorMode::RC) {
    MATH((tw_sfpu_unary(TW_SFPU_RECIP, idst, vector_mode.value,
                        (APPROX ? TW_SFPU_APPROX : 0) | (legacy_compat ? TW_SFPU_LEGACY : 0), 0, 0)));
}

}  // namespace ckernel
