// Tiles into DST unchanged, and out of DST into a CB.
#pragma once

#include "tw/compute/config.h"

namespace ckernel {

ALWI void copy_tile_to_dst_init_short(uint32_t cbid, uint32_t transpose = 0, uint32_t transpose_within_16x16_face = 0,
                                      uint32_t /*call_line*/ = 0) {
    tw_detail::copy_init(cbid, transpose, transpose_within_16x16_face);
}
ALWI void copy_tile_init(uint32_t cbid, uint32_t /*call_line*/ = 0) { tw_detail::copy_init(cbid); }
ALWI void copy_tile_to_dst_init_short_with_dt(uint32_t old_cbid, uint32_t new_cbid, uint32_t transpose = 0) {
    tw_detail::reconfig_a(new_cbid, old_cbid);
    tw_detail::copy_init(new_cbid, transpose);
}

ALWI void copy_tile(uint32_t in_cb_id, uint32_t in_tile_index, uint32_t dst_tile_index) {
#ifdef TW_BLOCK_CALLS
    tw_copy_tile(in_cb_id, in_tile_index, dst_tile_index);
#else
    UNPACK((tw_unpack_a(in_cb_id, in_tile_index)));
    MATH((tw_math_copy(dst_tile_index, in_cb_id, BroadcastType::NONE)));
#endif
}
ALWI void copy_block_matmul_partials(uint32_t in_cb_id, uint32_t start_in_tile_index, uint32_t start_dst_tile_index,
                                     uint32_t ntiles) {
    for (uint32_t i = 0; i < ntiles; ++i) copy_tile(in_cb_id, start_in_tile_index + i, start_dst_tile_index + i);
}

ALWI void pack_init(uint32_t ocb, uint32_t /*call_line*/ = 0) { PACK((tw_pack_init(ocb))); }

// In order: behind the tile packed last since the push; the index is ignored. Out of order: at the index.
template <bool out_of_order_output = false, bool = false>
ALWI void pack_tile(uint32_t ifrom_dst, uint32_t icb, std::uint32_t output_tile_index = 0) {
    PACK((tw_pack_tile(ifrom_dst, icb, out_of_order_output, output_tile_index)));
}
ALWI void pack_tile_block(uint32_t ifrom_dst, uint32_t icb, uint32_t ntiles) {
    for (uint32_t i = 0; i < ntiles; ++i) PACK((tw_pack_tile(ifrom_dst + i, icb, 0, 0)));
}
ALWI void matmul_pack_tile(uint32_t ifrom_dst, uint32_t icb, uint32_t ntiles) {
    pack_tile_block(ifrom_dst, icb, ntiles);
}

ALWI void pack_reconfig_l1_acc(uint32_t l1_acc_en) { PACK((tw_pack_l1_accumulate(l1_acc_en))); }
ALWI void pack_relu_config(const ReluConfig& config) {
    PACK((tw_pack_relu(config.get_mode(), config.get_threshold() << 16)));
    (void)config;
}

ALWI void pack_rows_init(uint32_t num_rows) { PACK((tw_pack_rows_init(num_rows))); }
ALWI void pack_rows(uint32_t idst, uint32_t ocb, uint32_t output_index = 0) {
    PACK((tw_pack_rows(idst, ocb, output_index)));
}
ALWI void pack_rows_uninit() { PACK((tw_pack_rows_init(0))); }

}  // namespace ckernel
