// The mesh of everything this machine has: one device.
#pragma once

#include "tt-metalium/mesh_coord.hpp"

namespace tt::tt_metal::distributed {

class SystemMesh {
public:
    static SystemMesh& instance();
    SystemMesh(const SystemMesh&) = delete;
    SystemMesh& operator=(const SystemMesh&) = delete;

    const MeshShape& shape() const { return shape_; }
    const MeshShape& local_shape() const { return shape_; }

private:
    SystemMesh() = default;
    MeshShape shape_{1, 1};
};

}  // namespace tt::tt_metal::distributed
