// Row arithmetic in DST: sums along rows, and blocks of tiles combined with a column or a row.
//
// Everything runs on the SFPU, on tiles that the unpacker copies to DST. The matrix unit would be faster, but its
// operands have 11 significant bits, and x - mean(x) needs all 24 where the mean is large and the spread small. With a
// 32-bit DST and CBs that unpack to it unchanged nothing is cut between reading x and packing the result.
#pragma once

#include "api/compute/compute_kernel_api.h"  // sfpu_reduce
#include "api/compute/binary_max_min.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/pack.h"
#include "api/compute/pack_untilize.h"
#include "api/compute/reduce.h"
#include "api/compute/reg_api.h"
#include "api/compute/sfpu_binary_bcast.h"
#include "api/compute/tile_move_copy.h"
#include "ttnn/cpp/ttnn/kernel_lib/dest_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/untilize_helpers.hpp"

namespace row_math {

using compute_kernel_lib::DEST_AUTO_LIMIT;

constexpr DataFormat dst_format = DST_ACCUM_MODE ? DataFormat::Float32 : DataFormat::Float16_b;

// Sticks to tiles without cutting float32 to TF32.
template <uint32_t tiles, uint32_t cb_sticks, uint32_t cb_tiles>
ALWI void tilize_block() {
    namespace config = compute_kernel_lib::tilize_config;
    compute_kernel_lib::tilize<
        tiles, cb_sticks, cb_tiles, config::InitUninitMode::InitAndUninit, config::WaitMode::WaitBlock,
        config::ReconfigureRegisterDatatypeMode::UnpackAndPackReconfigure, config::Fp32Mode::Lossless>(1);
}

// The next copy_tile calls read `cb`.
ALWI void copy_from(uint32_t cb) {
    reconfig_data_format_srca(cb);
    copy_tile_to_dst_init_short(cb);
}

// Packs DST slots 0 to count - 1 behind each other and pushes them.
ALWI void pack_out(uint32_t cb, uint32_t count) {
    tile_regs_commit();
    cb_reserve_back(cb, count);
    tile_regs_wait();
    for (uint32_t i = 0; i < count; ++i) pack_tile(i, cb);
    tile_regs_release();
    cb_push_back(cb, count);
}

// The same for one tile of which column 0 counts; the packer writes zeros beside it. A broadcast of a column multiplies
// what lies beside it with 0 and adds that up, and 0 times infinity is no 0.
ALWI void pack_column_out([[maybe_unused]] uint32_t cb) {
    PACK((llk_pack_reduce_mask_config<ReduceDim::REDUCE_ROW>(cb)));
    pack_out(cb, 1);
    PACK((llk_pack_reduce_mask_clear()));
}

constexpr uint32_t no_cb = 0xFFFFFFFF;

// What is added up: the tiles, their squares, their differences from a column (or from two, one after the other), or
// the squares of these.
enum class Term { Value, Square, Difference, SquaredDifference };

template <Term term, bool two_columns>
ALWI void make_term([[maybe_unused]] uint32_t slot, [[maybe_unused]] uint32_t column,
                    [[maybe_unused]] uint32_t second) {
    if constexpr (term == Term::Difference || term == Term::SquaredDifference) {
        sfpu_sub_bcast_col_init();
        sfpu_sub_bcast_col(slot, column);
        if constexpr (two_columns) sfpu_sub_bcast_col(slot, second);
    }
    if constexpr (term == Term::Square || term == Term::SquaredDifference) {
        mul_binary_tile_init();
        mul_binary_tile(slot, slot, slot);
    }
}

// Adds `tiles` tiles of `cb_in`, from tile `from` on (waited for by the caller, not popped), to the row sums in
// `cb_sum`. Between blocks `cb_sum` holds a tile of 32 partial sums per row; the last block weights it with the scaler
// tile (1/W), the last tile of a row with the partial scaler (1/W in columns that exist, 0 beyond), and collapses it
// into column 0; `weight_bits`, a float32 number, takes the place of the scalers where it is not 0. With `add_back` the
// column the differences are from is added to the result.
template <Term term, uint32_t cb_in, uint32_t cb_scaler, uint32_t cb_sum, bool partial, uint32_t cb_column = no_cb,
          bool add_back = false, uint32_t cb_second = no_cb, uint32_t weight_bits = 0>
ALWI void add_to_row_sums(uint32_t tiles, bool first_block, bool last_block, uint32_t from = 0) {
    // The second column is used up before the scaler takes its slot.
    constexpr uint32_t sum = 0, next = 1, scale = 2, second = 2, column = 3;
    constexpr bool two_columns = cb_second != no_cb;
    const bool masked = partial && last_block;
    const uint32_t whole = masked ? tiles - 1 : tiles;
    pack_reconfig_data_format(cb_sum);
    // The mask of reduce_init makes the packer write zeros outside column 0, where the sums below leave partial
    // results.
    if (last_block) reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(cb_in, cb_scaler, cb_sum);

    tile_regs_acquire();
    bool empty = first_block;
    if (!first_block) {
        cb_wait_front(cb_sum, 1);
        copy_from(cb_sum);
        copy_tile(cb_sum, 0, sum);
        cb_pop_front(cb_sum, 1);
    }
    if constexpr (cb_column != no_cb) {
        copy_from(cb_column);
        copy_tile(cb_column, 0, column);
    }
    if constexpr (two_columns) {
        copy_from(cb_second);
        copy_tile(cb_second, 0, second);
    }
    copy_from(cb_in);
    for (uint32_t t = 0; t < whole; ++t) {
        copy_tile(cb_in, from + t, empty ? sum : next);
        make_term<term, two_columns>(empty ? sum : next, column, second);
        if (!empty) {
            add_binary_tile_init();
            add_binary_tile(sum, next, sum);
        }
        empty = false;
    }
    if (last_block) {
        const uint32_t tail = empty ? sum : next;  // a row of less than one tile has nothing but its tail
        if (masked) {
            copy_tile(cb_in, from + whole, tail);
            make_term<term, two_columns>(tail, column, second);
        }
        if constexpr (weight_bits == 0) copy_from(cb_scaler);
        if (weight_bits == 0 && !empty) {
            copy_tile(cb_scaler, 0, scale);
            sfpu_mul_bcast_row_init();
            sfpu_mul_bcast_row(sum, scale);
        }
        if (masked) {
            copy_tile(cb_scaler, 1, scale);
            sfpu_mul_bcast_row_init();
            sfpu_mul_bcast_row(tail, scale);
            if (!empty) {
                add_binary_tile_init();
                add_binary_tile(sum, tail, sum);
            }
        }
        sfpu_reduce_init<PoolType::SUM, dst_format>();
        sfpu_reduce<PoolType::SUM, dst_format, ReduceDim::REDUCE_ROW>(sum);
        if constexpr (weight_bits != 0) {
            binop_with_scalar_tile_init();
            mul_unary_tile(sum, weight_bits);
        }
        if constexpr (add_back) {
            add_binary_tile_init();
            add_binary_tile(sum, column, sum);  // column 0 is all that is packed
        }
        // The mask keeps the first column of every face: the right half becomes zeros. Of two equal values the greater
        // is a copy, here in the left faces only.
        fill_tile_init();
        fill_tile_bitcast(next, 0);
        binary_max_tile_init();
        binary_max_tile(sum, sum, next, VectorMode::C);
    }
    tile_regs_commit();
    cb_reserve_back(cb_sum, 1);
    tile_regs_wait();
    pack_tile(last_block ? next : sum, cb_sum);
    tile_regs_release();
    cb_push_back(cb_sum, 1);
    if (last_block) reduce_uninit();
}

// The mean of rows, block by block like add_to_row_sums: column 0 of the row's first tile plus the mean of the
// differences from it. Rows of one value have exactly that value as their mean, whatever W is, and sums of large
// numbers stay small. `cb_first` keeps that column until the last block.
template <uint32_t cb_in, uint32_t cb_scaler, uint32_t cb_mean, uint32_t cb_first, bool partial,
          uint32_t weight_bits = 0>
ALWI void add_to_row_means(uint32_t tiles, bool first_block, bool last_block, uint32_t from = 0) {
    if (first_block) {
        pack_reconfig_data_format(cb_first);
        copy_from(cb_in);
        tile_regs_acquire();
        copy_tile(cb_in, from, 0);
        pack_column_out(cb_first);
    }
    cb_wait_front(cb_first, 1);
    add_to_row_sums<Term::Difference, cb_in, cb_scaler, cb_mean, partial, cb_first, /*add_back=*/true, no_cb,
                    weight_bits>(tiles, first_block, last_block, from);
    if (last_block) cb_pop_front(cb_first, 1);
}

// A tile-row as the plan has it: in blocks whose tiles stay in their CB, or leave it before they are sent again.
template <uint32_t row_tiles, uint32_t row_block_tiles, uint32_t row_blocks, bool partial_tile, bool tiles_resident>
struct Row {
    static constexpr uint32_t width_tiles = row_tiles, block_tiles = row_block_tiles, blocks = row_blocks;
    static constexpr bool partial = partial_tile;  // the last tile has columns beyond the tensor
    static constexpr bool streaming = blocks > 1 && !tiles_resident;
    static constexpr uint32_t tiles(uint32_t block) {
        return block + 1 == blocks ? width_tiles - block * block_tiles : block_tiles;
    }
    static constexpr uint32_t from(uint32_t block) { return streaming ? 0 : block * block_tiles; }
};

// Tilizes a row and leaves its mean in `cb_mean`. With `cb_rest` the mean has two parts: in `cb_mean` an anchor near
// it, the mean of the first `anchor_tiles` tiles, and in `cb_rest` the mean of x - anchor. Their sum is not rounded to
// a float32 number, which shows where the mean is large and x close to it.
template <typename Row, uint32_t cb_sticks, uint32_t cb_tiles, uint32_t cb_scaler, uint32_t cb_mean, uint32_t cb_first,
          uint32_t cb_rest = no_cb, uint32_t anchor_tiles = 0>
ALWI void load_and_average() {
    constexpr bool has_rest = cb_rest != no_cb, of_some = has_rest && Row::width_tiles > anchor_tiles;
    constexpr uint32_t mean_tiles = of_some ? anchor_tiles : Row::width_tiles;
    constexpr uint32_t weight_bits = of_some ? __builtin_bit_cast(uint32_t, 1.0f / (32 * mean_tiles)) : 0;
    constexpr uint32_t mean_blocks = (mean_tiles + Row::block_tiles - 1) / Row::block_tiles;
    for (uint32_t block = 0; block < mean_blocks; ++block) {
        const bool last = block + 1 == mean_blocks;
        tilize_block<Row::block_tiles, cb_sticks, cb_tiles>();
        cb_wait_front(cb_tiles, Row::from(block) + Row::block_tiles);
        add_to_row_means<cb_tiles, cb_scaler, cb_mean, cb_first, Row::partial && !of_some, weight_bits>(
            last ? mean_tiles - block * Row::block_tiles : Row::block_tiles, block == 0, last, Row::from(block));
        if (Row::streaming) cb_pop_front(cb_tiles, Row::block_tiles);
    }
    cb_wait_front(cb_mean, 1);
    if constexpr (has_rest) {
        for (uint32_t block = 0; block < Row::blocks; ++block) {
            if (Row::streaming || block >= mean_blocks) tilize_block<Row::block_tiles, cb_sticks, cb_tiles>();
            cb_wait_front(cb_tiles, Row::from(block) + Row::block_tiles);
            add_to_row_sums<Term::Difference, cb_tiles, cb_scaler, cb_rest, Row::partial, cb_mean>(
                Row::tiles(block), block == 0, block + 1 == Row::blocks, Row::from(block));
            if (Row::streaming) cb_pop_front(cb_tiles, Row::block_tiles);
        }
        cb_wait_front(cb_rest, 1);
    }
}

// DST[i] = tile first + i of `cb_in` less the column, for `count` tiles; with a second column less that, too. The
// columns are tile 0 of their CBs and take the slots from `free` on.
template <uint32_t cb_in, uint32_t cb_column, uint32_t cb_second>
ALWI void subtract_column_in_dst(uint32_t first, uint32_t count, uint32_t free) {
    constexpr bool two = cb_second != no_cb;
    copy_from(cb_column);
    copy_tile(cb_column, 0, free);
    if constexpr (two) {
        copy_from(cb_second);
        copy_tile(cb_second, 0, free + 1);
    }
    copy_from(cb_in);
    for (uint32_t i = 0; i < count; ++i) copy_tile(cb_in, first + i, i);
    sfpu_sub_bcast_col_init();
    for (uint32_t i = 0; i < count; ++i) {
        sfpu_sub_bcast_col(i, free);
        if constexpr (two) sfpu_sub_bcast_col(i, free + 1);
    }
}

// cb_out = cb_in - column, for `tiles` tiles of `cb_in` that the caller has waited for and pops; with a second column
// (cb_in - column) - second. The columns are tile 0 of their CBs, waited for by the caller.
template <uint32_t cb_in, uint32_t cb_column, uint32_t cb_out, uint32_t cb_second = no_cb>
ALWI void subtract_column(uint32_t tiles) {
    constexpr uint32_t room = DEST_AUTO_LIMIT - (cb_second != no_cb ? 2 : 1);  // the other slots take the columns
    pack_reconfig_data_format(cb_out);
    for (uint32_t first = 0; first < tiles; first += room) {
        const uint32_t count = tiles - first < room ? tiles - first : room;
        tile_regs_acquire();
        subtract_column_in_dst<cb_in, cb_column, cb_second>(first, count, room);
        pack_out(cb_out, count);
    }
}

// The largest part that a block falls into without a rest and that `slots` slots of DST can hold.
constexpr uint32_t equal_part(uint32_t tiles, uint32_t slots) {
    uint32_t part = tiles < slots ? tiles : slots;
    while (tiles % part != 0) --part;
    return part;
}

// The same as sticks, without tiles between: the packer writes the differences of `tiles` tiles as the rows of a block
// of `cb_out`.
template <uint32_t tiles, uint32_t cb_in, uint32_t cb_column, uint32_t cb_out, uint32_t cb_second = no_cb>
ALWI void subtract_column_into_sticks() {
    constexpr uint32_t part = equal_part(tiles, DEST_AUTO_LIMIT - (cb_second != no_cb ? 2 : 1));
    cb_reserve_back(cb_out, tiles);
    pack_untilize_dest_init<part, tiles>(cb_out);
    for (uint32_t index = 0; index < tiles / part; ++index) {
        tile_regs_acquire();
        subtract_column_in_dst<cb_in, cb_column, cb_second>(index * part, part, part);
        tile_regs_commit();
        tile_regs_wait();
        pack_untilize_dest<part, tiles>(cb_out, 1, index);
        tile_regs_release();
    }
    pack_untilize_uninit(cb_out);
    cb_push_back(cb_out, tiles);
}

// cb_out = cb_in squared, tile by tile; the caller has waited for `cb_in` and pops it.
template <uint32_t cb_in, uint32_t cb_out>
ALWI void square_tiles(uint32_t tiles) {
    pack_reconfig_data_format(cb_out);
    copy_from(cb_in);
    mul_binary_tile_init();
    for (uint32_t first = 0; first < tiles; first += DEST_AUTO_LIMIT) {
        const uint32_t count = tiles - first < DEST_AUTO_LIMIT ? tiles - first : DEST_AUTO_LIMIT;
        tile_regs_acquire();
        for (uint32_t i = 0; i < count; ++i) {
            copy_tile(cb_in, first + i, i);
            mul_binary_tile(i, i, i);
        }
        pack_out(cb_out, count);
    }
}

}  // namespace row_math
