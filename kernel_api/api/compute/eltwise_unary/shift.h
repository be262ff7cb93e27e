// Shifts by a scalar.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void left_shift_tile_init() { MATH((tw_sfpu_init(TW_SFPU_SHL_SCALAR, 0, 0))); }
template <DataFormat data_format = DataFormat::Int32>
ALWI void left_shift_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_SHL_SCALAR, idst, TW_VECTOR_RC, param0, tw_detail::format(data_format), 0)));
}
ALWI void right_shift_tile_init() { MATH((tw_sfpu_init(TW_SFPU_SHR_SCALAR, 0, 0))); }
template <DataFormat data_format = DataFormat::Int32>
ALWI void right_shift_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_SHR_SCALAR, idst, TW_VECTOR_RC, param0, tw_detail::format(data_format), 0)));
}

}  // namespace ckernel
