// abs(a - b) <= atol + rtol * abs(b).
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void isclose_binary_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ISCLOSE, 0, 0))); }
template <bool EQUAL_NAN = false>
ALWI void isclose_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst, uint32_t rtol_bits, uint32_t atol_bits) {
    MATH((tw_sfpu_binary(EQUAL_NAN ? TW_SFPU_ISCLOSE_EQUAL_NAN : TW_SFPU_ISCLOSE, idst0, idst1, odst, TW_VECTOR_RC,
                         rtol_bits, atol_bits)));
}

}  // namespace ckernel
