// x where the mask is not zero, else 0 (or +Inf). The mask lies in the slot after the data, as on the card.
#pragma once

#include "tw/compute/dst_format.h"
#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void mask_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MASK, 0, 0))); }
// Float16_b and Float16 stand for whatever floats DST holds, also 32-bit ones; with a format besides these and Int32
// the card's function has no branch and the tile stays as it is.
ALWI void mask_tile(uint32_t idst_data, [[maybe_unused]] uint32_t idst2_mask,
                    DataFormat data_format = DataFormat::Float16_b) {
    if (data_format == DataFormat::Float16_b || data_format == DataFormat::Float16) {
        MATH((tw_sfpu_binary(TW_SFPU_MASK, idst_data, idst_data + 1, idst_data, TW_VECTOR_RC, 0, 0)));
    } else if (data_format == DataFormat::Int32) {
        MATH((tw_sfpu_binary(TW_SFPU_MASK_INT, idst_data, idst_data + 1, idst_data, TW_VECTOR_RC, 0, 0)));
    } else {
        MATH((tw_detail::says_format("mask_tile", data_format, 0)));
    }
}
ALWI void mask_posinf_tile(uint32_t idst_data, [[maybe_unused]] uint32_t idst2_mask) {
    MATH((tw_sfpu_binary(TW_SFPU_MASK_POSINF, idst_data, idst_data + 1, idst_data, TW_VECTOR_RC, 0, 0)));
}

}  // namespace ckernel
