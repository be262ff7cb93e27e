// Writer of shift_max_rm: the sticks of the result, block by block.
#include "sticks.hpp"

void kernel_main() {
    constexpr uint32_t cb_result_sticks = 16;
    constexpr uint32_t stick_bytes = get_compile_time_arg_val(0);
    constexpr uint32_t block_tiles = get_compile_time_arg_val(1);
    constexpr uint32_t blocks = get_compile_time_arg_val(2);
    constexpr auto target_args = TensorAccessorArgs<3>();
    const auto target = TensorAccessor(target_args, get_arg_val<uint32_t>(0));
    const uint32_t first_stick = get_arg_val<uint32_t>(1);
    const uint32_t all_sticks = get_arg_val<uint32_t>(2);

    for (uint32_t done = 0; done < all_sticks; done += sticks::tile_height) {
        const uint32_t stick = first_stick + done;
        const uint32_t count = sticks::smaller(all_sticks - done, sticks::tile_height);
        for (uint32_t block = 0; block < blocks; ++block) {
            sticks::write<cb_result_sticks, block_tiles>(target, stick, count, stick_bytes, block);
        }
    }
}
