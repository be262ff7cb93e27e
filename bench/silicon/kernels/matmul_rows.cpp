// Products of a block of tile-rows with one column after the other, tile by tile.
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/matmul.h"

void kernel_main() {
    constexpr uint32_t kRows = get_compile_time_arg_val(0), kInner = get_compile_time_arg_val(1);
    constexpr uint32_t kColumns = get_compile_time_arg_val(2);
    constexpr auto kA = tt::CBIndex::c_0, kB = tt::CBIndex::c_1, kC = tt::CBIndex::c_16;
    compute_kernel_hw_startup<SrcOrder::Reverse>(kA, kB, kC);
    matmul_init(kA, kB);
    for (uint32_t left = get_arg_val<uint32_t>(0); left > 0; --left) {
        cb_wait_front(kA, kRows * kInner);
        for (uint32_t column = kColumns; column > 0; --column) {
            cb_wait_front(kB, kInner);
            tile_regs_acquire();
            uint32_t tile = 0;
            for (uint32_t row = 0; row < kRows; ++row) {
                for (uint32_t k = 0; k < kInner; ++k) matmul_tiles(kA, kB, tile++, k, row);
            }
            tile_regs_commit();
            cb_reserve_back(kC, kRows);
            tile_regs_wait();
            for (uint32_t row = 0; row < kRows; ++row) pack_tile(row, kC);
            tile_regs_release();
            cb_push_back(kC, kRows);
            cb_pop_front(kB, kInner);
        }
        cb_pop_front(kA, kRows * kInner);
    }
}
