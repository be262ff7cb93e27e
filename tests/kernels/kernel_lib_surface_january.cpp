// Every January form of the helpers once, for compile checks: not meant to be run.
#include "compute_kernel_api/compute_kernel_hw_startup.h"
#include "ttnn/cpp/ttnn/kernel_lib/binary_op_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/untilize_helpers.hpp"

using namespace compute_kernel_lib;
using PreloadedPopAtEnd = cb_policies::InputPolicy<cb_policies::WaitCallerManaged, cb_policies::PopAtEnd>;
using WaitUpfrontPopAtEnd = cb_policies::InputPolicy<cb_policies::WaitUpfront, cb_policies::PopAtEnd>;
using PreloadedNoPop =
    compute_kernel_lib::cb_policies::InputPolicy<cb_policies::WaitCallerManaged, cb_policies::PopNever>;

namespace NAMESPACE {
void MAIN {
    constexpr uint32_t Wt = 4;
    compute_kernel_hw_startup(0, 2, 16);
    compute_kernel_lib::tilize(0, Wt, 1, 1);
    compute_kernel_lib::tilize<true, true, true, true, true>(0, Wt, 1, 2, 1, 3, 0, 40);
    compute_kernel_lib::tilize<true, false>(0, Wt, 1, 1, 1, 0, 32);
    compute_kernel_lib::reduce<PoolType::SUM, ReduceDim::REDUCE_ROW, ReduceInputMode::PERSISTENT>(1, 2, 3,
                                                                                                  TileShape::row(Wt));
    compute_kernel_lib::reduce<SUM, REDUCE_COL>(1, 2, 3, TileShape::grid(2, Wt, 3), TileLayout{5});
    compute_kernel_lib::reduce<PoolType::MAX, ReduceDim::REDUCE_SCALAR, ReduceInputMode::PRELOADED,
                               ReduceDataFormatReconfig::NONE, true, false>(1, 2, 3, TileShape::single(), {},
                                                                            Accumulate::at(4, 1), [](uint32_t) {});
    compute_kernel_lib::reduce<PoolType::SUM, ReduceDim::REDUCE_ROW, ReduceInputMode::STREAMING_BATCHED>(1, 2, 3, 4, 5,
                                                                                                         6);
    compute_kernel_lib::binary_op<BinaryOpType::SUB, BroadcastDim::COL, PreloadedPopAtEnd, WaitUpfrontPopAtEnd>(
        1, 3, 4, BinaryTileShape::row(Wt));
    compute_kernel_lib::sub<BroadcastDim::COL, PreloadedNoPop, WaitUpfrontPopAtEnd, cb_policies::OutputBulk>(
        1, 3, 4, BinaryTileShape::grid(2, Wt));
    compute_kernel_lib::add<BroadcastDim::SCALAR>(1, 3, 4, BinaryTileShape::single());
    compute_kernel_lib::mul<BroadcastDim::ROW, cb_policies::StreamingBatched, cb_policies::Persistent,
                            cb_policies::OutputPerChunk>(1, 3, 4, BinaryTileShape::row(Wt), {}, NoAccumulation{},
                                                         [](uint32_t) {});
    compute_kernel_lib::add(1, 3, 4, BinaryTileShape::single());
    compute_kernel_lib::square<cb_policies::Streaming>(1, 4, BinaryTileShape::row(Wt));
    compute_kernel_lib::square(1, 4, BinaryTileShape::row(Wt));
    compute_kernel_lib::mul<BroadcastDim::NONE, BinaryInputMode::STREAMING>(1, 3, 4, BinaryTileShape::row(Wt));
    compute_kernel_lib::untilize<Wt, 4, 16>(1);
    compute_kernel_lib::untilize<Wt, 4, 16, true, true, true>(2, 1, 8);
    compute_kernel_lib::untilize<20, 4, 16>(2, 1);
    compute_kernel_lib::untilize_init<Wt, 4, 16>();
    compute_kernel_lib::untilize_uninit<Wt, 4, 16>();
}
}  // namespace NAMESPACE
