// The forms of February to May once, for compile checks: not meant to be run.
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_unary/rsqrt.h"
#include "ttnn/cpp/ttnn/kernel_lib/binary_op_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/cb_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/copy_tile_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_compute.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/streaming_reduce_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/untilize_helpers.hpp"

namespace ckl = compute_kernel_lib;

void kernel_main() {
    constexpr uint32_t Wt = 4;
    using In = ckl::BinaryInputPolicy;
    using namespace ckl::tilize_config;
    compute_kernel_hw_startup(0, 2, 16);
    ckl::tilize<Wt, 0, 1>(1);
    ckl::tilize<Wt, 0, 1>(1, 1);
    ckl::tilize<Wt, 0, 1, InitUninitMode::InitOnly, WaitMode::NoWait, ReconfigureRegisterDatatypeMode::NoReconfigure>(
        2);
    ckl::tilize<0, 1>(Wt, 3);
    ckl::tilize<0, 1, InitUninitMode::Neither, WaitMode::WaitUpfront>(Wt, 3, 70);
    ckl::untilize<Wt, 1, 16>(1);
    ckl::untilize<17, 1, 16, ckl::untilize_config::InitUninitMode::InitAndUninit,
                  ckl::untilize_config::WaitMode::WaitUpfront>(1);
    auto post = [](uint32_t dst) {
        rsqrt_tile_init();
        rsqrt_tile(dst);
    };
    ckl::reduce<SUM, REDUCE_ROW, ckl::ReduceInputPolicy::WaitUpfrontNoPop>(1, 2, 3,
                                                                           ckl::ReduceInputBlockShape::row(Wt));
    ckl::reduce<SUM, REDUCE_ROW>(1, 2, 3, ckl::ReduceInputBlockShape::row(Wt));
    ckl::reduce<PoolType::MAX, ReduceDim::REDUCE_COL, ckl::ReduceInputPolicy::BulkWaitBulkPop,
                ckl::ReduceDataFormatReconfigMode::NONE>(
        1, 2, 3, ckl::ReduceInputBlockShape::of(2, Wt, 2), ckl::ReduceInputMemoryLayout::with_row_stride(8),
        ckl::NoAccumulation{}, post, ckl::ReducePartialScaler::last_tile_at(1));
    ckl::reduce<SUM, REDUCE_ROW>(1, 2, 3, ckl::ReduceInputBlockShape::row(Wt),
                                 ckl::ReduceInputMemoryLayout::contiguous(),
                                 ckl::Accumulate(ckl::AccumulationConfig::with_cb(3), 1));
    ckl::sub<ckl::BroadcastDim::COL, In::NoWaitPopAtEnd, In::WaitAndPopPerTile>(1, 3, 4,
                                                                                ckl::BinaryInputBlockShape::row(Wt));
    ckl::add<ckl::BroadcastDim::SCALAR, In::WaitAndPopPerTile, In::WaitUpfrontNoPop>(
        1, 3, 4, ckl::BinaryInputBlockShape::single(), post);
    ckl::mul<ckl::BroadcastDim::ROW, In::WaitAndPopPerChunk, In::WaitUpfrontPopAtEnd, ckl::BinaryOutputPolicy::PerChunk,
             ckl::BinaryDataFormatReconfig::NONE, false>(1, 3, 4, ckl::BinaryInputBlockShape::of(2, Wt), post,
                                                         ckl::NoAccumulation{});
    ckl::add(1, 3, 4, ckl::BinaryInputBlockShape::of(2, Wt), ckl::NoOp{}, ckl::BinaryAccumulate{5});
    ckl::add(1, 3, 4, ckl::BinaryInputBlockShape::of(2, Wt), {}, {}, post);
    ckl::mul(1, 3, 4, ckl::BinaryInputBlockShape::of(2, Wt), ckl::BinaryTileLayout{}, ckl::NoAccumulation{}, post);
    ckl::add<ckl::BroadcastDim::NONE>(1, 3, 4, ckl::BinaryInputBlockShape::of(2, Wt), ckl::BinaryTileLayout{});
    ckl::square<In::WaitUpfrontNoPop>(1, 4, ckl::BinaryInputBlockShape::row(Wt));
    ckl::square(1, 4, ckl::BinaryInputBlockShape::row(Wt), post);
    ckl::binary_op<ckl::BinaryOpType::SQUARE>(1, 1, 4, ckl::BinaryInputBlockShape::row(Wt));
    ckl::add_in_place<ckl::BroadcastDim::COL, In::WaitUpfrontPopAtEnd>(1, 3, ckl::BinaryInputBlockShape::of(2, Wt));
    ckl::sub_in_place(1, 3, ckl::BinaryInputBlockShape::of(2, Wt), post);
    ckl::mul_in_place<ckl::BroadcastDim::ROW>(1, 3, ckl::BinaryInputBlockShape::of(2, Wt));
    ckl::square_in_place(1, ckl::BinaryInputBlockShape::of(2, Wt));
    ckl::binary_op_in_place<ckl::BinaryOpType::ADD>(1, 3, ckl::BinaryInputBlockShape::of(2, Wt));
    ckl::copy_tiles(1, 4, 3);
    ckl::copy_tiles<ckl::CopyInputPolicy::NoWaitNoPop, ckl::CopyDataFormatReconfig::NONE>(1, 4, 3, post);
    ckl::accumulate_reduce<PoolType::SUM, ReduceDim::REDUCE_ROW>(1, 2, 3, ckl::ReduceInputBlockShape::of(1, Wt), 2);
    ckl::accumulate_reduce_block<PoolType::SUM, ReduceDim::REDUCE_ROW>(
        1, 2, 3, ckl::ReduceInputBlockShape::of(1, Wt), 1, 2, ckl::ReducePartialScaler::last_tile_at(1), post);
    ckl::transform_in_place(3, post);
    static_assert(ckl::get_full_tile_size<DataFormat::Bfp8_b>() == 1088);
    if (ckl::get_cb_num_pages(1) == 0 || !ckl::is_valid_cb_tile_page_size(1, DataFormat::Float16_b)) return;
}
