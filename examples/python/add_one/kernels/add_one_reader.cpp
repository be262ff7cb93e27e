// Reads the input tile by tile into c_0.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t address = get_arg_val<uint32_t>(0);
    const uint32_t tiles = get_arg_val<uint32_t>(1);
    constexpr uint32_t cb_in = 0;
    constexpr auto args = TensorAccessorArgs<0>();
    const auto input = TensorAccessor(args, address, get_tile_size(cb_in));

    for (uint32_t tile = 0; tile < tiles; ++tile) {
        cb_reserve_back(cb_in, 1);
        noc_async_read_tile(tile, input, get_write_ptr(cb_in));
        noc_async_read_barrier();
        cb_push_back(cb_in, 1);
    }
}
