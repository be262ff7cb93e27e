// The two headers that generated kernels ship with.
#include "workshop/gen/kernels.hpp"

namespace tilewright::workshop::rows {

const char* const kRowsHeader =
    R"(// Rows of tiles in DST: blocks evaluated tile by tile, reductions along a row, sticks to tiles.
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

// A tile: its number in its block, and in its row.
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

// One tile of which column 0 counts; the packer writes zeros beside it, but for column 16. A broadcast of a column
// multiplies what lies beside it in its face with 0 and adds that up, and 0 times infinity (the reciprocal of such a
// zero, say) is no 0.
template <uint32_t cb_out, typename Value>
ALWI void map_column(Value value) {
    pack_reconfig_data_format(cb_out);  // not under the mask
    PACK((llk_pack_reduce_mask_config<ReduceDim::REDUCE_ROW>(cb_out)));
    tile_regs_acquire();
    value(Tile{0, 0}, 0, 1);
    tile_regs_commit();
    cb_reserve_back(cb_out, 1);
    tile_regs_wait();
    pack_tile(0, cb_out);
    tile_regs_release();
    cb_push_back(cb_out, 1);
    PACK((llk_pack_reduce_mask_clear()));
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
    mask_tile(slot, slot + 1);
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
        mask_tile(1, 2);  // the form without a format takes DST as it is; with Float32 the call would do nothing
    }
}

// Column 0 of slot 0 goes to slot 1, with zeros in the right half: the packer's mask keeps the first column of every
// face, so 16 of the tile, too. Of two equal values the greater is a copy, here in the left faces only.
ALWI void keep_left_half() {
    fill_tile_init();
    fill_tile_bitcast(1, 0);
    binary_max_tile_init();
    binary_max_tile(0, 0, 1, VectorMode::C);
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
        keep_left_half();
    }
    tile_regs_commit();
    cb_reserve_back(cb_result, 1);
    tile_regs_wait();
    pack_tile(part.last ? 1 : 0, cb_result);
    tile_regs_release();
    cb_push_back(cb_result, 1);
    if (part.last) reduce_uninit();
}

}  // namespace rows
)";

const char* const kSticksHeader =
    R"(// Blocks of sticks between DRAM and CBs, and constant tiles. A block is 32 rows of `tiles` tiles, row after row,
// which is what tilize takes and untilize gives; its pages are tiles. Columns and rows beyond the tensor are zeros:
// compute reads them, and whatever a page held before must not reach a result.
#pragma once

#include "api/dataflow/dataflow_api.h"
#include "ttnn/cpp/ttnn/kernel_lib/l1_helpers.hpp"

