// Reductions of a tile along rows, columns or both, weighted by a scaler tile. The result is accumulated into DST.
//
// The forms without template arguments, which take REDUCE_OP and REDUCE_DIM from defines, are in api/compute/reduce.h.
#pragma once

#include "tw/compute/config.h"

namespace ckernel {

// `enforce_fp32_accumulation` counts for the low-level library of spring 2026, whose row results go through SrcB.
// Packed tiles keep only the reduced row, column or element until reduce_uninit.
template <PoolType reduce_type, ReduceDim reduce_dim, bool enforce_fp32_accumulation = false>
ALWI void reduce_init(uint32_t icb, uint32_t icb_scaler, uint32_t ocb, uint32_t /*call_line*/ = 0) {
    UNPACK((tw_unpack_reduce_init(icb, icb_scaler, reduce_type, reduce_dim)));
    MATH((tw_math_reduce_init(reduce_type, reduce_dim, TW_FIDELITY_OF_KERNEL)));
    PACK((tw_pack_reduce_mask(ocb, reduce_dim)));
}
template <PoolType reduce_type, ReduceDim reduce_dim, bool enforce_fp32_accumulation = false>
ALWI void reduce_tile(uint32_t icb, uint32_t icb_scaler, uint32_t itile, uint32_t itile_scaler, uint32_t idst) {
    UNPACK((tw_unpack_reduce(icb, icb_scaler, itile, itile_scaler)));
    MATH((tw_math_reduce(reduce_type, reduce_dim, idst, enforce_fp32_accumulation)));
}
// The math half: the operands were unpacked by unpack_tilizeA_B_block.
template <PoolType reduce_type, ReduceDim reduce_dim, bool enforce_fp32_accumulation = false>
ALWI void reduce_tile_math(uint32_t idst, uint32_t = 4) {
    MATH((tw_math_reduce(reduce_type, reduce_dim, idst, enforce_fp32_accumulation)));
}
template <PoolType reduce_type, ReduceDim reduce_dim>
ALWI void reduce_tile_math(uint32_t idst, const TensorShape&) {
    MATH((tw_math_reduce(reduce_type, reduce_dim, idst, false)));
}
template <bool enforce_fp32_accumulation = false>
ALWI void reduce_uninit(uint32_t = 0) {
    PACK((tw_pack_reduce_mask_clear()));
}

// MAX over a whole row of tiles in one call.
namespace tw_detail {

ALWI void max_row_init() {
    UNPACK((tw_unpack_reduce_init(0, 0, PoolType::MAX, ReduceDim::REDUCE_ROW)));
    MATH((tw_math_reduce_init(PoolType::MAX, ReduceDim::REDUCE_ROW, TW_FIDELITY_OF_KERNEL)));
    PACK((tw_pack_reduce_mask(0, ReduceDim::REDUCE_ROW)));
}
ALWI void max_row(uint32_t tiles, uint32_t icb, uint32_t icb_scaler, uint32_t first, uint32_t idst) {
    for (uint32_t i = 0; i < tiles; ++i) {
        UNPACK((tw_unpack_reduce(icb, icb_scaler, first + i, 0)));
        MATH((tw_math_reduce(PoolType::MAX, ReduceDim::REDUCE_ROW, idst, false)));
    }
}

}  // namespace tw_detail

template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row_init() {
    tw_detail::max_row_init();
}
template <uint32_t block_ct_dim, bool respect_trigger = false, uint32_t num_faces = 4>
ALWI void reduce_block_max_row_init(uint32_t) {
    tw_detail::max_row_init();
}
template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row_init(const TensorShape&, uint32_t) {
    tw_detail::max_row_init();
}
template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row(uint32_t icb, uint32_t icb_scaler, uint32_t row_start_index, uint32_t idst) {
    tw_detail::max_row(block_ct_dim, icb, icb_scaler, row_start_index, idst);
}
template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row(const TensorShape&, uint32_t icb, uint32_t icb_scaler, uint32_t row_start_index,
                               uint32_t idst) {
    tw_detail::max_row(block_ct_dim, icb, icb_scaler, row_start_index, idst);
}
template <bool = false, uint32_t = 4>
ALWI void reduce_block_max_row_uninit(uint32_t = 0) {
    PACK((tw_pack_reduce_mask_clear()));
}
template <bool = false>
ALWI void reduce_block_max_row_uninit(const TensorShape&, uint32_t = 0) {
    PACK((tw_pack_reduce_mask_clear()));
}

template <bool respect_trigger = false>
ALWI void reduce_block_max_row_init_runtime(uint32_t, uint32_t = 0) {
    tw_detail::max_row_init();
}
template <bool respect_trigger = false>
ALWI void reduce_block_max_row_runtime(uint32_t icb, uint32_t icb_scaler, uint32_t row_start_index, uint32_t idst,
                                       uint32_t block_ct_dim) {
    tw_detail::max_row(block_ct_dim, icb, icb_scaler, row_start_index, idst);
}
ALWI void reduce_block_max_row_uninit_runtime(uint32_t = 0) { PACK((tw_pack_reduce_mask_clear())); }

}  // namespace ckernel
