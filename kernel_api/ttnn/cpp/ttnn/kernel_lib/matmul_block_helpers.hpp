// matmul_block: C = A x B over K-blocks, output subblock by output subblock.
//
// Pages per K-block: in0 M*k tiles (row-major, k wide), in1 k*N tiles (row-major, N wide), waited for and popped per
// K-block unless a policy says otherwise; M = in0_num_subblocks * out_subblock_h, N = in1_num_subblocks *
// out_subblock_w. Sums of the K-blocks before the last go through `interm`:
//   spill and reload  (packer_l1_acc false) subblock by subblock: taken back into DST before the next pass adds to it,
//                     so interm needs M*N tiles and no more
//   in L1             (packer_l1_acc true) the packer adds onto the same M*N pages, so interm must have exactly M*N
// The last K-block goes to `out` (or to `interm`, for a phase that follows): subblock after subblock, or tile-row by
// tile-row (TileRowMajor), where a group of out_subblock_h rows is reserved and pushed together.
#pragma once

#include "api/compute/cb_api.h"
#include "api/compute/matmul.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/reg_api.h"
#include "api/compute/tile_move_copy.h"
#include "ttnn/cpp/ttnn/kernel_lib/buffer_compat.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/dest_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/sfpu_activation_helpers.hpp"