namespace sticks {

constexpr uint32_t tile_height = 32;

// One row of a tile of the CB's format.
template <uint32_t cb>
constexpr uint32_t tile_row_bytes() {
    return get_tile_size(cb) / tile_height;
}

constexpr uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

// Bytes of a stick that belong to the block at `offset`; none where the block lies beyond the stick.
constexpr uint32_t bytes_in_block(uint32_t stick_bytes, uint32_t offset, uint32_t block_bytes) {
    return offset < stick_bytes ? smaller(stick_bytes - offset, block_bytes) : 0;
}

// Moves `count` sticks from `first` on, `bytes` bytes of each from `offset` on, to or from rows of `pitch` bytes:
// move(address, at, size) for every piece, which lies `at` bytes behind the first row. Shards may cut sticks, each with
// a page of its own; pages of sticks that follow each other in a shard lie one behind the other.
template <uint32_t pitch, typename Accessor, typename Move>
void each_piece(const Accessor& tensor, uint32_t first, uint32_t count, uint32_t stick_bytes, uint32_t offset,
                uint32_t bytes, Move move) {
    if constexpr (Accessor::DSpec::is_interleaved) {
        for (uint32_t row = 0; row < count && bytes != 0; ++row) {
            move(tensor.get_noc_addr(first + row, offset), row * pitch, bytes);
        }
    } else {
        const uint32_t page_bytes = tensor.get_aligned_page_size();
        const uint32_t pages = (stick_bytes + page_bytes - 1) / page_bytes;
        // The dimension of sticks: the last one, or that before the pages of a stick.
        const auto& spec = tensor.dspec();
        const uint32_t sticks = pages > 1 && spec.rank() > 1 ? spec.rank() - 2 : spec.rank() - 1;
        const uint32_t height = spec.shard_shape()[sticks], all = spec.tensor_shape()[sticks];
        for (uint32_t done = 0; done < bytes;) {
            const uint32_t page = (offset + done) / page_bytes, from = (offset + done) % page_bytes;
            const uint32_t part = smaller(page_bytes - from, bytes - done);
            for (uint32_t row = 0; row < count;) {
                auto address = tensor.get_noc_addr((first + row) * pages + page, from);
                const uint32_t stick = (first + row) % all;
                const uint32_t end = smaller(count, row + smaller(height - stick % height, all - stick));
                if (part == page_bytes && part == pitch) {
                    move(address, row * pitch, (end - row) * pitch);
                    row = end;
                }
                for (; row < end; ++row, address += page_bytes) move(address, row * pitch + done, part);
            }
            done += part;
        }
    }
}

// `count` sticks from `first_stick` on: block number `block` of each.
template <uint32_t cb, uint32_t tiles, typename Accessor>
void read(const Accessor& source, uint32_t first_stick, uint32_t count, uint32_t stick_bytes, uint32_t block) {
    constexpr uint32_t pitch = tiles * tile_row_bytes<cb>();
    constexpr uint32_t datum_bytes = tile_row_bytes<cb>() / 32;
    const uint32_t offset = block * pitch;
    const uint32_t valid = bytes_in_block(stick_bytes, offset, pitch);
    cb_reserve_back(cb, tiles);
    const uint32_t to = get_write_ptr(cb);
    each_piece<pitch>(source, first_stick, count, stick_bytes, offset, valid,
                      [&](auto from, auto at, auto bytes) { noc_async_read(from, to + at, bytes); });
    for (uint32_t row = 0; row < count; ++row) {
        dataflow_kernel_lib::fill_l1_range<datum_bytes>(to + row * pitch + valid, pitch - valid, 0);
    }
    dataflow_kernel_lib::fill_l1_range<4>(to + count * pitch, (tile_height - count) * pitch, 0);
    noc_async_read_barrier();
    cb_push_back(cb, tiles);
}

template <uint32_t cb, uint32_t tiles, typename Accessor>
void write(const Accessor& target, uint32_t first_stick, uint32_t count, uint32_t stick_bytes, uint32_t block) {
    constexpr uint32_t pitch = tiles * tile_row_bytes<cb>();
    const uint32_t offset = block * pitch;
    const uint32_t valid = bytes_in_block(stick_bytes, offset, pitch);
    cb_wait_front(cb, tiles);
    const uint32_t from = get_read_ptr(cb);
    each_piece<pitch>(target, first_stick, count, stick_bytes, offset, valid,
                      [&](auto to, auto at, auto bytes) { noc_async_write(from + at, to, bytes); });
    noc_async_write_barrier();
    cb_pop_front(cb, tiles);
}

// Where matrices of `rows` rows are padded to whole tiles one by one: the first stick of tile-row number `row`, and how
// many there are.
inline uint32_t first_of_row(uint32_t row, uint32_t rows) {
    const uint32_t height = (rows + tile_height - 1) / tile_height;
    return row / height * rows + row % height * tile_height;
}
inline uint32_t count_of_row(uint32_t row, uint32_t rows) {
    const uint32_t height = (rows + tile_height - 1) / tile_height;
    return smaller(rows - row % height * tile_height, tile_height);
}

// Zeros from the place where the card keeps some, moved by the NoC: quicker than the processor writes them.
inline void clear(uint32_t to, uint32_t bytes) {
    const uint64_t zeros = get_noc_addr(MEM_ZEROS_BASE);
    for (const uint32_t end = to + bytes; to < end; to += MEM_ZEROS_SIZE)
        noc_async_read(zeros, to, smaller(end - to, MEM_ZEROS_SIZE));
    noc_async_read_barrier();
}

// Row 0 of tiles: columns 32 * first_tile on of the only stick of `source`, as the broadcasts of a row take them. The
// other rows are zeros, written when pages are used for the first time, after the `sent` blocks before: nobody writes
// there later. A row of a tile lies in two faces: it is read in one piece, and its second half moves within L1, where
// 16 bytes are aligned enough.
template <uint32_t cb, uint32_t tiles, typename Accessor>
void read_lines(const Accessor& source, uint32_t stick_bytes, uint32_t first_tile, uint32_t sent) {
    constexpr uint32_t tile_bytes = get_tile_size(cb), line_bytes = tile_row_bytes<cb>();
    constexpr uint32_t datum_bytes = line_bytes / 32, face_bytes = tile_bytes / 4;
    cb_reserve_back(cb, tiles);
    const uint32_t to = get_write_ptr(cb);
    if (sent * tiles < get_local_cb_interface(cb).fifo_num_pages) clear(to, tiles * tile_bytes);
    for (uint32_t i = 0; i < tiles; ++i) {
        const uint32_t offset = (first_tile + i) * line_bytes, line = to + i * tile_bytes;
        const uint32_t valid = bytes_in_block(stick_bytes, offset, line_bytes);
        each_piece<line_bytes>(source, 0, 1, stick_bytes, offset, valid,
                               [&](auto from, auto at, auto bytes) { noc_async_read(from, line + at, bytes); });
        dataflow_kernel_lib::fill_l1_range<datum_bytes>(line + valid, line_bytes - valid, 0);
    }
    noc_async_read_barrier();
    for (uint32_t i = 0; i < tiles; ++i) {
        const uint32_t line = to + i * tile_bytes;
        noc_async_read(get_noc_addr(line + line_bytes / 2), line + face_bytes, line_bytes / 2);
    }
    noc_async_read_barrier();
    cb_push_back(cb, tiles);
}

// Tiles `first` on of the `all` that lie from page `page` on, in tile layout; beyond the last of them zeros.
template <uint32_t cb, uint32_t tiles, typename Accessor>
void read_tiles(const Accessor& source, uint32_t page, uint32_t first, uint32_t all) {
    constexpr uint32_t tile_bytes = get_tile_size(cb);
    cb_reserve_back(cb, tiles);
    const uint32_t to = get_write_ptr(cb), count = first < all ? smaller(all - first, tiles) : 0;
    for (uint32_t i = 0; i < count; ++i) {
        noc_async_read(source.get_noc_addr(page + first + i), to + i * tile_bytes, tile_bytes);
    }
    if (count < tiles) clear(to + count * tile_bytes, (tiles - count) * tile_bytes);
    noc_async_read_barrier();
    cb_push_back(cb, tiles);
}

template <uint32_t cb, uint32_t tiles, typename Accessor>
void write_tiles(const Accessor& target, uint32_t page, uint32_t first, uint32_t all) {
    constexpr uint32_t tile_bytes = get_tile_size(cb);
    cb_wait_front(cb, tiles);
    const uint32_t from = get_read_ptr(cb), count = first < all ? smaller(all - first, tiles) : 0;
    for (uint32_t i = 0; i < count; ++i) {
        noc_async_write(from + i * tile_bytes, target.get_noc_addr(page + first + i), tile_bytes);
    }
    noc_async_write_barrier();
    cb_pop_front(cb, tiles);
}

// A tile with a number, given as float32 bits, in the first `columns` columns of all rows and 0 beside them.
template <uint32_t cb>
void send_columns(uint32_t columns, uint32_t bits) {
    constexpr uint32_t datum_bytes = get_tile_size(cb) / 1024;
    const uint32_t datum = datum_bytes == 4 ? bits : bits >> 16;
    cb_reserve_back(cb, 1);
    const uint32_t tile = get_write_ptr(cb);
    if (columns == 32) {
        dataflow_kernel_lib::fill_l1_range<datum_bytes>(tile, get_tile_size(cb), datum);
    } else {
        dataflow_kernel_lib::fill_l1_range<4>(tile, get_tile_size(cb), 0);
        // Faces are 16x16: left and right, upper before lower; a row of a face is 16 datums.
        for (uint32_t row = 0; row < 64; ++row) {
            const uint32_t before = row / 16 % 2 * 16;
            const uint32_t count = columns > before ? smaller(columns - before, 16) : 0;
            dataflow_kernel_lib::fill_l1_range<datum_bytes>(tile + row * 16 * datum_bytes, count * datum_bytes, datum);
        }
    }
    cb_push_back(cb, 1);
}

}  // namespace sticks
)";

}  // namespace tilewright::workshop::rows
