// Integer sums: columns into row 0, rows into column 0, two tiles.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void sfpu_sum_int_init() { MATH((tw_sfpu_init(TW_SFPU_SUM_INT_COL, 0, 0))); }
ALWI void sfpu_sum_int_col(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_SUM_INT_COL, idst, TW_VECTOR_RC, 0, 0, 0))); }
ALWI void sfpu_sum_int_row(uint32_t idst) { MATH((tw_sfpu_unary(TW_SFPU_SUM_INT_ROW, idst, TW_VECTOR_RC, 0, 0, 0))); }
// Slot idst receives slots idst + idst + 1; the distance is fixed on the card, whatever dst_offset says.
ALWI void sfpu_add_int(uint32_t idst, [[maybe_unused]] uint32_t dst_offset = 2,
                       [[maybe_unused]] int32_t iterations = 8) {
    MATH((tw_sfpu_binary(TW_SFPU_ADD_INT, idst, idst + 1, idst, TW_VECTOR_RC, 0, 0)));
}

}  // namespace ckernel
