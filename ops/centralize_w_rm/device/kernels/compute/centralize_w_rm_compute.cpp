// x - mean(x) along rows: one pass for the mean, one for the difference. Float32 results have a mean in two parts,
// which are subtracted one after the other.
//
// A tile-row is one block and stays in c_1 (resident plan), or several blocks. Their tiles stay in c_1 and every block
// is sent once (tiles resident), or each block is sent once per pass (streaming plan).
#include "ops/common/kernels/row_math.hpp"

void kernel_main() {
    constexpr uint32_t cb_sticks = 0, cb_tiles = 1, cb_scaler = 2, cb_mean = 3, cb_centered = 4, cb_rest = 5,
                       cb_first = 6, cb_out = 16;
    constexpr uint32_t width_tiles = get_compile_time_arg_val(0);
    constexpr bool partial = get_compile_time_arg_val(1) != 0;  // the last tile has columns beyond the tensor
    constexpr uint32_t block_tiles = get_compile_time_arg_val(2);
    constexpr uint32_t blocks = get_compile_time_arg_val(3);
    constexpr uint32_t anchor_tiles = get_compile_time_arg_val(6);  // 0: the mean has one part
    constexpr bool tiles_resident = get_compile_time_arg_val(7) != 0;
    constexpr uint32_t second = anchor_tiles != 0 ? cb_rest : row_math::no_cb;
    const uint32_t tile_rows = get_arg_val<uint32_t>(0);
    using Row = row_math::Row<width_tiles, block_tiles, blocks, partial, tiles_resident>;

    compute_kernel_hw_startup(cb_sticks, cb_sticks, cb_tiles);
    cb_wait_front(cb_scaler, partial ? 2 : 1);
    for (uint32_t row = 0; row < tile_rows; ++row) {
        row_math::load_and_average<Row, cb_sticks, cb_tiles, cb_scaler, cb_mean, cb_first, second, anchor_tiles>();
        for (uint32_t block = 0; block < blocks; ++block) {
            if (Row::streaming) row_math::tilize_block<block_tiles, cb_sticks, cb_tiles>();
            cb_wait_front(cb_tiles, block_tiles);
            if constexpr (tiles_resident) {
                row_math::subtract_column_into_sticks<block_tiles, cb_tiles, cb_mean, cb_out, second>();
                cb_pop_front(cb_tiles, block_tiles);
            } else {
                row_math::subtract_column<cb_tiles, cb_mean, cb_centered, second>(block_tiles);
                cb_pop_front(cb_tiles, block_tiles);
                compute_kernel_lib::untilize<block_tiles, cb_centered, cb_out>(1);
            }
        }
        cb_pop_front(cb_mean, 1);
        if (anchor_tiles != 0) cb_pop_front(cb_rest, 1);
    }
}
