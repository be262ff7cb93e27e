// Writes the normalised sticks, block by block.
#include "ops/common/kernels/stick_blocks.hpp"

void kernel_main() {
    constexpr uint32_t cb_out = 16;
    constexpr uint32_t stick_bytes = get_compile_time_arg_val(0);
    constexpr uint32_t block_tiles = get_compile_time_arg_val(1);
    constexpr uint32_t blocks = get_compile_time_arg_val(2);
    constexpr auto target_args = TensorAccessorArgs<3>();
    const uint32_t address = get_arg_val<uint32_t>(0);
    const uint32_t first_stick = get_arg_val<uint32_t>(1);
    const uint32_t sticks = get_arg_val<uint32_t>(2);

    const auto target = TensorAccessor(target_args, address);
    constexpr uint32_t block_bytes = block_tiles * stick_blocks::tile_row_bytes<cb_out>();
    for (uint32_t done = 0; done < sticks; done += 32) {
        for (uint32_t block = 0; block < blocks; ++block) {
            stick_blocks::write<cb_out, block_tiles>(
                target, first_stick + done, stick_blocks::smaller(sticks - done, 32), stick_bytes, block * block_bytes);
        }
    }
}
