// Tiles of both operands of a product: a block of tile-rows of A once, then each column of B for it.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kRows = get_compile_time_arg_val(0), kInner = get_compile_time_arg_val(1);
    constexpr uint32_t kColumns = get_compile_time_arg_val(2);
    constexpr auto kLayout = TensorAccessorArgs<3>();
    constexpr uint32_t kTile = 2048;
    const auto a = TensorAccessor(kLayout, get_arg_val<uint32_t>(0));
    const auto b = TensorAccessor(kLayout, get_arg_val<uint32_t>(1));
    uint32_t tile = get_arg_val<uint32_t>(2) * kRows * kInner;
    for (uint32_t left = get_arg_val<uint32_t>(3); left > 0; --left) {
        cb_reserve_back(0, kRows * kInner);
        uint32_t to = get_write_ptr(0);
        for (uint32_t n = 0; n < kRows * kInner; ++n, to += kTile) noc_async_read_page(tile++, a, to);
        noc_async_read_barrier();
        cb_push_back(0, kRows * kInner);
        for (uint32_t column = 0; column < kColumns; ++column) {
            cb_reserve_back(1, kInner);
            to = get_write_ptr(1);
            for (uint32_t k = 0; k < kInner; ++k, to += kTile) noc_async_read_page(column + k * kColumns, b, to);
            noc_async_read_barrier();
            cb_push_back(1, kInner);
        }
    }
}
