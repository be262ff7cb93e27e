// The loops behind reduce(): which tile goes to which DST slot, and when pages are waited for, popped and pushed.
#pragma once

#include "api/compute/cb_api.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/reduce.h"
#include "api/compute/reg_api.h"
#include "api/compute/tile_move_copy.h"
#include "ttnn/cpp/ttnn/kernel_lib/dest_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_common.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_types.hpp"

namespace compute_kernel_lib::detail {

// ROW sums and averages feed the scaler to SrcA and the data to SrcB; every other reduce the other way round.
template <PoolType pool, ReduceDim dim>
ALWI void reduce_reconfig(const ReduceRun& run, ReduceDataFormatReconfigMode mode) {
    const bool input =
        mode == ReduceDataFormatReconfigMode::INPUT || mode == ReduceDataFormatReconfigMode::INPUT_AND_OUTPUT;
    const bool output =
        mode == ReduceDataFormatReconfigMode::OUTPUT || mode == ReduceDataFormatReconfigMode::INPUT_AND_OUTPUT;
    if (input) {
        if constexpr (reduce_swaps_operands<pool, dim, false>()) {
            reconfig_data_format(run.scaler, run.icb);
        } else {
            reconfig_data_format(run.icb, run.scaler);
        }
    }
    if (output) pack_reconfig_data_format(run.ocb);
}

// Brings `count` partial results back into DST, then restores what the copy changed: SrcA's format and the reduce
// setup.
template <PoolType pool, ReduceDim dim, typename AccumulateT>
ALWI void reload_partials(const ReduceRun& run, const AccumulateT& accumulate, uint32_t count) {
    if constexpr (is_accumulate_v<AccumulateT>) {
        if (accumulate.is_first()) return;
        const uint32_t cb = accumulate.config.cb_accumulator;
        const uint32_t srca = reduce_swaps_operands<pool, dim, false>() ? run.scaler : run.icb;
        cb_wait_front(cb, count);
        reconfig_data_format_srca(srca, cb);
        // Maxima of rows are pooled in row 0 of a face: the column that was packed goes there.
        constexpr bool pools_in_row = pool == PoolType::MAX && dim == ReduceDim::REDUCE_ROW;
        copy_tile_to_dst_init_short(cb, 0, pools_in_row);
        for (uint32_t i = 0; i < count; ++i) copy_tile(cb, i, accumulate.config.dst_index + i);
        cb_pop_front(cb, count);
        reconfig_data_format_srca(cb, srca);
        reduce_init<pool, dim>(run.icb, run.scaler, run.ocb);
    }
}

template <typename AccumulateT>
ALWI uint32_t first_dst([[maybe_unused]] const AccumulateT& accumulate) {
    uint32_t slot = 0;
    if constexpr (is_accumulate_v<AccumulateT>) slot = accumulate.config.dst_index;
    return slot;
}

// The section is committed with `count` results from `dst` on; they go to the output CB in order.
ALWI void pack_results(const ReduceRun& run, uint32_t dst, uint32_t count) {
    tile_regs_commit();
    tile_regs_wait();
    for (uint32_t i = 0; i < count; ++i) {
        if (!run.push_at_end) cb_reserve_back(run.ocb, 1);
        pack_tile(dst + i, run.ocb);
        if (!run.push_at_end) cb_push_back(run.ocb, 1);
    }
    tile_regs_release();
}

// One rectangle of tiles reduced into `width` DST slots (COL) or one (ROW, SCALAR).
template <PoolType pool, ReduceDim dim>
ALWI void reduce_rectangle(const ReduceRun& run, uint32_t batch, uint32_t row0, uint32_t rows, uint32_t col0,
                           uint32_t cols, uint32_t dst) {
    constexpr bool by_column = dim == ReduceDim::REDUCE_COL;
    if (run.bulk()) cb_wait_front(run.icb, rows * cols);
    for (uint32_t r = 0; r < rows; ++r) {
        for (uint32_t c = 0; c < cols; ++c) {
            const bool last = by_column ? r + 1 == rows : c + 1 == cols;
            const uint32_t scaler_tile = last ? run.partial.last_tile_scaler_idx : 0;
            uint32_t tile = 0;
            if (run.per_tile()) {
                cb_wait_front(run.icb, 1);
            } else if (run.bulk()) {
                tile = r * cols + c;
            } else {
                tile = run.resident_tile(batch, row0 + r, col0 + c);
            }
            reduce_tile<pool, dim>(run.icb, run.scaler, tile, scaler_tile, by_column ? dst + c : dst);
            if (run.per_tile()) cb_pop_front(run.icb, 1);
        }
    }
    if (run.bulk()) cb_pop_front(run.icb, rows * cols);
}

template <PoolType pool, ReduceDim dim, typename AccumulateT, typename PostOp>
ALWI void reduce_run(ReduceRun run, const AccumulateT& accumulate, PostOp& post_op) {
    static_assert(is_accumulation_type_v<AccumulateT>,
                  "reduce: the accumulation argument must be NoAccumulation{} or an Accumulate");
    if (run.row_stride == 0) run.row_stride = run.cols;
    if (run.init) reduce_init<pool, dim>(run.icb, run.scaler, run.ocb);
    cb_wait_front(run.scaler, run.partial.last_tile_scaler_idx + 1);
    if (run.upfront()) cb_wait_front(run.icb, run.total_tiles());

    const uint32_t dst = first_dst(accumulate);
    const uint32_t outputs_of_batch =
        dim == ReduceDim::REDUCE_ROW ? run.rows : (dim == ReduceDim::REDUCE_COL ? run.cols : 1);
    if (run.push_at_end) cb_reserve_back(run.ocb, outputs_of_batch * run.batches);

    for (uint32_t batch = 0; batch < run.batches; ++batch) {
        if constexpr (dim == ReduceDim::REDUCE_COL) {
            const uint32_t slots = DEST_AUTO_LIMIT - dst;
            for (uint32_t col = 0; col < run.cols; col += slots) {
                const uint32_t width = smaller(slots, run.cols - col);
                tile_regs_acquire();
                reload_partials<pool, dim>(run, accumulate, width);
                reduce_rectangle<pool, dim>(run, batch, 0, run.rows, col, width, dst);
                for (uint32_t i = 0; i < width; ++i) post_op(dst + i);
                pack_results(run, dst, width);
            }
        } else {
            // ROW: one rectangle per tile-row; SCALAR: the whole batch is one.
            const uint32_t rows = dim == ReduceDim::REDUCE_ROW ? 1 : run.rows;
            for (uint32_t row = 0; row < run.rows; row += rows) {
                tile_regs_acquire();
                reload_partials<pool, dim>(run, accumulate, 1);
                reduce_rectangle<pool, dim>(run, batch, row, rows, 0, run.cols, dst);
                post_op(dst);
                pack_results(run, dst, 1);
            }
        }
    }
    if (run.push_at_end) cb_push_back(run.ocb, outputs_of_batch * run.batches);
    if (run.uninit) reduce_uninit();
}

}  // namespace compute_kernel_lib::detail
