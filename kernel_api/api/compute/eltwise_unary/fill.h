// Constants.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void fill_tile_init() { MATH((tw_sfpu_init(TW_SFPU_FILL, 0, 0))); }
ALWI void fill_tile(uint32_t idst, float param0) {
    MATH((tw_sfpu_unary(TW_SFPU_FILL, idst, TW_VECTOR_RC, __builtin_bit_cast(uint32_t, param0), 0, 0)));
}
ALWI void fill_tile_bitcast(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_FILL, idst, TW_VECTOR_RC, param0, 0, 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void fill_tile_int(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_FILL_INT, idst, TW_VECTOR_RC, param0, tw_detail::format(data_format), 0)));
}

}  // namespace ckernel
