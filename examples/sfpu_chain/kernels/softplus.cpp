// c_16 = log(exp(c_0) + c_1), c_1 a tile of ones. DST 0 carries the value through the whole chain.
#include <cstdint>

#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/tile_move_copy.h"

void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    constexpr uint32_t cb_in = tt::CBIndex::c_0;
    constexpr uint32_t cb_ones = tt::CBIndex::c_1;
    constexpr uint32_t cb_softplus = tt::CBIndex::c_16;
    constexpr uint32_t value = 0, one = 1;  // slots of DST

    init_sfpu(cb_in, cb_softplus);
    cb_wait_front(cb_ones, 1);
    for (uint32_t i = 0; i < count; ++i) {
        cb_wait_front(cb_in, 1);
        tile_regs_acquire();
        copy_tile(cb_in, 0, value);
        copy_tile(cb_ones, 0, one);
        exp_tile_init();
        exp_tile(value);
        add_binary_tile_init();
        add_binary_tile(value, one, value);
        log_tile_init();
        log_tile(value);
        tile_regs_commit();
        cb_pop_front(cb_in, 1);

        cb_reserve_back(cb_softplus, 1);
        tile_regs_wait();
        pack_tile(value, cb_softplus);
        tile_regs_release();
        cb_push_back(cb_softplus, 1);
    }
    cb_pop_front(cb_ones, 1);
}
