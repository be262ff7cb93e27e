// Sums of integer tiles. The names with a type are those of January 2026.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

template <DataFormat data_format = DataFormat::Int32>
ALWI void add_int_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_ADD_INT, 0, 0)));
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void add_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_ADD_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(data_format), 0)));
}
ALWI void add_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_ADD_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32), 0)));
}
ALWI void add_uint16_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_ADD_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt16), 0)));
}
ALWI void add_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_ADD_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt32), 0)));
}

}  // namespace ckernel
