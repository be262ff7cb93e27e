// Parts of 32 rows of a row-major tensor, one barrier for the 32: chunks from a first one on, counted row by row.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kChunkTiles = get_compile_time_arg_val(0), kChunksOfRow = get_compile_time_arg_val(1);
    constexpr auto kLayout = TensorAccessorArgs<2>();
    constexpr uint32_t kBytes = kChunkTiles * 64;
    const auto rows = TensorAccessor(kLayout, get_arg_val<uint32_t>(0));
    uint32_t chunk = get_arg_val<uint32_t>(1);
    for (uint32_t left = get_arg_val<uint32_t>(2); left > 0; --left, ++chunk) {
        const uint32_t row = chunk / kChunksOfRow * 32, at = chunk % kChunksOfRow * kBytes;
        cb_reserve_back(0, kChunkTiles);
        uint32_t to = get_write_ptr(0);
        for (uint32_t r = 0; r < 32; ++r, to += kBytes) noc_async_read(rows.get_noc_addr(row + r, at), to, kBytes);
        noc_async_read_barrier();
        cb_push_back(0, kChunkTiles);
    }
}
