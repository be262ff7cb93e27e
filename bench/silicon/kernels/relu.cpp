// relu of tiles, one at a time.
#include "api/compute/common.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/eltwise_unary/relu.h"
#include "api/compute/tile_move_copy.h"

void kernel_main() {
    constexpr auto kIn = tt::CBIndex::c_0, kOut = tt::CBIndex::c_16;
    init_sfpu(kIn, kOut);
    relu_tile_init();
    for (uint32_t left = get_arg_val<uint32_t>(0); left > 0; --left) {
        cb_wait_front(kIn, 1);
        cb_reserve_back(kOut, 1);
        tile_regs_acquire();
        copy_tile(kIn, 0, 0);
        relu_tile(0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, kOut);
        tile_regs_release();
        cb_pop_front(kIn, 1);
        cb_push_back(kOut, 1);
    }
}
