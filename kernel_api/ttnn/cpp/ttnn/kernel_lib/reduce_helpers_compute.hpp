// reduce: tiles of a CB collapsed along rows, columns or both, in every spelling kernels use.
//
//   reduce<PoolType, ReduceDim, ReduceInputMode, reconfig, init, uninit>(icb, scaler, ocb, TileShape, TileLayout, ...)
//   reduce<PoolType, ReduceDim, ReduceInputPolicy, reconfig>(in, scaler, out, ReduceInputBlockShape, ...)
//   reduce<PoolType, ReduceDim, in, scaler, out, ReduceInputPolicy, reconfig, fp32 mode and algorithm>(shape, ...)
//
// Results: ROW one tile per tile-row, COL one per tile-column, SCALAR one per batch. The scaler tile is waited for and
// never popped. A post-op runs on every result in DST before it is packed. COL works through the columns a DST section
// at a time, so a streaming producer delivers tiles in that order (row-major inside a section).
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/reduce_engine.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_via_add.hpp"

namespace compute_kernel_lib {

namespace detail {

template <typename AccumulateT>
constexpr bool reduce_pushes_at_end(ReduceInputPolicy policy) {
    return !is_accumulate_v<AccumulateT> &&
           (policy == ReduceInputPolicy::WaitUpfrontNoPop || policy == ReduceInputPolicy::NoWaitNoPop);
}

constexpr ReduceInputPolicy policy_of(ReduceInputMode mode) {
    switch (mode) {
        case ReduceInputMode::STREAMING_BATCHED: return ReduceInputPolicy::BulkWaitBulkPop;
        case ReduceInputMode::PERSISTENT: return ReduceInputPolicy::WaitUpfrontNoPop;
        case ReduceInputMode::PRELOADED: return ReduceInputPolicy::NoWaitNoPop;
        default: return ReduceInputPolicy::WaitAndPopPerTile;
    }
}

// The two optional modes of the later form, in either order.
template <typename T>
constexpr ReduceAlgorithm algorithm_of(ReduceAlgorithm found, T mode) {
    if constexpr (same_type<T, ReduceAlgorithm>) {
        return mode;
    } else {
        return found;
    }
}

template <PoolType pool, ReduceDim dim, uint32_t in, uint32_t scaler, uint32_t out, ReduceInputPolicy policy,
          ReduceDataFormatReconfigMode reconfig, ReduceAlgorithm algorithm, ReduceWithinTile within_tile,
          typename AccumulateT, typename PostOp>
ALWI void reduce_dispatch(ReduceInputBlockShape shape, ReduceInputMemoryLayout layout, const AccumulateT& accumulate,
                          PostOp& post_op, ReducePartialScaler partial) {
    const ReduceRun run{.icb = in,
                        .scaler = scaler,
                        .ocb = out,
                        .rows = shape.rows,
                        .cols = shape.cols,
                        .batches = shape.batches,
                        .row_stride = layout.row_stride,
                        .policy = policy,
                        .push_at_end = reduce_pushes_at_end<AccumulateT>(policy),
                        .init = true,
                        .uninit = true,
                        .partial = partial};
    if constexpr (algorithm == ReduceAlgorithm::AccumulateViaAdd) {
        reduce_via_add<pool, dim, within_tile>(run, reconfig, accumulate, post_op);
    } else {
        static_assert(within_tile == ReduceWithinTile::Collapse,
                      "reduce: ReduceWithinTile::Skip needs ReduceAlgorithm::AccumulateViaAdd; reduce_tile always "
                      "collapses the tile");
        reduce_reconfig<pool, dim>(run, reconfig);
        reduce_run<pool, dim>(run, accumulate, post_op);
    }
}

}  // namespace detail

// CBs as run-time arguments: February to June 2026.
template <PoolType reduce_type, ReduceDim reduce_dim,
          ReduceInputPolicy input_policy = ReduceInputPolicy::WaitAndPopPerTile,
          ReduceDataFormatReconfigMode reconfig_mode = ReduceDataFormatReconfigMode::INPUT_AND_OUTPUT,
          typename AccumulateT = NoAccumulation, typename PostReduceOp = NoOp>
ALWI void reduce(uint32_t input_cb, uint32_t scaler_cb, uint32_t output_cb, ReduceInputBlockShape shape,
                 ReduceInputMemoryLayout layout = ReduceInputMemoryLayout::contiguous(),
                 AccumulateT accumulate = AccumulateT{}, PostReduceOp post_reduce_op = PostReduceOp{},
                 ReducePartialScaler partial_scaler = ReducePartialScaler::none()) {
    const detail::ReduceRun run{.icb = input_cb,
                                .scaler = scaler_cb,
                                .ocb = output_cb,
                                .rows = shape.rows,
                                .cols = shape.cols,
                                .batches = shape.batches,
                                .row_stride = layout.row_stride,
                                .policy = input_policy,
                                .push_at_end = detail::reduce_pushes_at_end<AccumulateT>(input_policy),
                                .init = true,
                                .uninit = true,
                                .partial = partial_scaler};
    detail::reduce_reconfig<reduce_type, reduce_dim>(run, reconfig_mode);
    detail::reduce_run<reduce_type, reduce_dim>(run, accumulate, post_reduce_op);
}

// CBs as template arguments: from 27 June 2026 on. The two modes after the reconfiguration are ReduceFp32Mode and
// ReduceAlgorithm, either, both or none, in whichever order the tree of the kernel has them.
template <PoolType reduce_type, ReduceDim reduce_dim, uint32_t input_cb, uint32_t scaler_cb, uint32_t output_cb,
          ReduceInputPolicy input_policy = ReduceInputPolicy::WaitAndPopPerTile,
          ReduceDataFormatReconfigMode reconfig_mode = ReduceDataFormatReconfigMode::INPUT_AND_OUTPUT,
          auto mode_a = ReduceFp32Mode::Fast, auto mode_b = ReduceFp32Mode::Fast, typename AccumulateT = NoAccumulation,
          typename PostReduceOp = NoOp, ReduceWithinTile within_tile = ReduceWithinTile::Collapse>
ALWI void reduce(ReduceInputBlockShape shape, ReduceInputMemoryLayout layout = ReduceInputMemoryLayout::contiguous(),
                 AccumulateT accumulate = AccumulateT{}, PostReduceOp post_reduce_op = PostReduceOp{},
                 ReducePartialScaler partial_scaler = ReducePartialScaler::none()) {
    constexpr auto algorithm = detail::algorithm_of(detail::algorithm_of(ReduceAlgorithm::Auto, mode_a), mode_b);
    detail::reduce_dispatch<reduce_type, reduce_dim, input_cb, scaler_cb, output_cb, input_policy, reconfig_mode,
                            algorithm, within_tile>(shape, layout, accumulate, post_reduce_op, partial_scaler);
}

// The same with one mode and the types spelled out, then with none.
template <PoolType reduce_type, ReduceDim reduce_dim, uint32_t input_cb, uint32_t scaler_cb, uint32_t output_cb,
          ReduceInputPolicy input_policy, ReduceDataFormatReconfigMode reconfig_mode, auto mode, typename AccumulateT,
          typename PostReduceOp = NoOp>
ALWI void reduce(ReduceInputBlockShape shape, ReduceInputMemoryLayout layout = ReduceInputMemoryLayout::contiguous(),
                 detail::NotDeduced<AccumulateT> accumulate = AccumulateT{},
                 PostReduceOp post_reduce_op = PostReduceOp{},
                 ReducePartialScaler partial_scaler = ReducePartialScaler::none()) {
    detail::reduce_dispatch<reduce_type, reduce_dim, input_cb, scaler_cb, output_cb, input_policy, reconfig_mode,
                            detail::algorithm_of(ReduceAlgorithm::Auto, mode), ReduceWithinTile::Collapse>(
        shape, layout, accumulate, post_reduce_op, partial_scaler);
}

template <PoolType reduce_type, ReduceDim reduce_dim, uint32_t input_cb, uint32_t scaler_cb, uint32_t output_cb,
          ReduceInputPolicy input_policy, ReduceDataFormatReconfigMode reconfig_mode, typename AccumulateT,
          typename PostReduceOp = NoOp>
ALWI void reduce(ReduceInputBlockShape shape, ReduceInputMemoryLayout layout = ReduceInputMemoryLayout::contiguous(),
                 detail::NotDeduced<AccumulateT> accumulate = AccumulateT{},
                 PostReduceOp post_reduce_op = PostReduceOp{},
                 ReducePartialScaler partial_scaler = ReducePartialScaler::none()) {
    detail::reduce_dispatch<reduce_type, reduce_dim, input_cb, scaler_cb, output_cb, input_policy, reconfig_mode,
                            ReduceAlgorithm::Auto, ReduceWithinTile::Collapse>(shape, layout, accumulate,
                                                                               post_reduce_op, partial_scaler);
}

// A sum divided by `n_reduced` in DST, so that the scaler tile stays at one whatever the width.
template <ReduceDim reduce_dim, uint32_t input_cb, uint32_t scaler_cb, uint32_t output_cb,
          ReduceInputPolicy input_policy = ReduceInputPolicy::WaitAndPopPerTile,
          ReduceDataFormatReconfigMode reconfig_mode = ReduceDataFormatReconfigMode::INPUT_AND_OUTPUT,
          auto mode_a = ReduceAlgorithm::AccumulateViaAdd, auto mode_b = ReduceFp32Mode::Fast,
          typename AccumulateT = NoAccumulation>
ALWI void reduce_mean(ReduceInputBlockShape shape, uint32_t n_reduced,
                      ReduceInputMemoryLayout layout = ReduceInputMemoryLayout::contiguous(),
                      AccumulateT accumulate = AccumulateT{},
                      ReducePartialScaler partial_scaler = ReducePartialScaler::none()) {
    constexpr auto algorithm =
        detail::algorithm_of(detail::algorithm_of(ReduceAlgorithm::AccumulateViaAdd, mode_a), mode_b);
    const uint32_t inverse_bits = __builtin_bit_cast(uint32_t, 1.0f / static_cast<float>(n_reduced));
    auto divide = [inverse_bits](uint32_t dst) {
        binop_with_scalar_tile_init();
        mul_unary_tile(dst, inverse_bits);
    };
    detail::reduce_dispatch<PoolType::SUM, reduce_dim, input_cb, scaler_cb, output_cb, input_policy, reconfig_mode,
                            algorithm, ReduceWithinTile::Collapse>(shape, layout, accumulate, divide, partial_scaler);
}

// January 2026: runtime CBs, TileShape, init and uninit as switches.
template <PoolType reduce_type, ReduceDim reduce_dim, ReduceInputMode input_mode = ReduceInputMode::STREAMING,
          ReduceDataFormatReconfig reconfig = ReduceDataFormatReconfig::BOTH, bool init = true, bool uninit = true,
          typename AccumulateT = NoAccumulation, typename PostReduceOp = NoOp>
ALWI void reduce(uint32_t icb, uint32_t icb_scaler, uint32_t ocb, TileShape shape, TileLayout layout = {},
                 AccumulateT accumulate = AccumulateT{}, PostReduceOp post_reduce_op = PostReduceOp{}) {
    const detail::ReduceRun run{
        .icb = icb,
        .scaler = icb_scaler,
        .ocb = ocb,
        .rows = shape.rows,
        .cols = shape.cols,
        .batches = shape.batches,
        .row_stride = layout.row_stride,
        .policy = detail::policy_of(input_mode),
        .push_at_end = input_mode == ReduceInputMode::PRELOADED && !is_accumulate_v<AccumulateT>,
        .init = init,
        .uninit = uninit,
        .partial = ReducePartialScaler::none()};
    detail::reduce_reconfig<reduce_type, reduce_dim>(run, reconfig);
    detail::reduce_run<reduce_type, reduce_dim>(run, accumulate, post_reduce_op);
}

// December 2025: plain counts. `row_chunk` was a hint for COL; the DST limit is used instead.
template <PoolType reduce_type, ReduceDim reduce_dim, ReduceInputMode input_mode = ReduceInputMode::STREAMING,
          typename PostReduceOp = NoOp>
ALWI void reduce(uint32_t icb, uint32_t icb_scaler, uint32_t ocb, uint32_t Ht, uint32_t Wt, uint32_t num_batches,
                 uint32_t row_chunk = 0, uint32_t input_stride = 0, PostReduceOp post_reduce_op = PostReduceOp{}) {
    reduce<reduce_type, reduce_dim, input_mode>(icb, icb_scaler, ocb, TileShape::grid(Ht, Wt, num_batches),
                                                TileLayout{input_stride}, NoAccumulation{}, post_reduce_op);
}

}  // namespace compute_kernel_lib
