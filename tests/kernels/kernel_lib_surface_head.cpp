// The forms with CBs as template arguments, and the chains, once each, for compile checks: not meant to be run.
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_unary/rsqrt.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise/api/convenience.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_activations.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_binary_sfpu.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_fill.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_math.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_misc.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_optional.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_predicates.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_rounding.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_scalar.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_special.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_ternary.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_trig.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/perf_instrumentation.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_compute.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/untilize_helpers.hpp"

namespace ckl = compute_kernel_lib;
using ckl::Dst;

void reduces() {
    using Policy = ckl::ReduceInputPolicy;
    using Reconfig = ckl::ReduceDataFormatReconfigMode;
    constexpr auto sum = ckernel::PoolType::SUM;
    constexpr auto row = ckernel::ReduceDim::REDUCE_ROW;
    constexpr auto col = ckernel::ReduceDim::REDUCE_COL;
    const auto shape = ckl::ReduceInputBlockShape::of(2, 4, 1);
    const auto flat = ckl::ReduceInputMemoryLayout::contiguous();
    ckl::reduce<sum, row, 1, 2, 3>(shape);
    ckl::reduce<sum, row, 1, 2, 3, Policy::BulkWaitBulkPop, Reconfig::NONE>(shape, flat, ckl::Accumulate::at(3, 1));
    ckl::reduce<sum, row, 1, 2, 3, Policy::BulkWaitBulkPop, Reconfig::NONE, ReduceFp32Mode::Fast>(
        shape, flat, ckl::NoAccumulation{}, [](uint32_t) {});
    ckl::reduce<sum, row, 1, 2, 3, Policy::BulkWaitBulkPop, Reconfig::NONE, ReduceFp32Mode::Fast, ckl::NoAccumulation>(
        shape);
    ckl::reduce<sum, row, 1, 2, 3, Policy::BulkWaitBulkPop, Reconfig::NONE, ckl::NoAccumulation, ckl::NoOp>(shape);
    ckl::reduce<sum, row, 1, 2, 3, Policy::BulkWaitBulkPop, Reconfig::NONE, ReduceFp32Mode::Fast,
                ckl::ReduceAlgorithm::AccumulateViaAdd>(
        shape, flat, ckl::Accumulate::at_last(3, 1).with_reload(ckl::AccumulateReloadMode::FoldViaAdd), ckl::NoOp{},
        ckl::ReducePartialScaler::partial_mask(7, 1));
    ckl::reduce<sum, col, 1, 2, 3, Policy::BulkWaitBulkPop, Reconfig::NONE, ckl::ReduceAlgorithm::AccumulateViaAdd>(
        shape);
    ckl::reduce<sum, row, 1, 2, 3, Policy::WaitAndPopPerTile, Reconfig::INPUT_AND_OUTPUT, ReduceFp32Mode::Fast,
                ckl::ReduceAlgorithm::AccumulateViaAdd, ckl::NoAccumulation, ckl::NoOp, ckl::ReduceWithinTile::Skip>(
        shape);
    ckl::reduce_mean<row, 1, 2, 3>(shape, 100);
    ckl::reduce_mean<row, 1, 2, 3, Policy::WaitAndPopPerTile, Reconfig::NONE, ReduceFp32Mode::Fast,
                     ckl::ReduceAlgorithm::ReduceTile>(shape, 100);
}

