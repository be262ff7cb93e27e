// Comparisons of two integer tiles.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

template <DataFormat data_format = DataFormat::Int32>
ALWI void eq_int_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_EQ_INT, 0, 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void eq_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_EQ_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(data_format), 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void ne_int_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_NE_INT, 0, 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void ne_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_NE_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(data_format), 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void lt_int_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_LT_INT, 0, 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void lt_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_LT_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(data_format), 0)));
}
ALWI void lt_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_LT_INT, 0, 0))); }
ALWI void lt_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_LT_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32), 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void gt_int_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_GT_INT, 0, 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void gt_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_GT_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(data_format), 0)));
}
ALWI void gt_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_GT_INT, 0, 0))); }
ALWI void gt_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_GT_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32), 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void le_int_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_LE_INT, 0, 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void le_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_LE_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(data_format), 0)));
}
ALWI void le_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_LE_INT, 0, 0))); }
ALWI void le_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_LE_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32), 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void ge_int_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_GE_INT, 0, 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void ge_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_GE_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(data_format), 0)));
}
ALWI void ge_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_GE_INT, 0, 0))); }
ALWI void ge_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_GE_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32), 0)));
}

}  // namespace ckernel
