// The loops behind add, sub, mul and square: one tile-row at a time, a DST section of tiles (a chunk) at a time.
//
// Pages, by the operand's policy:
//   per tile   wait 1, use it, pop 1; the section holds one tile
//   per chunk  wait for the chunk, use it, pop the chunk
//   upfront    wait for all once; indices are absolute; popped at the end or never
//   none       the caller has waited
// The second operand under broadcast: ROW and SCALAR operands are used by every row, so they are waited for once,
// before the loop, unless the caller did, and popped once, after it, unless the policy keeps them. A COL operand has
// one tile per tile-row: the per-tile and per-chunk policies wait for it and pop it once per tile-row, the others index
// it by row. Every page is popped exactly once, and every DST section is released: the trees of January pop a ROW or
// SCALAR operand twice and keep a section in the streaming path, which no kernel can want.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/eltwise_fpu.hpp"

namespace compute_kernel_lib {

enum class BinaryOpType { ADD, SUB, MUL, SQUARE };

// Takes one tile of this CB per result and adds the result to it.
struct BinaryAccumulate {
    uint32_t cb_accumulator, dst_index = 0;
};

namespace detail {

enum class BinaryWait : uint8_t { None, Tile, Chunk, Upfront };
enum class BinaryPop : uint8_t { None, Tile, Chunk, End };
enum class BinaryOut : uint8_t { Tile, Chunk, Bulk };

struct BinaryFlow {
    BinaryWait wait;
    BinaryPop pop;

