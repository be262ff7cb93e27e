// Row-major data into tiles. The unpacker reads 32 rows of a block `block` tiles wide, one tile column at a time.
//
// The fast way, which depends on machine and era, is in tw/compute/fast_tilize.h; the reduce init that takes REDUCE_OP
// and REDUCE_DIM from defines is in api/compute/tilize.h.
#pragma once

#include "tw/compute/copy_pack.h"

namespace ckernel {

namespace tw_detail {

ALWI void tilize_init(uint32_t icb, uint32_t block, uint32_t way) {
    UNPACK((tw_unpack_tilize_init(icb, block, way)));
    MATH((tw_math_copy_init(icb, BroadcastType::NONE)));
}
// The index counts whole tiles of the block: row blocks of the input follow each other.
ALWI uint32_t tilize_index(uint32_t block, uint32_t input_tile_index) {
    return input_tile_index % block + input_tile_index / block * block * 32;
}
ALWI void tilize_one(uint32_t icb, uint32_t index, uint32_t width, uint32_t ocb, uint32_t output_tile_index) {
    UNPACK((tw_unpack_tilize(icb, index, width)));
    MATH((tw_math_acquire()));
    MATH((tw_math_copy(0, icb, BroadcastType::NONE)));
    MATH((tw_math_commit()));
    PACK((tw_pack_wait()));
    PACK((tw_pack_tile(0, ocb, 1, output_tile_index)));
    PACK((tw_pack_release()));
}

}  // namespace tw_detail

ALWI void tilize_init(uint32_t icb, uint32_t block, uint32_t ocb, uint32_t /*call_line*/ = 0) {
    tw_detail::tilize_init(icb, block, 0);
}
ALWI void tilize_init_short(uint32_t icb, uint32_t block, uint32_t ocb) { tw_detail::tilize_init(icb, block, 0); }
ALWI void tilize_init_short_with_dt(uint32_t old_icb, uint32_t new_icb, uint32_t block, uint32_t ocb) {
    tw_detail::reconfig_a(new_icb, old_icb);
    tw_detail::tilize_init(new_icb, block, 0);
}
// Handles DST by itself; waits and pushes of the CBs are the caller's.
ALWI void tilize_block(uint32_t icb, uint32_t block, uint32_t ocb, uint32_t input_tile_index = 0,
                       uint32_t output_tile_index = 0) {
    const uint32_t first = tw_detail::tilize_index(block, input_tile_index);
#ifdef TW_BLOCK_CALLS
    tw_tilize_block(icb, first, block, ocb, output_tile_index);
#else
    for (uint32_t t = 0; t < block; ++t) tw_detail::tilize_one(icb, first + t, block, ocb, t + output_tile_index);
#endif
}
ALWI void tilize_uninit(uint32_t icb, uint32_t ocb) { UNPACK((tw_unpack_tilize_uninit(icb))); }
ALWI void tilize_uninit_with_dt(uint32_t old_icb, uint32_t new_icb, uint32_t ocb) {
    UNPACK((tw_unpack_tilize_uninit(old_icb)));
    tw_detail::reconfig_a(new_icb, old_icb);
}

// Tilize into SrcA beside a tile in SrcB; reduce_tile_math follows. Face arguments: rows of the pooling window.
namespace tw_detail {

constexpr uint32_t window_rows(uint32_t num_faces, uint32_t face_r_dim) {
    return num_faces > 2 ? 16 + face_r_dim : face_r_dim;
}

}  // namespace tw_detail

template <bool neginf_srcA = true, std::uint32_t reload_srcB = true, bool zero_srcA = false,
          bool zero_srcA_reduce = false>
ALWI void unpack_tilizeA_B_block(uint32_t icb0, uint32_t icb1, uint32_t block, uint32_t tile_idx_b) {
    for (uint32_t t = 0; t < block; ++t) UNPACK((tw_unpack_tilize_ab(icb0, icb1, t, tile_idx_b, 0)));
}
template <bool neginf_srcA = true, std::uint32_t reload_srcB = true, bool zero_srcA = false,
          bool zero_srcA_reduce = false>
ALWI void unpack_tilizeA_B_block(uint32_t icb0, uint32_t icb1, uint32_t block, uint32_t tile_idx_b, uint32_t num_faces,
                                 uint32_t srca_face_r_dim = 16) {
    for (uint32_t t = 0; t < block; ++t) {
        UNPACK((tw_unpack_tilize_ab(icb0, icb1, t, tile_idx_b, tw_detail::window_rows(num_faces, srca_face_r_dim))));
    }
}
ALWI void unpack_tilizeA_B_uninit(uint32_t icb) { UNPACK((tw_unpack_tilize_uninit(icb))); }

}  // namespace ckernel
