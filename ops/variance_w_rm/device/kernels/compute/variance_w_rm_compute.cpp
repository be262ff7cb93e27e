// Variance along rows in two passes over a tile-row: the mean, then the mean of the squared distances from it.
//
// A tile-row is one block and stays in c_1 (resident plan), or several blocks. Their tiles stay in c_1 and every block
// is sent once (tiles resident: differences and squares are made in DST), or each block is sent once per pass
// (streaming plan).
#include "ops/common/kernels/row_math.hpp"

void kernel_main() {
    constexpr uint32_t cb_sticks = 0, cb_tiles = 1, cb_scaler = 2, cb_mean = 3, cb_centered = 4, cb_squares = 5,
                       cb_variance = 6, cb_first = 7, cb_out = 16;
    constexpr uint32_t width_tiles = get_compile_time_arg_val(0);
    constexpr bool partial = get_compile_time_arg_val(1) != 0;  // the last tile has columns beyond the tensor
    constexpr uint32_t block_tiles = get_compile_time_arg_val(2);
    constexpr uint32_t blocks = get_compile_time_arg_val(3);
    constexpr bool tiles_resident = get_compile_time_arg_val(7) != 0;
    const uint32_t tile_rows = get_arg_val<uint32_t>(0);
    using Row = row_math::Row<width_tiles, block_tiles, blocks, partial, tiles_resident>;
    using row_math::Term;

    compute_kernel_hw_startup(cb_sticks, cb_sticks, cb_tiles);
    cb_wait_front(cb_scaler, partial ? 2 : 1);
    for (uint32_t row = 0; row < tile_rows; ++row) {
        row_math::load_and_average<Row, cb_sticks, cb_tiles, cb_scaler, cb_mean, cb_first>();
        for (uint32_t block = 0; block < blocks; ++block) {
            const bool last = block + 1 == blocks;
            const uint32_t tiles = Row::tiles(block);
            if (Row::streaming) row_math::tilize_block<block_tiles, cb_sticks, cb_tiles>();
            cb_wait_front(cb_tiles, block_tiles);
            if constexpr (tiles_resident) {
                row_math::add_to_row_sums<Term::SquaredDifference, cb_tiles, cb_scaler, cb_variance, partial, cb_mean>(
                    tiles, block == 0, last);
                cb_pop_front(cb_tiles, block_tiles);
            } else {
                row_math::subtract_column<cb_tiles, cb_mean, cb_centered>(block_tiles);
                cb_pop_front(cb_tiles, block_tiles);
                cb_wait_front(cb_centered, block_tiles);
                row_math::square_tiles<cb_centered, cb_squares>(block_tiles);
                cb_pop_front(cb_centered, block_tiles);
                cb_wait_front(cb_squares, block_tiles);
                row_math::add_to_row_sums<Term::Value, cb_squares, cb_scaler, cb_variance, partial>(tiles, block == 0,
                                                                                                    last);
                cb_pop_front(cb_squares, block_tiles);
            }
        }
        cb_pop_front(cb_mean, 1);
        compute_kernel_lib::untilize<1, cb_variance, cb_out>(1);
    }
}
