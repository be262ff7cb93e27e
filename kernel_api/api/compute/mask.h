// x where the mask is not zero, else 0 (or +Inf). The mask lies in the slot after the data, as on the card.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void mask_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MASK, 0, 0))); }
ALWI void mask_tile(uint32_t idst_data, [[maybe_unused]] uint32_t idst2_mask,
                    DataFormat data_format = DataFormat::Float16_b) {
    MATH((tw_sfpu_binary(data_format == DataFormat::Int32 ? TW_SFPU_MASK_INT : TW_SFPU_MASK, idst_data, idst_data + 1,
                         idst_data, TW_VECTOR_RC, 0, 0)));
}
ALWI void mask_posinf_tile(uint32_t idst_data, [[maybe_unused]] uint32_t idst2_mask) {
    MATH((tw_sfpu_binary(TW_SFPU_MASK_POSINF, idst_data, idst_data + 1, idst_data, TW_VECTOR_RC, 0, 0)));
}

}  // namespace ckernel
