// Tiles smaller than 32x32: their faces lie closer together in L1 than those of a full tile. These two functions
// move between the small form and the full form, in which missing rows and columns are zero.
#pragma once

#include <cstdint>

#include "tile/formats/format.hpp"

namespace tilewright::card {

inline bool is_full_tile(uint32_t height, uint32_t width) { return height == 32 && width == 32; }
// `full` has room for a 32x32 tile of the format.
void widen_tile(tile::DataFormat format, uint32_t height, uint32_t width, const uint8_t* small, uint8_t* full);
void narrow_tile(tile::DataFormat format, uint32_t height, uint32_t width, const uint8_t* full, uint8_t* small);

}  // namespace tilewright::card
