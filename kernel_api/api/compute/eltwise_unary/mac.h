// a * b + c.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

template <DataFormat data_format = DataFormat::Float16_b>
ALWI void mac_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_MAC, 0, 0)));
}
template <DataFormat data_format = DataFormat::Float16_b>
ALWI void mac_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) {
    MATH((tw_sfpu_ternary(TW_SFPU_MAC, idst0, idst1, idst2, odst, TW_VECTOR_RC, 0)));
}

}  // namespace ckernel
