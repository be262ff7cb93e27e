// The headers of kernels with products of matrices: compute, and reader.
#include "workshop/gen/kernels.hpp"

namespace tilewright::workshop::rows {

const char* const kProductsComputeHeader =
    R"(// Products of matrices, tile by tile: a row of tiles, which stays, times columns of tiles, which come in the
// order in which they are needed.
#pragma once

#include "gathered.hpp"
#include "api/compute/matmul.h"
#include "api/compute/reconfig_data_format.h"

namespace products {

// Tiles of a column that come together.
constexpr uint32_t part_of(uint32_t tiles) {
    uint32_t part = tiles < 8 ? tiles : 8;
    while (tiles % part != 0) --part;
    return part;
}

// The matrix unit reads the right side first.
template <uint32_t cb_left, uint32_t cb_right, bool transposed>
ALWI void begin() {
    reconfig_data_format(cb_right, cb_left);
    matmul_init(cb_left, cb_right, transposed);
}

// A slot of DST, which is empty: the row times the next column.
template <uint32_t cb_left, uint32_t cb_right, uint32_t inner_tiles>
ALWI void dot(uint32_t slot) {
    constexpr uint32_t part = part_of(inner_tiles);
    for (uint32_t first = 0; first < inner_tiles; first += part) {
        cb_wait_front(cb_right, part);
        for (uint32_t tile = 0; tile < part; ++tile) matmul_tiles(cb_left, cb_right, first + tile, tile, slot);
        cb_pop_front(cb_right, part);
    }
}

// So many tiles of left @ right.
template <uint32_t cb_left, uint32_t cb_right, uint32_t cb_out, uint32_t inner_tiles, bool transposed>
ALWI void make(uint32_t tiles) {
    cb_wait_front(cb_left, inner_tiles);
    begin<cb_left, cb_right, transposed>();
    rows::map<cb_out, 1>(tiles, 0, [](rows::Tile, uint32_t slot, uint32_t) {
        dot<cb_left, cb_right, inner_tiles>(slot);
    });
}

// Tiles of a row for the matrix unit: zeros in the columns that the tensor does not have.
template <uint32_t width, uint32_t cb_out, uint32_t cb_mask, typename Value>
ALWI void keep(uint32_t tiles, uint32_t from, Value value) {
    pack_reconfig_data_format(cb_out);
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        gathered::pack_one(cb_out, 0, [&] {
            if (from + tile >= gathered::tiles_of(width)) {
                fill_tile_init();
                fill_tile_bitcast(0, 0);
                return;
            }
            value(rows::Tile{tile, from + tile}, 0, 1);
            if (gathered::at_right<gathered::W, width>(from + tile)) {
                rows::load(cb_mask, 0, 1);
                mask_tile_init();
                mask_tile(0, 1);
            }
        });
    }
}

// Slot 0: a block of a row, which was kept, times its part of the next column, on top of what the blocks before gave.
template <uint32_t cb_left, uint32_t cb_right, uint32_t cb_sums, uint32_t block_tiles, bool transposed>
ALWI void add_block(uint32_t block) {
    if (block != 0) gathered::take_back(cb_sums);
    begin<cb_left, cb_right, transposed>();
    dot<cb_left, cb_right, block_tiles>(0);
}
template <uint32_t cb_left, uint32_t cb_right, uint32_t cb_sums, uint32_t cb_out, uint32_t block_tiles, bool transposed>
ALWI void multiply_block(uint32_t tiles, uint32_t block) {
    pack_reconfig_data_format(cb_out);
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        gathered::pack_one(cb_out, 0,
                           [&] { add_block<cb_left, cb_right, cb_sums, block_tiles, transposed>(block); });
    }
}

// A block of the result times the right side: `tiles` tiles, which the last block gives back. As tiles, or as sticks of
// single tiles, which the packer writes from DST.
template <uint32_t cb_left, uint32_t cb_right, uint32_t cb_sums, uint32_t cb_out, uint32_t block_tiles, uint32_t blocks,
          bool transposed>
ALWI void finish(uint32_t tiles, uint32_t block) {
    cb_wait_front(cb_left, block_tiles);
    if (block + 1 < blocks) {
        multiply_block<cb_left, cb_right, cb_sums, cb_sums, block_tiles, transposed>(tiles, block);
    } else {
        multiply_block<cb_left, cb_right, cb_sums, cb_out, block_tiles, transposed>(tiles, block);
    }
    cb_pop_front(cb_left, block_tiles);
}
template <uint32_t cb_left, uint32_t cb_right, uint32_t cb_sums, uint32_t cb_out, uint32_t block_tiles, uint32_t blocks,
          bool transposed>
