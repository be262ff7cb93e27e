// Writes blocks of 32 rows; rows beyond the last are not part of the tensor.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t tiles_across = get_compile_time_arg_val(0);
    constexpr auto output_args = TensorAccessorArgs<1>();
    constexpr uint32_t row_bytes = tiles_across * 32 * 2;
    constexpr uint32_t cb_out = 16;

    const uint32_t address = get_arg_val<uint32_t>(0);
    uint32_t row = get_arg_val<uint32_t>(1);
    const uint32_t last_row = get_arg_val<uint32_t>(2);
    const uint32_t blocks = get_arg_val<uint32_t>(3);
    const auto output = TensorAccessor(output_args, address, row_bytes);

    for (uint32_t block = 0; block < blocks; ++block) {
        cb_wait_front(cb_out, tiles_across);
        for (uint32_t i = 0; i < 32 && row <= last_row; ++i, ++row) {
            noc_async_write_page(row, output, get_read_ptr(cb_out) + i * row_bytes);
        }
        noc_async_write_barrier();
        cb_pop_front(cb_out, tiles_across);
    }
}
