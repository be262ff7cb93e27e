// x + sin^2(alpha * x) / beta.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void snake_beta_tile_init() { MATH((tw_sfpu_init(TW_SFPU_SNAKE_BETA, 0, 0))); }
template <DataFormat data_format = DataFormat::Float16_b>
ALWI void snake_beta_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) {
    MATH((tw_sfpu_ternary(TW_SFPU_SNAKE_BETA, idst0, idst1, idst2, odst, TW_VECTOR_RC, 0)));
}

}  // namespace ckernel
