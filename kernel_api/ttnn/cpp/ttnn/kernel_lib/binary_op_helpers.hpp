// add, sub, mul, square and binary_op on blocks of tiles, in the spellings of January to May 2026.
//
//   add<BroadcastDim, cb_policies types..., reconfig, init>(a, b, out, BinaryTileShape, layout, accum, post_op)
//   add<BroadcastDim, BinaryInputPolicy A, B, BinaryOutputPolicy, reconfig, init>(a, b, out, BinaryInputBlockShape,
//                                                                                 post_op, accum)
//   the same with (..., BinaryInputBlockShape, BinaryTileLayout, accum, post_op)
//   add_in_place<BroadcastDim, BinaryInputPolicy B, reconfig, init>(cb, b, shape, post_op)
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/binary_op_engine.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/cb_policies.hpp"

namespace compute_kernel_lib {

enum class BinaryInputPolicy {
    WaitAndPopPerTile,
    WaitAndPopPerChunk,
    WaitUpfrontNoPop,
    WaitUpfrontPopAtEnd,
    NoWaitNoPop,
    NoWaitPopAtEnd,
};
enum class BinaryOutputPolicy { PerTile, PerChunk, Bulk };
enum class BinaryInputMode { STREAMING, STREAMING_BATCHED, PERSISTENT, PRELOADED };

struct BinaryInputBlockShape {
    uint32_t rows, cols;
    static constexpr BinaryInputBlockShape of(uint32_t r, uint32_t c) { return {r, c}; }
    static constexpr BinaryInputBlockShape single() { return {1, 1}; }
    static constexpr BinaryInputBlockShape row(uint32_t c) { return {1, c}; }
    static constexpr BinaryInputBlockShape col(uint32_t r) { return {r, 1}; }
};

// January's shape; distinct from the later one, so that a call says which form it means.
struct BinaryTileShape {
    uint32_t rows, cols;
    static constexpr BinaryTileShape grid(uint32_t r, uint32_t c) { return {r, c}; }
    static constexpr BinaryTileShape full(uint32_t r, uint32_t c) { return {r, c}; }
    static constexpr BinaryTileShape single() { return {1, 1}; }
    static constexpr BinaryTileShape row(uint32_t c) { return {1, c}; }
    static constexpr BinaryTileShape col(uint32_t r) { return {r, 1}; }
};

// Tiles lie row by row; the members exist because kernels name them.
struct BinaryTileLayout {
    uint32_t row_major_a = 1, row_major_b = 1;
    static constexpr BinaryTileLayout contiguous() { return {}; }
};

namespace detail {

constexpr BinaryFlow flow_of(BinaryInputPolicy policy) {
    switch (policy) {
        case BinaryInputPolicy::WaitAndPopPerChunk: return {BinaryWait::Chunk, BinaryPop::Chunk};
        case BinaryInputPolicy::WaitUpfrontNoPop: return {BinaryWait::Upfront, BinaryPop::None};
        case BinaryInputPolicy::WaitUpfrontPopAtEnd: return {BinaryWait::Upfront, BinaryPop::End};
        case BinaryInputPolicy::NoWaitNoPop: return {BinaryWait::None, BinaryPop::None};
        case BinaryInputPolicy::NoWaitPopAtEnd: return {BinaryWait::None, BinaryPop::End};
        default: return {BinaryWait::Tile, BinaryPop::Tile};
    }
}

constexpr BinaryFlow flow_of(BinaryInputMode mode) {
    switch (mode) {
        case BinaryInputMode::STREAMING_BATCHED: return {BinaryWait::Chunk, BinaryPop::Chunk};
        case BinaryInputMode::PERSISTENT: return {BinaryWait::Upfront, BinaryPop::None};
        case BinaryInputMode::PRELOADED: return {BinaryWait::None, BinaryPop::None};
        default: return {BinaryWait::Tile, BinaryPop::Tile};
    }
}

// A type of cb_policies, by its two parts.
template <typename Policy>
constexpr BinaryFlow flow_of_type() {
    using Wait = typename Policy::wait;
    using Pop = typename Policy::pop;
    constexpr auto wait = same_type<Wait, cb_policies::WaitPerTile>    ? BinaryWait::Tile
                          : same_type<Wait, cb_policies::WaitPerChunk> ? BinaryWait::Chunk
                          : same_type<Wait, cb_policies::WaitUpfront>  ? BinaryWait::Upfront
                                                                       : BinaryWait::None;
    constexpr auto pop = same_type<Pop, cb_policies::PopPerTile>    ? BinaryPop::Tile
                         : same_type<Pop, cb_policies::PopPerChunk> ? BinaryPop::Chunk
                         : same_type<Pop, cb_policies::PopAtEnd>    ? BinaryPop::End
                                                                    : BinaryPop::None;
    return {wait, pop};
}

constexpr BinaryOut out_of(BinaryOutputPolicy policy) {
    return policy == BinaryOutputPolicy::PerTile    ? BinaryOut::Tile
           : policy == BinaryOutputPolicy::PerChunk ? BinaryOut::Chunk
                                                    : BinaryOut::Bulk;
}
template <typename Policy>
constexpr BinaryOut out_of_type() {
    return same_type<Policy, cb_policies::OutputPerChunk> ? BinaryOut::Chunk
           : same_type<Policy, cb_policies::OutputBulk>   ? BinaryOut::Bulk
                                                          : BinaryOut::Tile;
}

template <BinaryOpType op, BroadcastDim dim, typename PostOp, typename AccumT>
ALWI void binary_block(uint32_t a, uint32_t b, uint32_t out, uint32_t rows, uint32_t cols, BinaryFlow flow_a,
                       BinaryFlow flow_b, BinaryOut flow_out, BinaryDataFormatReconfig reconfig, bool init,
                       PostOp& post_op, const AccumT& accum) {
    const BinaryRun run{.cb_a = a,
                        .cb_b = op == BinaryOpType::SQUARE ? a : b,
                        .cb_out = out,
                        .rows = rows,
                        .cols = cols,
                        .a = flow_a,
                        .b = flow_b,
                        .out = flow_out,
                        .reconfig = reconfig,
                        .init = init};
    binary_run<op, dim>(run, post_op, accum);
}

}  // namespace detail

// The four forms, once for the operation as a template argument (binary_op) and once per named operation.
#define TW_BINARY_FORMS(NAME, LEADING, OP)                                                                           \
    template <LEADING BroadcastDim bcast = BroadcastDim::NONE,                                                       \
              BinaryInputPolicy a_policy = BinaryInputPolicy::WaitAndPopPerTile,                                     \
              BinaryInputPolicy b_policy = a_policy, BinaryOutputPolicy out_policy = BinaryOutputPolicy::PerTile,    \
              BinaryDataFormatReconfig reconfig = BinaryDataFormatReconfig::INPUT_AND_OUTPUT, bool init = true,      \
              typename PostOp = NoOp, typename AccumT = NoAccumulation>                                              \
    ALWI void NAME(uint32_t icb_a, uint32_t icb_b, uint32_t ocb, BinaryInputBlockShape shape, PostOp post_op = {},   \
                   AccumT accum = {}) {                                                                              \
        detail::binary_block<OP, bcast>(icb_a, icb_b, ocb, shape.rows, shape.cols, detail::flow_of(a_policy),        \
                                        detail::flow_of(b_policy), detail::out_of(out_policy), reconfig, init,       \
                                        post_op, accum);                                                             \
    }                                                                                                                \
    template <LEADING BroadcastDim bcast = BroadcastDim::NONE,                                                       \
              BinaryInputPolicy a_policy = BinaryInputPolicy::WaitAndPopPerTile,                                     \
              BinaryInputPolicy b_policy = a_policy, BinaryOutputPolicy out_policy = BinaryOutputPolicy::PerTile,    \
              BinaryDataFormatReconfig reconfig = BinaryDataFormatReconfig::INPUT_AND_OUTPUT, bool init = true,      \
              typename AccumT = NoAccumulation, typename PostOp = NoOp>                                              \
    ALWI void NAME(uint32_t icb_a, uint32_t icb_b, uint32_t ocb, BinaryInputBlockShape shape, BinaryTileLayout,      \
                   AccumT accum = {}, PostOp post_op = {}) {                                                         \
        detail::binary_block<OP, bcast>(icb_a, icb_b, ocb, shape.rows, shape.cols, detail::flow_of(a_policy),        \
                                        detail::flow_of(b_policy), detail::out_of(out_policy), reconfig, init,       \
                                        post_op, accum);                                                             \
    }                                                                                                                \
    template <LEADING BroadcastDim bcast = BroadcastDim::NONE, typename APolicy = cb_policies::Streaming,            \
              typename BPolicy = APolicy, typename OutPolicy = cb_policies::OutputPerTile,                           \
              BinaryDataFormatReconfig reconfig = BinaryDataFormatReconfig::BOTH, bool init = true,                  \
              typename AccumT = NoAccumulation, typename PostOp = NoOp>                                              \
    ALWI void NAME(uint32_t icb_a, uint32_t icb_b, uint32_t ocb, BinaryTileShape shape, BinaryTileLayout = {},       \
                   AccumT accum = {}, PostOp post_op = {}) {                                                         \
        detail::binary_block<OP, bcast>(icb_a, icb_b, ocb, shape.rows, shape.cols, detail::flow_of_type<APolicy>(),  \
                                        detail::flow_of_type<BPolicy>(), detail::out_of_type<OutPolicy>(), reconfig, \
                                        init, post_op, accum);                                                       \
    }                                                                                                                \
    template <LEADING BroadcastDim bcast, BinaryInputMode mode,                                                      \
              BinaryDataFormatReconfig reconfig = BinaryDataFormatReconfig::BOTH, bool init = true,                  \
              typename AccumT = NoAccumulation, typename PostOp = NoOp>                                              \
    ALWI void NAME(uint32_t icb_a, uint32_t icb_b, uint32_t ocb, BinaryTileShape shape, BinaryTileLayout = {},       \
                   AccumT accum = {}, PostOp post_op = {}) {                                                         \
        detail::binary_block<OP, bcast>(icb_a, icb_b, ocb, shape.rows, shape.cols, detail::flow_of(mode),            \
                                        detail::flow_of(mode), detail::BinaryOut::Tile, reconfig, init, post_op,     \
                                        accum);                                                                      \
    }                                                                                                                \
    template <LEADING BroadcastDim bcast = BroadcastDim::NONE,                                                       \
              BinaryInputPolicy b_policy = BinaryInputPolicy::WaitAndPopPerTile,                                     \
              BinaryDataFormatReconfig reconfig = BinaryDataFormatReconfig::INPUT_AND_OUTPUT, bool init = true,      \
              typename PostOp = NoOp>                                                                                \
    ALWI void NAME##_in_place(uint32_t cb_a, uint32_t icb_b, BinaryInputBlockShape shape, PostOp post_op = {}) {     \
        /* Each tile is popped before its result is reserved: a full CB always has that one page of room. */         \
        detail::binary_block<OP, bcast>(                                                                             \
            cb_a, icb_b, cb_a, shape.rows, shape.cols, {detail::BinaryWait::Tile, detail::BinaryPop::Tile},          \
            detail::flow_of(b_policy), detail::BinaryOut::Tile, reconfig, init, post_op, NoAccumulation{});          \
    }
