// Sub-devices and traces of a device.
#include "tt-metalium/sub_device.hpp"

#include "metal/device_impl.hpp"
#include "tt_stl/assert.hpp"

namespace tt::tt_metal {

SubDevice::SubDevice(ttsl::Span<const CoreRangeSet> cores) {
    for (size_t type = 0; type < cores.size(); ++type) {
        TT_FATAL(type == 0 || cores[type].empty(),
                 "TW3217: SubDevice: core type {} was given {}, but only worker cores exist on this card; leave the "
                 "other types empty",
                 type, cores[type]);
    }
    if (!cores.empty()) workers_ = cores[0];
}

const CoreRangeSet& SubDevice::cores(HalProgrammableCoreType core_type) const {
    return core_type == HalProgrammableCoreType::TENSIX ? workers_ : none_;
}

namespace distributed {

namespace {
std::vector<SubDeviceId> ids_of(size_t count) {
    std::vector<SubDeviceId> ids;
    for (size_t i = 0; i < count; ++i) ids.emplace_back(static_cast<uint8_t>(i));
    return ids;
}
}  // namespace

SubDeviceManagerId MeshDevice::get_active_sub_device_manager_id() const {
    return SubDeviceManagerId{pimpl_->active_manager};
}
SubDeviceManagerId MeshDevice::get_default_sub_device_manager_id() const { return SubDeviceManagerId{0}; }

SubDeviceManagerId MeshDevice::create_sub_device_manager(ttsl::Span<const SubDevice> sub_devices, DeviceAddr) {
    TT_FATAL(!sub_devices.empty(), "TW3214: create_sub_device_manager: no sub-device was given; give at least one");
    const CoreRange grid({0, 0}, {pimpl_->card->grid_x() - 1, pimpl_->card->grid_y() - 1});
    for (size_t i = 0; i < sub_devices.size(); ++i) {
        const CoreRangeSet& cores = sub_devices[i].cores(HalProgrammableCoreType::TENSIX);
        TT_FATAL(grid.contains(cores),
                 "TW3207: create_sub_device_manager: the sub-device asks for cores {}, the grid of workers is {}; keep "
                 "to the grid",
                 cores, grid);
        for (size_t j = 0; j < i; ++j) {
            TT_FATAL(!cores.intersects(sub_devices[j].cores(HalProgrammableCoreType::TENSIX)),
                     "TW3207: create_sub_device_manager: sub-devices {} and {} have cores in common; a core belongs to "
                     "one of them",
                     j, i);
        }
    }
    const uint64_t id = pimpl_->next_manager++;
    pimpl_->sub_device_managers[id].assign(sub_devices.begin(), sub_devices.end());
    return SubDeviceManagerId{id};
}
SubDeviceManagerId MeshDevice::create_sub_device_manager(std::initializer_list<SubDevice> sub_devices,
                                                         DeviceAddr local_l1_size) {
    return create_sub_device_manager(ttsl::Span<const SubDevice>(sub_devices.begin(), sub_devices.size()),
                                     local_l1_size);
}
void MeshDevice::remove_sub_device_manager(SubDeviceManagerId id) {
    TT_FATAL(*id != 0,
             "TW3214: remove_sub_device_manager: manager 0 is the one every device starts with and stays; remove one "
             "that was created");
    TT_FATAL(*id != pimpl_->active_manager,
             "TW3214: remove_sub_device_manager: manager {} is loaded; call clear_loaded_sub_device_manager() before",
             *id);
    TT_FATAL(pimpl_->sub_device_managers.erase(*id) == 1,
             "TW3214: there is no sub-device manager {}: it was never created, or has been removed", *id);
}
void MeshDevice::load_sub_device_manager(SubDeviceManagerId id) {
    TT_FATAL(pimpl_->sub_device_managers.contains(*id),
             "TW3214: there is no sub-device manager {}: it was never created, or has been removed", *id);
    pimpl_->active_manager = *id;
    pimpl_->sub_device_ids = ids_of(pimpl_->sub_device_managers[*id].size());
    pimpl_->stall_group = pimpl_->sub_device_ids;
}
void MeshDevice::clear_loaded_sub_device_manager() { load_sub_device_manager(SubDeviceManagerId{0}); }
const std::vector<SubDeviceId>& MeshDevice::get_sub_device_ids() const { return pimpl_->sub_device_ids; }
const std::vector<SubDeviceId>& MeshDevice::get_sub_device_stall_group() const { return pimpl_->stall_group; }
void MeshDevice::set_sub_device_stall_group(ttsl::Span<const SubDeviceId> sub_device_ids) {
    TT_FATAL(!sub_device_ids.empty(),
             "TW3214: set_sub_device_stall_group: the list is empty; name a sub-device, or call "
             "reset_sub_device_stall_group()");
    for (SubDeviceId id : sub_device_ids)
        TT_FATAL(*id < num_sub_devices(), "TW3214: set_sub_device_stall_group: sub-device {} was given, there are {}",
                 +*id, num_sub_devices());
    pimpl_->stall_group.assign(sub_device_ids.begin(), sub_device_ids.end());
}
void MeshDevice::reset_sub_device_stall_group() { pimpl_->stall_group = pimpl_->sub_device_ids; }
uint32_t MeshDevice::num_sub_devices() const { return static_cast<uint32_t>(pimpl_->sub_device_ids.size()); }

MeshTraceId MeshDevice::begin_mesh_trace(MeshCommandQueue& cq) {
    const MeshTraceId id{pimpl_->next_trace++};
    begin_mesh_trace(cq, id);
    return id;
}
void MeshDevice::begin_mesh_trace(MeshCommandQueue& cq, const MeshTraceId& trace_id) {
    TT_FATAL(!pimpl_->traces.contains(*trace_id),
             "TW3214: begin_mesh_trace: trace {} has been recorded already; release it or take another id", *trace_id);
    pimpl_->next_trace = std::max(pimpl_->next_trace, *trace_id + 1);
    cq.record_begin(trace_id);
    pimpl_->traces[*trace_id] = {};
}
void MeshDevice::end_mesh_trace(MeshCommandQueue& cq, const MeshTraceId& trace_id) {
    TT_FATAL(
        cq.trace_id() == trace_id,
        "TW3214: end_mesh_trace: command queue {} does not record trace {}; end a trace on the queue that began it",
        cq.id(), *trace_id);
    cq.record_end();
}
void MeshDevice::replay_mesh_trace(MeshCommandQueue& cq, const MeshTraceId& trace_id, bool blocking) {
    cq.enqueue_trace(trace_id, blocking);
}
MeshTraceId MeshDevice::begin_mesh_trace(uint8_t cq_id) { return begin_mesh_trace(mesh_command_queue(cq_id)); }
void MeshDevice::begin_mesh_trace(uint8_t cq_id, const MeshTraceId& trace_id) {
    begin_mesh_trace(mesh_command_queue(cq_id), trace_id);
}
void MeshDevice::end_mesh_trace(uint8_t cq_id, const MeshTraceId& trace_id) {
    end_mesh_trace(mesh_command_queue(cq_id), trace_id);
}
void MeshDevice::replay_mesh_trace(uint8_t cq_id, const MeshTraceId& trace_id, bool blocking) {
    replay_mesh_trace(mesh_command_queue(cq_id), trace_id, blocking);
}
void MeshDevice::release_mesh_trace(const MeshTraceId& trace_id) { pimpl_->traces.erase(*trace_id); }

}  // namespace distributed
}  // namespace tt::tt_metal
