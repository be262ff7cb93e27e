// Matrix products of tiles, accumulated into DST. in0 goes to SrcB and in1 to SrcA; `transpose` transposes the in1
// tile.
#pragma once

#include "tw/compute/config.h"

#ifndef MM_THROTTLE
#define MM_THROTTLE 0
#endif

namespace ckernel {

ALWI void matmul_block_init(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t transpose = 0, uint32_t ct_dim = 1,
                            uint32_t rt_dim = 1, uint32_t kt_dim = 1, uint32_t /*call_line*/ = 0) {
    UNPACK((tw_unpack_matmul_init(in0_cb_id, in1_cb_id, transpose, ct_dim, rt_dim, kt_dim)));
    MATH((tw_math_matmul_init(in0_cb_id, in1_cb_id, TW_FIDELITY_OF_KERNEL, transpose, ct_dim, rt_dim)));
}
ALWI void matmul_init(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t transpose = 0, uint32_t /*call_line*/ = 0) {
    matmul_block_init(in0_cb_id, in1_cb_id, transpose);
}

ALWI void matmul_tiles(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t in0_tile_index, uint32_t in1_tile_index,
                       uint32_t idst) {
    UNPACK((tw_unpack_matmul(in0_cb_id, in1_cb_id, in0_tile_index, in1_tile_index, 1, 1, 1)));
    MATH((tw_math_matmul(idst, 1, 1)));
}
// The transposition is that of the init.
ALWI void matmul_tiles(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t in0_tile_index, uint32_t in1_tile_index,
                       uint32_t idst, uint32_t) {
    matmul_tiles(in0_cb_id, in1_cb_id, in0_tile_index, in1_tile_index, idst);
}
template <uint32_t num_faces>
ALWI void matmul_tiles_math(uint32_t idst) {
    MATH((tw_math_matmul(idst, 1, 1)));
}

// One step along K: DST[idst + r*ct + c] += in0[in0_tile_index + r*kt] * in1[in1_tile_index + c].
ALWI void matmul_block(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t in0_tile_index, uint32_t in1_tile_index,
                       uint32_t idst, uint32_t, uint32_t ct_dim, uint32_t rt_dim, uint32_t kt_dim,
                       uint32_t /*call_line*/ = 0) {
    UNPACK((tw_unpack_matmul(in0_cb_id, in1_cb_id, in0_tile_index, in1_tile_index, ct_dim, rt_dim, kt_dim)));
    MATH((tw_math_matmul(idst, ct_dim, rt_dim)));
}

// Older spellings: with start-up, and with a switch of the source formats.
ALWI void mm_init(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t out_cb_id, uint32_t transpose = 0) {
    tw_detail::startup(in1_cb_id, in0_cb_id, out_cb_id);
    matmul_block_init(in0_cb_id, in1_cb_id, transpose);
}
ALWI void mm_init_short(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t transpose = 0) {
    matmul_block_init(in0_cb_id, in1_cb_id, transpose);
}
ALWI void mm_init_short_with_dt(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t c_in_old_srca,
                                uint32_t transpose = 0) {
    tw_detail::reconfig_a(in1_cb_id, c_in_old_srca);
    matmul_block_init(in0_cb_id, in1_cb_id, transpose);
}
// The second matrix goes to SrcA, the first to SrcB.
ALWI void mm_block_init_short_with_both_dt(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t old_in0_cb_id,
                                           uint32_t old_in1_cb_id, uint32_t transpose = 0, uint32_t ct_dim = 1,
                                           uint32_t rt_dim = 1, uint32_t kt_dim = 1) {
    tw_detail::reconfig_a(in1_cb_id, old_in1_cb_id);
    tw_detail::reconfig_b(in0_cb_id, old_in0_cb_id);
    matmul_block_init(in0_cb_id, in1_cb_id, transpose, ct_dim, rt_dim, kt_dim);
}
ALWI void mm_block_init(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t out_cb_id, uint32_t transpose = 0,
                        uint32_t ct_dim = 1, uint32_t rt_dim = 1, uint32_t kt_dim = 1) {
    tw_detail::startup(in1_cb_id, in0_cb_id, out_cb_id);
    matmul_block_init(in0_cb_id, in1_cb_id, transpose, ct_dim, rt_dim, kt_dim);
}
ALWI void mm_block_init_short(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t transpose = 0, uint32_t ct_dim = 1,
                              uint32_t rt_dim = 1, uint32_t kt_dim = 1) {
    matmul_block_init(in0_cb_id, in1_cb_id, transpose, ct_dim, rt_dim, kt_dim);
}
ALWI void mm_block_init_short_with_dt(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t old_in1_cb_id,
                                      uint32_t transpose = 0, uint32_t ct_dim = 1, uint32_t rt_dim = 1,
                                      uint32_t kt_dim = 1) {
    tw_detail::reconfig_a(in1_cb_id, old_in1_cb_id);
    matmul_block_init(in0_cb_id, in1_cb_id, transpose, ct_dim, rt_dim, kt_dim);
}

}  // namespace ckernel
