// Faces as the unpacker is told about them.
#pragma once

#include <cstdint>

#include "tt-metalium/constants.hpp"

namespace tt::tt_metal {

struct FaceGeometry {
    uint32_t face_r_dim = constants::FACE_HEIGHT;
    uint32_t num_faces = constants::TILE_HW / constants::FACE_HW;
    bool operator==(const FaceGeometry&) const = default;
};

}  // namespace tt::tt_metal
