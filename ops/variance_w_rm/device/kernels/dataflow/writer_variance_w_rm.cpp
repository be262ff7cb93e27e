// Writes one padded stick per row: the variance in column 0, zeros beside it.
#include "ops/common/kernels/stick_blocks.hpp"

void kernel_main() {
    constexpr uint32_t cb_out = 16;
    constexpr uint32_t stick_bytes = get_compile_time_arg_val(0);
    constexpr auto target_args = TensorAccessorArgs<1>();
    const uint32_t address = get_arg_val<uint32_t>(0);
    const uint32_t first_stick = get_arg_val<uint32_t>(1);
    const uint32_t sticks = get_arg_val<uint32_t>(2);

    const auto target = TensorAccessor(target_args, address);
    for (uint32_t done = 0; done < sticks; done += 32) {
        stick_blocks::write<cb_out, 1>(target, first_stick + done, stick_blocks::smaller(sticks - done, 32),
                                       stick_bytes, 0);
    }
}
