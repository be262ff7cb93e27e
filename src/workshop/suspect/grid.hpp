// Where the elements of a tensor lie in tiles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilewright::workshop {

class Grid {
public:
    static constexpr size_t kNone = static_cast<size_t>(-1);
    struct At {
        size_t tile, row, column;  // row and column within the tile
    };

    // tiled: each matrix of the tensor is cut into tiles; else its rows are taken one below the other.
    Grid(const std::vector<uint32_t>& shape, bool tiled, uint32_t tile_height, uint32_t tile_width);

    size_t elements() const { return matrices * height * width; }
    size_t tiles() const { return matrices * tiles_down * tiles_across; }
    size_t rows() const { return matrices * height; }
    At locate(size_t index) const;
    size_t at(size_t tile, size_t row, size_t column) const;  // kNone: padding
    size_t padded_height() const { return tiles_down * tile_height; }
    size_t padded_width() const { return tiles_across * tile_width; }
    bool has_padding() const { return padded_height() != height || padded_width() != width; }

    size_t matrices = 1, height = 1, width = 1;
    size_t tiles_down = 1, tiles_across = 1;
    size_t tile_height, tile_width;
};

// Values of an operand at each element of a result, as numpy broadcasts it; empty: the shapes do not fit.
std::vector<double> broadcast(const std::vector<double>& values, const std::vector<uint32_t>& from,
                              const std::vector<uint32_t>& to);

}  // namespace tilewright::workshop
