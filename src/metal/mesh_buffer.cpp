// Buffers over a mesh of one device.
#include "tt-metalium/mesh_buffer.hpp"

#include "metal/device_impl.hpp"
#include "tt-metalium/host_api.hpp"
#include "tt_stl/assert.hpp"

namespace tt::tt_metal::distributed {

uint32_t ShardedBufferConfig::compute_datum_size_bytes() const {
    return static_cast<uint32_t>(global_size / (global_buffer_shape.height() * global_buffer_shape.width()));
}

Shape2D ShardedBufferConfig::physical_shard_shape() const {
    return {shard_shape.height() == 0 ? global_buffer_shape.height() : shard_shape.height(),
            shard_shape.width() == 0 ? global_buffer_shape.width() : shard_shape.width()};
}

namespace {

DeviceAddr local_size(const MeshBufferConfig& config, size_t devices) {
    if (const auto* replicated = std::get_if<ReplicatedBufferConfig>(&config)) return replicated->size;
    const auto& sharded = std::get<ShardedBufferConfig>(config);
    const Shape2D global = sharded.global_buffer_shape, shard = sharded.physical_shard_shape();
    TT_FATAL(global.height() * global.width() != 0 && sharded.global_size % (global.height() * global.width()) == 0,
             "TW3004: {} bytes do not fill a mesh buffer of shape {}", sharded.global_size, global);
    TT_FATAL(shard.height() != 0 && global.height() % shard.height() == 0 && shard.width() != 0 &&
                 global.width() % shard.width() == 0,
             "TW3212: shards of shape {1} do not divide a mesh buffer of shape {0}", global, shard);
    const size_t shards = (global.height() / shard.height()) * (global.width() / shard.width());
    TT_FATAL(shards <= devices, "TW3212: a mesh buffer of {} shards on {} device(s); each device takes one", shards,
             devices);
    return shard.height() * shard.width() * sharded.compute_datum_size_bytes();
}

}  // namespace

std::shared_ptr<MeshBuffer> MeshBuffer::create(const MeshBufferConfig& mesh_buffer_config,
                                               const DeviceLocalBufferConfig& device_local_config,
                                               MeshDevice* mesh_device, std::optional<DeviceAddr> address) {
    TT_FATAL(mesh_device != nullptr, "TW3214: MeshBuffer::create needs a device; given nullptr");
    const DeviceAddr bytes = local_size(mesh_buffer_config, mesh_device->num_devices());
    const auto& local = device_local_config;
    std::shared_ptr<Buffer> buffer =
        address ? Buffer::create(mesh_device, *address, bytes, local.page_size, local.buffer_type, local.sharding_args,
                                 local.bottom_up, local.sub_device_id)
                : Buffer::create(mesh_device, bytes, local.page_size, local.buffer_type, local.sharding_args,
                                 local.bottom_up, local.sub_device_id);
    return std::shared_ptr<MeshBuffer>(
        new MeshBuffer(mesh_buffer_config, local, bytes, mesh_device, std::move(buffer)));
}

MeshBuffer::MeshBuffer(const MeshBufferConfig& config, const DeviceLocalBufferConfig& device_local_config,
                       DeviceAddr device_local_size, MeshDevice* mesh_device, std::shared_ptr<Buffer> buffer)
    : config_(config),
      device_local_config_(device_local_config),
      mesh_device_(mesh_device->weak_from_this()),
      address_(buffer->address()),
      device_local_size_(device_local_size),
      buffer_(std::move(buffer)) {}

MeshBuffer::~MeshBuffer() = default;

bool MeshBuffer::is_allocated() const { return buffer_->is_allocated(); }
void MeshBuffer::deallocate() { DeallocateBuffer(*buffer_); }

MeshDevice* MeshBuffer::device() const {
    const auto device = mesh_device_.lock();
    TT_FATAL(device != nullptr,
             "TW3003: device: the mesh buffer's device is gone; keep it open as long as its buffers");
    return device.get();
}

DeviceAddr MeshBuffer::size() const {
    return global_layout() == MeshBufferLayout::REPLICATED ? std::get<ReplicatedBufferConfig>(config_).size
                                                           : std::get<ShardedBufferConfig>(config_).global_size;
}
MeshBufferLayout MeshBuffer::global_layout() const {
    const bool sharded = std::holds_alternative<ShardedBufferConfig>(config_);
    return sharded ? MeshBufferLayout::SHARDED : MeshBufferLayout::REPLICATED;
}
const ShardedBufferConfig& MeshBuffer::global_shard_spec() const {
    TT_FATAL(global_layout() == MeshBufferLayout::SHARDED,
             "TW3212: global_shard_spec: this mesh buffer is replicated and has none");
    return std::get<ShardedBufferConfig>(config_);
}
Buffer* MeshBuffer::get_device_buffer(const MeshCoordinate& device_coord) const {
    const MeshShape& shape = device()->shape();
    TT_FATAL(MeshCoordinateRange(shape).contains(device_coord), "TW3213: device {} was asked for in a mesh of shape {}",
             device_coord, shape);
    return buffer_.get();
}

}  // namespace tt::tt_metal::distributed
