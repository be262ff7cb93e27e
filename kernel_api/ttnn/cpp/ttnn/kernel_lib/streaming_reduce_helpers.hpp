// Reduces that go over a row in blocks and keep the partial result in a CB between them; and a tile changed in place.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_compute.hpp"

namespace compute_kernel_lib {

// Block `b` of `num_blocks`: takes the partial results of the block before out of `cb_acc` and puts its own there. The
// partial scaler and the last operation belong to the end of the row, so only the last block sees them.
template <PoolType pool, ReduceDim rdim, ReduceInputPolicy in_policy = ReduceInputPolicy::WaitAndPopPerTile,
          ReduceDataFormatReconfigMode reconfig_mode = ReduceDataFormatReconfigMode::INPUT_AND_OUTPUT,
          typename PostOp = NoOp>
ALWI void accumulate_reduce_block(uint32_t cb_in, uint32_t cb_scaler, uint32_t cb_acc,
                                  ReduceInputBlockShape block_shape, uint32_t b, uint32_t num_blocks,
                                  ReducePartialScaler partial = ReducePartialScaler::none(),
                                  PostOp post_op_final = PostOp{}) {
    const bool last = b + 1 == num_blocks;
    auto finish = [&](uint32_t dst) {
        if (last) post_op_final(dst);
    };
    reduce<pool, rdim, in_policy, reconfig_mode>(cb_in, cb_scaler, cb_acc, block_shape,
                                                 ReduceInputMemoryLayout::contiguous(), Accumulate::at(cb_acc, b),
                                                 finish, last ? partial : ReducePartialScaler::none());
}

template <PoolType pool, ReduceDim rdim, ReduceInputPolicy in_policy = ReduceInputPolicy::WaitAndPopPerTile,
          ReduceDataFormatReconfigMode reconfig_mode = ReduceDataFormatReconfigMode::INPUT_AND_OUTPUT,
          typename PostOp = NoOp>
ALWI void accumulate_reduce(uint32_t cb_in, uint32_t cb_scaler, uint32_t cb_acc, ReduceInputBlockShape block_shape,
                            uint32_t num_blocks, ReducePartialScaler partial = ReducePartialScaler::none(),
                            PostOp post_op_final = PostOp{}) {
    for (uint32_t b = 0; b < num_blocks; ++b) {
        accumulate_reduce_block<pool, rdim, in_policy, reconfig_mode>(cb_in, cb_scaler, cb_acc, block_shape, b,
                                                                      num_blocks, partial, post_op_final);
    }
}

// The same two with the CBs as template arguments: late July 2026.
template <PoolType pool, ReduceDim rdim, uint32_t cb_in, uint32_t cb_scaler, uint32_t cb_acc,
          ReduceInputPolicy in_policy = ReduceInputPolicy::WaitAndPopPerTile,
          ReduceDataFormatReconfigMode reconfig_mode = ReduceDataFormatReconfigMode::INPUT_AND_OUTPUT,
          typename PostOp = NoOp>
ALWI void accumulate_reduce_block(ReduceInputBlockShape block_shape, uint32_t b, uint32_t num_blocks,
                                  ReducePartialScaler partial = ReducePartialScaler::none(),
                                  PostOp post_op_final = PostOp{}) {
    accumulate_reduce_block<pool, rdim, in_policy, reconfig_mode>(cb_in, cb_scaler, cb_acc, block_shape, b, num_blocks,
                                                                  partial, post_op_final);
}
template <PoolType pool, ReduceDim rdim, uint32_t cb_in, uint32_t cb_scaler, uint32_t cb_acc,
          ReduceInputPolicy in_policy = ReduceInputPolicy::WaitAndPopPerTile,
          ReduceDataFormatReconfigMode reconfig_mode = ReduceDataFormatReconfigMode::INPUT_AND_OUTPUT,
          typename PostOp = NoOp>
ALWI void accumulate_reduce(ReduceInputBlockShape block_shape, uint32_t num_blocks,
                            ReducePartialScaler partial = ReducePartialScaler::none(),
                            PostOp post_op_final = PostOp{}) {
    accumulate_reduce<pool, rdim, in_policy, reconfig_mode>(cb_in, cb_scaler, cb_acc, block_shape, num_blocks, partial,
                                                            post_op_final);
}

// Takes the front tile of `cb`, applies `transform(dst)` to it in DST and puts it back: one page of room is enough.
template <typename Transform>
ALWI void transform_in_place(uint32_t cb, Transform transform) {
    reconfig_data_format_srca(cb);
    pack_reconfig_data_format(cb);
    copy_tile_to_dst_init_short(cb);
    cb_wait_front(cb, 1);
    tile_regs_acquire();
    copy_tile(cb, 0, 0);
    cb_pop_front(cb, 1);
    transform(0);
    tile_regs_commit();
    cb_reserve_back(cb, 1);
    tile_regs_wait();
    pack_tile(0, cb);
    tile_regs_release();
    cb_push_back(cb, 1);
}

}  // namespace compute_kernel_lib
