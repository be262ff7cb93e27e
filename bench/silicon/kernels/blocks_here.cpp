// (A + B) @ C from rows to rows in L1, so many tile-rows at a time: tilize, tilize, add, matmul, untilize.
#include "api/compute/compute_kernel_hw_startup.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_convenience.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/matmul_block_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/untilize_helpers.hpp"

namespace {

using namespace compute_kernel_lib;
constexpr uint32_t kA = 0, kB = 1, kC = 2, kTiledA = 3, kTiledB = 4, kSum = 5, kProduct = 6, kOut = 16;
constexpr uint32_t kRows = get_compile_time_arg_val(0), kBlocks = get_compile_time_arg_val(1);
constexpr uint32_t kInner = get_compile_time_arg_val(2), kWidth = get_compile_time_arg_val(3);
constexpr bool kFormats = get_compile_time_arg_val(5) != 0;

template <uint32_t in, uint32_t out>
void to_tiles() {
    using namespace tilize_config;
    using Formats = ReconfigureRegisterDatatypeMode;
    constexpr auto kMode = kFormats ? Formats::UnpackAndPackReconfigure : Formats::NoReconfigure;
    tilize<kInner, in, out, InitUninitMode::InitAndUninit, WaitMode::WaitBlock, kMode>(kRows);
}

void add_blocks() {
    constexpr auto kStream = InputLifecycle::Streaming;
    constexpr auto kIn = kFormats ? BinaryDataFormatReconfig::Input : BinaryDataFormatReconfig::None;
    constexpr auto kPack = kFormats ? PackTileReconfig::Output : PackTileReconfig::None;
    add<kTiledA, kTiledB, kSum, BroadcastDim::None, kStream, kStream, OutputLifecycle::Streaming, kIn, kPack>(
        EltwiseShape::tiles(kRows * kInner));
}

void multiply() {
    using matmul_config::DataFormatReconfig;
    constexpr auto kMode = kFormats ? DataFormatReconfig::INPUT_AND_OUTPUT : DataFormatReconfig::NONE;
    constexpr uint32_t kAtOnce = 4;  // tiles of DST with 32 bits
    const auto shape = MatmulBlockShape::of(kRows, kWidth / kAtOnce, 1, kAtOnce, kInner, 1);
    CircularBuffer left(kSum), right(kC), result(kProduct);
    constexpr auto kTaken = InputPolicy::WaitAndPopPerKBlock, kKept = InputPolicy::WaitAndRetainOnLastBlock;
    constexpr auto kOrder = OutputCBLayout::SubblockMajor;
    constexpr auto kTarget = LastBlockTarget::Out;
    constexpr auto kInit = matmul_config::InitMode::Short;
    matmul_block<false, false, kTarget, kOrder, kInit, kTaken, kKept, NoPostCompute, NoPreKBlock, NoPostKBlock, 0,
                 NoKBlockInnerDimFn, NoIn0Source, NoIn1BaseOffset, false, NoneActivation, kMode>(left, right, result,
                                                                                                 result, shape);
}

void to_rows() {
    using namespace untilize_config;
    using Formats = ReconfigureRegisterDatatypeMode;
    constexpr auto kMode = kFormats ? Formats::UnpackAndPackReconfigure : Formats::NoReconfigure;
    untilize<kWidth, kProduct, kOut, InitUninitMode::InitAndUninit, WaitMode::WaitBlock, kMode>(kRows);
}

void announce(uint32_t cb, uint32_t pages) {
    cb_reserve_back(cb, pages);
    cb_push_back(cb, pages);
}

}  // namespace

void kernel_main() {
    constexpr uint32_t kInTiles = kRows * kBlocks * kInner, kOutTiles = kRows * kBlocks * kWidth;
    compute_kernel_hw_startup(kA, kTiledA);
    announce(kC, kInner * kWidth);
    for (uint32_t left = get_compile_time_arg_val(4); left > 0; --left) {
        announce(kA, kInTiles);
        announce(kB, kInTiles);
        for (uint32_t block = 0; block < kBlocks; ++block) {
            to_tiles<kA, kTiledA>();
            to_tiles<kB, kTiledB>();
            add_blocks();
            multiply();
            to_rows();
        }
        if (left > 1) {
            cb_wait_front(kOut, kOutTiles);
            cb_pop_front(kOut, kOutTiles);
        }
    }
}
