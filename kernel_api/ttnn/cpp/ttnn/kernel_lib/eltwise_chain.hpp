// eltwise_chain(shape, elements...): walks a grid of tiles, block by block, and runs every element on each tile.
//
// One block is one DST section. Inside it the readers and the DST elements run in the order given, each over all tiles
// of the block; then the section is handed over and the packs run. A block never needs more slots than DST has: it is
// cut where it would. Pages follow each operand's policy:
//   wait     None | PerTile: the tile about to be used | PerBlockSize: the block | PerOuter: the row's |
//            Upfront: all, once | Cumulative: all up to the end of the block, none popped in between
//   pop      None | PerTile | PerBlockSize | PerOuter | AtEnd
//   reserve  None | PerTile | PerBlockSize | PerOuter | Upfront | OneUpfront
//   push     None | PerTile | PerBlockSize | PerOuter | AtEnd | OneAtEnd
// "All" is what the operand kind covers: Block H*W tiles, Row W, Col H, Scalar 1, after the element's offset. "The
// row's" is W tiles, or 1 for Col and Scalar. In one block all pops come before the packs, so a chain may write to the
// CB it takes from.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/eltwise_elements.hpp"

namespace compute_kernel_lib {

namespace detail {

// Any of the shapes a chain is called with, or a plain number of tiles.
struct ChainShape {
    uint32_t rows, cols, block;
    bool full_tail = false;
    constexpr ChainShape(uint32_t tiles) : rows(1), cols(tiles), block(1) {}
    constexpr ChainShape(EltwiseShape s) : rows(s.Ht), cols(s.Wt), block(s.block_size) {}
    constexpr ChainShape(const IterationShape& s)
        : rows(s.Ht), cols(s.Wt), block(s.block_size), full_tail(s.tail_sync == BlockTailSync::FullBlock) {}
};

// Where the walk stands: `tiles` tiles from `col` on in `row`; `sync_tiles` is what per-block policies count.
struct ChainBlock {
    uint32_t rows, cols, row, col, tiles, sync_tiles;
};

constexpr uint32_t covered_tiles(OperandKind kind, uint32_t rows, uint32_t cols) {
    switch (kind) {
        case OperandKind::Block: return rows * cols;
        case OperandKind::Row: return cols;
        case OperandKind::Col: return rows;
        default: return 1;
    }
}
constexpr uint32_t row_tiles(OperandKind kind, uint32_t cols) {
    return kind == OperandKind::Block || kind == OperandKind::Row ? cols : 1;
}

constexpr OperandOffset effective_offset(const InputSpec& spec, OperandOffset offset) {
    if (spec.offset == TileOffset::Unset) return {};
    if (spec.offset == TileOffset::Set) offset.row_stride = 0;
    return offset;
}

// Tiles an operand that is resident as a whole must have: everything up to the last one it uses.
constexpr uint32_t resident_tiles(const InputSpec& spec, OperandOffset offset, uint32_t rows, uint32_t cols) {
    // Popped tile by tile, a resident operand is consumed once per tile of the walk.
    if (spec.pop == PopPolicy::PerTile) return rows * cols;
    if (offset.row_stride != 0 && spec.index == OperandKind::Block) {
        return offset.base + (rows - 1) * offset.row_stride + cols;
    }
    return offset.base + covered_tiles(spec.index, rows, cols);
}

// The index of tile `i` of the block, counted from the CB's front, which pops have moved.
constexpr uint32_t operand_index(const InputSpec& spec, OperandOffset offset, const ChainBlock& at, uint32_t i) {
    if (spec.pop == PopPolicy::PerTile) return offset.base;
    const bool by_col = spec.index == OperandKind::Block || spec.index == OperandKind::Row;
    if (spec.pop == PopPolicy::PerBlockSize) return offset.base + (by_col ? i : 0);
    if (spec.pop == PopPolicy::PerOuter) return offset.base + (by_col ? at.col + i : 0);
    switch (spec.index) {
        case OperandKind::Block:
            return offset.base + at.row * (offset.row_stride != 0 ? offset.row_stride : at.cols) + at.col + i;
        case OperandKind::Row: return offset.base + at.col + i;
        case OperandKind::Col: return offset.base + at.row;
        default: return offset.base;
    }
}

ALWI void input_begin(const InputSpec& spec, OperandOffset offset, uint32_t rows, uint32_t cols) {
    if (spec.wait == WaitPolicy::Upfront) cb_wait_front(spec.cb_id, resident_tiles(spec, offset, rows, cols));
}
ALWI void input_row_begin(const InputSpec& spec, uint32_t cols) {
    if (spec.wait == WaitPolicy::PerOuter) cb_wait_front(spec.cb_id, row_tiles(spec.index, cols));
}
ALWI void input_block_begin(const InputSpec& spec, OperandOffset offset, const ChainBlock& at) {
    if (spec.wait == WaitPolicy::PerBlockSize) {
        cb_wait_front(spec.cb_id, row_tiles(spec.index, at.sync_tiles) + operand_index(spec, offset, at, 0));
    } else if (spec.wait == WaitPolicy::Cumulative) {
        cb_wait_front(spec.cb_id, operand_index(spec, offset, at, at.tiles - 1) + 1);
    }
}
ALWI void input_block_end(const InputSpec& spec, const ChainBlock& at) {
    if (spec.pop == PopPolicy::PerBlockSize) cb_pop_front(spec.cb_id, row_tiles(spec.index, at.sync_tiles));
}
ALWI void input_row_end(const InputSpec& spec, uint32_t cols) {
    if (spec.pop == PopPolicy::PerOuter) cb_pop_front(spec.cb_id, row_tiles(spec.index, cols));
}
ALWI void input_end(const InputSpec& spec, OperandOffset offset, uint32_t rows, uint32_t cols) {
    if (spec.pop == PopPolicy::AtEnd) cb_pop_front(spec.cb_id, resident_tiles(spec, offset, rows, cols));
}

// Both operands of one CB are one stream of pages: only the first counts them.
template <typename E>
inline constexpr uint32_t streams = 1;
template <typename E>
    requires(sizeof(E::inputs) / sizeof(InputSpec) == 2)
inline constexpr uint32_t streams<E> = E::inputs[0].cb_id == E::inputs[1].cb_id ? 1 : 2;

template <typename E>
ALWI void for_each_stream(const E& element, auto&& act) {
    act(E::inputs[0], effective_offset(E::inputs[0], element.offset[0]));
    if constexpr (streams<E> == 2) act(E::inputs[1], effective_offset(E::inputs[1], element.offset[1]));
}

// One reader over the tiles of a block, `lane` DST slots apart.
template <typename E>
ALWI void read_block(const E& element, const ChainBlock& at, uint32_t lane) {
    constexpr uint32_t last = sizeof(E::inputs) / sizeof(InputSpec) - 1;
    constexpr InputSpec a = E::inputs[0], b = E::inputs[last];
    const OperandOffset offset_a = effective_offset(a, element.offset[0]);
    const OperandOffset offset_b = effective_offset(b, element.offset[last]);
    for (uint32_t i = 0; i < at.tiles; ++i) {
        const uint32_t tile_a = operand_index(a, offset_a, at, i);
        const uint32_t tile_b = operand_index(b, offset_b, at, i);
        if constexpr (a.wait == WaitPolicy::PerTile) cb_wait_front(a.cb_id, tile_a + 1);
        if constexpr (streams<E> == 2 && b.wait == WaitPolicy::PerTile) cb_wait_front(b.cb_id, tile_b + 1);
        if constexpr (!eltwise_chain_skip_compute_v) element.tile(tile_a, tile_b, i * lane);
        if constexpr (a.pop == PopPolicy::PerTile) cb_pop_front(a.cb_id, 1);
        if constexpr (streams<E> == 2 && b.pop == PopPolicy::PerTile) cb_pop_front(b.cb_id, 1);
    }
}

// One pack element: `results` tiles, `lane` slots apart. `packed` counts the tiles the chain has packed before.
template <typename E>
ALWI void pack_block(const E& element, uint32_t results, uint32_t sync_results, uint32_t lane, uint32_t packed) {
    constexpr OutputSpec spec = E::spec;
    constexpr bool l1_sum = spec.l1_accumulation != L1Accumulation::Disabled;
    if constexpr (spec.reserve == ReservePolicy::PerBlockSize) cb_reserve_back(spec.cb_id, sync_results);
    for (uint32_t i = 0; i < results; ++i) {
        if constexpr (spec.reserve == ReservePolicy::PerTile) cb_reserve_back(spec.cb_id, 1);
        if constexpr (l1_sum) {
            // All tiles meet in one page; the first overwrites what was there unless that counts too.
            if (packed + i == 0) pack_reconfig_l1_acc(spec.l1_accumulation == L1Accumulation::AddToExisting ? 1 : 0);
            if (packed + i == 1) pack_reconfig_l1_acc(1);
            pack_tile<true>(E::slot + i * lane, spec.cb_id, element.base);
        } else if constexpr (spec.offset != TileOffset::Unset) {
            pack_tile<true>(E::slot + i * lane, spec.cb_id, element.base + packed + i);
        } else {
            pack_tile(E::slot + i * lane, spec.cb_id);
        }
        if constexpr (spec.push == PushPolicy::PerTile) cb_push_back(spec.cb_id, 1);
    }
    if constexpr (spec.push == PushPolicy::PerBlockSize) cb_push_back(spec.cb_id, sync_results);
}

template <bool setup_by_chain, class... Es>
ALWI void run_chain(ChainShape shape, const Es&... elements) {
    constexpr uint32_t readers = (0u + ... + (is_cb_reader_op_v<Es> ? 1u : 0u));
    constexpr uint32_t writers = (0u + ... + (is_cb_writer_op_v<Es> ? 1u : 0u));
    constexpr uint32_t dest_ops = (0u + ... + (is_dest_only_op_v<Es> ? 1u : 0u));
    constexpr uint32_t lane = [] {
        uint32_t width = 1;
        ((width = Es::lane_width > width ? Es::lane_width : width), ...);
        return width;
    }();
    constexpr DestAccumulation accumulation = [] {
        DestAccumulation found = DestAccumulation::Disabled;
        auto look = [&]<typename E>() {
            if constexpr (is_cb_reader_op_v<E> || is_cb_writer_op_v<E>) {
                if (E::accumulation != DestAccumulation::Disabled) found = E::accumulation;
            }
        };
        (look.template operator()<Es>(), ...);
        return found;
    }();
    constexpr bool accumulates = accumulation != DestAccumulation::Disabled;
    static_assert(writers > 0, "eltwise_chain: no PackTile element, so every result would be lost");
    static_assert(lane <= DEST_AUTO_LIMIT, "eltwise_chain: the elements use more DST slots than a section has");

    // With a single reader (or DST operation, or pack) its setup outlives the loop; otherwise they undo each other's.
    auto setup_reader = [&]<typename E>(const E& e) {
        if constexpr (is_cb_reader_op_v<E> && setup_by_chain) e.template setup<accumulates>();
    };
    auto setup_dest_op = [&]<typename E>(const E& e) {
        if constexpr (is_dest_only_op_v<E> && setup_by_chain) e.init();
    };
    auto setup_writer = [&]<typename E>(const E&) {
        if constexpr (is_cb_writer_op_v<E> && setup_by_chain) {
            if constexpr (E::spec.reconfig == DataFormatReconfig::Enabled) pack_reconfig_data_format(E::spec.cb_id);
            if constexpr (E::spec.relu == PackRelu::Zero) pack_relu_config(ReluConfig::zero());
        }
    };
    if constexpr (readers == 1) (setup_reader(elements), ...);
    if constexpr (dest_ops == 1) (setup_dest_op(elements), ...);
    if constexpr (writers == 1) (setup_writer(elements), ...);

    auto on_streams = [&]<typename E>(const E& e, auto&& act) {
        if constexpr (is_cb_reader_op_v<E>) for_each_stream(e, act);
    };
    auto on_output = [&]<typename E>(const E& e, auto&& act) {
        if constexpr (is_cb_writer_op_v<E>) act(E::spec, E::spec.offset == TileOffset::Unset ? 0 : e.base);
    };
    const uint32_t row_results = accumulates ? 1 : shape.cols;
    const uint32_t all_results = accumulation == DestAccumulation::WholeShape ? 1 : shape.rows * row_results;
    uint32_t packed = 0;
    auto pack = [&](uint32_t results, uint32_t sync_results) {
        tile_regs_commit();
        tile_regs_wait();
        auto one = [&]<typename E>(const E& e) {
            if constexpr (is_cb_writer_op_v<E>) {
                if constexpr (writers > 1) setup_writer(e);
                pack_block(e, results, sync_results, accumulates ? 1 : lane, packed);
            }
        };
        (one(elements), ...);
        packed += results;
        tile_regs_release();
    };

    const uint32_t limit = accumulates ? shape.block : smaller(shape.block, DEST_AUTO_LIMIT / lane);
    const uint32_t block = limit == 0 ? 1 : limit;
    (on_streams(elements, [&](const InputSpec& s, OperandOffset o) { input_begin(s, o, shape.rows, shape.cols); }),
     ...);
    (on_output(elements,
               [&](const OutputSpec& s, uint32_t base) {
                   if (s.reserve == ReservePolicy::Upfront) cb_reserve_back(s.cb_id, base + all_results);
                   if (s.reserve == ReservePolicy::OneUpfront) cb_reserve_back(s.cb_id, 1);
               }),
     ...);
    if constexpr (accumulation == DestAccumulation::WholeShape) tile_regs_acquire();
    for (uint32_t row = 0; row < shape.rows; ++row) {
        (on_streams(elements, [&](const InputSpec& s, OperandOffset) { input_row_begin(s, shape.cols); }), ...);
        (on_output(elements,
                   [&](const OutputSpec& s, uint32_t) {
                       if (s.reserve == ReservePolicy::PerOuter) cb_reserve_back(s.cb_id, row_results);
                   }),
         ...);
        if constexpr (accumulation == DestAccumulation::PerRow) tile_regs_acquire();
        for (uint32_t col = 0; col < shape.cols; col += block) {
            const uint32_t tiles = smaller(block, shape.cols - col);
            const ChainBlock at{shape.rows, shape.cols, row, col, tiles, shape.full_tail ? block : tiles};
            (on_streams(elements, [&](const InputSpec& s, OperandOffset o) { input_block_begin(s, o, at); }), ...);
            if constexpr (!accumulates) tile_regs_acquire();
            auto run_element = [&]<typename E>(const E& e) {
                if constexpr (is_cb_reader_op_v<E>) {
                    if constexpr (readers > 1) setup_reader(e);
                    read_block(e, at, accumulates ? 0 : lane);
                } else if constexpr (is_dest_only_op_v<E>) {
                    static_assert(!accumulates,
                                  "eltwise_chain: a DST element would run on every partial sum; pack the "
                                  "accumulated tile and apply it in a chain of its own");
                    if constexpr (dest_ops > 1) setup_dest_op(e);
                    if constexpr (!eltwise_chain_skip_compute_v) {
                        for (uint32_t i = 0; i < tiles; ++i) e.exec(row * shape.cols + col + i, i * lane);
                    }
                }
            };
            (run_element(elements), ...);
            (on_streams(elements, [&](const InputSpec& s, OperandOffset) { input_block_end(s, at); }), ...);
            if constexpr (!accumulates) pack(tiles, at.sync_tiles);
        }
        (on_streams(elements, [&](const InputSpec& s, OperandOffset) { input_row_end(s, shape.cols); }), ...);
        if constexpr (accumulation == DestAccumulation::PerRow) pack(1, 1);
        (on_output(elements,
                   [&](const OutputSpec& s, uint32_t) {
                       if (s.push == PushPolicy::PerOuter) cb_push_back(s.cb_id, row_results);
                   }),
         ...);
    }
    if constexpr (accumulation == DestAccumulation::WholeShape) pack(1, 1);
    (on_streams(elements, [&](const InputSpec& s, OperandOffset o) { input_end(s, o, shape.rows, shape.cols); }), ...);
    (on_output(elements,
               [&](const OutputSpec& s, uint32_t base) {
                   if (s.push == PushPolicy::AtEnd) cb_push_back(s.cb_id, base + all_results);
                   if (s.push == PushPolicy::OneAtEnd) cb_push_back(s.cb_id, 1);
                   if (s.l1_accumulation != L1Accumulation::Disabled) pack_reconfig_l1_acc(0);
                   if (s.relu == PackRelu::Zero && setup_by_chain) pack_relu_config(ReluConfig::none());
               }),
     ...);
}

template <typename T>
constexpr bool caller_owns(T owner) {
    if constexpr (same_type<T, SetupOwner>) {
        return owner == SetupOwner::Caller;
    } else if constexpr (same_type<T, InitReconfigOwner>) {
        return owner == InitReconfigOwner::Caller;
    } else {
        return false;
    }
}

}  // namespace detail

template <auto Owner = SetupOwner::Chain, class... Es>
ALWI void eltwise_chain(detail::ChainShape shape, Es... elements) {
    detail::run_chain<!detail::caller_owns(Owner)>(shape, elements...);
}

}  // namespace compute_kernel_lib
