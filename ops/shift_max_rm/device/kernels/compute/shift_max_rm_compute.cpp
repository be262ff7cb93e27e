// shift_max_rm: x - max(x) along rows.
//
// A tile-row is one block and stays in L1 (resident plan), or several blocks. Their tiles stay and every block is sent
// once (tiles resident: what comes of them is made in DST), or they leave, each sent again for each of the 2 passes
// (streaming plan).
#include "rows.hpp"

namespace {

constexpr uint32_t cb_x_sticks = 0;
constexpr uint32_t cb_mask = 8;
constexpr uint32_t cb_result_sticks = 16;
constexpr uint32_t cb_x = 24;
constexpr uint32_t cb_max_x = 25;
constexpr uint32_t cb_result = 26;

constexpr uint32_t width_tiles = get_compile_time_arg_val(0);
constexpr uint32_t tail_columns = get_compile_time_arg_val(1);  // of the last tile; 0: all
constexpr uint32_t block_tiles = get_compile_time_arg_val(2);
constexpr uint32_t blocks = get_compile_time_arg_val(3);
constexpr bool tiles_resident = get_compile_time_arg_val(7) != 0;
constexpr bool streaming = blocks > 1 && !tiles_resident;

ALWI void load_x(rows::Tile tile, uint32_t slot, uint32_t) { rows::load(cb_x, tile.row, slot); }

// x - max_x
ALWI void make_result(rows::Tile tile, uint32_t slot, uint32_t free) {
    rows::load(cb_x, tile.row, slot);
    rows::load(cb_max_x, 0, free);
    sfpu_sub_bcast_col_init();
    sfpu_sub_bcast_col(slot, free);
}

}  // namespace

void kernel_main() {
    const uint32_t tile_rows = get_arg_val<uint32_t>(0);

    compute_kernel_hw_startup(cb_x_sticks, cb_x_sticks, cb_x);
    if constexpr (tail_columns != 0) cb_wait_front(cb_mask, 1);
    for (uint32_t row = 0; row < tile_rows; ++row) {
        // Pass 1 of 2: max(x).
        for (uint32_t block = 0; block < blocks; ++block) {
            const uint32_t from = tiles_resident ? block * block_tiles : 0;
            rows::tilize<block_tiles, cb_x_sticks, cb_x>();
            cb_wait_front(cb_x, from + block_tiles);
            const rows::Part part_of_max_x = rows::part<block_tiles>(width_tiles, block, from);
            rows::reduce<rows::Fold::Max, cb_max_x, cb_mask, 0, tail_columns>(part_of_max_x, load_x);
            if constexpr (streaming) cb_pop_front(cb_x, block_tiles);
        }
        cb_wait_front(cb_max_x, 1);
        // Pass 2 of 2: the result.
        for (uint32_t block = 0; block < blocks; ++block) {
            const uint32_t from = tiles_resident ? block * block_tiles : 0;
            if constexpr (streaming) {
                rows::tilize<block_tiles, cb_x_sticks, cb_x>();
                cb_wait_front(cb_x, from + block_tiles);
            }
            if constexpr (tiles_resident) {
                rows::map_into_sticks<cb_result_sticks, 2, block_tiles>(from, make_result);
            } else {
                rows::map<cb_result, 2>(block_tiles, from, make_result);
            }
            if constexpr (!tiles_resident) cb_pop_front(cb_x, block_tiles);
            if constexpr (!tiles_resident) compute_kernel_lib::untilize<block_tiles, cb_result, cb_result_sticks>(1);
        }
        cb_pop_front(cb_max_x, 1);
        if constexpr (tiles_resident) cb_pop_front(cb_x, blocks * block_tiles);
    }
}
