// Tiles in c_0 become rows in c_16.
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/pack_untilize.h"

void kernel_main() {
    constexpr uint32_t kTiles = get_compile_time_arg_val(0), kBlock = get_compile_time_arg_val(1);
    compute_kernel_hw_startup(0, 16);
    pack_untilize_init<kBlock, kTiles>(0, 16);
    for (uint32_t left = get_arg_val<uint32_t>(0); left > 0; --left) {
        cb_reserve_back(16, kTiles);
        for (uint32_t block = 0; block < kTiles / kBlock; ++block) {
            cb_wait_front(0, kBlock);
            pack_untilize_block<kBlock, kTiles>(0, 1, 16, block);
            cb_pop_front(0, kBlock);
        }
        cb_push_back(16, kTiles);
    }
    pack_untilize_uninit(16);
}
