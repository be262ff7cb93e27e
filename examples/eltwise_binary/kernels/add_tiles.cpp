// c_16 = c_0 + c_1, one tile at a time.
#include <cstdint>

#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/tile_move_copy.h"

void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    constexpr auto cb_a = tt::CBIndex::c_0;
    constexpr auto cb_b = tt::CBIndex::c_1;
    constexpr auto cb_sum = tt::CBIndex::c_16;

    binary_op_init_common(cb_a, cb_b, cb_sum);
    add_tiles_init(cb_a, cb_b);

    constexpr uint32_t first = 0, slot = 0;  // tile at the front of each CB, register in DST
    for (uint32_t i = 0; i < count; ++i) {
        cb_wait_front(cb_a, 1);
        cb_wait_front(cb_b, 1);
        tile_regs_acquire();
        add_tiles(cb_a, cb_b, first, first, slot);
        tile_regs_commit();
        cb_pop_front(cb_a, 1);
        cb_pop_front(cb_b, 1);

        cb_reserve_back(cb_sum, 1);
        tile_regs_wait();
        pack_tile(slot, cb_sum);
        tile_regs_release();
        cb_push_back(cb_sum, 1);
    }
}
