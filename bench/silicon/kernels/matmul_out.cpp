// Columns of a block of tile-rows, one barrier each.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kRows = get_compile_time_arg_val(0), kColumns = get_compile_time_arg_val(1);
    constexpr auto kLayout = TensorAccessorArgs<2>();
    const auto c = TensorAccessor(kLayout, get_arg_val<uint32_t>(0));
    const uint32_t first = get_arg_val<uint32_t>(1), end = first + get_arg_val<uint32_t>(2);
    for (uint32_t block = first; block < end; ++block) {
        for (uint32_t column = 0; column < kColumns; ++column) {
            cb_wait_front(16, kRows);
            uint32_t from = get_read_ptr(16), tile = block * kRows * kColumns + column;
            for (uint32_t row = 0; row < kRows; ++row, from += 2048, tile += kColumns)
                noc_async_write_page(tile, c, from);
            noc_async_write_barrier();
            cb_pop_front(16, kRows);
        }
    }
}
