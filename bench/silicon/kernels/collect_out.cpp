// Writes both parts of each block to DRAM, after having fetched the second part itself where the reader leaves it that.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kCores = get_compile_time_arg_val(0), kTilesOfCore = get_compile_time_arg_val(1);
    constexpr uint32_t kPartTiles = get_compile_time_arg_val(2), kBlocks = get_compile_time_arg_val(3);
    constexpr uint32_t kBytes = get_compile_time_arg_val(4);
    constexpr bool kFetches = get_compile_time_arg_val(5) != 0;
    constexpr auto kLayout = TensorAccessorArgs<6>();
    constexpr uint32_t kTile = 2048;
    const auto tensor = TensorAccessor(kLayout, get_arg_val<uint32_t>(1), kTile);
    const uint32_t base = get_arg_val<uint32_t>(0);
    auto x_of = reinterpret_cast<const tt_l1_ptr uint32_t*>(get_arg_addr(2));
    const auto y_of = x_of + kCores;
    for (uint32_t b = 0; b < kBlocks; ++b) {
        const uint32_t first = 2 * b * kPartTiles;
        if constexpr (kFetches) {
            for (uint32_t tile = first + kPartTiles; tile < first + 2 * kPartTiles; ++tile) {
                const uint32_t core = tile / kTilesOfCore, from = base + tile % kTilesOfCore * kTile;
                cb_reserve_back(1, 1);
                const uint32_t to = get_write_ptr(1);
                for (uint32_t at = 0; at < kTile; at += kBytes)
                    noc_async_read(get_noc_addr(x_of[core], y_of[core], from + at), to + at, kBytes);
                noc_async_read_barrier();
                cb_push_back(1, 1);
            }
        }
        cb_wait_front(0, kPartTiles);
        cb_wait_front(1, kPartTiles);
        uint32_t here = get_read_ptr(0), there = get_read_ptr(1);
        for (uint32_t tile = first; tile < first + kPartTiles; ++tile, here += kTile, there += kTile) {
            noc_async_write(here, tensor.get_noc_addr(tile), kTile);
            noc_async_write(there, tensor.get_noc_addr(tile + kPartTiles), kTile);
        }
        noc_async_writes_flushed();
        for (uint32_t part : {0u, 1u}) cb_pop_front(part, kPartTiles);
    }
    noc_async_write_barrier();
}