void chains() {
    using In = ckl::InputLifecycle;
    using Out = ckl::OutputLifecycle;
    using Kind = ckl::OperandKind;
    using Reconfig = ckl::BinaryDataFormatReconfig;
    ckl::add<0, 1, 2>(ckl::EltwiseShape::tiles(4));
    ckl::sub<0, 1, 2, ckl::BroadcastDim::Col, In::Streaming, In::HeldBulk, Out::Streaming, Reconfig::Input,
             ckl::PackTileReconfig::Output, Kind::Scalar, Kind::Col>(ckl::EltwiseShape::of(2, 3));
    ckl::mul<tt::CBIndex::c_0, tt::CBIndex::c_1, tt::CBIndex::c_2, ckl::BroadcastDim::Row, In::Chunked, In::Bulk,
             Out::Chunked, Reconfig::None, ckl::PackTileReconfig::None, Kind::Block, Kind::Row>(
        ckl::EltwiseShape::grid(2, 3, 2));
    ckl::square<0, 2>(ckl::EltwiseShape::single());
    ckl::unary<ckl::Square<>, 0, 2, In::Streaming, Out::Streaming, ckl::CopyTileReconfig::None>(
        ckl::EltwiseShape::tiles(2));
    ckl::binary_sfpu<ckl::MulBinary<>, 0, 1, 2>(ckl::EltwiseShape::tiles(2));
    ckl::copy<0, 2>(ckl::EltwiseShape::tiles(2));
    ckl::unary_bcast<ckl::BroadcastDim::Row, 0, 2>(ckl::EltwiseShape::tiles(2));
    constexpr auto grid = ckl::IterationShape::grid(2, 5).block_size(2);
    ckl::add<ckl::input(0), ckl::input(1, ckl::BroadcastDim::Col), ckl::output(2)>(grid);
    ckl::square<ckl::input(0, ckl::WaitPolicy::Upfront, ckl::PopPolicy::AtEnd, Kind::Block),
                ckl::output(2, ckl::ReservePolicy::PerBlockSize, ckl::PushPolicy::PerBlockSize)>(grid);
    ckl::sum_of_squares<ckl::input(0, ckl::WaitPolicy::Upfront, ckl::PopPolicy::AtEnd, Kind::Block),
                        ckl::row_output(2)>(grid);
    ckl::typecast<ckl::input(0), ckl::output(2)>(ckl::IterationShape::tiles(4));
    ckl::eltwise_chain(ckl::EltwiseShape::tiles(4), ckl::CopyTile<0>{}, ckl::MulUnary<>{0x3f800000}, ckl::Rsqrt<>{},
                       ckl::DestReuseBinary<1, ckl::BinaryFpuOp::Mul, ckl::DestReuseType::DEST_TO_SRCA, In::HeldBulk>{},
                       ckl::OptionalChainElement<false, ckl::Exp<>>{}, ckl::PackTile<2>{},
                       ckl::PackTile<3, Out::Bulk>{});
    ckl::eltwise_chain(4,
                       ckl::CopyTile<0, Dst::D0, ckl::CopyTilePolicy::NoWaitNoPop, ckl::CbIndexMode::BlockIter,
                                     ckl::CopyTileReconfig::Input>{},
                       ckl::Square<Dst::D0>{},
                       ckl::PackTile<2, Dst::D0, ckl::PackTilePolicy::PerTileReserveAndPush,
                                     ckl::PackTileIndexMode::FirstTile, ckl::PackTileReconfig::Output>{});
    ckl::eltwise_chain(4,
                       ckl::BinaryFpu<0, 1, 2, ckl::BinaryFpuOp::Mul, ckl::BroadcastDim::Col, Reconfig::InputAndOutput,
                                      ckl::CopyTilePolicy::WaitAndPop, ckl::CopyTilePolicy::WaitNoPop,
                                      ckl::CbIndexMode::FirstTile, Dst::D0, ckl::CbIndexMode::FirstTile>{},
                       ckl::PackTile<2, Dst::D0, ckl::PackTilePolicy::PerTileReserveAndPush>{});
    constexpr auto strided = ckl::input(0, ckl::WaitPolicy::None, ckl::PopPolicy::None, Kind::Block,
                                        ckl::DataFormatReconfig::Enabled, ckl::TileOffset::Strided);
    constexpr auto row_sum =
        ckl::output(2, ckl::ReservePolicy::PerOuter, ckl::PushPolicy::PerOuter, ckl::DataFormatReconfig::Enabled,
                    ckl::PackRelu::Zero, ckl::L1Accumulation::Disabled, ckl::DestAccumulation::PerRow);
    ckl::eltwise_chain<ckl::InitReconfigOwner::Caller>(
        grid,
        ckl::BinaryFpu<ckl::BinaryFpuOp::Mul, strided, strided, Dst::D0, ckl::DestAccumulation::PerRow>{
            ckl::StridedTileRange{1, 8}, ckl::StridedTileRange{1, 8}},
        ckl::PackTile<row_sum>{});
    constexpr auto page_sum =
        ckl::output(2, ckl::ReservePolicy::OneUpfront, ckl::PushPolicy::OneAtEnd, ckl::DataFormatReconfig::Enabled,
                    ckl::PackRelu::Disabled, ckl::L1Accumulation::Enabled);
    ckl::eltwise_chain(grid, ckl::CopyTile<ckl::input(0)>{}, ckl::PackTile<page_sum>{});
}

template <class... Es>
void dest_elements(Es... elements) {
    ckl::eltwise_chain(1, ckl::CopyTile<0>{}, elements..., ckl::PackTile<2>{});
}

