// A point in a command queue. Commands run as they are enqueued, so an event has always passed.
#pragma once

#include <cstdint>
#include <ostream>

#include "tt-metalium/mesh_coord.hpp"

namespace tt::tt_metal::distributed {

class MeshCommandQueue;
class MeshDevice;

class MeshEvent {
public:
    MeshEvent(uint32_t id, MeshCommandQueue& cq, const MeshCoordinateRange& device_range);
    MeshEvent(uint32_t id, MeshDevice* device, uint32_t mesh_cq_id, const MeshCoordinateRange& device_range)
        : id_(id), device_(device), mesh_cq_id_(mesh_cq_id), device_range_(device_range) {}

    uint32_t id() const { return id_; }
    MeshDevice* device() const { return device_; }
    uint32_t mesh_cq_id() const { return mesh_cq_id_; }
    const MeshCoordinateRange& device_range() const { return device_range_; }

private:
    uint32_t id_ = 0;
    MeshDevice* device_ = nullptr;
    uint32_t mesh_cq_id_ = 0;
    MeshCoordinateRange device_range_;
};

std::ostream& operator<<(std::ostream& os, const MeshEvent& event);

}  // namespace tt::tt_metal::distributed
