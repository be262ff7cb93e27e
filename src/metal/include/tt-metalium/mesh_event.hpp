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
    MeshEvent(uint32_t number, MeshCommandQueue& queue, const MeshCoordinateRange& where);
    MeshEvent(uint32_t number, MeshDevice* mesh, uint32_t queue, const MeshCoordinateRange& where)
        : where_{where}, mesh_{mesh}, number_{number}, queue_{queue} {}

    const MeshCoordinateRange& device_range() const { return where_; }
    MeshDevice* device() const { return mesh_; }
    uint32_t mesh_cq_id() const { return queue_; }
    uint32_t id() const { return number_; }

private:
    MeshCoordinateRange where_;
    MeshDevice* mesh_;
    uint32_t number_, queue_;
};

std::ostream& operator<<(std::ostream& os, const MeshEvent& event);

}  // namespace tt::tt_metal::distributed
