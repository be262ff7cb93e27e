// Buffers over a mesh: the same on every device, or cut over them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "tt-metalium/buffer.hpp"
#include "tt-metalium/mesh_coord.hpp"
#include "tt-metalium/mesh_device.hpp"
#include "tt-metalium/shape2d.hpp"

namespace tt::tt_metal::distributed {

struct DeviceLocalBufferConfig {
    DeviceAddr page_size = 0;
    BufferType buffer_type = BufferType::DRAM;
    BufferShardingArgs sharding_args = {};
    std::optional<bool> bottom_up = std::nullopt;
    std::optional<SubDeviceId> sub_device_id = std::nullopt;
};

struct ReplicatedBufferConfig {
    DeviceAddr size = 0;  // bytes on each device
};

// A two-dimensional buffer over the whole mesh; a shard shape of 0 in a dimension means the whole of it.
struct ShardedBufferConfig {
    DeviceAddr global_size = 0;
    Shape2D global_buffer_shape = {0, 0};
    Shape2D shard_shape = {0, 0};
    ShardOrientation shard_orientation = ShardOrientation::ROW_MAJOR;

    uint32_t compute_datum_size_bytes() const;
    std::pair<bool, bool> replicated_dims() const { return {!shard_shape.height(), !shard_shape.width()}; }
    Shape2D physical_shard_shape() const;
};

enum class MeshBufferLayout : uint8_t { REPLICATED, SHARDED };
using MeshBufferConfig = std::variant<ReplicatedBufferConfig, ShardedBufferConfig>;

class MeshBuffer {
public:
    static std::shared_ptr<MeshBuffer> create(const MeshBufferConfig& mesh_buffer_config,
                                              const DeviceLocalBufferConfig& device_local_config,
                                              MeshDevice* mesh_device,
                                              std::optional<DeviceAddr> address = std::nullopt);
    ~MeshBuffer();
    MeshBuffer(const MeshBuffer&) = delete;
    MeshBuffer& operator=(const MeshBuffer&) = delete;

    bool is_allocated() const;
    void deallocate();
    MeshDevice* device() const;  // throws when the device is gone
    DeviceAddr size() const;     // replicated: bytes per device; sharded: bytes over the mesh
    DeviceAddr device_local_size() const { return device_local_size_; }
    DeviceAddr address() const { return address_; }
    MeshBufferLayout global_layout() const;
    const MeshBufferConfig& global_config() const { return config_; }
    const ShardedBufferConfig& global_shard_spec() const;
    const DeviceLocalBufferConfig& device_local_config() const { return device_local_config_; }
    Buffer* get_device_buffer(const MeshCoordinate& device_coord) const;
    Buffer* get_reference_buffer() const { return buffer_.get(); }
    Buffer* get_backing_buffer() const { return buffer_.get(); }
    uint32_t datum_size_bytes() const { return global_shard_spec().compute_datum_size_bytes(); }
    Shape2D physical_shard_shape() const { return global_shard_spec().physical_shard_shape(); }
    std::pair<bool, bool> replicated_dims() const { return global_shard_spec().replicated_dims(); }
    uint32_t page_size() const { return static_cast<uint32_t>(device_local_config_.page_size); }
    uint32_t num_pages() const {
        return page_size() == 0 ? 0 : static_cast<uint32_t>(device_local_size_ / page_size());
    }

private:
    MeshBuffer(const MeshBufferConfig& config, const DeviceLocalBufferConfig& device_local_config,
               DeviceAddr device_local_size, MeshDevice* mesh_device, std::shared_ptr<Buffer> buffer);

    MeshBufferConfig config_;
    DeviceLocalBufferConfig device_local_config_;
    std::weak_ptr<MeshDevice> mesh_device_;
    DeviceAddr address_ = 0;
    DeviceAddr device_local_size_ = 0;
    std::shared_ptr<Buffer> buffer_;
};

}  // namespace tt::tt_metal::distributed
