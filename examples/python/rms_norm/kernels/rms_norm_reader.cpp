// Constants and gamma once, then the input in blocks of 32 rows. A last block with fewer rows repeats its last row, so
// that every element of the tiles is defined.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_dataflow.hpp"

float float_of(uint32_t bits) { return __builtin_bit_cast(float, bits); }

void kernel_main() {
    constexpr uint32_t tiles_across = get_compile_time_arg_val(0);
    constexpr bool has_gamma = get_compile_time_arg_val(1) != 0;
    constexpr auto input_args = TensorAccessorArgs<2>();
    [[maybe_unused]] constexpr auto gamma_args = TensorAccessorArgs<input_args.next_compile_time_args_offset()>();
    constexpr uint32_t row_bytes = tiles_across * 32 * 2;
    constexpr uint32_t cb_in = 0, cb_gamma = 1, cb_scaler = 8, cb_epsilon = 9;

    const uint32_t input_address = get_arg_val<uint32_t>(0);
    const uint32_t gamma_address = get_arg_val<uint32_t>(1);
    uint32_t row = get_arg_val<uint32_t>(2);
    const uint32_t last_row = get_arg_val<uint32_t>(3);
    const uint32_t blocks = get_arg_val<uint32_t>(4);

    dataflow_kernel_lib::prepare_reduce_scaler<cb_scaler>(float_of(get_arg_val<uint32_t>(5)));
    dataflow_kernel_lib::prepare_reduce_scaler<cb_epsilon>(float_of(get_arg_val<uint32_t>(6)));

    if constexpr (has_gamma) {
        const auto gamma = TensorAccessor(gamma_args, gamma_address, row_bytes);
        cb_reserve_back(cb_gamma, tiles_across);
        for (uint32_t i = 0; i < 32; ++i) noc_async_read_page(0, gamma, get_write_ptr(cb_gamma) + i * row_bytes);
        noc_async_read_barrier();
        cb_push_back(cb_gamma, tiles_across);
    }

    const auto input = TensorAccessor(input_args, input_address, row_bytes);
    for (uint32_t block = 0; block < blocks; ++block) {
        cb_reserve_back(cb_in, tiles_across);
        for (uint32_t i = 0; i < 32; ++i, ++row) {
            const uint32_t page = row < last_row ? row : last_row;
            noc_async_read_page(page, input, get_write_ptr(cb_in) + i * row_bytes);
        }
        noc_async_read_barrier();
        cb_push_back(cb_in, tiles_across);
    }
}
