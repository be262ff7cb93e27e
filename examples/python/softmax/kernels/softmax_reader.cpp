// The scaler once, then line after line of tiles into c_0.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_dataflow.hpp"

void kernel_main() {
    constexpr uint32_t along = get_compile_time_arg_val(0);
    constexpr uint32_t per_plane = get_compile_time_arg_val(1);
    constexpr uint32_t plane = get_compile_time_arg_val(2);
    constexpr uint32_t to_next_line = get_compile_time_arg_val(3);
    constexpr uint32_t to_next_tile = get_compile_time_arg_val(4);
    constexpr auto input_args = TensorAccessorArgs<5>();
    constexpr uint32_t cb_in = 0, cb_scaler = 8;

    const uint32_t address = get_arg_val<uint32_t>(0);
    const uint32_t first = get_arg_val<uint32_t>(1);
    const uint32_t count = get_arg_val<uint32_t>(2);
    const uint32_t tile_bytes = get_tile_size(cb_in);
    const auto input = TensorAccessor(input_args, address, tile_bytes);

    dataflow_kernel_lib::prepare_reduce_scaler<cb_scaler>(1.0f);
    for (uint32_t line = first; line < first + count; ++line) {
        uint32_t tile = line / per_plane * plane + line % per_plane * to_next_line;
        cb_reserve_back(cb_in, along);
        for (uint32_t i = 0; i < along; ++i, tile += to_next_tile) {
            noc_async_read_tile(tile, input, get_write_ptr(cb_in) + i * tile_bytes);
        }
        noc_async_read_barrier();
        cb_push_back(cb_in, along);
    }
}
