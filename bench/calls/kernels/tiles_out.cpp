// Rows of tiles of a tiled tensor out of c_16.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kTiles = get_compile_time_arg_val(0), kBytes = get_compile_time_arg_val(1);
    constexpr auto kLayout = TensorAccessorArgs<2>();
    const auto tiles = TensorAccessor(kLayout, get_arg_val<uint32_t>(0), kBytes);
    uint32_t tile = kTiles * get_arg_val<uint32_t>(1);
    for (uint32_t left = get_arg_val<uint32_t>(2); left > 0; --left) {
        cb_wait_front(16, kTiles);
        uint32_t from = get_read_ptr(16);
        for (uint32_t t = 0; t < kTiles; ++t, ++tile, from += kBytes) noc_async_write_tile(tile, tiles, from);
        noc_async_write_barrier();
        cb_pop_front(16, kTiles);
    }
}
