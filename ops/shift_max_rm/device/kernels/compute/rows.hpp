// Rows of tiles in DST: blocks evaluated tile by tile, reductions along a row, sticks to tiles.
//
// Everything runs on the SFPU, on tiles that the unpacker copies to DST. The matrix unit would be faster, but its
// operands have 11 significant bits. With a 32-bit DST and CBs that unpack to it unchanged nothing is cut between
// reading the inputs and packing the result.
#pragma once

#include "api/compute/compute_kernel_api.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/binary_max_min.h"
#include "api/compute/copy_dest_values.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/eltwise_unary/where.h"
#include "api/compute/mask.h"
#include "api/compute/pack.h"
#include "api/compute/pack_untilize.h"
#include "api/compute/reduce.h"
#include "api/compute/reg_api.h"
#include "api/compute/sfpu_binary_bcast.h"
#include "api/compute/tile_move_copy.h"
#include "ttnn/cpp/ttnn/kernel_lib/dest_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/untilize_helpers.hpp"

namespace rows {

using compute_kernel_lib::DEST_AUTO_LIMIT;

constexpr DataFormat dst_format = DST_ACCUM_MODE ? DataFormat::Float32 : DataFormat::Float16_b;

// A number as the scalar calls take it.
constexpr uint32_t bits(float value) { return __builtin_bit_cast(uint32_t, value); }

// Sticks to tiles without cutting float32 to TF32.
template <uint32_t tiles, uint32_t cb_sticks, uint32_t cb_tiles>
ALWI void tilize() {
    namespace config = compute_kernel_lib::tilize_config;
    compute_kernel_lib::tilize<
        tiles, cb_sticks, cb_tiles, config::InitUninitMode::InitAndUninit, config::WaitMode::WaitBlock,
        config::ReconfigureRegisterDatatypeMode::UnpackAndPackReconfigure, config::Fp32Mode::Lossless>(1);
}

// A tile of `cb`, which the caller has waited for, to a DST slot.
ALWI void load(uint32_t cb, uint32_t tile, uint32_t slot) {
    reconfig_data_format_srca(cb);
    copy_tile_to_dst_init_short(cb);
    copy_tile(cb, tile, slot);
}

// A tile: its number in its block, and in the row where the tiles of a row stay.
struct Tile {
    uint32_t block, row;
};

// cb_out = value of each of `tiles` tiles, of which the first is number `from` of its row. value(tile, slot, free)
// leaves its result in `slot` and may use the `slots - 1` slots from `free` on; as many tiles as DST holds go through
// it at once.
template <uint32_t cb_out, uint32_t slots, typename Value>
ALWI void map(uint32_t tiles, uint32_t from, Value value) {
    constexpr uint32_t at_once = DEST_AUTO_LIMIT - (slots - 1);
    pack_reconfig_data_format(cb_out);
    for (uint32_t first = 0; first < tiles; first += at_once) {
        const uint32_t count = tiles - first < at_once ? tiles - first : at_once;
        tile_regs_acquire();
        for (uint32_t i = 0; i < count; ++i) value(Tile{first + i, from + first + i}, i, at_once);
        tile_regs_commit();
        cb_reserve_back(cb_out, count);
        tile_regs_wait();
        for (uint32_t i = 0; i < count; ++i) pack_tile(i, cb_out);
        tile_regs_release();
        cb_push_back(cb_out, count);
    }
}

// The largest part that a block falls into without a rest and that `room` slots of DST can hold.
constexpr uint32_t equal_part(uint32_t tiles, uint32_t room) {
    uint32_t part = tiles < room ? tiles : room;
    while (tiles % part != 0) --part;
    return part;
}

// The same for a block of `tiles` tiles as sticks, without tiles between: the packer writes what is in DST as rows.
template <uint32_t cb_out, uint32_t slots, uint32_t tiles, typename Value>
ALWI void map_into_sticks(uint32_t from, Value value) {
    constexpr uint32_t part = equal_part(tiles, DEST_AUTO_LIMIT - (slots - 1));
    cb_reserve_back(cb_out, tiles);
    pack_untilize_dest_init<part, tiles>(cb_out);
    for (uint32_t index = 0; index < tiles / part; ++index) {
        const uint32_t first = index * part;
        tile_regs_acquire();
        for (uint32_t i = 0; i < part; ++i) value(Tile{first + i, from + first + i}, i, part);
        tile_regs_commit();
        tile_regs_wait();
        pack_untilize_dest<part, tiles>(cb_out, 1, index);
        tile_regs_release();
    }
    pack_untilize_uninit(cb_out);
    cb_push_back(cb_out, tiles);
}

// Zeros beside column 0 of a slot; the mask is in the one after it.
ALWI void keep_column(uint32_t cb_column_mask, uint32_t slot) {
    load(cb_column_mask, 0, slot + 1);
    mask_tile_init();
    mask_tile(slot, slot + 1, dst_format);
}

enum class Fold { Sum, Mean, Max, Min };

// Slot 0 takes in slot 1, or becomes it.
template <Fold fold>
ALWI void take_in(bool empty) {
    if (empty) {
        copy_dest_values_init();
        copy_dest_values<dst_format>(1, 0);
    } else if constexpr (fold == Fold::Sum || fold == Fold::Mean) {
        add_binary_tile_init();
        add_binary_tile(0, 1, 0);
    } else if constexpr (fold == Fold::Max) {
        binary_max_tile_init();
        binary_max_tile(0, 1, 0);
    } else {
        binary_min_tile_init();
        binary_min_tile(0, 1, 0);
    }
}

// Columns of slot 1 beyond the tensor become what changes nothing, whatever they are: 0 times infinity is no 0.
template <Fold fold>
ALWI void hide_padding(uint32_t cb_mask, uint32_t page) {
    load(cb_mask, page, 2);
    if constexpr (fold == Fold::Max || fold == Fold::Min) {
        fill_tile_init();
        fill_tile_bitcast(3, fold == Fold::Max ? 0xFF800000u : 0x7F800000u);
        where_tile_init();
        where_tile<dst_format>(2, 1, 3, 1);
    } else {
        mask_tile_init();
        mask_tile(1, 2, dst_format);
    }
}

// What a block brings to a reduction: tiles, the first of them as number `from` of the row, and whether the reduction
// begins or ends with them.
struct Part {
    uint32_t tiles, from;
    bool first, last;
};
// Block number `block` of a reduction over `all` tiles.
template <uint32_t block_tiles>
ALWI Part part(uint32_t all, uint32_t block, uint32_t from) {
    const bool last = (block + 1) * block_tiles >= all;
    return {last ? all - block * block_tiles : block_tiles, from, block == 0, last};
}

constexpr uint32_t no_cb = 0xFFFFFFFF;

// Folds the tiles of a part into column 0 of `cb_result`. Between blocks it holds a tile of 32 partial results per row;
// the last block hides the padding of the last tile, where there are `tail_columns` columns (0: all), with a page of
// `cb_mask`, and collapses them. value(tile, 1, 2) leaves a tile in slot 1 and may use slots 2 and 3. Means are
// weighted with page 0 of `cb_mask`, 1/W, or with `weight`, a float32 number, where it is not 0. The column in
// `cb_about`, where values are distances from one, is added in the end.
template <Fold fold, uint32_t cb_result, uint32_t cb_mask, uint32_t mask_page, uint32_t tail_columns,
          uint32_t cb_about = no_cb, uint32_t weight = 0, typename Value>
ALWI void reduce(Part part, Value value) {
    constexpr PoolType pool = fold == Fold::Max ? PoolType::MAX : fold == Fold::Min ? PoolType::MIN : PoolType::SUM;
    const bool partial = tail_columns != 0 && part.last;
    const uint32_t whole = partial ? part.tiles - 1 : part.tiles;
    bool empty = part.first;
    pack_reconfig_data_format(cb_result);
    // The mask of reduce_init makes the packer write zeros beside column 0, where partial results are left.
    if (part.last) reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(cb_result, cb_result, cb_result);
    tile_regs_acquire();
    if (!part.first) {
        cb_wait_front(cb_result, 1);
        load(cb_result, 0, 0);
        cb_pop_front(cb_result, 1);
    }
    for (uint32_t tile = 0; tile < whole; ++tile) {
        value(Tile{tile, part.from + tile}, 1, 2);
        take_in<fold>(empty);
        empty = false;
    }
    if (part.last) {
        if constexpr (tail_columns != 0) {
            value(Tile{whole, part.from + whole}, 1, 2);
            hide_padding<fold>(cb_mask, mask_page);
        }
        if constexpr (fold == Fold::Mean && weight == 0) {
            load(cb_mask, 0, 2);
            sfpu_mul_bcast_row_init();
            if (!empty) sfpu_mul_bcast_row(0, 2);
            if (partial) sfpu_mul_bcast_row(1, 2);
        }
        if (partial) take_in<fold>(empty);
        sfpu_reduce_init<pool, dst_format>();
        sfpu_reduce<pool, dst_format, ReduceDim::REDUCE_ROW>(0);
        if constexpr (weight != 0) {
            binop_with_scalar_tile_init();
            mul_unary_tile(0, weight);
        }
        if constexpr (cb_about != no_cb) {
            load(cb_about, 0, 1);
            add_binary_tile_init();
            add_binary_tile(0, 1, 0);
        }
    }
    tile_regs_commit();
    cb_reserve_back(cb_result, 1);
    tile_regs_wait();
    pack_tile(0, cb_result);
    tile_regs_release();
    cb_push_back(cb_result, 1);
    if (part.last) reduce_uninit();
}

}  // namespace rows
