// The shape of a tile and of its faces.
#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <tuple>

#include "tt-metalium/constants.hpp"
#include "tt-metalium/tt_backend_api_types.hpp"

namespace tt::tt_metal {

struct Tile {
    Tile(std::array<uint32_t, 2> tile_shape = {constants::TILE_HEIGHT, constants::TILE_WIDTH},
         bool transpose_tile = false);

    // Everything follows from the tile's own shape; faces are 16 wide and at most 16 high.
    std::array<uint32_t, 2> get_tile_shape() const { return {rows_, columns_}; }
    std::array<uint32_t, 2> get_face_shape() const { return {face_rows(), constants::FACE_WIDTH}; }
    uint32_t get_height() const { return rows_; }
    uint32_t get_width() const { return columns_; }
    uint32_t get_tile_hw() const { return rows_ * columns_; }
    uint32_t get_face_hw() const { return face_rows() * constants::FACE_WIDTH; }
    uint32_t get_num_faces() const { return get_tile_hw() / get_face_hw(); }
    uint32_t get_partial_face() const { return rows_ < constants::FACE_HEIGHT; }
    uint32_t get_narrow_tile() const { return columns_ < constants::TILE_WIDTH; }
    bool get_transpose_of_faces() const { return transposed_; }
    bool get_transpose_within_face() const { return transposed_; }
    uint32_t get_tile_size(const DataFormat& format) const;
    bool operator==(const Tile&) const = default;

    static constexpr auto attribute_names = std::forward_as_tuple("tile_shape", "face_shape", "num_faces");
    auto attribute_values() const { return std::make_tuple(get_tile_shape(), get_face_shape(), get_num_faces()); }

private:
    uint32_t face_rows() const { return rows_ < constants::FACE_HEIGHT ? rows_ : constants::FACE_HEIGHT; }

    uint32_t rows_, columns_;
    bool transposed_;
};

std::ostream& operator<<(std::ostream& os, const Tile& tile);

}  // namespace tt::tt_metal
