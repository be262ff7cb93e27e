// Which mesh to open: its shape, where it begins in the system's, and which chips it takes.
#pragma once

#include <optional>
#include <vector>

#include "tt-metalium/device_types.hpp"
#include "tt-metalium/mesh_coord.hpp"

namespace tt::tt_metal::distributed {

class MeshDeviceConfig {
    std::optional<MeshShape> extent_;
    std::optional<MeshCoordinate> corner_;
    std::vector<ChipId> chips_;

public:
    MeshDeviceConfig(const std::optional<MeshShape>& extent, const std::optional<MeshCoordinate>& corner = std::nullopt,
                     const std::vector<ChipId>& chips = {})
        : extent_{extent}, corner_{corner}, chips_{chips} {}

    const std::vector<ChipId>& physical_device_ids() const { return chips_; }
    const std::optional<MeshCoordinate>& offset() const { return corner_; }
    const std::optional<MeshShape>& mesh_shape() const { return extent_; }
};

}  // namespace tt::tt_metal::distributed
