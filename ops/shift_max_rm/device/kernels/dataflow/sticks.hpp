// Blocks of sticks between DRAM and CBs, and constant tiles. A block is 32 rows of `tiles` tiles, row after row,
// which is what tilize takes and untilize gives; its pages are tiles. Columns and rows beyond the tensor are zeros:
// compute reads them, and whatever a page held before must not reach a result.
#pragma once

#include "api/dataflow/dataflow_api.h"
#include "ttnn/cpp/ttnn/kernel_lib/l1_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers_dataflow.hpp"

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

// `count` sticks from `first_stick` on: block number `block` of each.
template <uint32_t cb, uint32_t tiles, typename Accessor>
void read(const Accessor& source, uint32_t first_stick, uint32_t count, uint32_t stick_bytes, uint32_t block) {
    constexpr uint32_t pitch = tiles * tile_row_bytes<cb>();
    constexpr uint32_t datum_bytes = tile_row_bytes<cb>() / 32;
    const uint32_t offset = block * pitch;
    const uint32_t valid = bytes_in_block(stick_bytes, offset, pitch);
    cb_reserve_back(cb, tiles);
    const uint32_t to = get_write_ptr(cb);
    if (valid != 0) {
        dataflow_kernel_lib::read_stick_rows_for_tilize(source, first_stick, valid, offset, to, pitch, count);
    }
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
    for (uint32_t row = 0; row < count && valid != 0; ++row) {
        noc_async_write(from + row * pitch, target.get_noc_addr(first_stick + row, offset), valid);
    }
    noc_async_write_barrier();
    cb_pop_front(cb, tiles);
}

// Row 0 of tiles: columns 32 * first_tile on of the only stick of `source`, as the broadcasts of a row take them. The
// other rows are zeros, written when pages are `fresh`: nobody writes there later. A row of a tile lies in two faces:
// it is read in one piece, and its second half moves within L1, where 16 bytes are aligned enough.
template <uint32_t cb, uint32_t tiles, typename Accessor>
void read_lines(const Accessor& source, uint32_t stick_bytes, uint32_t first_tile, bool fresh) {
    constexpr uint32_t tile_bytes = get_tile_size(cb), line_bytes = tile_row_bytes<cb>();
    constexpr uint32_t datum_bytes = line_bytes / 32, face_bytes = tile_bytes / 4;
    cb_reserve_back(cb, tiles);
    const uint32_t to = get_write_ptr(cb);
    if (fresh) dataflow_kernel_lib::fill_l1_range<4>(to, tiles * tile_bytes, 0);
    for (uint32_t i = 0; i < tiles; ++i) {
        const uint32_t offset = (first_tile + i) * line_bytes, line = to + i * tile_bytes;
        const uint32_t valid = bytes_in_block(stick_bytes, offset, line_bytes);
        if (valid != 0) noc_async_read(source.get_noc_addr(0, offset), line, valid);
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
