// Each output tile is a sum of kt tile products, accumulated in DST 0.
#include <cstdint>

#include "api/compute/compute_kernel_api.h"
#include "api/compute/matmul.h"
#include "api/compute/tile_move_copy.h"

void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    const uint32_t kt = get_arg_val<uint32_t>(1);
    constexpr uint32_t cb_a = tt::CBIndex::c_0;
    constexpr uint32_t cb_b = tt::CBIndex::c_1;
    constexpr uint32_t cb_product = tt::CBIndex::c_16;

    mm_init(cb_a, cb_b, cb_product);
    for (uint32_t tile = 0; tile < count; ++tile) {
        tile_regs_acquire();
        for (uint32_t k = 0; k < kt; ++k) {
            cb_wait_front(cb_a, 1);
            cb_wait_front(cb_b, 1);
            matmul_tiles(cb_a, cb_b, 0, 0, 0);
            cb_pop_front(cb_a, 1);
            cb_pop_front(cb_b, 1);
        }
        tile_regs_commit();

        cb_reserve_back(cb_product, 1);
        tile_regs_wait();
        pack_tile(0, cb_product);
        tile_regs_release();
        cb_push_back(cb_product, 1);
    }
}
