// Line after line of tiles from c_16 to the output.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t along = get_compile_time_arg_val(0);
    constexpr uint32_t per_plane = get_compile_time_arg_val(1);
    constexpr uint32_t plane = get_compile_time_arg_val(2);
    constexpr uint32_t to_next_line = get_compile_time_arg_val(3);
    constexpr uint32_t to_next_tile = get_compile_time_arg_val(4);
    constexpr auto output_args = TensorAccessorArgs<5>();
    constexpr uint32_t cb_out = 16;

    const uint32_t address = get_arg_val<uint32_t>(0);
    const uint32_t first = get_arg_val<uint32_t>(1);
    const uint32_t count = get_arg_val<uint32_t>(2);
    const uint32_t tile_bytes = get_tile_size(cb_out);
    const auto output = TensorAccessor(output_args, address, tile_bytes);

    for (uint32_t line = first; line < first + count; ++line) {
        uint32_t tile = line / per_plane * plane + line % per_plane * to_next_line;
        cb_wait_front(cb_out, along);
        for (uint32_t i = 0; i < along; ++i, tile += to_next_tile) {
            noc_async_write_tile(tile, output, get_read_ptr(cb_out) + i * tile_bytes);
        }
        noc_async_write_barrier();
        cb_pop_front(cb_out, along);
    }
}
