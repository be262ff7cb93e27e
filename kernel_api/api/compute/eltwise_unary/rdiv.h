// value / x.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void rdiv_tile_init() { MATH((tw_sfpu_init(TW_SFPU_RDIV, 0, 0))); }
template <RoundingMode rounding_mode = RoundingMode::None>
ALWI void rdiv_tile(uint32_t dst_index, uint32_t value, tw_detail::VectorModeArg vector_mode = VectorMode::RC) {
    [[maybe_unused]] constexpr uint32_t mode = rounding_mode == RoundingMode::Trunc   ? 1
                                               : rounding_mode == RoundingMode::Floor ? 2
                                                                                      : 0;
    MATH((tw_sfpu_unary(TW_SFPU_RDIV, dst_index, vector_mode.value, value, mode, 0)));
}

}  // namespace ckernel
