// Products of integer tiles. The names with a type are those of January 2026.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_mul_int_sfpu ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_mul_int_sfpu

namespace ckernel {

ALWI void mul_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_MUL_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32), 0)));
}
ALWI void mul_uint16_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_MUL_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt16), 0)));
}
ALWI void mul_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_MUL_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt32), 0)));
}
ALWI void mul_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MUL_INT, 0, 0))); }

}  // namespace ckernel
