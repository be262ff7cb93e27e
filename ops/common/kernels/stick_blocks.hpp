// Blocks of sticks between DRAM and CBs. A block is 32 rows of `tiles` tiles, row after row, which is what tilize takes
// and untilize gives; its pages are tiles. Columns and rows beyond the tensor are zeros: they are read by compute, and
// whatever a page held before must not reach a sum.
#pragma once

#include "api/dataflow/dataflow_api.h"
#include "ttnn/cpp/ttnn/kernel_lib/l1_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers_dataflow.hpp"

namespace stick_blocks {

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

template <uint32_t cb, uint32_t tiles, typename Accessor>
void read(const Accessor& source, uint32_t first_stick, uint32_t sticks, uint32_t stick_bytes, uint32_t offset) {
    constexpr uint32_t pitch = tiles * tile_row_bytes<cb>();
    constexpr uint32_t datum_bytes = tile_row_bytes<cb>() / 32;
    const uint32_t valid = bytes_in_block(stick_bytes, offset, pitch);
    cb_reserve_back(cb, tiles);
    const uint32_t to = get_write_ptr(cb);
    if (valid != 0)
        dataflow_kernel_lib::read_stick_rows_for_tilize(source, first_stick, valid, offset, to, pitch, sticks);
    for (uint32_t row = 0; row < sticks; ++row) {
        dataflow_kernel_lib::fill_l1_range<datum_bytes>(to + row * pitch + valid, pitch - valid, 0);
    }
    dataflow_kernel_lib::fill_l1_range<4>(to + sticks * pitch, (tile_height - sticks) * pitch, 0);
    noc_async_read_barrier();
    cb_push_back(cb, tiles);
}

template <uint32_t cb, uint32_t tiles, typename Accessor>
void write(const Accessor& target, uint32_t first_stick, uint32_t sticks, uint32_t stick_bytes, uint32_t offset) {
    constexpr uint32_t pitch = tiles * tile_row_bytes<cb>();
    const uint32_t valid = bytes_in_block(stick_bytes, offset, pitch);
    cb_wait_front(cb, tiles);
    const uint32_t from = get_read_ptr(cb);
    for (uint32_t row = 0; row < sticks; ++row) {
        noc_async_write(from + row * pitch, target.get_noc_addr(first_stick + row, offset), valid);
    }
    noc_async_write_barrier();
    cb_pop_front(cb, tiles);
}

}  // namespace stick_blocks
