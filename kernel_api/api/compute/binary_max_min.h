// Maximum and minimum of two DST tiles.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void binary_max_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MAX, 0, 0))); }
ALWI void binary_max_tile(uint32_t idst0, uint32_t idst1, uint32_t odst,
                          tw_detail::VectorModeArg vector_mode = VectorMode::RC) {
    MATH((tw_sfpu_binary(TW_SFPU_MAX, idst0, idst1, odst, vector_mode.value, 0, 0)));
}
ALWI void binary_max_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MAX_INT, 0, 0))); }
ALWI void binary_max_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_MAX_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32), 0)));
}
ALWI void binary_max_uint32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MAX_INT, 0, 0))); }
ALWI void binary_max_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_MAX_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt32), 0)));
}
ALWI void binary_min_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MIN, 0, 0))); }
ALWI void binary_min_tile(uint32_t idst0, uint32_t idst1, uint32_t odst,
                          tw_detail::VectorModeArg vector_mode = VectorMode::RC) {
    MATH((tw_sfpu_binary(TW_SFPU_MIN, idst0, idst1, odst, vector_mode.value, 0, 0)));
}
ALWI void binary_min_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MIN_INT, 0, 0))); }
ALWI void binary_min_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_MIN_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32), 0)));
}
ALWI void binary_min_uint32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MIN_INT, 0, 0))); }
ALWI void binary_min_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_MIN_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt32), 0)));
}

}  // namespace ckernel
