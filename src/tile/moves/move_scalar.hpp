// The scalar definitions of everything that moves tiles without arithmetic: unpack, transpose, pack.
#pragma once

#include "tile/fpu/math.hpp"

namespace tilewright::tile {

template <Numerics N>
struct ScalarMoves {
    static void unpack(DataFormat l1, DataFormat reg, const void* tile, uint32_t* out);
    static void unpack_tilize(DataFormat l1, DataFormat reg, const void* rows, uint32_t row_stride_bytes,
                              uint32_t* out);
    static void transpose_faces(uint32_t* reg, bool within_face, bool swap_faces);
    static void dst_to_src(DataFormat reg, bool dst_fp32, const uint32_t* dst, uint32_t* out);
    static void pack(const PackConfig&, const uint32_t* dst, void* tile);
    static void pack_untilize(const PackConfig&, const uint32_t* dst, void* rows, uint32_t row_stride_bytes,
                              uint32_t row_count);
};

// Throw when the pair of formats has no conversion.
void check_unpack(DataFormat l1, DataFormat reg);
void check_unpack_tilize(DataFormat l1, DataFormat reg);
void check_pack(const PackConfig&);
void check_pack_untilize(const PackConfig&);

}  // namespace tilewright::tile
