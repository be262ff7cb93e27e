// Affine quantisation by a tile of scales; the zero point (float32 bits) comes with the init.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void quant_tile_init(uint32_t zero_point) { MATH((tw_sfpu_init(TW_SFPU_QUANT, zero_point, 0))); }
ALWI void quant_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_QUANT, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void quant_uint8_tile_init(uint32_t zero_point) {
    MATH((tw_sfpu_init(TW_SFPU_QUANT, zero_point, tw_detail::format(DataFormat::UInt8))));
}
ALWI void requant_tile_init(uint32_t zero_point) { MATH((tw_sfpu_init(TW_SFPU_REQUANT, zero_point, 0))); }
ALWI void requant_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_REQUANT, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}
ALWI void requant_uint8_tile_init(uint32_t zero_point) {
    MATH((tw_sfpu_init(TW_SFPU_REQUANT, zero_point, tw_detail::format(DataFormat::UInt8))));
}
ALWI void dequant_tile_init(uint32_t zero_point) { MATH((tw_sfpu_init(TW_SFPU_DEQUANT, zero_point, 0))); }
ALWI void dequant_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    MATH((tw_sfpu_binary(TW_SFPU_DEQUANT, idst0, idst1, odst, TW_VECTOR_RC, 0, 0)));
}

}  // namespace ckernel
