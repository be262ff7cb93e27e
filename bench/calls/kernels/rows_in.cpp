// Rows of a row-major tensor, 32 to a block of pages, into c_0.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kTiles = get_compile_time_arg_val(0), kBytes = get_compile_time_arg_val(1);
    constexpr auto kLayout = TensorAccessorArgs<2>();
    const auto rows = TensorAccessor(kLayout, get_arg_val<uint32_t>(0), kBytes);
    uint32_t row = 32 * get_arg_val<uint32_t>(1);
    for (uint32_t left = get_arg_val<uint32_t>(2); left > 0; --left) {
        cb_reserve_back(0, kTiles);
        uint32_t to = get_write_ptr(0);
        for (uint32_t r = 0; r < 32; ++r, ++row, to += kBytes) noc_async_read(rows.get_noc_addr(row), to, kBytes);
        noc_async_read_barrier();
        cb_push_back(0, kTiles);
    }
}
