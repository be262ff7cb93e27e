// Tiles into row-major data: by the packer (pack_untilize) or, in the older way, by the unpacker (untilize).
#pragma once

#include "tw/compute/copy_pack.h"

namespace ckernel {

template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim, bool narrow_row = false,
          std::uint32_t row_num_datums = TILE_C_DIM, bool dense = false, bool configure_remap = true>
ALWI void pack_untilize_dest_init(uint32_t ocb, uint32_t face_r_dim = 16, uint32_t num_faces = 4) {
    static_assert(!dense, "tilewright: dense pack_untilize exists on Blackhole only and is not supported yet");
    PACK((tw_pack_reconfig(ocb, TW_NO_CB)));
    PACK((tw_pack_untilize_init(ocb, block_ct_dim, full_ct_dim, row_num_datums)));
}
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim>
ALWI void pack_untilize_init(uint32_t icb, uint32_t ocb, uint32_t /*call_line*/ = 0) {
    tw_detail::copy_init(icb);
    pack_untilize_dest_init<block_ct_dim, full_ct_dim>(ocb, FACE_R_DIM, TILE_NUM_FACES);
}
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim>
ALWI void pack_untilize_init_skip_remap(uint32_t icb, uint32_t ocb, uint32_t call_line = 0) {
    pack_untilize_init<block_ct_dim, full_ct_dim>(icb, ocb, call_line);
}

// Handles DST by itself. Every row block takes the same tiles 0 to block_ct_dim - 1, so block_rt_dim is 1 in practice.
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim>
ALWI void pack_untilize_block(uint32_t icb, uint32_t block_rt_dim, uint32_t ocb, uint32_t block_c_index = 0) {
    for (uint32_t left = block_rt_dim; left != 0; --left) {
#ifdef TW_BLOCK_CALLS
        tw_untilize_block(icb, block_ct_dim, full_ct_dim, ocb, block_c_index);
#else
        MATH((tw_math_acquire()));
        for (uint32_t c = 0; c < block_ct_dim; ++c) {
            UNPACK((tw_unpack_a(icb, c)));
            MATH((tw_math_copy(c, icb, BroadcastType::NONE)));
        }
        MATH((tw_math_commit()));
        PACK((tw_pack_wait()));
        PACK((tw_pack_untilize(ocb, block_ct_dim, full_ct_dim, 1, block_c_index, 0, 32, 0)));
        PACK((tw_pack_release()));
#endif
    }
}

// Tiles that are in DST already; the caller owns the section. The two forms of the last arguments: the newer one names
// the first slot, the older one names the faces first.
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim, bool diagonal = false,
          bool narrow_row = false, std::uint32_t row_num_datums = TILE_C_DIM, uint32_t tile_dst_ct_offset = 0,
          bool dense = false>
ALWI void pack_untilize_dest(uint32_t ocb, uint32_t block_rt_dim = 1, uint32_t block_c_index = 0,
                             uint32_t tile_dst_rt_offset = 0) {
    static_assert(!diagonal && !dense, "tilewright: diagonal and dense pack_untilize are not supported yet");
    PACK((tw_pack_untilize(ocb, block_ct_dim, full_ct_dim, block_rt_dim, block_c_index,
                           tile_dst_rt_offset + tile_dst_ct_offset, row_num_datums, 0)));
}
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim, bool diagonal = false,
          bool narrow_row = false, std::uint32_t row_num_datums = TILE_C_DIM, uint32_t tile_dst_ct_offset = 0>
ALWI void pack_untilize_dest(uint32_t ocb, uint32_t block_rt_dim, uint32_t block_c_index, uint32_t face_r_dim,
                             uint32_t num_faces, uint32_t tile_dst_rt_offset = 0) {
    static_assert(!diagonal, "tilewright: diagonal pack_untilize is not supported yet");
    PACK((tw_pack_untilize(
        ocb, block_ct_dim, full_ct_dim, block_rt_dim, block_c_index, tile_dst_rt_offset + tile_dst_ct_offset,
        num_faces == 1 && row_num_datums == 32 ? 16 : row_num_datums, num_faces > 2 ? 2 * face_r_dim : face_r_dim)));
}
ALWI void pack_untilize_uninit(uint32_t ocb) { PACK((tw_pack_untilize_uninit(ocb))); }

ALWI void untilize_init(uint32_t icb) {
    UNPACK((tw_unpack_untilize_init(icb)));
    MATH((tw_math_copy_init(icb, BroadcastType::NONE)));
}
ALWI void untilize_init(uint32_t icb, uint32_t ocb) {
    tw_detail::startup(icb, icb, ocb);
    untilize_init(icb);
}
ALWI void untilize_init_short(uint32_t icb) { untilize_init(icb); }
template <uint32_t block_ct_dim = 1>
ALWI void untilize_block(uint32_t icb, uint32_t full_ct_dim, uint32_t ocb) {
    UNPACK((tw_unpack_untilize(icb, full_ct_dim)));
    for (uint32_t t = 0; t < full_ct_dim / block_ct_dim; ++t) {
        MATH((tw_math_acquire()));
        for (uint32_t i = 0; i < block_ct_dim; ++i) MATH((tw_math_copy(i, icb, BroadcastType::NONE)));
        MATH((tw_math_commit()));
        PACK((tw_pack_wait()));
        for (uint32_t i = 0; i < block_ct_dim; ++i) PACK((tw_pack_tile(i, ocb, 0, 0)));
        PACK((tw_pack_release()));
    }
}
ALWI void untilize_uninit(uint32_t icb) { UNPACK((tw_unpack_untilize_uninit(icb))); }

}  // namespace ckernel
