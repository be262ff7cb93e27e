// The headers of kernels whose rows are gathered tile by tile: compute, and reader and writer.
#include "workshop/gen/kernels.hpp"

namespace tilewright::workshop::rows {

const char* const kGatheredComputeHeader =
    R"(// Rows that are gathered tile by tile, along any dimensions: what a tile holds beyond the matrices is hidden,
// and one value per row fills a whole tile, wherever it is used.
#pragma once

#include "rows.hpp"

namespace gathered {

// Dimensions, as sets.
constexpr uint32_t W = 1, H = 2, C = 4, N = 8, NCHW = N | C | H | W;

constexpr uint32_t tiles_of(uint32_t elements) { return (elements + 31) / 32; }

// Sticks of single tiles to tiles.
template <uint32_t cb_sticks, uint32_t cb_tiles>
ALWI void tilize(uint32_t tiles) {
    namespace config = compute_kernel_lib::tilize_config;
    compute_kernel_lib::tilize<
        1, cb_sticks, cb_tiles, config::InitUninitMode::InitAndUninit, config::WaitMode::WaitBlock,
        config::ReconfigureRegisterDatatypeMode::UnpackAndPackReconfigure, config::Fp32Mode::Lossless>(tiles);
}

// The same as rows::map for sticks of single tiles, which the packer writes from DST.
template <uint32_t cb_out, uint32_t slots, typename Value>
ALWI void map_into_sticks(uint32_t tiles, uint32_t from, Value value) {
    pack_untilize_dest_init<1, 1>(cb_out);
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        tile_regs_acquire();
        value(rows::Tile{tile, from + tile}, 0, 1);
        tile_regs_commit();
        cb_reserve_back(cb_out, 1);
        tile_regs_wait();
        pack_untilize_dest<1, 1>(cb_out, 1, 0);
        tile_regs_release();
        cb_push_back(cb_out, 1);
    }
    pack_untilize_uninit(cb_out);
}

// One tile of `cb`: what `work` leaves in `slot` of DST.
template <typename Work>
ALWI void pack_one(uint32_t cb, uint32_t slot, Work work) {
    tile_regs_acquire();
    work();
    tile_regs_commit();
    cb_reserve_back(cb, 1);
    tile_regs_wait();
    pack_tile(slot, cb);
    tile_regs_release();
    cb_push_back(cb, 1);
}
// The same with zeros beside column 0.
template <typename Work>
ALWI void pack_column(uint32_t cb, uint32_t slot, Work work) {
    PACK((llk_pack_reduce_mask_config<ReduceDim::REDUCE_ROW>(cb)));
    pack_one(cb, slot, work);
    PACK((llk_pack_reduce_mask_clear()));
}
// The only tile of `cb`, to slot 0.
ALWI void take_back(uint32_t cb) {
    cb_wait_front(cb, 1);
    rows::load(cb, 0, 0);
    cb_pop_front(cb, 1);
}

// Slot 1: row 0 or column 0 of slot 0, everywhere. What is added to is -0, so that no sign is lost.
ALWI void spread_row() {
    fill_tile_init();
    fill_tile_bitcast(1, 0x80000000u);
    sfpu_add_bcast_row_init();
    sfpu_add_bcast_row(1, 0);
}
ALWI void spread_column() {
    fill_tile_init();
    fill_tile_bitcast(1, 0x80000000u);
    sfpu_add_bcast_col_init();
    sfpu_add_bcast_col(1, 0);
}

// Whether matrices end within a tile, on the right and below, where a reduction goes along; each takes a page of masks.
template <uint32_t reduced, uint32_t width>
constexpr bool cut_right = (reduced & W) != 0 && width % 32 != 0;
template <uint32_t reduced, uint32_t height>
constexpr bool cut_below = (reduced & H) != 0 && height % 32 != 0;
template <uint32_t reduced, uint32_t height, uint32_t width, uint32_t cb_mask>
ALWI void wait_for_masks() {
    constexpr uint32_t pages = cut_right<reduced, width> + cut_below<reduced, height>;
    if constexpr (pages != 0) cb_wait_front(cb_mask, pages);
}

// Whether tile number `tile` of a row is at such an end.
template <uint32_t reduced, uint32_t width>
ALWI bool at_right(uint32_t tile) {
    if constexpr (!cut_right<reduced, width>) return false;
    return tile % tiles_of(width) == tiles_of(width) - 1;
}
template <uint32_t reduced, uint32_t height, uint32_t width>
ALWI bool at_bottom(uint32_t tile) {
    if constexpr (!cut_below<reduced, height>) return false;
    constexpr uint32_t across = (reduced & W) != 0 ? tiles_of(width) : 1;
    return tile / across % tiles_of(height) == tiles_of(height) - 1;
}

// The first element of every row, from the row's first tile. value(tile, 0, 1) leaves that in slot 0.
template <uint32_t reduced, uint32_t cb, typename Value>
ALWI void first(Value value) {
    pack_reconfig_data_format(cb);
    const auto begin = [&] { value(rows::Tile{0, 0}, 0, 1); };
    if constexpr ((reduced & W) != 0) {
        pack_column(cb, 0, begin);
        pack_one(cb, 1, [&] {
            take_back(cb);
            if constexpr ((reduced & H) != 0) {
                spread_row();
                copy_dest_values_init();
                copy_dest_values<rows::dst_format>(1, 0);
            }
            spread_column();
        });
    } else if constexpr ((reduced & H) != 0) {
        pack_one(cb, 1, [&] {
            begin();
            spread_row();
        });
    } else {
        pack_one(cb, 0, begin);
    }
}

// Folds the tiles of a part into `cb_result`: between blocks a tile of partial results, in the end the results, each
// wherever its row is in a tile. What is no part of the tensor is hidden with `cb_mask`: a page with 1 in columns that
// exist, then one with 1 in rows that do, each where it is needed. value(tile, 1, 2) leaves a tile in slot 1 and may
// use slots 2 and 3. Means are multiplied with `weight`, a float32 number; the values in `cb_about`, where distances
// from them are folded, are added in the end.
template <rows::Fold fold, uint32_t reduced, uint32_t height, uint32_t width, uint32_t cb_result, uint32_t cb_mask,
          uint32_t weight, uint32_t cb_about = rows::no_cb, typename Value>
ALWI void reduce(rows::Part part, Value value) {
    constexpr PoolType pool = fold == rows::Fold::Max   ? PoolType::MAX
                              : fold == rows::Fold::Min ? PoolType::MIN
                                                        : PoolType::SUM;
    const auto tiles = [&] {
        bool empty = part.first;
        if (!empty) take_back(cb_result);
        for (uint32_t tile = 0; tile < part.tiles; ++tile) {
            value(rows::Tile{tile, part.from + tile}, 1, 2);
            const uint32_t number = part.from + tile;
            if (at_right<reduced, width>(number)) rows::hide_padding<fold>(cb_mask, 0);
            if (at_bottom<reduced, height, width>(number)) rows::hide_padding<fold>(cb_mask, cut_right<reduced, width>);
            rows::take_in<fold>(empty);
            empty = false;
        }
    };
    const auto finish = [&](uint32_t slot) {
        if constexpr (fold == rows::Fold::Mean) {
            binop_with_scalar_tile_init();
            mul_unary_tile(slot, weight);
        }
        if constexpr (cb_about != rows::no_cb) {
            rows::load(cb_about, 0, 2);
            add_binary_tile_init();
            add_binary_tile(slot, 2, slot);
        }
    };
    const auto fold_column = [&] {
        sfpu_reduce_init<pool, rows::dst_format>();
        sfpu_reduce<pool, rows::dst_format, ReduceDim::REDUCE_COL>(0);
        spread_row();
    };
    pack_reconfig_data_format(cb_result);
    if (!part.last) {
        pack_one(cb_result, 0, tiles);
    } else if constexpr ((reduced & W) != 0) {
        pack_column(cb_result, 1, [&] {
            tiles();
            sfpu_reduce_init<pool, rows::dst_format>();
            sfpu_reduce<pool, rows::dst_format, ReduceDim::REDUCE_ROW>(0);
            rows::keep_left_half();
        });
        pack_one(cb_result, 1, [&] {
            take_back(cb_result);
            if constexpr ((reduced & H) != 0) {
                fold_column();
                copy_dest_values_init();
                copy_dest_values<rows::dst_format>(1, 0);
            }
            spread_column();
            finish(1);
        });
    } else if constexpr ((reduced & H) != 0) {
        pack_one(cb_result, 1, [&] {
            tiles();
            fold_column();
            finish(1);
        });
    } else {
        pack_one(cb_result, 0, [&] {
            tiles();
            finish(0);
        });
    }
}

}  // namespace gathered
)";

