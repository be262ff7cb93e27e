// Runs of tiles in one call. The newest API has these names; older kernels use them for functions of their own, so they
// are not part of the older eras.
#pragma once

#include "tw/compute/binary.h"
#include "tw/compute/copy_pack.h"
#include "tw/compute/reduce.h"
#include "tw/compute/transpose.h"

namespace ckernel {

ALWI void copy_block(uint32_t in_cb_id, uint32_t start_in_tile_index, uint32_t start_dst_tile_index, uint32_t ntiles) {
    for (uint32_t i = 0; i < ntiles; ++i) copy_tile(in_cb_id, start_in_tile_index + i, start_dst_tile_index + i);
}
ALWI void pack_block(uint32_t ifrom_dst, uint32_t icb, uint32_t ntiles) { pack_tile_block(ifrom_dst, icb, ntiles); }
ALWI void transpose_block(uint32_t icb, uint32_t start_itile, uint32_t start_idst, uint32_t ntiles) {
    for (uint32_t i = 0; i < ntiles; ++i) transpose_tile(icb, start_itile + i, start_idst + i);
}
template <PoolType reduce_type, ReduceDim reduce_dim>
ALWI void reduce_block(uint32_t icb, uint32_t icb_scaler, uint32_t start_itile, uint32_t itile_scaler,
                       uint32_t start_idst, uint32_t ntiles) {
    for (uint32_t i = 0; i < ntiles; ++i) {
        reduce_tile<reduce_type, reduce_dim>(icb, icb_scaler, start_itile + i, itile_scaler, start_idst + i);
    }
}

#define TW_ELTWISE_BLOCK(name)                                                                         \
    ALWI void name##_block(uint32_t icb0, uint32_t icb1, uint32_t start_itile0, uint32_t start_itile1, \
                           uint32_t start_idst, uint32_t ntiles) {                                     \
        for (uint32_t i = 0; i < ntiles; ++i) {                                                        \
            name##_tiles(icb0, icb1, start_itile0 + i, start_itile1 + i, start_idst + i);              \
        }                                                                                              \
    }
TW_ELTWISE_BLOCK(add)
TW_ELTWISE_BLOCK(sub)
TW_ELTWISE_BLOCK(mul)
#undef TW_ELTWISE_BLOCK

}  // namespace ckernel
