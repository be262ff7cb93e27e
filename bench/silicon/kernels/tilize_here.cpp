// Rows of values in L1 to tiles, a tile-row at a time. Alone, this kernel also says that its input is there and takes
// its output away.
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/tilize.h"

void kernel_main() {
    constexpr uint32_t kWidth = get_compile_time_arg_val(0), kHeight = get_compile_time_arg_val(1);
    constexpr bool kAlone = get_compile_time_arg_val(3) != 0;
    constexpr auto kRows = tt::CBIndex::c_0, kTiles = tt::CBIndex::c_16;
    compute_kernel_hw_startup(kRows, kTiles);
    tilize_init(kRows, kWidth, kTiles);
    for (uint32_t round = get_compile_time_arg_val(2); round > 0; --round) {
        if constexpr (kAlone) {
            cb_reserve_back(kRows, kWidth * kHeight);
            cb_push_back(kRows, kWidth * kHeight);
        }
        for (uint32_t row = kHeight; row > 0; --row) {
            cb_wait_front(kRows, kWidth);
            cb_reserve_back(kTiles, kWidth);
            tilize_block(kRows, kWidth, kTiles);
            cb_push_back(kTiles, kWidth);
            cb_pop_front(kRows, kWidth);
        }
        if constexpr (kAlone) {
            cb_wait_front(kTiles, kWidth * kHeight);
            cb_pop_front(kTiles, kWidth * kHeight);
        }
    }
    tilize_uninit(kRows, kTiles);
}
