// Rows in c_0 become tiles in c_16.
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/tilize.h"

void kernel_main() {
    constexpr uint32_t kTiles = get_compile_time_arg_val(0);
    compute_kernel_hw_startup(0, 16);
    tilize_init(0, kTiles, 16);
    for (uint32_t left = get_arg_val<uint32_t>(0); left > 0; --left) {
        cb_wait_front(0, kTiles);
        cb_reserve_back(16, kTiles);
        tilize_block(0, kTiles, 16);
        cb_push_back(16, kTiles);
        cb_pop_front(0, kTiles);
    }
}
