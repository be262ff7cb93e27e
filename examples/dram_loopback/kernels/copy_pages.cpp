// Copies pages from one DRAM buffer to another through one page of L1.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t l1_address = get_arg_val<uint32_t>(0);
    const uint32_t input_address = get_arg_val<uint32_t>(1);
    const uint32_t output_address = get_arg_val<uint32_t>(2);
    const uint32_t num_pages = get_arg_val<uint32_t>(3);
    const uint32_t page_bytes = get_arg_val<uint32_t>(4);

    constexpr auto input_args = TensorAccessorArgs<0>();
    constexpr auto output_args = TensorAccessorArgs<input_args.next_compile_time_args_offset()>();
    const auto input = TensorAccessor(input_args, input_address, page_bytes);
    const auto output = TensorAccessor(output_args, output_address, page_bytes);

    for (uint32_t page = 0; page < num_pages; ++page) {
        noc_async_read_page(page, input, l1_address);
        noc_async_read_barrier();
        noc_async_write_page(page, output, l1_address);
        // The next read reuses the page: it must have left first.
        noc_async_write_barrier();
    }
}
