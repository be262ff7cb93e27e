// 4 tanh(a/4) sigmoid(a) 25 tanh(b/25).
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void situ_glu_tile_init() { MATH((tw_sfpu_init(TW_SFPU_SITU_GLU, 0, 0))); }
ALWI void situ_glu_tile(uint32_t idst0, uint32_t idst1, uint32_t odst,
                        tw_detail::VectorModeArg vector_mode = VectorMode::RC) {
    MATH((tw_sfpu_binary(TW_SFPU_SITU_GLU, idst0, idst1, odst, vector_mode.value, 0, 0)));
}

}  // namespace ckernel
