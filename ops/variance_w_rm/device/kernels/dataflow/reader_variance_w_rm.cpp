// Sends the scaler tiles once, then every tile-row of this core, block by block, as often as compute goes over it.
#include "ops/common/kernels/stick_blocks.hpp"

void kernel_main() {
    constexpr uint32_t cb_sticks = 0, cb_scaler = 2;
    constexpr uint32_t tail_columns = get_compile_time_arg_val(1);  // columns of the last tile; 0: all
    constexpr uint32_t block_tiles = get_compile_time_arg_val(2);
    constexpr uint32_t blocks = get_compile_time_arg_val(3);
    constexpr uint32_t passes = get_compile_time_arg_val(4);
    constexpr uint32_t first_pass_blocks = get_compile_time_arg_val(5);
    constexpr uint32_t scaler_bits = get_compile_time_arg_val(9);  // float32 bits of 1/W
    constexpr uint32_t stick_bytes = get_compile_time_arg_val(10);
    constexpr auto source_args = TensorAccessorArgs<11>();
    const uint32_t first_stick = get_arg_val<uint32_t>(0);
    const uint32_t sticks = get_arg_val<uint32_t>(1);

    const auto source = TensorAccessor(source_args, get_arg_val<uint32_t>(2));
    stick_blocks::send_scalers<cb_scaler, tail_columns>(scaler_bits);
    stick_blocks::read_rows<cb_sticks, block_tiles, blocks, passes, first_pass_blocks>(
        source, first_stick, sticks, stick_bytes, [](uint32_t, uint32_t) {});
}
