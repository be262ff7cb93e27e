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

    uint32_t get_height() const { return tile_shape[0]; }
    uint32_t get_width() const { return tile_shape[1]; }
    uint32_t get_num_faces() const { return num_faces; }
    uint32_t get_tile_hw() const { return tile_hw; }
    uint32_t get_face_hw() const { return face_hw; }
    uint32_t get_partial_face() const { return partial_face; }
    uint32_t get_narrow_tile() const { return narrow_tile; }
    std::array<uint32_t, 2> get_tile_shape() const { return tile_shape; }
    std::array<uint32_t, 2> get_face_shape() const { return face_shape; }
    bool get_transpose_within_face() const { return transpose; }
    bool get_transpose_of_faces() const { return transpose; }
    uint32_t get_tile_size(const DataFormat& format) const;
    bool operator==(const Tile& other) const {
        return tile_shape == other.tile_shape && face_shape == other.face_shape && transpose == other.transpose;
    }

    static constexpr auto attribute_names = std::forward_as_tuple("tile_shape", "face_shape", "num_faces");
    auto attribute_values() const { return std::forward_as_tuple(tile_shape, face_shape, num_faces); }

private:
    std::array<uint32_t, 2> tile_shape;
    std::array<uint32_t, 2> face_shape;
    uint32_t tile_hw = 0;
    uint32_t face_hw = 0;
    uint32_t num_faces = 0;
    uint32_t partial_face = 0;
    uint32_t narrow_tile = 0;
    bool transpose = false;
};

std::ostream& operator<<(std::ostream& os, const Tile& tile);

}  // namespace tt::tt_metal
