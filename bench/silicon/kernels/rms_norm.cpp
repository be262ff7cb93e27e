// x / sqrt(mean(x * x) + eps), times gamma where there is one, a tile-row at a time.
#include "api/compute/compute_kernel_hw_startup.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_chain.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_convenience.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_math.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_scalar.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_compute.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers.hpp"

void kernel_main() {
    using namespace compute_kernel_lib;
    constexpr uint32_t kX = 0, kGamma = 1, kScaler = 2, kGammaRow = 3, kSquares = 24, kSum = 25, kFactor = 26,
                       kScaled = 27, kOut = 16;
    constexpr uint32_t kWidth = get_compile_time_arg_val(0);
    constexpr bool kHasGamma = get_compile_time_arg_val(1) != 0;
    constexpr uint32_t kPerElement = get_compile_time_arg_val(2), kEps = get_compile_time_arg_val(3);
    constexpr uint32_t kChunk = get_compile_time_arg_val(4);  // tiles of DST
    constexpr auto kHeld = InputLifecycle::HeldBulk, kStream = InputLifecycle::Streaming;
    constexpr auto kGiven = OutputLifecycle::Streaming;
    constexpr auto kEach = OperandKind::Block;
    constexpr auto kFormats = BinaryDataFormatReconfig::Input;
    using Square =
        BinaryFpu<kX, kX, BinaryFpuOp::Mul, BroadcastDim::None, kHeld, kHeld, kFormats, Dst::D0, kEach, kEach>;
    using Scale = BinaryFpu<kX, kFactor, BinaryFpuOp::Mul, BroadcastDim::Col, kStream, kHeld, kFormats, Dst::D0,
                            OperandKind::Scalar, OperandKind::Scalar>;
    using ByGamma = BinaryFpu<kScaled, kGamma, BinaryFpuOp::Mul, BroadcastDim::Row, kStream, kHeld, kFormats, Dst::D0,
                              OperandKind::Scalar, kEach, TileOffset::Unset, TileOffset::Set>;
    compute_kernel_hw_startup(kX, kScaler, kOut);
    for (uint32_t at = 0; kHasGamma && at < kWidth; at += kChunk) tilize<kChunk, kGammaRow, kGamma>(1);
    for (uint32_t left = get_arg_val<uint32_t>(0); left > 0; --left) {
        const auto row = EltwiseShape::tiles(kWidth);
        eltwise_chain(row, Square{}, PackTile<kSquares, kGiven>{});
        using enum ckernel::ReduceDim;
        reduce<ckernel::PoolType::SUM, REDUCE_ROW, ReduceInputPolicy::BulkWaitBulkPop>(
            kSquares, kScaler, kSum, ReduceInputBlockShape::of(1, kWidth), ReduceInputMemoryLayout::contiguous());
        eltwise_chain(EltwiseShape::tiles(1), CopyTile<kSum, Dst::D0, kStream>{}, MulUnary<>{kPerElement},
                      AddUnary<>{kEps}, Rsqrt<>{}, PackTile<kFactor, kGiven>{});
        if constexpr (kHasGamma) {
            for (uint32_t at = 0; at < kWidth; at += kChunk) {
                const auto chunk = EltwiseShape::tiles(kChunk);
                eltwise_chain(chunk, Scale{}, PackTile<kScaled, kGiven>{});
                eltwise_chain(chunk, ByGamma{0, at}, PackTile<kOut, kGiven>{});
            }
            cb_pop_front(kFactor, 1);
        } else {
            mul<kX, kFactor, kOut, BroadcastDim::Col, kStream, InputLifecycle::Bulk>(row);
        }
    }
}
