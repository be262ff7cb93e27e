// Shifts of one tile by another.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void binary_shift_tile_init() { MATH((tw_sfpu_init(TW_SFPU_SHL, 0, 0))); }
template <DataFormat data_format = DataFormat::Int32>
ALWI void binary_left_shift_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_SHL, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(data_format), 0)));
}
template <bool sign_magnitude_format = false>
ALWI void binary_left_shift_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_SHL, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt32), 0)));
}
ALWI void binary_left_shift_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_SHL, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32), 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void binary_right_shift_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_SHR, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(data_format), 0)));
}
template <bool sign_magnitude_format = false>
ALWI void binary_right_shift_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_SHR, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt32), 0)));
}
ALWI void binary_right_shift_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_SHR, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32), 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void binary_logical_right_shift_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_SHR_LOGICAL, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(data_format), 0)));
}
template <bool sign_magnitude_format = false>
ALWI void binary_logical_right_shift_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_SHR_LOGICAL, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt32),
                         0)));
}
ALWI void binary_logical_right_shift_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_SHR_LOGICAL, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32),
                         0)));
}

}  // namespace ckernel