void kernel_main() {
    compute_kernel_hw_startup(0, 2, 16);
    MaybeDeviceZoneScope("all");
    using enum ckl::Approx;
    ckl::tilize<4, 0, 1>(2);
    ckl::untilize<4, 1, 16, ckl::untilize_config::InitUninitMode::InitOnly>(2);
    reduces();
    chains();
    constexpr auto bf16 = DataFormat::Float16_b;
    dest_elements(ckl::Exp<>{}, ckl::Exp<Exact, Fast, Dst::D1>{}, ckl::Exp<Exact, Dst::D1>{}, ckl::Log<>{},
                  ckl::Sqrt<Fast>{}, ckl::Rsqrt<Exact, ckl::Legacy::On>{}, ckl::Log1p<>{}, ckl::Recip<>{},
                  ckl::Cbrt<>{}, ckl::Exp2<>{}, ckl::Power<>{2u}, ckl::PowerIterative<>{2}, ckl::Rpow<>{2},
                  ckl::Cumsum<>{});
    dest_elements(ckl::Relu<>{}, ckl::Sigmoid<>{}, ckl::Silu<>{}, ckl::Tanh<>{}, ckl::Gelu<>{}, ckl::Hardsigmoid<>{},
                  ckl::Softsign<>{}, ckl::Hardmish<>{}, ckl::TanhDerivative<>{}, ckl::GeluDerivative<>{},
                  ckl::Hardtanh<>{0, 1}, ckl::Elu<>{1}, ckl::Selu<>{1, 2}, ckl::Softplus<>{1, 2, 3}, ckl::Prelu<>{1},
                  ckl::LeakyRelu<>{1}, ckl::Logsigmoid<>{});
    dest_elements(ckl::AddUnary<>{1}, ckl::SubUnary<>{1}, ckl::DivUnary<>{1}, ckl::RsubUnary<>{1}, ckl::RdivUnary<>{1},
                  ckl::Clamp<>{0, 1}, ckl::Threshold<>{0, 1}, ckl::Dropout<>{0, 1, 2});
    dest_elements(ckl::Identity<>{}, ckl::Negative<>{}, ckl::Abs<>{}, ckl::Sign<>{}, ckl::CopyDest<Dst::D0, Dst::D1>{},
                  ckl::Typecast<0, 5>{}, ckl::Mask<>{}, ckl::MaskPosInf<>{}, ckl::FillScalar<>{1.5f}, ckl::FillInt<>{1},
                  ckl::FillBitcast<>{1}, ckl::RandTile<>{0, 1, 2});
    dest_elements(ckl::Floor<>{}, ckl::Ceil<>{}, ckl::Trunc<>{}, ckl::Frac<>{}, ckl::Round<>{2}, ckl::Sin<>{},
                  ckl::Cos<>{}, ckl::Tan<>{}, ckl::Asin<>{}, ckl::Acos<>{}, ckl::Atan<>{}, ckl::Sinh<>{}, ckl::Cosh<>{},
                  ckl::Asinh<>{}, ckl::Acosh<>{}, ckl::Atanh<>{});
    dest_elements(ckl::Eqz<>{}, ckl::Nez<>{}, ckl::Ltz<>{}, ckl::Lez<>{}, ckl::Gtz<>{}, ckl::Gez<>{}, ckl::Isinf<>{},
                  ckl::Isnan<>{}, ckl::Isfinite<>{}, ckl::Isposinf<>{}, ckl::Isneginf<>{}, ckl::UnaryEq<>{1},
                  ckl::UnaryNe<>{1}, ckl::UnaryGt<>{1}, ckl::UnaryGe<>{1}, ckl::UnaryLt<>{1}, ckl::UnaryLe<>{1});
    dest_elements(ckl::Erf<>{}, ckl::Erfc<>{}, ckl::Erfinv<>{}, ckl::I0<>{}, ckl::I1<>{}, ckl::Digamma<>{},
                  ckl::Where<bf16>{}, ckl::Lerp<bf16>{}, ckl::SnakeBeta<bf16>{}, ckl::Addcmul<bf16>{1},
                  ckl::Addcdiv<bf16>{1});
    dest_elements(ckl::AddBinary<>{}, ckl::SubBinary<>{}, ckl::RsubBinary<>{}, ckl::DivBinary<>{}, ckl::PowerBinary<>{},
                  ckl::BinaryMax<>{}, ckl::BinaryMin<>{}, ckl::AddIntBinary<DataFormat::Int32>{},
                  ckl::SubIntBinary<DataFormat::Int32>{}, ckl::MulIntBinary<DataFormat::Int32>{});
}
