// Where an element of a tile lies, and the host's way between a row-major matrix and tiles.
//
// A tile is stored face by face: faces are 16 wide and at most 16 high, left to right, then top to bottom, row-major
// inside. Tiles of a matrix follow each other row by row.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tile/formats/format.hpp"

namespace tilewright::tile {

inline constexpr uint32_t kFaceSide = 16;

// Shape of a tile: 32 x 32 by default; heights 1, 2, 4, 8, 16, 32 and widths 16, 32 exist.
struct TileShape {
    uint32_t height = 32;
    uint32_t width = 32;
    uint32_t face_height() const { return std::min(height, kFaceSide); }
    uint32_t datum_count() const { return height * width; }
    bool operator==(const TileShape&) const = default;
};

// Position of element (row, column) in the face order of a tile.
inline uint32_t face_index(uint32_t row, uint32_t column, TileShape shape = {}) {
    const uint32_t face_height = shape.face_height();
    const uint32_t face = row / face_height * (shape.width / kFaceSide) + column / kFaceSide;
    return (face * face_height + row % face_height) * kFaceSide + column % kFaceSide;
}

// Row-major matrix -> tiles in face order, and back, for datums of 1, 2 or 4 bytes. `rows` and `columns` must be
// multiples of the tile's sides (callers pad).
void tilize(const void* matrix, void* tiles, uint32_t rows, uint32_t columns, uint32_t datum_bytes,
            TileShape shape = {});
void untilize(const void* tiles, void* matrix, uint32_t rows, uint32_t columns, uint32_t datum_bytes,
              TileShape shape = {});

// The same with a change of format on the way: row-major floats <-> tiles of any host format, block floats included.
void tiles_from_row_major(DataFormat, const float* matrix, void* tiles, uint32_t rows, uint32_t columns,
                          TileShape shape = {});
void tiles_to_row_major(DataFormat, const void* tiles, float* matrix, uint32_t rows, uint32_t columns,
                        TileShape shape = {});

}  // namespace tilewright::tile
