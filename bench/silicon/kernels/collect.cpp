// Fetches tiles from the L1 of other cores in small reads, one tile to a barrier. A block is two parts, each with a CB
// of its own; this kernel fetches one of them or both. Arguments: address, then x and y of the cores.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kCores = get_compile_time_arg_val(0), kTilesOfCore = get_compile_time_arg_val(1);
    constexpr uint32_t kPartTiles = get_compile_time_arg_val(2), kBlocks = get_compile_time_arg_val(3);
    constexpr uint32_t kBytes = get_compile_time_arg_val(4);
    constexpr uint32_t kParts = get_compile_time_arg_val(5);  // 1: the first; 2: both
    constexpr uint32_t kTile = 2048;
    const uint32_t base = get_arg_val<uint32_t>(0);
    auto x_of = reinterpret_cast<const tt_l1_ptr uint32_t*>(get_arg_addr(1));
    const auto y_of = x_of + kCores;
    for (uint32_t b = 0; b < kBlocks; ++b) {
        for (uint32_t part = 0; part < kParts; ++part) {
            for (uint32_t n = 0; n < kPartTiles; ++n) {
                const uint32_t tile = (2 * b + part) * kPartTiles + n;
                const uint32_t core = tile / kTilesOfCore;
                const uint32_t from = base + tile % kTilesOfCore * kTile;
                cb_reserve_back(part, 1);
                const uint32_t to = get_write_ptr(part);
                for (uint32_t at = 0; at < kTile; at += kBytes) {
                    noc_async_read(get_noc_addr(x_of[core], y_of[core], from + at), to + at, kBytes);
                }
                noc_async_read_barrier();
                cb_push_back(part, 1);
            }
        }
    }
}
