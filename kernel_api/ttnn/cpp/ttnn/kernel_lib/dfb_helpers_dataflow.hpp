// Tile shape of a CB, for helpers that take the CB as a template argument.
#pragma once

#include <cstdint>

#include "tw/dataflow/tile_shape.h"

namespace dataflow_kernel_lib {

// Columns, then rows, of the tiles the host gave the CB.
template <uint32_t dfb_id>
FORCE_INLINE constexpr uint32_t get_tile_c_dim() {
    return ::unpack_tile_c_dim[dfb_id];
}
template <uint32_t dfb_id>
FORCE_INLINE constexpr uint32_t get_tile_r_dim() {
    return ::unpack_tile_r_dim[dfb_id];
}

}  // namespace dataflow_kernel_lib
