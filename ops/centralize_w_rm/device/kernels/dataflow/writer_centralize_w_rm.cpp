// Writes the centred sticks, block by block.
#include "ops/common/kernels/stick_blocks.hpp"

void kernel_main() {
    constexpr uint32_t cb_out = 16;
    constexpr uint32_t stick_bytes = get_compile_time_arg_val(0);
    constexpr uint32_t block_tiles = get_compile_time_arg_val(1);
    constexpr uint32_t blocks = get_compile_time_arg_val(2);
    constexpr auto target_args = TensorAccessorArgs<3>();
    const uint32_t first_stick = get_arg_val<uint32_t>(1);
    const uint32_t sticks = get_arg_val<uint32_t>(2);

    const auto target = TensorAccessor(target_args, get_arg_val<uint32_t>(0));
    stick_blocks::write_rows<cb_out, block_tiles, blocks>(target, first_stick, sticks, stick_bytes);
}
