// Comparisons of two integer tiles.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_binary_comp ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_binary_comp

namespace ckernel {

ALWI void lt_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_LT_INT, 0, 0))); }
ALWI void lt_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_LT_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32), 0)));
}
ALWI void gt_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_GT_INT, 0, 0))); }
ALWI void gt_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_GT_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32), 0)));
}
ALWI void le_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_LE_INT, 0, 0))); }
ALWI void le_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_LE_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32), 0)));
}
ALWI void ge_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_GE_INT, 0, 0))); }
ALWI void ge_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_GE_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32), 0)));
}

}  // namespace ckernel
