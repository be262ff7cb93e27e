// addcmul: a + value * b * c.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void addcmul_tile_init() { MATH((tw_sfpu_init(TW_SFPU_ADDCMUL, 0, 0))); }
template <DataFormat data_format = DataFormat::Float16_b>
ALWI void addcmul_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst, uint32_t value) {
    MATH((tw_sfpu_ternary(tw_detail::is_integer(data_format) ? TW_SFPU_ADDCMUL_INT : TW_SFPU_ADDCMUL, idst0, idst1,
                          idst2, odst, TW_VECTOR_RC, value)));
}

}  // namespace ckernel
