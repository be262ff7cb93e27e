// Blocks of sticks between DRAM and CBs. A block is 32 rows of `tiles` tiles, row after row, which is what tilize takes
// and untilize gives; its pages are tiles. Columns and rows beyond the tensor are zeros: they are read by compute, and
// whatever a page held before must not reach a sum.
#pragma once

#include "api/dataflow/dataflow_api.h"
#include "ttnn/cpp/ttnn/kernel_lib/l1_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_dataflow.hpp"

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

template <uint32_t cb, uint32_t tiles, typename Accessor>
void read(const Accessor& source, uint32_t first_stick, uint32_t sticks, uint32_t stick_bytes, uint32_t offset) {
    constexpr uint32_t pitch = tiles * tile_row_bytes<cb>();
    constexpr uint32_t datum_bytes = tile_row_bytes<cb>() / 32;
    const uint32_t valid = bytes_in_block(stick_bytes, offset, pitch);
    cb_reserve_back(cb, tiles);
    const uint32_t to = get_write_ptr(cb);
    each_piece<pitch>(source, first_stick, sticks, stick_bytes, offset, valid,
                      [&](auto from, auto at, auto bytes) { noc_async_read(from, to + at, bytes); });
    for (uint32_t row = 0; row < sticks; ++row) {
        dataflow_kernel_lib::fill_l1_range<datum_bytes>(to + row * pitch + valid, pitch - valid, 0);
    }
    dataflow_kernel_lib::fill_l1_range<4>(to + sticks * pitch, (tile_height - sticks) * pitch, 0);
    noc_async_read_barrier();
    cb_push_back(cb, tiles);
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

template <uint32_t cb, uint32_t tiles, typename Accessor>
void write(const Accessor& target, uint32_t first_stick, uint32_t sticks, uint32_t stick_bytes, uint32_t offset) {
    constexpr uint32_t pitch = tiles * tile_row_bytes<cb>();
    const uint32_t valid = bytes_in_block(stick_bytes, offset, pitch);
    cb_wait_front(cb, tiles);
    const uint32_t from = get_read_ptr(cb);
    each_piece<pitch>(target, first_stick, sticks, stick_bytes, offset, valid,
                      [&](auto to, auto at, auto bytes) { noc_async_write(from + at, to, bytes); });
    noc_async_write_barrier();
    cb_pop_front(cb, tiles);
}

// Scaler tiles for row sums: one for whole tiles and, where the last tile has only `tail_columns` columns (0: all), one
// for that.
template <uint32_t cb, uint32_t tail_columns>
void send_scalers(uint32_t scaler_bits) {
    using namespace ckernel;
    const float scaler = __builtin_bit_cast(float, scaler_bits);
    dataflow_kernel_lib::prepare_reduce_scaler<cb, PoolType::SUM, ReduceDim::REDUCE_ROW>(scaler);
    if constexpr (tail_columns != 0) {
        dataflow_kernel_lib::prepare_reduce_scaler<cb, PoolType::SUM, ReduceDim::REDUCE_ROW>(scaler, tail_columns);
    }
}

// Every tile-row of this core, block by block, as often as compute goes over it, of which the first time may be over
// its beginning only; `after_block(pass, block)` sends what belongs to a block.
template <uint32_t cb, uint32_t tiles, uint32_t blocks, uint32_t passes, uint32_t first_pass_blocks, typename Accessor,
          typename After>
void read_rows(const Accessor& source, uint32_t first_stick, uint32_t sticks, uint32_t stick_bytes, After after_block) {
    constexpr uint32_t block_bytes = tiles * tile_row_bytes<cb>();
    for (uint32_t done = 0; done < sticks; done += tile_height) {
        for (uint32_t pass = 0; pass < passes; ++pass) {
            for (uint32_t block = 0; block < (pass == 0 ? first_pass_blocks : blocks); ++block) {
                read<cb, tiles>(source, first_stick + done, smaller(sticks - done, tile_height), stick_bytes,
                                block * block_bytes);
                after_block(pass, block);
            }
        }
    }
}

template <uint32_t cb, uint32_t tiles, uint32_t blocks, typename Accessor>
void write_rows(const Accessor& target, uint32_t first_stick, uint32_t sticks, uint32_t stick_bytes) {
    constexpr uint32_t block_bytes = tiles * tile_row_bytes<cb>();
    for (uint32_t done = 0; done < sticks; done += tile_height) {
        for (uint32_t block = 0; block < blocks; ++block) {
            write<cb, tiles>(target, first_stick + done, smaller(sticks - done, tile_height), stick_bytes,
                             block * block_bytes);
        }
    }
}

}  // namespace stick_blocks
