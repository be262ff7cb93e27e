// Runs of tiles in one call. The newest API has these names; older kernels use them for functions of their own, so they
// are not part of the older eras.
#pragma once

#include "tw/compute/binary.h"
#include "tw/compute/copy_pack.h"
#include "tw/compute/reduce.h"
#include "tw/compute/transpose.h"

namespace ckernel {

namespace tw_detail {
// Calls step(0), step(1), ...: what a block does is one tile's call with every place counted on.
template <typename Step>
ALWI void each_tile(uint32_t count, Step step) {
    for (uint32_t tile = 0; tile != count; ++tile) step(tile);
}
}  // namespace tw_detail

ALWI void copy_block(uint32_t in_cb_id, uint32_t start_in_tile_index, uint32_t start_dst_tile_index, uint32_t ntiles) {
    tw_detail::each_tile(
        ntiles, [&](uint32_t tile) { copy_tile(in_cb_id, start_in_tile_index + tile, start_dst_tile_index + tile); });
}
ALWI void pack_block(uint32_t ifrom_dst, uint32_t icb, uint32_t ntiles) { pack_tile_block(ifrom_dst, icb, ntiles); }
ALWI void transpose_block(uint32_t icb, uint32_t start_itile, uint32_t start_idst, uint32_t ntiles) {
    tw_detail::each_tile(ntiles, [&](uint32_t tile) { transpose_tile(icb, start_itile + tile, start_idst + tile); });
}
template <PoolType reduce_type, ReduceDim reduce_dim>
ALWI void reduce_block(uint32_t icb, uint32_t icb_scaler, uint32_t start_itile, uint32_t itile_scaler,
                       uint32_t start_idst, uint32_t ntiles) {
    tw_detail::each_tile(ntiles, [&](uint32_t tile) {
        reduce_tile<reduce_type, reduce_dim>(icb, icb_scaler, start_itile + tile, itile_scaler, start_idst + tile);
    });
}

#define TW_ELTWISE_BLOCK(name)                                                                         \
    ALWI void name##_block(uint32_t icb0, uint32_t icb1, uint32_t start_itile0, uint32_t start_itile1, \
                           uint32_t start_idst, uint32_t ntiles) {                                     \
        tw_detail::each_tile(ntiles, [&](uint32_t tile) {                                              \
            name##_tiles(icb0, icb1, start_itile0 + tile, start_itile1 + tile, start_idst + tile);     \
        });                                                                                            \
    }
TW_ELTWISE_BLOCK(add)
TW_ELTWISE_BLOCK(sub)
TW_ELTWISE_BLOCK(mul)
#undef TW_ELTWISE_BLOCK

}  // namespace ckernel