#define TW_BINARY_OP_ARGUMENT BinaryOpType op_type,

TW_BINARY_FORMS(binary_op, TW_BINARY_OP_ARGUMENT, op_type)
TW_BINARY_FORMS(add, , BinaryOpType::ADD)
TW_BINARY_FORMS(sub, , BinaryOpType::SUB)
TW_BINARY_FORMS(mul, , BinaryOpType::MUL)

#undef TW_BINARY_OP_ARGUMENT
#undef TW_BINARY_FORMS

template <BinaryInputPolicy input_policy = BinaryInputPolicy::WaitAndPopPerTile,
          BinaryOutputPolicy out_policy = BinaryOutputPolicy::PerTile,
          BinaryDataFormatReconfig reconfig = BinaryDataFormatReconfig::INPUT_AND_OUTPUT, bool init = true,
          typename PostOp = NoOp, typename AccumT = NoAccumulation>
ALWI void square(uint32_t icb, uint32_t ocb, BinaryInputBlockShape shape, PostOp post_op = {}, AccumT accum = {}) {
    binary_op<BinaryOpType::SQUARE, BroadcastDim::NONE, input_policy, input_policy, out_policy, reconfig, init>(
        icb, icb, ocb, shape, post_op, accum);
}
template <BinaryInputPolicy input_policy = BinaryInputPolicy::WaitAndPopPerTile,
          BinaryOutputPolicy out_policy = BinaryOutputPolicy::PerTile,
          BinaryDataFormatReconfig reconfig = BinaryDataFormatReconfig::INPUT_AND_OUTPUT, bool init = true,
          typename AccumT = NoAccumulation, typename PostOp = NoOp>
