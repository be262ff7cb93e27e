// In-place arithmetic with column 0 or row 0 of another DST tile.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

ALWI void sfpu_bcast_col_init() { MATH((tw_sfpu_init(TW_SFPU_BCAST_COL_ADD, 0, 0))); }
ALWI void sfpu_add_bcast_col_init() { MATH((tw_sfpu_init(TW_SFPU_BCAST_COL_ADD, 0, 0))); }
ALWI void sfpu_add_bcast_col(uint32_t dst_data_idx, uint32_t dst_col_vec_idx) {
    MATH((tw_sfpu_binary(TW_SFPU_BCAST_COL_ADD, dst_data_idx, dst_col_vec_idx, dst_data_idx, TW_VECTOR_RC, 0, 0)));
}
ALWI void sfpu_sub_bcast_col_init() { MATH((tw_sfpu_init(TW_SFPU_BCAST_COL_SUB, 0, 0))); }
ALWI void sfpu_sub_bcast_col(uint32_t dst_data_idx, uint32_t dst_col_vec_idx) {
    MATH((tw_sfpu_binary(TW_SFPU_BCAST_COL_SUB, dst_data_idx, dst_col_vec_idx, dst_data_idx, TW_VECTOR_RC, 0, 0)));
}
ALWI void sfpu_mul_bcast_col_init() { MATH((tw_sfpu_init(TW_SFPU_BCAST_COL_MUL, 0, 0))); }
ALWI void sfpu_mul_bcast_col(uint32_t dst_data_idx, uint32_t dst_col_vec_idx) {
    MATH((tw_sfpu_binary(TW_SFPU_BCAST_COL_MUL, dst_data_idx, dst_col_vec_idx, dst_data_idx, TW_VECTOR_RC, 0, 0)));
}
ALWI void sfpu_bcast_row_init() { MATH((tw_sfpu_init(TW_SFPU_BCAST_ROW_ADD, 0, 0))); }
ALWI void sfpu_add_bcast_row_init() { MATH((tw_sfpu_init(TW_SFPU_BCAST_ROW_ADD, 0, 0))); }
ALWI void sfpu_add_bcast_row(uint32_t dst_data_idx, uint32_t dst_row_vec_idx) {
    MATH((tw_sfpu_binary(TW_SFPU_BCAST_ROW_ADD, dst_data_idx, dst_row_vec_idx, dst_data_idx, TW_VECTOR_RC, 0, 0)));
}
ALWI void sfpu_sub_bcast_row_init() { MATH((tw_sfpu_init(TW_SFPU_BCAST_ROW_SUB, 0, 0))); }
ALWI void sfpu_sub_bcast_row(uint32_t dst_data_idx, uint32_t dst_row_vec_idx) {
    MATH((tw_sfpu_binary(TW_SFPU_BCAST_ROW_SUB, dst_data_idx, dst_row_vec_idx, dst_data_idx, TW_VECTOR_RC, 0, 0)));
}
ALWI void sfpu_mul_bcast_row_init() { MATH((tw_sfpu_init(TW_SFPU_BCAST_ROW_MUL, 0, 0))); }
ALWI void sfpu_mul_bcast_row(uint32_t dst_data_idx, uint32_t dst_row_vec_idx) {
    MATH((tw_sfpu_binary(TW_SFPU_BCAST_ROW_MUL, dst_data_idx, dst_row_vec_idx, dst_data_idx, TW_VECTOR_RC, 0, 0)));
}
namespace tw_detail {
// A column of the other tile, or else a row.
template <BroadcastType Dim>
constexpr bool is_column() {
    static_assert(Dim != BroadcastType::NONE && Dim != BroadcastType::SCALAR,
                  "sfpu_bcast: BroadcastType::COL or BroadcastType::ROW");
    return Dim == BroadcastType::COL;
}
}  // namespace tw_detail

template <BroadcastType Dim>
ALWI void sfpu_bcast_init() {
    if constexpr (tw_detail::is_column<Dim>())
        sfpu_bcast_col_init();
    else
        sfpu_bcast_row_init();
}
template <BroadcastType Dim, EltwiseBinaryType Op>
ALWI void sfpu_bcast(uint32_t dst_data_idx, uint32_t dst_bcast_idx) {
    static_assert(Op == EltwiseBinaryType::ELWADD || Op == EltwiseBinaryType::ELWSUB || Op == EltwiseBinaryType::ELWMUL,
                  "sfpu_bcast: ELWADD, ELWSUB or ELWMUL");
    constexpr bool col = tw_detail::is_column<Dim>();
    [[maybe_unused]] constexpr uint32_t op =
        Op == EltwiseBinaryType::ELWADD   ? (col ? TW_SFPU_BCAST_COL_ADD : TW_SFPU_BCAST_ROW_ADD)
        : Op == EltwiseBinaryType::ELWSUB ? (col ? TW_SFPU_BCAST_COL_SUB : TW_SFPU_BCAST_ROW_SUB)
                                          : (col ? TW_SFPU_BCAST_COL_MUL : TW_SFPU_BCAST_ROW_MUL);
    MATH((tw_sfpu_binary(op, dst_data_idx, dst_bcast_idx, dst_data_idx, TW_VECTOR_RC, 0, 0)));
}

}  // namespace ckernel
