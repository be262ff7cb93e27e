// The scaler of a row sum, gamma's row where there is one, then tile-rows of the input: one barrier each.
#include "api/dataflow/dataflow_api.h"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_dataflow.hpp"

void kernel_main() {
    constexpr uint32_t kWidth = get_compile_time_arg_val(0), kChunk = get_compile_time_arg_val(2);
    constexpr bool kGamma = get_compile_time_arg_val(1) != 0;
    constexpr auto kLayout = TensorAccessorArgs<3>();
    constexpr auto kRowLayout = TensorAccessorArgs<kLayout.next_compile_time_args_offset()>();
    const uint32_t tile_bytes = get_tile_size(0);
    const auto input = TensorAccessor(kLayout, get_arg_val<uint32_t>(0), tile_bytes);
    using enum ckernel::ReduceDim;
    dataflow_kernel_lib::calculate_and_prepare_reduce_scaler<2, ckernel::PoolType::SUM, REDUCE_ROW>();
    if constexpr (kGamma) {
        const auto gamma = TensorAccessor(kRowLayout, get_arg_val<uint32_t>(1));
        const uint32_t bytes = kChunk * tile_bytes / 32;
        for (uint32_t at = 0; at < kWidth * tile_bytes / 32; at += bytes) {
            cb_reserve_back(3, kChunk);
            noc_async_read(gamma.get_noc_addr(0, at), get_write_ptr(3), bytes);
            noc_async_read_barrier();
            cb_push_back(3, kChunk);
        }
    }
    uint32_t tile = get_arg_val<uint32_t>(2) * kWidth;
    for (uint32_t row = get_arg_val<uint32_t>(3); row > 0; --row) {
        cb_reserve_back(0, kWidth);
        uint32_t to = get_write_ptr(0);
        for (uint32_t n = 0; n < kWidth; ++n, to += tile_bytes) noc_async_read_tile(tile++, input, to);
        noc_async_read_barrier();
        cb_push_back(0, kWidth);
    }
}
