// hardsigmoid, softsign, celu, softshrink, hardshrink.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void hardsigmoid_tile_init() { MATH((tw_sfpu_init(TW_SFPU_HARDSIGMOID, 0, 0))); }
ALWI void hardsigmoid_tile_init_pack() { PACK((tw_sfpu_init(TW_SFPU_HARDSIGMOID, 0, 0))); }
ALWI void hardsigmoid_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_HARDSIGMOID, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void hardsigmoid_tile_pack(uint32_t idst) {
    PACK((tw_sfpu_unary(TW_SFPU_HARDSIGMOID, idst, TW_VECTOR_RC, 0, 0, 0)));
}
ALWI void softsign_tile_init() { MATH((tw_sfpu_init(TW_SFPU_SOFTSIGN, 0, 0))); }
ALWI void softsign_tile(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_SOFTSIGN, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void celu_tile_init() { MATH((tw_sfpu_init(TW_SFPU_CELU, 0, 0))); }
ALWI void celu_tile(uint32_t idst, uint32_t alpha, uint32_t alpha_recip) {
    MATH((tw_sfpu_unary(TW_SFPU_CELU, idst, TW_VECTOR_RC, alpha, alpha_recip, 0)));
}
ALWI void softshrink_tile_init() { MATH((tw_sfpu_init(TW_SFPU_SOFTSHRINK, 0, 0))); }
ALWI void softshrink_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_SOFTSHRINK, idst, TW_VECTOR_RC, param0, 0, 0)));
}
ALWI void hardshrink_tile_init() { MATH((tw_sfpu_init(TW_SFPU_HARDSHRINK, 0, 0))); }
ALWI void hardshrink_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_HARDSHRINK, idst, TW_VECTOR_RC, param0, 0, 0)));
}

}  // namespace ckernel
