// addcdiv: a + value * b / c.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void addcdiv_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ADDCDIV, 0, 0))); }
template <DataFormat data_format = DataFormat::Float16_b>
ALWI void addcdiv_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst, uint32_t value) {
    MATH((tw_sfpu_ternary(TW_SFPU_ADDCDIV, idst0, idst1, idst2, odst, TW_VECTOR_RC, value)));
}

}  // namespace ckernel
