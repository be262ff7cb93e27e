// copy_tiles: tiles from one CB to another, one by one, with an operation on each in DST if wanted.
#pragma once

#include "api/compute/cb_api.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/reg_api.h"
#include "api/compute/tile_move_copy.h"
#include "ttnn/cpp/ttnn/kernel_lib/common_types.hpp"

namespace compute_kernel_lib {

// WaitAndPop takes tiles off the front; NoWaitNoPop reads tiles 0, 1, 2 ... that the caller has waited for.
enum class CopyInputPolicy { WaitAndPop, NoWaitNoPop };
enum class CopyDataFormatReconfig { NONE = 0, INPUT = 1, OUTPUT = 2, INPUT_AND_OUTPUT = 3 };

template <CopyInputPolicy input_policy = CopyInputPolicy::WaitAndPop,
          CopyDataFormatReconfig reconfig_mode = CopyDataFormatReconfig::INPUT_AND_OUTPUT, typename PostOp = NoOp>
ALWI void copy_tiles(uint32_t input_cb, uint32_t output_cb, uint32_t num_tiles, PostOp post_op = {}) {
    constexpr bool takes = input_policy == CopyInputPolicy::WaitAndPop;
    if constexpr ((static_cast<int>(reconfig_mode) & 1) != 0) reconfig_data_format_srca(input_cb);
    if constexpr ((static_cast<int>(reconfig_mode) & 2) != 0) pack_reconfig_data_format(output_cb);
    copy_tile_to_dst_init_short(input_cb);
    for (uint32_t i = 0; i < num_tiles; ++i) {
        if constexpr (takes) cb_wait_front(input_cb, 1);
        tile_regs_acquire();
        copy_tile(input_cb, takes ? 0 : i, 0);
        if constexpr (takes) cb_pop_front(input_cb, 1);
        post_op(0);
        tile_regs_commit();
        cb_reserve_back(output_cb, 1);
        tile_regs_wait();
        pack_tile(0, output_cb);
        tile_regs_release();
        cb_push_back(output_cb, 1);
    }
}

}  // namespace compute_kernel_lib