ALWI void square(uint32_t icb, uint32_t ocb, BinaryInputBlockShape shape, BinaryTileLayout layout, AccumT accum = {},
                 PostOp post_op = {}) {
    binary_op<BinaryOpType::SQUARE, BroadcastDim::NONE, input_policy, input_policy, out_policy, reconfig, init>(
        icb, icb, ocb, shape, layout, accum, post_op);
}
template <typename Policy = cb_policies::Streaming, typename OutPolicy = cb_policies::OutputPerTile,
          BinaryDataFormatReconfig reconfig = BinaryDataFormatReconfig::BOTH, bool init = true,
          typename AccumT = NoAccumulation, typename PostOp = NoOp>
ALWI void square(uint32_t icb, uint32_t ocb, BinaryTileShape shape, BinaryTileLayout layout = {}, AccumT accum = {},
                 PostOp post_op = {}) {
    binary_op<BinaryOpType::SQUARE, BroadcastDim::NONE, Policy, Policy, OutPolicy, reconfig, init>(
        icb, icb, ocb, shape, layout, accum, post_op);
}
template <BinaryDataFormatReconfig reconfig = BinaryDataFormatReconfig::INPUT_AND_OUTPUT, bool init = true,
          typename PostOp = NoOp>
ALWI void square_in_place(uint32_t cb_a, BinaryInputBlockShape shape, PostOp post_op = {}) {
    binary_op_in_place<BinaryOpType::SQUARE, BroadcastDim::NONE, BinaryInputPolicy::WaitAndPopPerTile, reconfig, init>(
        cb_a, cb_a, shape, post_op);
}

}  // namespace compute_kernel_lib
