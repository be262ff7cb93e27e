// What is known about each CB at compile time, for both kinds of kernels: data format and tile geometry.
#pragma once

#include <cstdint>

#include "tw/tensix_types.h"
#include "tw/generated.h"

namespace tw {

constexpr DataFormat cb_format(uint32_t cb) { return static_cast<DataFormat>(unpack_src_format[cb]); }
constexpr uint32_t cb_tile_hw(uint32_t cb) { return unpack_tile_r_dim[cb] * unpack_tile_c_dim[cb]; }
constexpr uint32_t cb_tile_bytes(uint32_t cb) { return tile_bytes(cb_format(cb), cb_tile_hw(cb)); }

}  // namespace tw