    // Popping moves the front, so an index counts from the last pop.
    constexpr uint32_t index(uint32_t absolute, uint32_t in_chunk) const {
        return pop == BinaryPop::Tile ? 0 : (pop == BinaryPop::Chunk ? in_chunk : absolute);
    }
    constexpr bool streams() const { return wait == BinaryWait::Tile || pop == BinaryPop::Tile; }
    constexpr bool pops() const { return pop != BinaryPop::None; }
};

struct BinaryRun {
    uint32_t cb_a, cb_b, cb_out;
    uint32_t rows, cols;
    BinaryFlow a, b;
    BinaryOut out;
    BinaryDataFormatReconfig reconfig;
    bool init;
};

constexpr EltwiseBinaryType fpu_op(BinaryOpType op) {
    return op == BinaryOpType::ADD   ? EltwiseBinaryType::ELWADD
           : op == BinaryOpType::SUB ? EltwiseBinaryType::ELWSUB
                                     : EltwiseBinaryType::ELWMUL;
}

template <typename AccumT>
inline constexpr bool binary_accumulates = !same_type<AccumT, NoAccumulation>;

template <BinaryOpType op, BroadcastDim dim, bool accumulates>
ALWI void binary_setup(const BinaryRun& run) {
    constexpr auto fpu = fpu_op(op);
    fpu_init<fpu, dim, accumulates && fpu != EltwiseBinaryType::ELWMUL>(run.cb_a, run.cb_b);
}

template <BinaryOpType op, BroadcastDim dim, typename PostOp, typename AccumT>
ALWI void binary_run(const BinaryRun& run, PostOp& post_op, const AccumT& accum) {
    constexpr bool two_operands = op != BinaryOpType::SQUARE;
    constexpr bool shared_b = dim == BroadcastDim::ROW || dim == BroadcastDim::SCALAR;
    constexpr bool accumulates = binary_accumulates<AccumT>;
    const uint32_t total = run.rows * run.cols;
    const uint32_t b_total = dim == BroadcastDim::ROW    ? run.cols
                             : dim == BroadcastDim::COL  ? run.rows
                             : dim == BroadcastDim::NONE ? total
                                                         : 1;
    if (reconfigures_input(run.reconfig)) reconfig_data_format(run.cb_a, run.cb_b);
    if (reconfigures_output(run.reconfig)) pack_reconfig_data_format(run.cb_out);
    if (run.init) binary_setup<op, dim, accumulates>(run);

    if (run.a.wait == BinaryWait::Upfront) cb_wait_front(run.cb_a, total);
    if constexpr (two_operands) {
        if (run.b.wait == BinaryWait::Upfront || (shared_b && run.b.wait != BinaryWait::None)) {
            cb_wait_front(run.cb_b, b_total);
        }
    }
    if (run.out == BinaryOut::Bulk) cb_reserve_back(run.cb_out, total);

    const bool b_by_row =
        two_operands && dim == BroadcastDim::COL && (run.b.wait == BinaryWait::Tile || run.b.wait == BinaryWait::Chunk);
    const bool b_per_tile = two_operands && dim == BroadcastDim::NONE;
    uint32_t dst0 = 0;
    if constexpr (accumulates) dst0 = accum.dst_index;
    const uint32_t chunk_limit = run.a.streams() ? 1 : DEST_AUTO_LIMIT - dst0;

    for (uint32_t row = 0; row < run.rows; ++row) {
        if (b_by_row) cb_wait_front(run.cb_b, 1);
        for (uint32_t col = 0; col < run.cols; col += chunk_limit) {
            const uint32_t chunk = smaller(chunk_limit, run.cols - col);
            const uint32_t first = row * run.cols + col;
            if (run.a.wait == BinaryWait::Chunk) cb_wait_front(run.cb_a, run.a.index(first, 0) + chunk);
            if (b_per_tile && run.b.wait == BinaryWait::Chunk) cb_wait_front(run.cb_b, run.b.index(first, 0) + chunk);
            tile_regs_acquire();
            if constexpr (accumulates) {
                cb_wait_front(accum.cb_accumulator, chunk);
                reconfig_data_format_srca(run.cb_a, accum.cb_accumulator);
                copy_tile_to_dst_init_short(accum.cb_accumulator);
                for (uint32_t i = 0; i < chunk; ++i) copy_tile(accum.cb_accumulator, i, dst0 + i);
                cb_pop_front(accum.cb_accumulator, chunk);
                reconfig_data_format_srca(accum.cb_accumulator, run.cb_a);
                binary_setup<op, dim, true>(run);
            }
            for (uint32_t i = 0; i < chunk; ++i) {
                const uint32_t tile_a = run.a.index(first + i, i);
                uint32_t tile_b = tile_a;
                if (run.a.wait == BinaryWait::Tile) cb_wait_front(run.cb_a, tile_a + 1);
                if constexpr (two_operands) {
                    if constexpr (dim == BroadcastDim::NONE) {
                        tile_b = run.b.index(first + i, i);
                        if (run.b.wait == BinaryWait::Tile) cb_wait_front(run.cb_b, tile_b + 1);
                    } else if constexpr (dim == BroadcastDim::COL) {
                        tile_b = b_by_row ? 0 : row;
                    } else {
                        tile_b = dim == BroadcastDim::ROW ? col + i : 0;
                    }
                }
                fpu_tile<fpu_op(op), dim>(run.cb_a, run.cb_b, tile_a, tile_b, dst0 + i);
                if (run.a.pop == BinaryPop::Tile) cb_pop_front(run.cb_a, 1);
                if (b_per_tile && run.b.pop == BinaryPop::Tile) cb_pop_front(run.cb_b, 1);
                post_op(dst0 + i);
            }
            tile_regs_commit();
            if (run.a.pop == BinaryPop::Chunk) cb_pop_front(run.cb_a, chunk);
            if (b_per_tile && run.b.pop == BinaryPop::Chunk) cb_pop_front(run.cb_b, chunk);

            if (run.out == BinaryOut::Chunk) cb_reserve_back(run.cb_out, chunk);
            tile_regs_wait();
            for (uint32_t i = 0; i < chunk; ++i) {
                if (run.out == BinaryOut::Tile) cb_reserve_back(run.cb_out, 1);
                pack_tile(dst0 + i, run.cb_out);
                if (run.out == BinaryOut::Tile) cb_push_back(run.cb_out, 1);
            }
            tile_regs_release();
            if (run.out == BinaryOut::Chunk) cb_push_back(run.cb_out, chunk);
        }
        if (b_by_row && run.b.pops()) cb_pop_front(run.cb_b, 1);
    }
    if (run.out == BinaryOut::Bulk) cb_push_back(run.cb_out, total);
    if (run.a.pop == BinaryPop::End) cb_pop_front(run.cb_a, total);
    if constexpr (two_operands) {
        const bool at_end = run.b.pop == BinaryPop::End && !b_by_row;
        if (at_end || (shared_b && run.b.pops())) cb_pop_front(run.cb_b, b_total);
    }
}

}  // namespace detail
}  // namespace compute_kernel_lib
