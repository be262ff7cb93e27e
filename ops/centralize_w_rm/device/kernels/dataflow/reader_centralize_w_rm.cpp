// Sends the scaler tiles once, then every tile-row of this core, block by block, as often as compute goes over it.
#include "ops/common/kernels/stick_blocks.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_dataflow.hpp"

void kernel_main() {
    constexpr uint32_t cb_sticks = 0, cb_scaler = 2;
    constexpr uint32_t stick_bytes = get_compile_time_arg_val(0);
    constexpr uint32_t scaler_bits = get_compile_time_arg_val(1);   // float32 bits of 1/W
    constexpr uint32_t tail_columns = get_compile_time_arg_val(2);  // columns of the last tile; 0: all
    constexpr uint32_t block_tiles = get_compile_time_arg_val(3);
    constexpr uint32_t blocks = get_compile_time_arg_val(4);
    constexpr uint32_t passes = get_compile_time_arg_val(5);
    constexpr auto source_args = TensorAccessorArgs<6>();
    const uint32_t address = get_arg_val<uint32_t>(0);
    const uint32_t first_stick = get_arg_val<uint32_t>(1);
    const uint32_t sticks = get_arg_val<uint32_t>(2);

    const auto source = TensorAccessor(source_args, address);
    const float scaler = __builtin_bit_cast(float, scaler_bits);
    if constexpr (tail_columns == 0) {
        dataflow_kernel_lib::prepare_reduce_scaler<cb_scaler, ckernel::PoolType::SUM, ckernel::ReduceDim::REDUCE_ROW>(
            scaler);
    } else {
        dataflow_kernel_lib::prepare_partial_reduce_scalers<cb_scaler, ckernel::ReduceDim::REDUCE_ROW, tail_columns>(
            scaler);
    }
    constexpr uint32_t block_bytes = block_tiles * stick_blocks::tile_row_bytes<cb_sticks>();
    for (uint32_t done = 0; done < sticks; done += 32) {
        for (uint32_t pass = 0; pass < passes; ++pass) {
            for (uint32_t block = 0; block < blocks; ++block) {
                stick_blocks::read<cb_sticks, block_tiles>(source, first_stick + done,
                                                           stick_blocks::smaller(sticks - done, 32), stick_bytes,
                                                           block * block_bytes);
            }
        }
    }
}
