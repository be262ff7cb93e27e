// Row-major matrices to tiles and back: pieces of one face row (16 datums) are moved whole.
#include "tile/formats/layout.hpp"

#include <cstring>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tile/formats/convert.hpp"

namespace tilewright::tile {

namespace {

void check_shape(uint32_t rows, uint32_t columns, TileShape shape) {
    const auto one_of = [](uint32_t value, std::initializer_list<uint32_t> allowed) {
        return std::find(allowed.begin(), allowed.end(), value) != allowed.end();
    };
    if (!one_of(shape.height, {1, 2, 4, 8, 16, 32}) || !one_of(shape.width, {16, 32}))
        throw Error(
            "TW0603",
            "a tile of " + std::to_string(shape.height) + " x " + std::to_string(shape.width) + " does not exist",
            "Use a height of 1, 2, 4, 8, 16 or 32 and a width of 16 or 32.");
    if (rows % shape.height || columns % shape.width)
        throw Error("TW0603",
                    "a matrix of " + std::to_string(rows) + " x " + std::to_string(columns) +
                        " is not a whole number of " + std::to_string(shape.height) + " x " +
                        std::to_string(shape.width) + " tiles",
                    "Pad the matrix to multiples of the tile's sides first.");
}

// Calls move(offset in the matrix, offset in the tiles) for every run of 16 datums, in tile order.
template <typename Move>
void for_each_face_row(uint32_t rows, uint32_t columns, TileShape shape, Move move) {
    size_t in_tiles = 0;
    for (uint32_t tile_row = 0; tile_row < rows; tile_row += shape.height)
        for (uint32_t tile_column = 0; tile_column < columns; tile_column += shape.width)
            for (uint32_t row = 0; row < shape.height; row += shape.face_height())
                for (uint32_t column = 0; column < shape.width; column += kFaceSide)
                    for (uint32_t r = 0; r < shape.face_height(); ++r, in_tiles += kFaceSide)
                        move(size_t{tile_row + row + r} * columns + tile_column + column, in_tiles);
}

}  // namespace

void tilize(const void* matrix, void* tiles, uint32_t rows, uint32_t columns, uint32_t datum_bytes, TileShape shape) {
    check_shape(rows, columns, shape);
    const auto* from = static_cast<const uint8_t*>(matrix);
    auto* to = static_cast<uint8_t*>(tiles);
    for_each_face_row(rows, columns, shape, [&](size_t in_matrix, size_t in_tiles) {
        std::memcpy(to + in_tiles * datum_bytes, from + in_matrix * datum_bytes, kFaceSide * datum_bytes);
    });
}

void untilize(const void* tiles, void* matrix, uint32_t rows, uint32_t columns, uint32_t datum_bytes, TileShape shape) {
    check_shape(rows, columns, shape);
    const auto* from = static_cast<const uint8_t*>(tiles);
    auto* to = static_cast<uint8_t*>(matrix);
    for_each_face_row(rows, columns, shape, [&](size_t in_matrix, size_t in_tiles) {
        std::memcpy(to + in_matrix * datum_bytes, from + in_tiles * datum_bytes, kFaceSide * datum_bytes);
    });
}

void tiles_from_row_major(DataFormat format, const float* matrix, void* tiles, uint32_t rows, uint32_t columns,
                          TileShape shape) {
    std::vector<float> ordered(size_t{rows} * columns);
    tilize(matrix, ordered.data(), rows, columns, sizeof(float), shape);
    const uint32_t bytes = tile_bytes(format, shape.height, shape.width), count = shape.datum_count();
    for (size_t tile = 0; tile < ordered.size() / count; ++tile)
        tile_from_floats(format, ordered.data() + tile * count, static_cast<uint8_t*>(tiles) + tile * bytes,
                         shape.height, shape.width);
}

void tiles_to_row_major(DataFormat format, const void* tiles, float* matrix, uint32_t rows, uint32_t columns,
                        TileShape shape) {
    std::vector<float> ordered(size_t{rows} * columns);
    const uint32_t bytes = tile_bytes(format, shape.height, shape.width), count = shape.datum_count();
    for (size_t tile = 0; tile < ordered.size() / count; ++tile)
        tile_to_floats(format, static_cast<const uint8_t*>(tiles) + tile * bytes, ordered.data() + tile * count,
                       shape.height, shape.width);
    untilize(ordered.data(), matrix, rows, columns, sizeof(float), shape);
}

}  // namespace tilewright::tile
