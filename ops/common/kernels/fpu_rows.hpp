// Rows on the matrix unit, block by block: means, and blocks of tiles combined with a column, a row or a number.
#pragma once

#include "api/compute/bcast.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/pack.h"
#include "api/compute/reduce.h"
#include "api/compute/reg_api.h"
#include "api/compute/tile_move_copy.h"
#include "ttnn/cpp/ttnn/kernel_lib/dest_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_common.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/untilize_helpers.hpp"

namespace fpu_rows {

using compute_kernel_lib::DEST_AUTO_LIMIT;

// Adds the first `tiles` tiles of `cb_in`, weighted with the scaler (1/W), to the column in `cb_mean`, which holds the
// sum so far between blocks. The caller has waited for `cb_in` and pops it. The last tile of a row with columns beyond
// the tensor takes the second scaler tile, which is zero there. Sums along rows take the scaler as their first operand
// (before July 2026 as their second).
template <uint32_t cb_in, uint32_t cb_scaler, uint32_t cb_mean, bool partial>
ALWI void add_to_mean(uint32_t tiles, uint32_t block, uint32_t blocks) {
    const bool masked = partial && block + 1 == blocks;
    constexpr bool swapped = reduce_swaps_operands<PoolType::SUM, ReduceDim::REDUCE_ROW, /*is_sfpu=*/false>();
    constexpr uint32_t cb_a = swapped ? cb_scaler : cb_in, cb_b = swapped ? cb_in : cb_scaler;
    reconfig_data_format(cb_a, cb_b);
    pack_reconfig_data_format(cb_mean);
    cb_wait_front(cb_scaler, masked ? 2 : 1);
    tile_regs_acquire();
    if (block != 0) {
        cb_wait_front(cb_mean, 1);
        reconfig_data_format_srca(cb_a, cb_mean);
        copy_tile_to_dst_init_short(cb_mean);
        copy_tile(cb_mean, 0, 0);
        cb_pop_front(cb_mean, 1);
        reconfig_data_format_srca(cb_mean, cb_a);
    }
    reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(cb_in, cb_scaler, cb_mean);
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        const uint32_t scaler = masked && tile + 1 == tiles ? 1 : 0;
        reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(cb_in, cb_scaler, tile, scaler, 0);
    }
    tile_regs_commit();
    cb_reserve_back(cb_mean, 1);
    tile_regs_wait();
    pack_tile(0, cb_mean);
    tile_regs_release();
    cb_push_back(cb_mean, 1);
    reduce_uninit(cb_in);
}

// Packs DST slots 0 to count - 1 and pushes them one by one.
ALWI void pack_out(uint32_t cb_out, uint32_t count) {
    tile_regs_commit();
    tile_regs_wait();
    for (uint32_t i = 0; i < count; ++i) {
        cb_reserve_back(cb_out, 1);
        pack_tile(i, cb_out);
        cb_push_back(cb_out, 1);
    }
    tile_regs_release();
}

struct Nothing {
    ALWI void operator()(uint32_t) const {}
};

// cb_out = cb_in op cb_second for a block of `tiles` tiles, which leaves `cb_in`. The second operand, for which the
// caller has waited, is column 0 (COL) or element 0 (SCALAR) of its first tile. `after(slot)` follows on each tile.
template <EltwiseBinaryType op, BroadcastType broadcast, uint32_t cb_in, uint32_t cb_second, uint32_t cb_out,
          typename After = Nothing>
ALWI void combine(uint32_t tiles, After after = After{}) {
    reconfig_data_format(cb_in, cb_second);
    pack_reconfig_data_format(cb_out);
    bcast_init<op, broadcast>(cb_in, cb_second);
    cb_wait_front(cb_in, tiles);
    for (uint32_t first = 0; first < tiles; first += DEST_AUTO_LIMIT) {
        const uint32_t count = tiles - first < DEST_AUTO_LIMIT ? tiles - first : DEST_AUTO_LIMIT;
        tile_regs_acquire();
        for (uint32_t i = 0; i < count; ++i) {
            any_tiles_bcast<op, broadcast>(cb_in, cb_second, first + i, 0, i);
            after(i);
        }
        pack_out(cb_out, count);
    }
    cb_pop_front(cb_in, tiles);
}

// The same in place with row 0 of each tile of `cb_row`: a tile leaves `cb` before its result takes the place.
template <EltwiseBinaryType op, uint32_t cb, uint32_t cb_row>
ALWI void combine_with_row(uint32_t tiles) {
    reconfig_data_format(cb, cb_row);
    pack_reconfig_data_format(cb);
    bcast_init<op, BroadcastType::ROW>(cb, cb_row);
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        cb_wait_front(cb, 1);
        tile_regs_acquire();
        any_tiles_bcast<op, BroadcastType::ROW>(cb, cb_row, 0, tile, 0);
        cb_pop_front(cb, 1);
        pack_out(cb, 1);
    }
}

// cb_out = cb_in squared, for a block of `tiles` tiles that the caller pops.
template <uint32_t cb_in, uint32_t cb_out>
ALWI void square(uint32_t tiles) {
    reconfig_data_format(cb_in, cb_in);
    pack_reconfig_data_format(cb_out);
    mul_init(cb_in, cb_in);
    cb_wait_front(cb_in, tiles);
    for (uint32_t first = 0; first < tiles; first += DEST_AUTO_LIMIT) {
        const uint32_t count = tiles - first < DEST_AUTO_LIMIT ? tiles - first : DEST_AUTO_LIMIT;
        tile_regs_acquire();
        for (uint32_t i = 0; i < count; ++i) mul_tiles(cb_in, cb_in, first + i, first + i, i);
        pack_out(cb_out, count);
    }
}

}  // namespace fpu_rows