namespace compute_kernel_lib {

enum class OutputCBLayout { SubblockMajor, TileRowMajor };
enum class LastBlockTarget : uint8_t { Out, OutWithRelu, Interm, OutWithUntilize };
enum class InputPolicy : uint8_t { WaitAndPopPerKBlock, WaitAndRetainOnLastBlock, NoWaitNoPop };

namespace matmul_config {
enum class InitMode : uint8_t { Short, None, ShortAfterPreKBlock };
enum class DataFormatReconfig : uint8_t { NONE, INPUT, OUTPUT, INPUT_AND_OUTPUT };
}  // namespace matmul_config

struct MatmulBlockShape {
    uint32_t in0_num_subblocks, in1_num_subblocks;
    uint32_t out_subblock_h, out_subblock_w;
    uint32_t in0_block_k, num_k_blocks;
    uint32_t batch = 1;
    uint32_t last_in1_subblock_w_valid = 0;  // 0: all; otherwise the columns of the last in1 subblock that exist
    static constexpr MatmulBlockShape of(uint32_t in0_num_subblocks, uint32_t in1_num_subblocks,
                                         uint32_t out_subblock_h, uint32_t out_subblock_w, uint32_t in0_block_k,
                                         uint32_t num_k_blocks, uint32_t batch = 1) {
        return {in0_num_subblocks, in1_num_subblocks, out_subblock_h, out_subblock_w, in0_block_k, num_k_blocks, batch};
    }
};

struct NoPostCompute {
    ALWI void operator()(uint32_t) const {}
};
struct NoPreKBlock {
    ALWI void operator()(uint32_t, uint32_t, bool) const {}
};
struct NoPostKBlock {
    ALWI void operator()(uint32_t, uint32_t, bool) const {}
};
struct NoKBlockInnerDimFn {
    ALWI uint32_t operator()(uint32_t, uint32_t block_k) const { return block_k; }
};
struct NoIn0Source {
    ALWI uint32_t operator()(uint32_t, uint32_t in0_cb_id) const { return in0_cb_id; }
};
struct NoIn1BaseOffset {
    ALWI uint32_t operator()(uint32_t) const { return 0; }
};

template <bool transpose = false, bool packer_l1_acc = false, LastBlockTarget last_block_target = LastBlockTarget::Out,
          OutputCBLayout tile_order = OutputCBLayout::SubblockMajor,
          matmul_config::InitMode init_mode = matmul_config::InitMode::Short,
          InputPolicy in0_policy = InputPolicy::WaitAndPopPerKBlock,
          InputPolicy in1_policy = InputPolicy::WaitAndPopPerKBlock, typename PostComputeFn = NoPostCompute,
          typename PreKBlockFn = NoPreKBlock, typename PostKBlockFn = NoPostKBlock, uint32_t untilize_block_ct_dim = 0,
          typename KBlockInnerDimFn = NoKBlockInnerDimFn, typename In0SourceFn = NoIn0Source,
          typename In1BaseOffsetFn = NoIn1BaseOffset, bool caller_owns_pack_target = false,
          typename Activation = NoneActivation,
          matmul_config::DataFormatReconfig reconfig = matmul_config::DataFormatReconfig::INPUT_AND_OUTPUT,
          typename Buf>
ALWI void matmul_block(const Buf& in0_buf, const Buf& in1_buf, const Buf& out_buf, const Buf& interm_buf,
                       const MatmulBlockShape& shape, PostComputeFn post_compute = {}, PreKBlockFn pre_k_block = {},
                       uint32_t in1_per_core_w = 0, uint32_t out_row_width = 0, PostKBlockFn post_k_block = {},
                       KBlockInnerDimFn k_block_inner_dim = {}, In0SourceFn in0_source_fn = {},
                       In1BaseOffsetFn in1_base_offset_fn = {}) {
    using matmul_config::DataFormatReconfig;
    using matmul_config::InitMode;
    static_assert(last_block_target != LastBlockTarget::OutWithUntilize,
                  "matmul_block: LastBlockTarget::OutWithUntilize is not provided by this kernel_lib; use "
                  "LastBlockTarget::Interm and untilize<> the result");
    static_assert(detail::same_type<Activation, NoneActivation>,
                  "matmul_block: fused activations are not provided by this kernel_lib; apply the activation in the "
                  "post-compute function, which runs on the subblock in DST");
    static_assert(in0_policy != InputPolicy::NoWaitNoPop, "matmul_block: InputPolicy::NoWaitNoPop is for in1 only");
    static_assert(!caller_owns_pack_target || (packer_l1_acc && last_block_target == LastBlockTarget::Interm &&
                                               tile_order == OutputCBLayout::TileRowMajor),
                  "matmul_block: caller_owns_pack_target goes with packer_l1_acc, LastBlockTarget::Interm and "
                  "OutputCBLayout::TileRowMajor");
    constexpr bool to_interm = last_block_target == LastBlockTarget::Interm;
    constexpr bool reconfig_input =
        reconfig == DataFormatReconfig::INPUT || reconfig == DataFormatReconfig::INPUT_AND_OUTPUT;
    constexpr bool reconfig_output =
        reconfig == DataFormatReconfig::OUTPUT || reconfig == DataFormatReconfig::INPUT_AND_OUTPUT;

    const uint32_t in0 = buf_id(in0_buf), in1 = buf_id(in1_buf), out = buf_id(out_buf), interm = buf_id(interm_buf);
    const uint32_t h = shape.out_subblock_h, w = shape.out_subblock_w, k = shape.in0_block_k, subblock = h * w;
    const uint32_t block_n = shape.in1_num_subblocks * w;
    const uint32_t in1_width = in1_per_core_w != 0 ? in1_per_core_w : block_n;
    const uint32_t row_width = out_row_width != 0 ? out_row_width : block_n;
    const uint32_t in0_tiles = shape.in0_num_subblocks * h * k, in1_tiles = k * in1_width;
    const uint32_t block_tiles = shape.in0_num_subblocks * h * block_n;

    auto init = [&](uint32_t a) {
        if constexpr (reconfig_input) reconfig_data_format(in1, a);
        mm_block_init_short(a, in1, transpose, w, h, k);
    };
    if constexpr (init_mode == InitMode::Short) init(in0);

    for (uint32_t batch = 0; batch < shape.batch; ++batch) {
        for (uint32_t block = 0; block < shape.num_k_blocks; ++block) {
            const bool last = block + 1 == shape.num_k_blocks;
            const uint32_t a = in0_source_fn(block, in0);
            const uint32_t target = last && !to_interm ? out : interm;
            // In L1 the sums stay where they are until the last block takes them into DST for another CB.
            const bool reload = block > 0 && (!packer_l1_acc || (last && !to_interm));
            const bool by_tile_row = tile_order == OutputCBLayout::TileRowMajor && (last || caller_owns_pack_target);
            pre_k_block(block, shape.num_k_blocks, last);
            if constexpr (init_mode == InitMode::ShortAfterPreKBlock) init(a);
            if constexpr (reconfig_output) pack_reconfig_data_format(target);
            if constexpr (packer_l1_acc) pack_reconfig_l1_acc(block > 0 && target == interm ? 1 : 0);
            if constexpr (last_block_target == LastBlockTarget::OutWithRelu) {
                if (last) pack_relu_config(ReluConfig::zero());
            }
            cb_wait_front(a, in0_tiles);
            if constexpr (in1_policy != InputPolicy::NoWaitNoPop) cb_wait_front(in1, in1_tiles);

            const uint32_t inner = k_block_inner_dim(block, k), in1_base = in1_base_offset_fn(block);
            for (uint32_t i = 0; i < shape.in0_num_subblocks; ++i) {
                if (by_tile_row && !caller_owns_pack_target) cb_reserve_back(target, h * row_width);
                for (uint32_t j = 0; j < shape.in1_num_subblocks; ++j) {
                    tile_regs_acquire();
                    if (reload) {
                        cb_wait_front(interm, subblock);
                        reconfig_data_format_srca(in1, interm);
                        copy_tile_to_dst_init_short(interm);
                        for (uint32_t t = 0; t < subblock; ++t) copy_tile(interm, t, t);
                        cb_pop_front(interm, subblock);
                        reconfig_data_format_srca(interm, in1);
                        mm_block_init_short(a, in1, transpose, w, h, k);
                    }
                    const bool narrow = shape.last_in1_subblock_w_valid != 0 && j + 1 == shape.in1_num_subblocks;
                    for (uint32_t step = 0; step < inner; ++step) {
                        const uint32_t tile0 = i * h * k + step, tile1 = in1_base + step * in1_width + j * w;
                        if (narrow) {
                            // Row by row, so that DST keeps the pitch of a full subblock.
                            for (uint32_t r = 0; r < h; ++r) {
                                ckernel::matmul_block(a, in1, tile0 + r * k, tile1, r * w, transpose,
                                                      shape.last_in1_subblock_w_valid, 1, k);
                            }
                        } else {
                            ckernel::matmul_block(a, in1, tile0, tile1, 0, transpose, w, h, k);
                        }
                    }
                    if (last) post_compute(subblock);
                    tile_regs_commit();
                    if (!by_tile_row) cb_reserve_back(target, subblock);
                    tile_regs_wait();
                    for (uint32_t t = 0; t < subblock; ++t) {
                        if (by_tile_row) {
                            const uint32_t row = (caller_owns_pack_target ? i * h : 0) + t / w;
                            pack_tile<true>(t, target, row * row_width + j * w + t % w);
                        } else {
                            pack_tile(t, target);
                        }
                    }
                    tile_regs_release();
                    if (!by_tile_row) cb_push_back(target, subblock);
                }
                if (by_tile_row && !caller_owns_pack_target) cb_push_back(target, h * row_width);
            }
            const bool retain0 = in0_policy == InputPolicy::WaitAndRetainOnLastBlock && last;
            const bool retain1 =
                in1_policy == InputPolicy::NoWaitNoPop || (in1_policy == InputPolicy::WaitAndRetainOnLastBlock && last);
            if (!retain0) cb_pop_front(a, in0_tiles);
            if (!retain1) cb_pop_front(in1, in1_tiles);
            if constexpr (packer_l1_acc && !caller_owns_pack_target) {
                // The pages just pushed are the ones the next block adds to: hand them back unread.
                const bool next_reloads = block + 2 == shape.num_k_blocks && !to_interm;
                if (!last && !next_reloads) {
                    cb_wait_front(interm, block_tiles);
                    cb_pop_front(interm, block_tiles);
                }
            }
            post_k_block(block, shape.num_k_blocks, last);
        }
        if constexpr (packer_l1_acc) pack_reconfig_l1_acc(0);
        if constexpr (last_block_target == LastBlockTarget::OutWithRelu) pack_relu_config(ReluConfig::none());
    }
}

}  // namespace compute_kernel_lib
