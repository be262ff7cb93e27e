// Variance along rows on the matrix unit: tilize, mean, subtract with column broadcast, square, mean, untilize.
//
// A tile-row is one block and stays in c_1 (resident plan), or several blocks, each sent once for the mean and once for
// the variance (streaming plan); c_3 and c_6 then hold the sums so far between blocks.
#include "ops/common/kernels/fpu_rows.hpp"

void kernel_main() {
    constexpr uint32_t cb_sticks = 0, cb_tiles = 1, cb_scaler = 2, cb_mean = 3, cb_centered = 4, cb_squares = 5,
                       cb_variance = 6, cb_out = 16;
    constexpr uint32_t width_tiles = get_compile_time_arg_val(0);
    constexpr bool partial = get_compile_time_arg_val(1) != 0;  // the last tile has columns beyond the tensor
    constexpr uint32_t block_tiles = get_compile_time_arg_val(2);
    constexpr uint32_t blocks = get_compile_time_arg_val(3);
    constexpr bool resident = blocks == 1;
    constexpr uint32_t last_tiles = width_tiles - (blocks - 1) * block_tiles;
    const uint32_t tile_rows = get_arg_val<uint32_t>(0);
    using namespace compute_kernel_lib;

    compute_kernel_hw_startup(cb_sticks, cb_scaler, cb_tiles);
    for (uint32_t row = 0; row < tile_rows; ++row) {
        for (uint32_t block = 0; block < blocks; ++block) {
            const uint32_t tiles = block + 1 == blocks ? last_tiles : block_tiles;
            tilize<block_tiles, cb_sticks, cb_tiles>(1);
            cb_wait_front(cb_tiles, block_tiles);
            fpu_rows::add_to_mean<cb_tiles, cb_scaler, cb_mean, partial>(tiles, block, blocks);
            if (!resident) cb_pop_front(cb_tiles, block_tiles);
        }
        cb_wait_front(cb_mean, 1);
        for (uint32_t block = 0; block < blocks; ++block) {
            const uint32_t tiles = block + 1 == blocks ? last_tiles : block_tiles;
            if (!resident) tilize<block_tiles, cb_sticks, cb_tiles>(1);
            fpu_rows::combine<EltwiseBinaryType::ELWSUB, BroadcastType::COL, cb_tiles, cb_mean, cb_centered>(
                block_tiles);
            fpu_rows::square<cb_centered, cb_squares>(block_tiles);
            cb_pop_front(cb_centered, block_tiles);
            cb_wait_front(cb_squares, block_tiles);
            fpu_rows::add_to_mean<cb_squares, cb_scaler, cb_variance, partial>(tiles, block, blocks);
            cb_pop_front(cb_squares, block_tiles);
        }
        cb_pop_front(cb_mean, 1);
        untilize<1, cb_variance, cb_out>(1);
    }
}
