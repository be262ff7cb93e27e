// Opening, closing and asking a device.
#include "tt-metalium/mesh_device.hpp"

#include <sstream>

#include "base/environment.hpp"
#include "engine/build/cache.hpp"
#include "metal/device_impl.hpp"
#include "metal/environment.hpp"
#include "tt-logger/tt-logger.hpp"
#include "tt-metalium/kernel_types.hpp"
#include "tt-metalium/system_mesh.hpp"
#include "tt_stl/assert.hpp"

namespace tilewright::metal {

tt::tt_metal::distributed::MeshDevice& mesh_of(tt::tt_metal::IDevice* device, const char* what) {
    TT_FATAL(device != nullptr, "TW3214: {} needs a device; given nullptr", what);
    auto* mesh = dynamic_cast<tt::tt_metal::distributed::MeshDevice*>(device);
    TT_FATAL(mesh != nullptr, "TW3214: {} needs a device made by MeshDevice::create_unit_mesh or CreateDevice", what);
    TT_FATAL(mesh->impl().open, "TW3214: {} needs an open device; device {} has been closed", what, mesh->impl().id);
    return *mesh;
}

std::shared_ptr<card::Card> card_of(tt::tt_metal::IDevice* device, const char* what) {
    return mesh_of(device, what).impl().card;
}

LogicalCore to_logical(const tt::tt_metal::CoreCoord& core) {
    return {static_cast<uint32_t>(core.x), static_cast<uint32_t>(core.y)};
}

CoreRanges to_ranges(const tt::tt_metal::CoreRangeSet& cores) {
    CoreRanges ranges;
    for (const auto& range : cores.ranges())
        ranges.push_back({to_logical(range.start_coord), to_logical(range.end_coord)});
    return ranges;
}

}  // namespace tilewright::metal

