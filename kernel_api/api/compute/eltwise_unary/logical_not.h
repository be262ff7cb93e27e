// Logical not; the names with a type are those of January 2026.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_logical_not ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_logical_not

namespace ckernel {

ALWI void logical_not_tile_init() { MATH((tw_sfpu_init(TW_SFPU_LOGICAL_NOT, 0, 0))); }
template <DataFormat data_format = DataFormat::Float16_b>
ALWI void logical_not_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(tw_detail::is_integer(data_format) ? TW_SFPU_LOGICAL_NOT_INT : TW_SFPU_LOGICAL_NOT, idst,
                        TW_VECTOR_RC, 0, tw_detail::is_integer(data_format) ? tw_detail::format(data_format) : 0, 0)));
}
ALWI void logical_not_unary_tile_int32(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_LOGICAL_NOT_INT, idst, TW_VECTOR_RC, 0, tw_detail::format(DataFormat::Int32), 0)));
}
ALWI void logical_not_unary_tile_uint32(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_LOGICAL_NOT_INT, idst, TW_VECTOR_RC, 0, tw_detail::format(DataFormat::UInt32), 0)));
}
ALWI void logical_not_unary_tile_uint16(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_LOGICAL_NOT_INT, idst, TW_VECTOR_RC, 0, tw_detail::format(DataFormat::UInt16), 0)));
}

}  // namespace ckernel
