// Python's modulo of two tiles.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_binary_remainder ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_binary_remainder

namespace ckernel {

ALWI void remainder_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_REMAINDER_INT, 0, 0))); }
ALWI void remainder_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_REMAINDER_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::Int32),
                         0)));
}
ALWI void remainder_uint32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_REMAINDER_INT, 0, 0))); }
ALWI void remainder_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_REMAINDER_INT, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(DataFormat::UInt32),
                         0)));
}

}  // namespace ckernel