ALWI void finish_as_sticks(uint32_t tiles, uint32_t block) {
    cb_wait_front(cb_left, block_tiles);
    if (block + 1 < blocks) {
        multiply_block<cb_left, cb_right, cb_sums, cb_sums, block_tiles, transposed>(tiles, block);
    } else {
        gathered::map_into_sticks<cb_out, 1>(tiles, 0, [&](rows::Tile, uint32_t, uint32_t) {
            add_block<cb_left, cb_right, cb_sums, block_tiles, transposed>(block);
        });
    }
    cb_pop_front(cb_left, block_tiles);
}

}  // namespace products
)";

const char* const kProductsDataflowHeader =
    R"(// Sides of products of matrices in the order in which compute takes them. Where a matrix ends within a tile,
// what the tile holds beyond it may be anything, and a product would add it up: it becomes zeros.
#pragma once

#include "gathered.hpp"

namespace products {

using gathered::Extents;
using gathered::tiles_of;

// Tiles of a column that go together.
constexpr uint32_t part_of(uint32_t tiles) {
    uint32_t part = tiles < 8 ? tiles : 8;
    while (tiles % part != 0) --part;
    return part;
}

// Zeros beyond the first rows and columns of a tile. Faces are 16x16, left and right, upper before lower.
template <uint32_t cb>
void keep_corner(uint32_t tile, uint32_t rows, uint32_t columns) {
    constexpr uint32_t face = get_tile_size(cb) / 4, line = face / 16, datum_bytes = line / 16;
    for (uint32_t row = 0; row < 32; ++row) {
        for (uint32_t half = 0; half < 2; ++half) {
            const uint32_t wanted = row < rows ? columns : 0;
            const uint32_t left = wanted > half * 16 ? sticks::smaller(wanted - half * 16, 16) : 0;
            const uint32_t from = tile + (row / 16 * 2 + half) * face + row % 16 * line + left * datum_bytes;
            dataflow_kernel_lib::fill_l1_range<datum_bytes>(from, (16 - left) * datum_bytes, 0);
        }
    }
}

// The matrix that a row of the formula lies in, or the only one.
template <bool one>
uint32_t matrix_of(const Extents& all, uint32_t row) {
    return one ? 0 : gathered::matrix_of<gathered::NCHW>(all, gathered::place_of<gathered::W>(all, row, 0));
}

// The tiles of a row of the left side, which is `width` wide.
template <uint32_t cb, uint32_t width, typename Accessor>
void read_left(const Accessor& source, const Extents& all, uint32_t row) {
    constexpr uint32_t tiles = tiles_of(width), tile_bytes = get_tile_size(cb);
    const auto place = gathered::place_of<gathered::W>(all, row, 0);
    const uint32_t first = (matrix_of<false>(all, row) * tiles_of(all.h) + place.row) * tiles;
    cb_reserve_back(cb, tiles);
    const uint32_t to = get_write_ptr(cb);
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        noc_async_read(source.get_noc_addr(first + tile), to + tile * tile_bytes, tile_bytes);
    }
    noc_async_read_barrier();
    if constexpr (width % 32 != 0) keep_corner<cb>(to + (tiles - 1) * tile_bytes, 32, width % 32);
    cb_push_back(cb, tiles);
}

// Columns `first` on of the right side, which is `inner` high and has `across` columns of tiles: `count` of them, of
// each `down` tiles from tile `from` on, from top to bottom; zeros for tiles that it does not have.
template <uint32_t cb, uint32_t down, bool transposed, bool one, typename Accessor>
void read_right(const Accessor& source, const Extents& all, uint32_t row, uint32_t first, uint32_t count,
                uint32_t across, uint32_t from, uint32_t inner) {
    constexpr uint32_t part = part_of(down), tile_bytes = get_tile_size(cb);
    const uint32_t matrix = matrix_of<one>(all, row), inner_tiles = tiles_of(inner), tail = inner % 32;
    for (uint32_t column = first; column < first + count; ++column) {
        for (uint32_t begin = from; begin < from + down; begin += part) {
            cb_reserve_back(cb, part);
            const uint32_t to = get_write_ptr(cb);
            for (uint32_t tile = begin; tile < begin + part; ++tile) {
                const uint32_t at = to + (tile - begin) * tile_bytes;
                if (column >= across || tile >= inner_tiles) {
                    sticks::clear(at, tile_bytes);
                    continue;
                }
                const uint32_t page = transposed ? (matrix * across + column) * inner_tiles + tile
                                                 : (matrix * inner_tiles + tile) * across + column;
                noc_async_read(source.get_noc_addr(page), at, tile_bytes);
            }
            noc_async_read_barrier();
            const uint32_t last = inner_tiles - 1;
            if (tail != 0 && begin <= last && last < begin + part && column < across) {
                keep_corner<cb>(to + (last - begin) * tile_bytes, transposed ? 32 : tail, transposed ? tail : 32);
            }
            cb_push_back(cb, part);
        }
    }
}

}  // namespace products
)";

}  // namespace tilewright::workshop::rows
