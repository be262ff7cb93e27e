// Devices without a mesh, buffers without a mesh, and what belongs to no object.
#include "tt-metalium/host_api.hpp"

#include <map>
#include <mutex>

#include "metal/buffer_impl.hpp"
#include "metal/environment.hpp"
#include "tt-metalium/tt_metal.hpp"

namespace tt::tt_metal {

void SetRootDir(const std::string& root_dir) { tilewright::metal::set_root_dir(root_dir); }

size_t GetNumAvailableDevices() { return 1; }
bool IsGalaxyCluster() { return false; }
size_t GetNumPCIeDevices() { return 1; }
ChipId GetPCIeDeviceID(ChipId device_id) { return device_id; }

namespace {

// Devices handed out as raw pointers live here until they are closed.
std::mutex devices_lock;
std::map<IDevice*, std::shared_ptr<distributed::MeshDevice>>& open_devices() {
    static std::map<IDevice*, std::shared_ptr<distributed::MeshDevice>> devices;
    return devices;
}

}  // namespace

IDevice* CreateDevice(ChipId device_id, uint8_t num_hw_cqs, size_t l1_small_size, size_t trace_region_size,
                      const DispatchCoreConfig& dispatch_core_config, const std::vector<uint32_t>& l1_bank_remap,
                      size_t worker_l1_size) {
    auto device = distributed::MeshDevice::create_unit_mesh(device_id, l1_small_size, trace_region_size, num_hw_cqs,
                                                            dispatch_core_config, l1_bank_remap, worker_l1_size);
    const std::lock_guard guard(devices_lock);
    open_devices()[device.get()] = device;
    return device.get();
}

IDevice* CreateDeviceMinimal(ChipId device_id, uint8_t num_hw_cqs, const DispatchCoreConfig& dispatch_core_config) {
    return CreateDevice(device_id, num_hw_cqs, DEFAULT_L1_SMALL_SIZE, DEFAULT_TRACE_REGION_SIZE, dispatch_core_config);
}

bool CloseDevice(IDevice* device) {
    const std::lock_guard guard(devices_lock);
    const auto found = open_devices().find(device);
    if (found == open_devices().end()) return device != nullptr && device->close();
    const bool closed = found->second->close();
    open_devices().erase(found);
    return closed;
}

namespace {

BufferShardingArgs sharding_of(const InterleavedBufferConfig&) { return {}; }
BufferShardingArgs sharding_of(const ShardedBufferConfig& config) {
    return {config.shard_parameters, config.buffer_layout};
}

// At an address of the caller's choice, or where there is room.
template <typename Config>
std::shared_ptr<Buffer> make_buffer(const Config& config, std::optional<DeviceAddr> place = std::nullopt,
                                    std::optional<SubDeviceId> owner = std::nullopt) {
    const auto& [device, bytes, page_bytes, memory] =
        std::tie(config.device, config.size, config.page_size, config.buffer_type);
    const BufferShardingArgs sharding = sharding_of(config);
    return place ? Buffer::create(device, *place, bytes, page_bytes, memory, sharding, std::nullopt, owner)
                 : Buffer::create(device, bytes, page_bytes, memory, sharding, std::nullopt, owner);
}

}  // namespace

std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config) { return make_buffer(config); }
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config, DeviceAddr address) {
    return make_buffer(config, address);
}
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config, SubDeviceId sub_device_id) {
    return make_buffer(config, std::nullopt, sub_device_id);
}
std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config) { return make_buffer(config); }
std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config, DeviceAddr address) {
    return make_buffer(config, address);
}
std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config, SubDeviceId sub_device_id) {
    return make_buffer(config, std::nullopt, sub_device_id);
}
void DeallocateBuffer(Buffer& freed) { freed.deallocate(); }

GlobalSemaphore CreateGlobalSemaphore(IDevice* device, const CoreRangeSet& cores, uint32_t initial_value,
                                      BufferType buffer_type) {
    return {device, cores, initial_value, buffer_type};
}
GlobalSemaphore CreateGlobalSemaphore(distributed::MeshDevice& device, CoreRangeSet cores, uint32_t initial_value,
                                      BufferType buffer_type) {
    return {&device, cores, initial_value, buffer_type};
}

GlobalSemaphore::GlobalSemaphore(distributed::MeshDevice& device, CoreRangeSet cores, uint32_t initial_value,
                                 BufferType buffer_type)
    : GlobalSemaphore(static_cast<IDevice*>(&device), cores, initial_value, buffer_type) {}

// One page of one word per core, sharded, so that the address is the same everywhere.
GlobalSemaphore::GlobalSemaphore(IDevice* device, const CoreRangeSet& cores, uint32_t initial_value,
                                 BufferType buffer_type)
    : device_(device), cores_(cores), buffer_type_(buffer_type) {
    TT_FATAL(buffer_type == BufferType::L1 || buffer_type == BufferType::L1_SMALL,
             "TW3206: CreateGlobalSemaphore: semaphores are words in L1; give BufferType::L1 or BufferType::L1_SMALL");
    TT_FATAL(!cores.empty(), "TW3207: CreateGlobalSemaphore: no core was given; a semaphore needs at least one");
    const uint32_t count = cores.num_cores();
    buffer_ = Buffer::create(
        device, count * sizeof(uint32_t), sizeof(uint32_t), buffer_type,
        BufferShardingArgs(ShardSpecBuffer(cores, {1, 1}, ShardOrientation::ROW_MAJOR, {1, 1}, {count, 1}),
                           TensorMemoryLayout::HEIGHT_SHARDED));
    reset_semaphore_value(initial_value);
}
DeviceAddr GlobalSemaphore::address() const { return buffer_->address(); }
void GlobalSemaphore::reset_semaphore_value(uint32_t reset_value) const {
    detail::WriteToBuffer(*buffer_, std::vector<uint32_t>(cores_.num_cores(), reset_value));
}

void ReadMeshDeviceProfilerResults(distributed::MeshDevice& mesh_device, ProfilerReadState,
                                   const std::optional<ProfilerOptionalMetadata>&) {
    tilewright::metal::mesh_of(&mesh_device, "ReadMeshDeviceProfilerResults").impl().read_profiler();
}

namespace detail {
void ReadDeviceProfilerResults(IDevice* device, ProfilerReadState, const std::optional<ProfilerOptionalMetadata>&) {
    tilewright::metal::mesh_of(device, "ReadDeviceProfilerResults").impl().read_profiler();
}
}  // namespace detail

namespace {
thread_local std::vector<uint8_t> queue_ids;
}
void PushCurrentCommandQueueIdForThread(uint8_t cq_id) { queue_ids.push_back(cq_id); }
uint8_t PopCurrentCommandQueueIdForThread() {
    TT_FATAL(!queue_ids.empty(),
             "TW3214: no command queue id was pushed on this thread; push one before it is asked for or popped");
    const uint8_t id = queue_ids.back();
    queue_ids.pop_back();
    return id;
}
uint8_t GetCurrentCommandQueueIdForThread() { return queue_ids.empty() ? 0 : queue_ids.back(); }

namespace detail {

IDevice* GetActiveDevice(ChipId device_id) {
    const std::lock_guard guard(devices_lock);
    for (const auto& [device, held] : open_devices()) {
        if (device->id() == device_id) return device;
    }
    TT_THROW("TW3214: device {} is not open; open it with CreateDevice or MeshDevice::create_unit_mesh", device_id);
}

}  // namespace detail

}  // namespace tt::tt_metal
