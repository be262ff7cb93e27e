// One device's part of a transfer: which device, from or to where in host memory, and which bytes of the buffer.
#pragma once

#include <optional>

#include "tt-metalium/buffer.hpp"
#include "tt-metalium/mesh_coord.hpp"

namespace tt::tt_metal::distributed {

// Setters return the transfer itself, so that one is made in an expression.
class ShardDataTransfer {
    MeshCoordinate device_;
    void* memory_ = nullptr;
    std::optional<BufferRegion> bytes_;  // none: all of it

    template <typename Part, typename Value>
    ShardDataTransfer& with(Part ShardDataTransfer::* part, const Value& value) {
        this->*part = value;
        return *this;
    }

public:
    explicit ShardDataTransfer(const MeshCoordinate& device) : device_{device} {}

    ShardDataTransfer& shard_coord(const MeshCoordinate& device) { return with(&ShardDataTransfer::device_, device); }
    ShardDataTransfer& host_data(void* memory) { return with(&ShardDataTransfer::memory_, memory); }
    ShardDataTransfer& region(std::optional<BufferRegion> bytes) { return with(&ShardDataTransfer::bytes_, bytes); }

    std::optional<BufferRegion> region() const { return bytes_; }
    void* host_data() const { return memory_; }
    MeshCoordinate shard_coord() const { return device_; }
};

}  // namespace tt::tt_metal::distributed
