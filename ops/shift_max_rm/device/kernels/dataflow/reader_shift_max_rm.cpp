// Reader of shift_max_rm: every tile-row of this core, block by block, as often as compute goes over it.
#include "sticks.hpp"

void kernel_main() {
    constexpr uint32_t cb_x_sticks = 0;
    constexpr uint32_t cb_mask = 8;
    constexpr uint32_t tail_columns = get_compile_time_arg_val(1);  // of the last tile; 0: all
    constexpr uint32_t block_tiles = get_compile_time_arg_val(2);
    constexpr uint32_t blocks = get_compile_time_arg_val(3);
    constexpr bool tiles_resident = get_compile_time_arg_val(7) != 0;
    constexpr bool streaming = blocks > 1 && !tiles_resident;
    // Bytes of a stick.
    constexpr uint32_t x_bytes = get_compile_time_arg_val(10);
    constexpr auto x_args = TensorAccessorArgs<11>();
    const uint32_t first_stick = get_arg_val<uint32_t>(0);
    const uint32_t all_sticks = get_arg_val<uint32_t>(1);
    const auto x = TensorAccessor(x_args, get_arg_val<uint32_t>(2));

    if constexpr (tail_columns != 0) sticks::send_columns<cb_mask>(tail_columns, 0x3F800000);
    for (uint32_t done = 0; done < all_sticks; done += sticks::tile_height) {
        const uint32_t stick = first_stick + done;
        const uint32_t count = sticks::smaller(all_sticks - done, sticks::tile_height);
        // Pass 1 of 2: max(x).
        for (uint32_t block = 0; block < blocks; ++block) {
            sticks::read<cb_x_sticks, block_tiles>(x, stick, count, x_bytes, block);
        }
        // Pass 2 of 2: the result.
        for (uint32_t block = 0; streaming && block < blocks; ++block) {
            sticks::read<cb_x_sticks, block_tiles>(x, stick, count, x_bytes, block);
        }
    }
}