const char* const kGatheredDataflowHeader =
    R"(// Rows that are gathered tile by tile: where the tiles of a row lie in a tensor, and reading and writing them. A
// tensor that has the size 1 along some dimensions is read as if it had all of them: its values are repeated.
#pragma once

#include "sticks.hpp"

namespace gathered {

// Dimensions, as sets. N stands for all before C.
constexpr uint32_t W = 1, H = 2, C = 4, N = 8, NCHW = N | C | H | W;

constexpr uint32_t tiles_of(uint32_t elements) { return (elements + 31) / 32; }

struct Extents {
    uint32_t n, c, h, w;
};
inline Extents extents_from(uint32_t argument) {
    return {get_arg_val<uint32_t>(argument), get_arg_val<uint32_t>(argument + 1), get_arg_val<uint32_t>(argument + 2),
            get_arg_val<uint32_t>(argument + 3)};
}

// A tile of the tensor; row and column count tiles of its matrix.
struct Place {
    uint32_t n, c, row, column;
};
// Tile number `tile` of row number `row`: rows count the dimensions that stay, tiles those that are reduced.
template <uint32_t reduced>
Place place_of(const Extents& all, uint32_t row, uint32_t tile) {
    const auto take = [&](uint32_t dim, uint32_t size) {
        uint32_t& rest = (reduced & dim) != 0 ? tile : row;
        const uint32_t at = rest % size;
        rest /= size;
        return at;
    };
    Place place;
    place.column = take(W, tiles_of(all.w));
    place.row = take(H, tiles_of(all.h));
    place.c = take(C, all.c);
    place.n = take(N, all.n);
    return place;
}

// Of a tensor that has these dimensions only: the number of the matrix, of a stick, and of a page of tiles.
template <uint32_t dims>
uint32_t matrix_of(const Extents& all, const Place& place) {
    const uint32_t n = (dims & N) != 0 ? place.n : 0;
    return (dims & C) != 0 ? n * all.c + place.c : n;
}
template <uint32_t dims>
uint32_t stick_of(const Extents& all, const Place& place) {
    const uint32_t matrix = matrix_of<dims>(all, place);
    return (dims & H) != 0 ? matrix * all.h + place.row * sticks::tile_height : matrix;
}
template <uint32_t dims>
uint32_t page_of(const Extents& all, const Place& place) {
    uint32_t page = matrix_of<dims>(all, place);
    if constexpr ((dims & H) != 0) page = page * tiles_of(all.h) + place.row;
    if constexpr ((dims & W) != 0) page = page * tiles_of(all.w) + place.column;
    return page;
}
// Rows of the tensor in a tile.
template <uint32_t dims>
uint32_t count_of(const Extents& all, const Place& place) {
    if constexpr ((dims & H) == 0) return 1;
    return sticks::smaller(all.h - place.row * sticks::tile_height, sticks::tile_height);
}

template <uint32_t datum_bytes>
uint32_t datum_at(uint32_t address) {
    if constexpr (datum_bytes == 4) return *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(address);
    return *reinterpret_cast<volatile tt_l1_ptr uint16_t*>(address);
}

// A tile as 32 sticks at `to`; a tensor without H sends its stick for every row.
template <uint32_t cb, uint32_t dims, typename Accessor>
void read_sticks(const Accessor& source, const Extents& all, const Place& place, uint32_t stick_bytes, uint32_t to) {
    constexpr uint32_t pitch = sticks::tile_row_bytes<cb>(), datum_bytes = pitch / 32;
    const uint32_t offset = (dims & W) != 0 ? place.column * pitch : 0;
    const uint32_t valid = (dims & W) != 0 ? sticks::bytes_in_block(stick_bytes, offset, pitch) : datum_bytes;
    const uint32_t stick = stick_of<dims>(all, place), count = count_of<H>(all, place);
    const auto move = [&](uint32_t first, uint32_t lines, uint32_t at_row) {
        const uint32_t line = to + at_row * pitch;
        sticks::each_piece<pitch>(source, first, lines, stick_bytes, offset, valid,
                                  [&](auto from, auto at, auto bytes) { noc_async_read(from, line + at, bytes); });
    };
    if constexpr ((dims & H) != 0) {
        move(stick, count, 0);
    } else {
        for (uint32_t row = 0; row < count; ++row) move(stick, 1, row);
    }
    for (uint32_t row = 0; row < count; ++row) {
        dataflow_kernel_lib::fill_l1_range<datum_bytes>(to + row * pitch + valid, pitch - valid, 0);
    }
    dataflow_kernel_lib::fill_l1_range<4>(to + count * pitch, (sticks::tile_height - count) * pitch, 0);
}
// Column 0 of these sticks in all columns, after they have come.
template <uint32_t cb>
void repeat_column_of_sticks(uint32_t to) {
    constexpr uint32_t pitch = sticks::tile_row_bytes<cb>(), datum_bytes = pitch / 32;
    for (uint32_t row = 0; row < sticks::tile_height; ++row) {
        const uint32_t line = to + row * pitch;
        dataflow_kernel_lib::fill_l1_range<datum_bytes>(line, pitch, datum_at<datum_bytes>(line));
    }
}
// Column 0 of a tile in all columns; row 0 of a tile in all rows. Faces are 16x16, left and right, upper before lower.
template <uint32_t cb>
void repeat_column(uint32_t tile) {
    constexpr uint32_t face = get_tile_size(cb) / 4, line = face / 16, datum_bytes = line / 16;
    for (uint32_t row = 0; row < 32; ++row) {
        const uint32_t left = tile + row / 16 * 2 * face + row % 16 * line;
        const uint32_t datum = datum_at<datum_bytes>(left);
        dataflow_kernel_lib::fill_l1_range<datum_bytes>(left, line, datum);
        dataflow_kernel_lib::fill_l1_range<datum_bytes>(left + face, line, datum);
    }
}
template <uint32_t cb>
void repeat_row(uint32_t tile) {
    constexpr uint32_t face = get_tile_size(cb) / 4, line = face / 16;
    for (uint32_t word = 0; word < line; word += 4) {
        const uint32_t left = datum_at<4>(tile + word), right = datum_at<4>(tile + face + word);
        for (uint32_t row = 0; row < 32; ++row) {
            const uint32_t at = tile + row / 16 * 2 * face + row % 16 * line + word;
            *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(at) = left;
            *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(at + face) = right;
        }
    }
}

// Tiles `first` on of the `row_tiles` of a row, zeros beyond the last of them; as sticks or, in tile layout, as they
// lie there.
template <uint32_t cb, uint32_t tiles, uint32_t dims, uint32_t reduced, bool of_tiles, typename Accessor>
void read(const Accessor& source, const Extents& all, uint32_t row, uint32_t first, uint32_t row_tiles,
          uint32_t stick_bytes) {
    constexpr uint32_t tile_bytes = get_tile_size(cb);
    cb_reserve_back(cb, tiles);
    const uint32_t to = get_write_ptr(cb), count = first < row_tiles ? sticks::smaller(row_tiles - first, tiles) : 0;
    for (uint32_t i = 0; i < count; ++i) {
        const Place place = place_of<reduced>(all, row, first + i);
        if constexpr (of_tiles) {
            noc_async_read(source.get_noc_addr(page_of<dims>(all, place)), to + i * tile_bytes, tile_bytes);
        } else {
            read_sticks<cb, dims>(source, all, place, stick_bytes, to + i * tile_bytes);
        }
    }
    if (count < tiles) sticks::clear(to + count * tile_bytes, (tiles - count) * tile_bytes);
    noc_async_read_barrier();
    for (uint32_t i = 0; i < count; ++i) {
        if constexpr (!of_tiles && (dims & W) == 0) repeat_column_of_sticks<cb>(to + i * tile_bytes);
        if constexpr (of_tiles && (dims & W) == 0) repeat_column<cb>(to + i * tile_bytes);
        if constexpr (of_tiles && (dims & H) == 0) repeat_row<cb>(to + i * tile_bytes);
    }
    cb_push_back(cb, tiles);
}

// The same way back: a result without W or H is in column 0 and row 0 of its tiles.
template <uint32_t cb, uint32_t tiles, uint32_t dims, uint32_t reduced, bool of_tiles, typename Accessor>
void write(const Accessor& target, const Extents& all, uint32_t row, uint32_t first, uint32_t row_tiles,
           uint32_t stick_bytes) {
    constexpr uint32_t tile_bytes = get_tile_size(cb), pitch = sticks::tile_row_bytes<cb>();
    cb_wait_front(cb, tiles);
    const uint32_t from = get_read_ptr(cb), count = first < row_tiles ? sticks::smaller(row_tiles - first, tiles) : 0;
    for (uint32_t i = 0; i < count; ++i) {
        const Place place = place_of<reduced>(all, row, first + i);
        const uint32_t tile = from + i * tile_bytes;
        if constexpr (of_tiles) {
            noc_async_write(tile, target.get_noc_addr(page_of<dims>(all, place)), tile_bytes);
        } else {
            const uint32_t offset = (dims & W) != 0 ? place.column * pitch : 0;
            const uint32_t valid = sticks::bytes_in_block(stick_bytes, offset, pitch);
            const uint32_t stick = stick_of<dims>(all, place), lines = count_of<dims>(all, place);
            sticks::each_piece<pitch>(target, stick, lines, stick_bytes, offset, valid,
                                      [&](auto to, auto at, auto bytes) { noc_async_write(tile + at, to, bytes); });
        }
    }
    noc_async_write_barrier();
    cb_pop_front(cb, tiles);
}

// A tile with 1 in the first `rows` rows and 0 below.
template <uint32_t cb>
void send_rows(uint32_t rows) {
    constexpr uint32_t line_bytes = get_tile_size(cb) / 64, datum_bytes = line_bytes / 16;
    const uint32_t one = datum_bytes == 4 ? 0x3F800000 : 0x3F80;
    cb_reserve_back(cb, 1);
    const uint32_t tile = get_write_ptr(cb);
    for (uint32_t line = 0; line < 64; ++line) {
        const uint32_t row = line / 32 * 16 + line % 16;
        dataflow_kernel_lib::fill_l1_range<datum_bytes>(tile + line * line_bytes, line_bytes, row < rows ? one : 0);
    }
    cb_push_back(cb, 1);
}
// The masks of the last tiles of a matrix, where it ends within them: columns, then rows that exist.
template <uint32_t cb, uint32_t reduced>
void send_masks(const Extents& all) {
    if ((reduced & W) != 0 && all.w % 32 != 0) sticks::send_columns<cb>(all.w % 32, 0x3F800000);
    if ((reduced & H) != 0 && all.h % 32 != 0) send_rows<cb>(all.h % 32);
}

}  // namespace gathered
)";

}  // namespace tilewright::workshop::rows
