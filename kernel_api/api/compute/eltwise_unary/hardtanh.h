// hardtanh.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void hardtanh_tile_init() { MATH((tw_sfpu_init(TW_SFPU_HARDTANH, 0, 0))); }
ALWI void hardtanh_tile_init_pack() { PACK((tw_sfpu_init(TW_SFPU_HARDTANH, 0, 0))); }
ALWI void hardtanh_tile(uint32_t idst, uint32_t param0, uint32_t param1) {
    MATH((tw_sfpu_unary(TW_SFPU_HARDTANH, idst, TW_VECTOR_RC, param0, param1, 0)));
}
ALWI void hardtanh_tile_pack(uint32_t idst, uint32_t param0, uint32_t param1) {
    PACK((tw_sfpu_unary(TW_SFPU_HARDTANH, idst, TW_VECTOR_RC, param0, param1, 0)));
}

}  // namespace ckernel
