// log(exp(x) + 1) of tiles, c_0 to c_16: three functions of the vector unit on a tile that stays in DST.
#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/tile_move_copy.h"

void kernel_main() {
    constexpr uint32_t kTiles = get_compile_time_arg_val(0);
    init_sfpu(0, 16);
    for (uint32_t left = get_arg_val<uint32_t>(0) * kTiles; left > 0; --left) {
        cb_wait_front(0, 1);
        tile_regs_acquire();
        copy_tile(0, 0, 0);
        exp_tile_init();
        exp_tile(0);
        binop_with_scalar_tile_init();
        add_unary_tile(0, 0x3F800000u);
        log_tile_init();
        log_tile(0);
        tile_regs_commit();
        cb_pop_front(0, 1);
        cb_reserve_back(16, 1);
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_push_back(16, 1);
    }
}
