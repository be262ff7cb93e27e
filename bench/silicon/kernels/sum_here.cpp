// Mean of tiles in L1 without reduce_tile: pairs are added in DST, the SFPU collapses the sum.
#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/tile_move_copy.h"

void kernel_main() {
    using enum ckernel::ReduceDim;
    constexpr uint32_t kTiles = get_compile_time_arg_val(0), kBits = get_compile_time_arg_val(3);
    constexpr auto kDim = static_cast<ckernel::ReduceDim>(get_compile_time_arg_val(1));
    constexpr auto kSum = ckernel::PoolType::SUM;
    constexpr auto kIn = tt::CBIndex::c_0, kOut = tt::CBIndex::c_16;
    cb_reserve_back(kIn, kTiles);
    cb_push_back(kIn, kTiles);
    for (uint32_t left = get_compile_time_arg_val(2); left > 0; --left) {
        binary_op_init_common(kIn, kIn, kOut);
        cb_wait_front(kIn, kTiles);
        tile_regs_acquire();
        constexpr uint32_t kOdd = kTiles % 2;
        if constexpr (kOdd == 1) {
            copy_tile_init(kIn);
            copy_tile(kIn, 0, 0);
        } else {
            add_tiles_init(kIn, kIn, false);
            add_tiles(kIn, kIn, 0, 1, 0);
        }
        add_tiles_init(kIn, kIn, true);
        for (uint32_t pair = 2 - kOdd; pair < kTiles; pair += 2) add_tiles(kIn, kIn, pair, pair + 1, 0);
        sfpu_reduce_init<kSum, DataFormat::Float32>();
        if constexpr (kDim != REDUCE_COL) sfpu_reduce<kSum, DataFormat::Float32, REDUCE_ROW>(0);
        if constexpr (kDim != REDUCE_ROW) sfpu_reduce<kSum, DataFormat::Float32, REDUCE_COL>(0);
        binop_with_scalar_tile_init();
        mul_unary_tile(0, kBits);
        tile_regs_commit();
        cb_reserve_back(kOut, 1);
        tile_regs_wait();
        pack_tile(0, kOut);
        tile_regs_release();
        cb_push_back(kOut, 1);
        if (left > 1) {
            cb_wait_front(kOut, 1);
            cb_pop_front(kOut, 1);
        }
    }
}
