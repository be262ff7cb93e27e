// The usual short chains under one name each: add, sub, mul, square, unary, binary_sfpu, copy, unary_bcast, typecast
// and sum_of_squares.
//
//   add<CbA, CbB, CbOut, BroadcastDim, ALife, BLife, OutLife, reconfig, pack reconfig, AKind, BKind>(EltwiseShape)
//   add<input(a), input(b, BroadcastDim::Col), output(o)>(IterationShape::grid(H, W).block_size(k))
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/eltwise_chain.hpp"

namespace compute_kernel_lib {

// Column sums of tiles: one result per tile-row.
struct RowOutputSpec {
    uint32_t cb_id;
    DataFormatReconfig reconfig;
    PackRelu relu;
};
constexpr RowOutputSpec row_output(uint32_t cb_id, DataFormatReconfig reconfig = DataFormatReconfig::Enabled,
                                   PackRelu relu = PackRelu::Disabled) noexcept {
    return {cb_id, reconfig, relu};
}

namespace detail {

// The arguments of a convenience call, split into its inputs and its output. The last plain CB number is the output.
struct CallArguments : ElementArguments {
    using ElementArguments::take;
    uint32_t cb[3] = {0, 0, 0};
    constexpr void take(uint32_t id) { cb[cbs++ % 3] = id; }
    // Two reconfig values may follow each other; PackTileReconfig belongs to the output alone.
};

template <uint32_t input_count, auto... Args>
consteval CallArguments call_arguments() {
    CallArguments call;
    (call.take(Args), ...);
    if (call.kinds == 1) call.in[1].index = call.in[0].index;
    // Plain CB numbers: the inputs first, then the output.
    if (call.cbs > input_count) {
        for (uint32_t i = 0; i < input_count; ++i) call.in[i].cb_id = call.cb[i];
        call.out.cb_id = call.cb[input_count];
    }
    return call;
}

template <BinaryFpuOp op, CallArguments call>
ALWI void binary_call(ChainShape shape) {
    eltwise_chain(shape, BinaryFpu<op, call.in[0], BinaryFpuInputSpec{call.in[1], call.broadcast}>{},
                  PackTile<call.out>{});
}

}  // namespace detail

template <auto First, auto Second, auto Third, auto... Rest>
ALWI void add(detail::ChainShape shape) {
    detail::binary_call<BinaryFpuOp::Add, detail::call_arguments<2, First, Second, Third, Rest...>()>(shape);
}
template <auto First, auto Second, auto Third, auto... Rest>
ALWI void sub(detail::ChainShape shape) {
    detail::binary_call<BinaryFpuOp::Sub, detail::call_arguments<2, First, Second, Third, Rest...>()>(shape);
}
template <auto First, auto Second, auto Third, auto... Rest>
ALWI void mul(detail::ChainShape shape) {
    detail::binary_call<BinaryFpuOp::Mul, detail::call_arguments<2, First, Second, Third, Rest...>()>(shape);
}

template <auto First, auto Second, auto... Rest>
ALWI void square(detail::ChainShape shape) {
    constexpr auto call = detail::call_arguments<1, First, Second, Rest...>();
    eltwise_chain(shape, BinaryFpu<BinaryFpuOp::Mul, call.in[0], call.in[0]>{}, PackTile<call.out>{});
}

// The squares of a tile-row added up in DST: one tile per tile-row, not yet collapsed.
template <InputSpec Input, RowOutputSpec RowOutput>
ALWI void sum_of_squares(detail::ChainShape shape) {
    constexpr OutputSpec out =
        output(RowOutput.cb_id, ReservePolicy::PerOuter, PushPolicy::PerOuter, RowOutput.reconfig, RowOutput.relu,
               L1Accumulation::Disabled, DestAccumulation::PerRow);
    eltwise_chain(shape, BinaryFpu<BinaryFpuOp::Mul, Input, Input, DestAccumulation::PerRow>{}, PackTile<out>{});
}

template <class SfpuOp, auto First, auto Second, auto... Rest>
ALWI void unary(detail::ChainShape shape, SfpuOp op = {}) {
    static_assert(is_dest_only_op_v<SfpuOp>, "unary: the first argument must be an element that stays in DST");
    constexpr auto call = detail::call_arguments<1, First, Second, Rest...>();
    eltwise_chain(shape, CopyTile<call.in[0]>{}, op, PackTile<call.out>{});
}

template <class SfpuBinOp, auto First, auto Second, auto Third, auto... Rest>
ALWI void binary_sfpu(detail::ChainShape shape, SfpuBinOp op = {}) {
    static_assert(is_dest_only_op_v<SfpuBinOp>, "binary_sfpu: the first argument must be an element that stays in DST");
    constexpr auto call = detail::call_arguments<2, First, Second, Third, Rest...>();
    eltwise_chain(shape, CopyTile<call.in[0]>{}, CopyTile<call.in[1], Dst::D1>{}, op, PackTile<call.out>{});
}

template <auto First, auto Second, auto... Rest>
ALWI void copy(detail::ChainShape shape) {
    constexpr auto call = detail::call_arguments<1, First, Second, Rest...>();
    eltwise_chain(shape, CopyTile<call.in[0]>{}, PackTile<call.out>{});
}

template <BroadcastDim Dim, auto First, auto Second, auto... Rest>
ALWI void unary_bcast(detail::ChainShape shape) {
    constexpr auto call = detail::call_arguments<1, First, Second, Rest...>();
    eltwise_chain(shape, UnaryBcast<Dim, call.in[0]>{}, PackTile<call.out>{});
}

// The packer converts to the output CB's format; a copy is all it takes.
template <InputSpec Input, OutputSpec Output>
ALWI void typecast(detail::ChainShape shape) {
    eltwise_chain(shape, CopyTile<Input>{}, PackTile<Output>{});
}

}  // namespace compute_kernel_lib
