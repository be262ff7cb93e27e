// Sum or product of two operands in chunks of tiles; or nothing but taking them and packing.
#include "api/compute/common.h"
#include "api/compute/eltwise_binary.h"

void kernel_main() {
    constexpr uint32_t kChunk = get_compile_time_arg_val(0);
    constexpr uint32_t kWhat = get_compile_time_arg_val(1);  // 0: nothing; 1: add; 2: multiply
    constexpr auto kA = tt::CBIndex::c_0, kB = tt::CBIndex::c_1, kOut = tt::CBIndex::c_16;
    binary_op_init_common(kA, kB, kOut);
    if constexpr (kWhat == 1) {
        add_tiles_init(kA, kB);
    } else {
        mul_tiles_init(kA, kB);
    }
    for (uint32_t left = get_arg_val<uint32_t>(0); left > 0; left -= kChunk) {
        cb_wait_front(kA, kChunk);
        cb_wait_front(kB, kChunk);
        cb_reserve_back(kOut, kChunk);
        tile_regs_acquire();
        for (uint32_t n = 0; n < kChunk; ++n) {
            if constexpr (kWhat == 1) add_tiles(kA, kB, n, n, n);
            if constexpr (kWhat == 2) mul_tiles(kA, kB, n, n, n);
        }
        tile_regs_commit();
        tile_regs_wait();
        for (uint32_t n = 0; n < kChunk; ++n) pack_tile(n, kOut);
        tile_regs_release();
        for (const auto cb : {kA, kB}) cb_pop_front(cb, kChunk);
        cb_push_back(kOut, kChunk);
    }
}
