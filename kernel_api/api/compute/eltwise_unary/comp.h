// Comparisons with zero and with a scalar; the result is 1 or 0.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_comp ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_comp

namespace ckernel {

ALWI void eqz_tile_uint16(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_EQZ_INT, idst, TW_VECTOR_RC, 0, tw_detail::format(DataFormat::UInt16), 0)));
}
ALWI void eqz_tile_uint32(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_EQZ_INT, idst, TW_VECTOR_RC, 0, tw_detail::format(DataFormat::UInt32), 0)));
}
ALWI void nez_tile_uint16(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_NEZ_INT, idst, TW_VECTOR_RC, 0, tw_detail::format(DataFormat::UInt16), 0)));
}
ALWI void nez_tile_uint32(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_NEZ_INT, idst, TW_VECTOR_RC, 0, tw_detail::format(DataFormat::UInt32), 0)));
}

}  // namespace ckernel
