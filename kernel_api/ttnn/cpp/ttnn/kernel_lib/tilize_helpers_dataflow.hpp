// Row-major rows (sticks) in and out of CBs that are tilized or untilized by compute. A row is padded to whole tiles in
// L1, so that a block of tile-height rows has the bytes of width_in_tiles tiles.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "tw/dataflow/tile_shape.h"

namespace dataflow_kernel_lib {

// Pages of the CB: tiles, or whole padded rows.
enum class TilizeGranularity : uint8_t { TILE, ROW };

// How rows are read on the card: one full command each, or bank by bank with a stored command. The data is the same.
enum class StickReadMode : uint8_t { Generic, Stateful };

namespace detail {

template <uint32_t cb_id>
struct StickShape {
    static constexpr uint32_t tile_height = unpack_tile_r_dim[cb_id];
    static constexpr uint32_t tile_row_bytes =
        unpack_tile_c_dim[cb_id] * (tw::cb_tile_bytes(cb_id) / tw::cb_tile_hw(cb_id));
    static_assert(tw::cb_tile_bytes(cb_id) % tw::cb_tile_hw(cb_id) == 0,
                  "sticks have no block-float format: give the CB a plain format");
    uint32_t padded_bytes;
    uint32_t width_tiles;
    explicit StickShape(uint32_t row_bytes)
        : padded_bytes((row_bytes + tile_row_bytes - 1) / tile_row_bytes * tile_row_bytes),
          width_tiles(padded_bytes / tile_row_bytes) {}
};

}  // namespace detail

// num_rows rows from first_page on, to l1_addr, l1_row_stride apart. With num_splits > 1 this call takes the rows
// split_id, split_id + num_splits … No barrier.
template <StickReadMode read_mode = StickReadMode::Generic, uint32_t num_splits = 1, typename Accessor>
FORCE_INLINE void read_stick_rows_for_tilize(const Accessor& accessor, uint32_t first_page, uint32_t row_bytes,
                                             uint32_t byte_offset_within_page, uint32_t l1_addr, uint32_t l1_row_stride,
                                             uint32_t num_rows, uint32_t split_id = 0) {
    for (uint32_t row = split_id; row < num_rows; row += num_splits) {
        noc_async_read(accessor.get_noc_addr(first_page + row, byte_offset_within_page), l1_addr + row * l1_row_stride,
                       row_bytes);
    }
}

template <uint32_t cb_id, TilizeGranularity granularity = TilizeGranularity::TILE,
          StickReadMode read_mode = StickReadMode::Generic, typename Accessor>
FORCE_INLINE void read_sticks_for_tilize(const Accessor& accessor, uint32_t total_num_rows, uint32_t row_bytes,
                                         uint32_t start_page = 0, uint32_t byte_offset_within_page = 0) {
    const detail::StickShape<cb_id> shape(row_bytes);
    if constexpr (granularity == TilizeGranularity::TILE) {
        for (uint32_t first = 0; first < total_num_rows; first += shape.tile_height) {
            const uint32_t left = total_num_rows - first;
            cb_reserve_back(cb_id, shape.width_tiles);
            read_stick_rows_for_tilize<read_mode>(accessor, start_page + first, row_bytes, byte_offset_within_page,
                                                  get_write_ptr(cb_id), shape.padded_bytes,
                                                  left < shape.tile_height ? left : shape.tile_height);
            noc_async_read_barrier();
            cb_push_back(cb_id, shape.width_tiles);
        }
    } else {
        for (uint32_t row = 0; row < total_num_rows; ++row) {
            cb_reserve_back(cb_id, 1);
            noc_async_read(accessor.get_noc_addr(start_page + row, byte_offset_within_page), get_write_ptr(cb_id),
                           row_bytes);
            noc_async_read_barrier();
            cb_push_back(cb_id, 1);
        }
    }
}

template <uint32_t cb_id, typename Accessor>
FORCE_INLINE void write_sticks_after_untilize(const Accessor& accessor, uint32_t total_num_rows, uint32_t row_bytes,
                                              uint32_t start_page = 0, uint32_t byte_offset_within_page = 0) {
    const detail::StickShape<cb_id> shape(row_bytes);
    for (uint32_t first = 0; first < total_num_rows; first += shape.tile_height) {
        const uint32_t left = total_num_rows - first;
        const uint32_t rows = left < shape.tile_height ? left : shape.tile_height;
        cb_wait_front(cb_id, shape.width_tiles);
        const uint32_t from = get_read_ptr(cb_id);
        for (uint32_t row = 0; row < rows; ++row) {
            noc_async_write(from + row * shape.padded_bytes,
                            accessor.get_noc_addr(start_page + first + row, byte_offset_within_page), row_bytes);
        }
        noc_async_write_barrier();
        cb_pop_front(cb_id, shape.width_tiles);
    }
}

}  // namespace dataflow_kernel_lib