namespace tt::tt_metal {

void IDevice::set_program_cache_misses_allowed(bool allowed) { get_program_cache().set_cache_misses_allowed(allowed); }

namespace distributed {

SystemMesh& SystemMesh::instance() {
    static SystemMesh mesh;
    return mesh;
}

MeshDevice::MeshDevice() : pimpl_(std::make_unique<MeshDeviceImpl>()) {}

MeshDevice::~MeshDevice() { close(); }

std::shared_ptr<MeshDevice> MeshDevice::create_unit_mesh(int device_id, size_t l1_small_size, size_t,
                                                         size_t num_command_queues, const DispatchCoreConfig&,
                                                         ttsl::Span<const std::uint32_t>, size_t worker_l1_size) {
    TT_FATAL(device_id == 0, "TW3217: device {} does not exist: this machine has one, device 0", device_id);
    TT_FATAL(num_command_queues >= 1 && num_command_queues <= MAX_NUM_HW_CQS,
             "TW3217: {} command queues were asked for; there are 1 to {}", num_command_queues, MAX_NUM_HW_CQS);
    return MeshDeviceImpl::open_card(tilewright::metal::selected_arch(),
                                     tilewright::engine::RunOptions::from_environment(), device_id, l1_small_size,
                                     num_command_queues, worker_l1_size);
}

std::shared_ptr<MeshDevice> MeshDeviceImpl::open_card(const tilewright::card::Arch& arch,
                                                      const tilewright::engine::RunOptions& run_options, int device_id,
                                                      size_t l1_small_size, size_t num_command_queues,
                                                      size_t worker_l1_size) {
    // Settings that are used later are refused now, where the program has done nothing yet.
    tt::logging::enabled(tt::logging::Level::critical);
    tilewright::engine::KernelCache::limit_bytes();
    tilewright::card::CardOptions options;
    if (worker_l1_size != 0) {
        TT_FATAL(worker_l1_size <= arch.l1_bytes - arch.l1_map_end,
                 "TW3217: {} bytes of L1 were asked for on each worker; there are {} on {}", worker_l1_size,
                 arch.l1_bytes - arch.l1_map_end, arch.name);
        options.l1_first_free = static_cast<uint32_t>(arch.l1_bytes - worker_l1_size);
    }

    std::shared_ptr<MeshDevice> device(new MeshDevice());
    MeshDeviceImpl& impl = *device->pimpl_;
    impl.id = device_id;
    impl.options = run_options;
    impl.asked_plan = tilewright::environment::text("TILEWRIGHT_PLAN");
    impl.l1_small_size = l1_small_size;
    impl.card = std::make_shared<tilewright::card::Card>(arch, options);
    impl.allocator_impl = std::make_unique<AllocatorImpl>(impl.card);
    impl.allocator = std::make_unique<Allocator>(impl.allocator_impl.get());
    impl.view = std::make_unique<MeshDeviceView>(*device);
    for (uint32_t i = 0; i < num_command_queues; ++i)
        impl.queues.push_back(std::make_unique<MeshCommandQueue>(device.get(), i));
    const CoreRangeSet grid(CoreRange({0, 0}, {impl.card->grid_x() - 1, impl.card->grid_y() - 1}));
    impl.sub_device_managers[0].emplace_back(ttsl::Span<const CoreRangeSet>(&grid, 1));
    impl.sub_device_ids = {SubDeviceId{0}};
    impl.stall_group = impl.sub_device_ids;
    return device;
}

std::shared_ptr<MeshDevice> MeshDevice::create(const MeshDeviceConfig& config, size_t l1_small_size,
                                               size_t trace_region_size, size_t num_command_queues,
                                               const DispatchCoreConfig& dispatch_core_config,
                                               ttsl::Span<const std::uint32_t> l1_bank_remap, size_t worker_l1_size) {
    const MeshShape shape = config.mesh_shape().value_or(MeshShape(1, 1));
    TT_FATAL(shape.mesh_size() == 1,
             "TW3217: a mesh of shape {} has {} devices; this machine has one: open MeshShape(1, 1), or "
             "MeshDevice::create_unit_mesh(0)",
             shape, shape.mesh_size());
    if (const auto& offset = config.offset()) {
        for (uint32_t place : offset->coords())
            TT_FATAL(place == 0, "TW3213: mesh offset {} lies outside the 1x1 system mesh", *offset);
    }
    const int device_id = config.physical_device_ids().empty() ? 0 : config.physical_device_ids().front();
    auto device = create_unit_mesh(device_id, l1_small_size, trace_region_size, num_command_queues,
                                   dispatch_core_config, l1_bank_remap, worker_l1_size);
    device->pimpl_->shape = shape;
    return device;
}

std::map<int, std::shared_ptr<MeshDevice>> MeshDevice::create_unit_meshes(
    const std::vector<int>& device_ids, size_t l1_small_size, size_t trace_region_size, size_t num_command_queues,
    const DispatchCoreConfig& dispatch_core_config, ttsl::Span<const std::uint32_t> l1_bank_remap,
    size_t worker_l1_size) {
    std::map<int, std::shared_ptr<MeshDevice>> meshes;
    for (int id : device_ids) {
        meshes[id] = create_unit_mesh(id, l1_small_size, trace_region_size, num_command_queues, dispatch_core_config,
                                      l1_bank_remap, worker_l1_size);
    }
    return meshes;
}

bool MeshDevice::close() {
    const std::lock_guard lock(pimpl_->card->in_use());
    if (!pimpl_->open) return true;
    pimpl_->program_cache.clear();
    pimpl_->traces.clear();
    for (tilewright::card::Buffer* buffer : pimpl_->live->buffers) buffer->deallocate();
    pimpl_->open = false;
    return true;
}

tt::ARCH MeshDevice::arch() const { return tilewright::metal::host_arch(pimpl_->card->arch()); }
int MeshDevice::id() const { return pimpl_->id; }
uint8_t MeshDevice::num_hw_cqs() const { return static_cast<uint8_t>(pimpl_->queues.size()); }
bool MeshDevice::is_initialized() const { return pimpl_->open; }
int MeshDevice::num_dram_channels() const { return static_cast<int>(pimpl_->card->num_dram_banks()); }
uint32_t MeshDevice::l1_size_per_core() const { return pimpl_->card->arch().l1_bytes; }
uint32_t MeshDevice::dram_size_per_channel() const {
    return static_cast<uint32_t>(std::min<uint64_t>(pimpl_->card->arch().dram_bank_bytes, UINT32_MAX));
}
int MeshDevice::get_clock_rate_mhz() const { return static_cast<int>(pimpl_->card->arch().aiclk_ghz * 1000.0 + 0.5); }
CoreCoord MeshDevice::grid_size() const { return {pimpl_->card->arch().noc_grid_x, pimpl_->card->arch().noc_grid_y}; }
CoreCoord MeshDevice::logical_grid_size() const { return {pimpl_->card->grid_x(), pimpl_->card->grid_y()}; }
CoreCoord MeshDevice::dram_grid_size() const { return {pimpl_->card->num_dram_banks(), 1}; }
CoreCoord MeshDevice::compute_with_storage_grid_size() const {
    return {pimpl_->card->grid_x(), pimpl_->card->grid_y()};
}

CoreCoord MeshDevice::worker_core_from_logical_core(const CoreCoord& logical_core) const {
    const auto core = tilewright::metal::to_logical(logical_core);
    TT_FATAL(pimpl_->card->has_core(core), "TW3207: logical core {} is outside the {}x{} worker grid", logical_core,
             pimpl_->card->grid_x(), pimpl_->card->grid_y());
    const auto place = pimpl_->card->virtual_core(core);
    return {place.x, place.y};
}
std::vector<CoreCoord> MeshDevice::worker_cores_from_logical_cores(const std::vector<CoreCoord>& logical_cores) const {
    std::vector<CoreCoord> cores;
    for (const CoreCoord& core : logical_cores) cores.push_back(worker_core_from_logical_core(core));
    return cores;
}
CoreCoord MeshDevice::virtual_core_from_logical_core(const CoreCoord& logical_coord, const CoreType& core_type) const {
    if (core_type == CoreType::WORKER || core_type == CoreType::TENSIX)
        return worker_core_from_logical_core(logical_coord);
    TT_FATAL(core_type == CoreType::DRAM, "TW3217: only worker and DRAM cores have virtual coordinates on this card");
    TT_FATAL(logical_coord.x < pimpl_->card->num_dram_banks(), "TW3207: DRAM core {} was asked for, there are {}",
             logical_coord, pimpl_->card->num_dram_banks());
    const auto place = pimpl_->card->arch().dram_banks[logical_coord.x].endpoint[0];
    return {place.x, place.y};
}
CoreCoord MeshDevice::virtual_noc0_coordinate(uint8_t, CoreCoord coord) const { return coord; }
CoreCoord MeshDevice::logical_core_from_dram_channel(uint32_t dram_channel) const { return {dram_channel, 0}; }
uint32_t MeshDevice::dram_channel_from_logical_core(const CoreCoord& logical_core) const {
    return static_cast<uint32_t>(logical_core.x);
}

// One worker per bank, spread over the grid row by row.
std::vector<CoreCoord> MeshDevice::get_optimal_dram_bank_to_logical_worker_assignment(NOC) {
    const uint32_t banks = pimpl_->card->num_dram_banks(), workers = pimpl_->card->num_workers();
    std::vector<CoreCoord> cores;
    for (uint32_t bank = 0; bank < banks; ++bank) {
        const uint32_t worker = bank * workers / banks;
        cores.emplace_back(worker % pimpl_->card->grid_x(), worker / pimpl_->card->grid_x());
    }
    return cores;
}

uint32_t MeshDevice::get_noc_unicast_encoding(uint8_t, const CoreCoord& core) const {
    return static_cast<uint32_t>(core.x | core.y << 6);
}
uint32_t MeshDevice::get_noc_multicast_encoding(uint8_t noc_index, const CoreRange& cores) const {
    const CoreCoord first = noc_index == 0 ? cores.start_coord : cores.end_coord;
    const CoreCoord last = noc_index == 0 ? cores.end_coord : cores.start_coord;
    return static_cast<uint32_t>(last.x | last.y << 6 | first.x << 12 | first.y << 18);
}

CoreRangeSet MeshDevice::worker_cores(HalProgrammableCoreType core_type, SubDeviceId sub_device_id) const {
    const auto& sub_devices = pimpl_->sub_device_managers.at(pimpl_->active_manager);
    TT_FATAL(*sub_device_id < sub_devices.size(), "TW3214: sub-device {} was asked for, there are {}", +*sub_device_id,
             sub_devices.size());
    return sub_devices[*sub_device_id].cores(core_type);
}
uint32_t MeshDevice::num_worker_cores(HalProgrammableCoreType core_type, SubDeviceId sub_device_id) const {
    return worker_cores(core_type, sub_device_id).num_cores();
}
const std::unique_ptr<Allocator>& MeshDevice::allocator() const { return pimpl_->allocator; }
const std::unique_ptr<Allocator>& MeshDevice::allocator(SubDeviceId) const { return pimpl_->allocator; }
std::optional<DeviceAddr> MeshDevice::lowest_occupied_compute_l1_address() const {
    const std::lock_guard lock(pimpl_->card->in_use());
    return pimpl_->card->l1_allocator().lowest_in_use();
}

void MeshDevice::enable_program_cache() { pimpl_->program_cache.enable(); }
void MeshDevice::clear_program_cache() { pimpl_->program_cache.clear(); }
void MeshDevice::disable_and_clear_program_cache() {
    pimpl_->program_cache.clear();
    pimpl_->program_cache.disable();
}
program_cache::detail::ProgramCache& MeshDevice::get_program_cache() { return pimpl_->program_cache; }
std::size_t MeshDevice::num_program_cache_entries() { return pimpl_->program_cache.num_entries(); }

std::vector<IDevice*> MeshDevice::get_devices() const { return {const_cast<MeshDevice*>(this)}; }
IDevice* MeshDevice::get_device(const MeshCoordinate& coord) const {
    TT_FATAL(MeshCoordinateRange(shape()).contains(coord), "TW3213: device {} was asked for in a mesh of shape {}",
             coord, shape());
    return const_cast<MeshDevice*>(this);
}
std::vector<ChipId> MeshDevice::get_device_ids() const { return {id()}; }
const MeshShape& MeshDevice::shape() const { return pimpl_->shape; }
bool MeshDevice::is_local(const MeshCoordinate& coord) const { return MeshCoordinateRange(shape()).contains(coord); }
void MeshDevice::reshape(const MeshShape& new_shape) {
    TT_FATAL(new_shape.mesh_size() == num_devices(), "TW3213: a mesh of {} devices cannot take the shape {}",
             num_devices(), new_shape);
    pimpl_->shape = new_shape;
}
const MeshDeviceView& MeshDevice::get_view() const { return *pimpl_->view; }
std::vector<IDevice*> MeshDeviceView::get_devices(const MeshCoordinateRange& range) const {
    return MeshCoordinateRange(shape()).intersects(range) ? mesh_->get_devices() : std::vector<IDevice*>();
}
std::string MeshDevice::to_string() const {
    return fmt::format("MeshDevice({}x{} grid, {} devices)", num_rows(), num_cols(), num_devices());
}
std::ostream& operator<<(std::ostream& out, const MeshDevice& mesh) { return out << mesh.to_string(); }

// The only submesh of one device is the device.
std::vector<std::shared_ptr<MeshDevice>> MeshDevice::get_submeshes() const { return {}; }
std::shared_ptr<MeshDevice> MeshDevice::create_submesh(const MeshShape& submesh_shape,
                                                       const std::optional<MeshCoordinate>&) {
    TT_FATAL(submesh_shape.mesh_size() == 1,
             "TW3213: a submesh of shape {} was asked for in a mesh of shape {}; only one device is there",
             submesh_shape, shape());
    return shared_from_this();
}
std::vector<std::shared_ptr<MeshDevice>> MeshDevice::create_submeshes(const MeshShape& submesh_shape) {
    return {create_submesh(submesh_shape)};
}

MeshCommandQueue& MeshDevice::mesh_command_queue(std::optional<uint8_t> cq_id) const {
    const uint8_t id = cq_id.value_or(0);
    TT_FATAL(id < pimpl_->queues.size(),
             "TW3214: command queue {} was asked for, the device was opened with {} command queue(s)", +id,
             pimpl_->queues.size());
    return *pimpl_->queues[id];
}

}  // namespace distributed
}  // namespace tt::tt_metal
