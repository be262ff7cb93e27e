// Reads a rectangle of a tensor's tiles, row by row, so many to a barrier. A tile's place follows from its number.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kTogether = get_compile_time_arg_val(0);
    constexpr auto kLayout = TensorAccessorArgs<1>();
    const uint32_t top = get_arg_val<uint32_t>(1), height = get_arg_val<uint32_t>(2);
    const uint32_t left = get_arg_val<uint32_t>(3), width = get_arg_val<uint32_t>(4);
    const uint32_t tensor_width = get_arg_val<uint32_t>(5);
    const uint32_t tile_bytes = get_tile_size(0);
    const auto tensor = TensorAccessor(kLayout, get_arg_val<uint32_t>(0), tile_bytes);
    for (uint32_t done = 0, many = 0; done < height * width; done += many) {
        many = height * width - done;
        if (many > kTogether) many = kTogether;
        cb_reserve_back(0, many);
        const uint32_t base = get_write_ptr(0);
        for (uint32_t n = 0; n < many; ++n) {
            const uint32_t tile = (top + (done + n) / width) * tensor_width + left + (done + n) % width;
            noc_async_read(tensor.get_noc_addr(tile), base + n * tile_bytes, tile_bytes);
        }
        noc_async_read_barrier();
        cb_push_back(0, many);
    }
}
