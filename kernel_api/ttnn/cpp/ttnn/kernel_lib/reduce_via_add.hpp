// The other way to sum: add the tiles of the reduced dimension in DST, then collapse the one tile that remains.
//
// The scaler CB is not read, except for the 0/1 mask tile of a partial last tile. With accumulation the CB between
// calls holds whole, uncollapsed tiles; the last call (Accumulate::at_last) collapses and writes to the output CB, the
// earlier ones write to the accumulator's CB.
#pragma once

#include "api/compute/bcast.h"
#include "tw/compute/sfpu_api.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_engine.hpp"

namespace compute_kernel_lib::detail {

// Adds `tiles` tiles, `first` being the first, `step` the distance to the next, into DST[dst]. A seed in DST is kept.
ALWI void sum_tiles(uint32_t cb, uint32_t first, uint32_t step, uint32_t tiles, uint32_t dst, bool seeded) {
    if (tiles % 2 != 0) {
        // An odd one has no partner. Copied it is exact; only onto a seed it must be added through SrcA.
        if (seeded) {
            binary_dest_reuse_tiles_init<EltwiseBinaryType::ELWADD, EltwiseBinaryReuseDestType::DEST_TO_SRCA>(cb);
            binary_dest_reuse_tiles<EltwiseBinaryType::ELWADD, EltwiseBinaryReuseDestType::DEST_TO_SRCA>(cb, first,
                                                                                                         dst);
        } else {
            copy_tile_to_dst_init_short(cb);
            copy_tile(cb, first, dst);
        }
        first += step;
        tiles -= 1;
    }
    if (tiles == 0) return;
    add_tiles_init(cb, cb, /*acc_to_dest=*/true);
    for (uint32_t i = 0; i < tiles; i += 2) add_tiles(cb, cb, first + i * step, first + (i + 1) * step, dst);
}

// DST[dst] += tile * mask, the mask along the reduced dimension.
template <ReduceDim dim>
ALWI void add_masked_tile(const ReduceRun& run, uint32_t tile, uint32_t dst) {
    const uint32_t mask = run.partial.last_tile_scaler_idx;
    reconfig_data_format_srcb(run.icb, run.scaler);
    if constexpr (dim == ReduceDim::REDUCE_ROW) {
        mul_bcast_rows_init_short(run.icb, run.scaler);
        mul_tiles_bcast_rows(run.icb, run.scaler, tile, mask, dst);
    } else {
        mul_bcast_cols_init_short(run.icb, run.scaler);
        mul_tiles_bcast_cols(run.icb, run.scaler, tile, mask, dst);
    }
    reconfig_data_format_srcb(run.scaler, run.icb);
}

template <PoolType pool, ReduceDim dim, ReduceWithinTile within_tile, typename AccumulateT, typename PostOp>
ALWI void reduce_via_add(ReduceRun run, ReduceDataFormatReconfigMode reconfig, const AccumulateT& accumulate,
                         PostOp& post_op) {
    static_assert(pool == PoolType::SUM,
                  "reduce: ReduceAlgorithm::AccumulateViaAdd sums only; for a mean use reduce_mean, for MAX "
                  "ReduceAlgorithm::ReduceTile");
    static_assert(dim != ReduceDim::REDUCE_SCALAR,
                  "reduce: ReduceAlgorithm::AccumulateViaAdd collapses one dimension; use ReduceAlgorithm::ReduceTile "
                  "for REDUCE_SCALAR");
    constexpr bool by_column = dim == ReduceDim::REDUCE_COL;
    constexpr DataFormat dst_format = DST_ACCUM_MODE ? DataFormat::Float32 : DataFormat::Float16_b;
    bool seeded = false, finish = true;
    uint32_t dst = 0, accumulator = run.ocb;
    if constexpr (is_accumulate_v<AccumulateT>) {
        seeded = !accumulate.is_first();
        finish = accumulate.is_last();
        dst = accumulate.config.dst_index;
        accumulator = accumulate.config.cb_accumulator;
        if (!finish) run.ocb = accumulator;
    }
    if (run.row_stride == 0) run.row_stride = run.cols;
    const bool masked = run.partial.valid_reduce_dim_elements != 0;
    const uint32_t length = by_column ? run.rows : run.cols;   // tiles in one sum
    const uint32_t results = by_column ? run.cols : run.rows;  // sums in a batch

    if (reconfig == ReduceDataFormatReconfigMode::INPUT || reconfig == ReduceDataFormatReconfigMode::INPUT_AND_OUTPUT) {
        reconfig_data_format(run.icb, run.icb);
    }
    if (reconfig == ReduceDataFormatReconfigMode::OUTPUT ||
        reconfig == ReduceDataFormatReconfigMode::INPUT_AND_OUTPUT) {
        pack_reconfig_data_format(run.ocb);
    }
    if (masked) cb_wait_front(run.scaler, run.partial.last_tile_scaler_idx + 1);
    if (run.upfront()) cb_wait_front(run.icb, run.total_tiles());
    if (run.push_at_end) cb_reserve_back(run.ocb, results * run.batches);

    for (uint32_t batch = 0; batch < run.batches; ++batch) {
        // Column sums read across rows, so a bulk is the whole batch; row sums need one tile-row.
        if (by_column && !run.upfront() && run.policy != ReduceInputPolicy::NoWaitNoPop) {
            cb_wait_front(run.icb, run.rows * run.cols);
        }
        for (uint32_t result = 0; result < results; ++result) {
            uint32_t first = 0, step = 1;
            if (by_column) {
                step = run.row_stride;
                first = run.bulk() || run.per_tile() ? result : run.resident_tile(batch, 0, result);
            } else if (run.bulk() || run.per_tile()) {
                cb_wait_front(run.icb, length);
            } else {
                first = run.resident_tile(batch, result, 0);
            }
            tile_regs_acquire();
            if (seeded) {
                cb_wait_front(accumulator, 1);
                reconfig_data_format_srca(run.icb, accumulator);
                copy_tile_to_dst_init_short(accumulator);
                copy_tile(accumulator, 0, dst);
                cb_pop_front(accumulator, 1);
                reconfig_data_format_srca(accumulator, run.icb);
            }
            const uint32_t whole = masked ? length - 1 : length;
            sum_tiles(run.icb, first, step, whole, dst, seeded);
            if (masked) add_masked_tile<dim>(run, first + whole * step, dst);
            if (!by_column && (run.bulk() || run.per_tile())) cb_pop_front(run.icb, length);
            if (finish) {
                if constexpr (within_tile == ReduceWithinTile::Collapse) {
                    sfpu_reduce_init<pool, dst_format>();
                    sfpu_reduce<pool, dst_format, dim>(dst);
                }
                post_op(dst);
            }
            pack_results(run, dst, 1);
        }
        if (by_column && !run.upfront() && run.policy != ReduceInputPolicy::NoWaitNoPop) {
            cb_pop_front(run.icb, run.rows * run.cols);
        }
    }
    if (run.push_at_end) cb_push_back(run.ocb, results * run.batches);
}

}  // namespace compute_kernel_lib::detail
