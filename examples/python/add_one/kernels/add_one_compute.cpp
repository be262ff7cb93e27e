// c_16 = c_0 + a scalar that the host gives as its float bits.
#include <cstdint>

#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/tile_move_copy.h"

void kernel_main() {
    const uint32_t tiles = get_arg_val<uint32_t>(0);
    const uint32_t scalar_bits = get_arg_val<uint32_t>(1);
    constexpr uint32_t cb_in = 0;
    constexpr uint32_t cb_result = 16;

    init_sfpu(cb_in, cb_result);
    binop_with_scalar_tile_init();
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        cb_wait_front(cb_in, 1);
        tile_regs_acquire();
        copy_tile(cb_in, 0, 0);
        add_unary_tile(0, scalar_bits);
        tile_regs_commit();
        cb_pop_front(cb_in, 1);

        cb_reserve_back(cb_result, 1);
        tile_regs_wait();
        pack_tile(0, cb_result);
        tile_regs_release();
        cb_push_back(cb_result, 1);
    }
}
