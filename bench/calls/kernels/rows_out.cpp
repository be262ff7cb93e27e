// Rows of a row-major tensor out of c_16, 32 to a block of pages.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kTiles = get_compile_time_arg_val(0), kBytes = get_compile_time_arg_val(1);
    constexpr auto kLayout = TensorAccessorArgs<2>();
    const auto rows = TensorAccessor(kLayout, get_arg_val<uint32_t>(0), kBytes);
    uint32_t row = 32 * get_arg_val<uint32_t>(1);
    for (uint32_t left = get_arg_val<uint32_t>(2); left > 0; --left) {
        cb_wait_front(16, kTiles);
        uint32_t from = get_read_ptr(16);
        for (uint32_t r = 0; r < 32; ++r, ++row, from += kBytes) noc_async_write(from, rows.get_noc_addr(row), kBytes);
        noc_async_write_barrier();
        cb_pop_front(16, kTiles);
    }
}
