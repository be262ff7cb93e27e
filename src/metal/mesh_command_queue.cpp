// Running workloads, moving data, recording traces.
#include "tt-metalium/mesh_command_queue.hpp"

#include <utility>

#include "card/card.hpp"
#include "doctor/check_report.hpp"
#include "doctor/mutation_folder.hpp"
#include "metal/buffer_impl.hpp"
#include "metal/device_impl.hpp"
#include "metal/exit_status.hpp"
#include "tt-metalium/distributed.hpp"
#include "tt_stl/assert.hpp"

namespace tt::tt_metal::distributed {

void MeshWorkload::add_program(const MeshCoordinateRange& device_range, Program&& program) {
    for (const auto& [range, held] : programs_) {
        TT_FATAL(!range.intersects(device_range),
                 "TW3213: add_program: range {} overlaps with the previously added range {}; a device runs one program "
                 "of a workload",
                 device_range, range);
    }
    programs_.insert_or_assign(device_range, std::move(program));
}

void MeshDeviceImpl::read_profiler() {
    profiler.read(static_cast<uint32_t>(id), card->num_workers(), [this](tilewright::LogicalCore core) {
        const auto place = card->virtual_core(core);
        return std::pair{static_cast<uint32_t>(place.x), static_cast<uint32_t>(place.y)};
    });
}

void MeshDeviceImpl::run(tt_metal::detail::ProgramImpl& program,
                         const tilewright::program::ProgramDescriptor& descriptor) {
    namespace engine = tilewright::engine;
    // What was prepared, and what the results are put into, belongs to one launch at a time.
    const std::lock_guard lock(card->in_use());
    if (described != nullptr) {
        described->push_back(descriptor);
        return;
    }
    if (!options.check_report.empty()) tilewright::doctor::append_check(*card, descriptor, options);
    if (!options.mutation_folder.empty()) {
        if (const auto other = tilewright::doctor::mutate_on_the_way(*card, descriptor, options)) {
            engine::RunOptions strict = options;
            strict.mode = engine::Mode::Strict;
            strict.prove_fixes = false;
            tilewright::metal::count_findings(engine::run(*card, *other, strict).findings);
            return;
        }
    }
    if (std::exchange(program.structure_changed, false)) program.prepared.reset();
    const engine::RunResult result = engine::launch_kept(*card, descriptor, options, program.prepared);
    results.add(result);
    tilewright::metal::count_findings(result.findings);
    if (result.timing) profiler.add(program.runtime_id, card->num_workers(), result.timing);
    for (const tilewright::Finding& finding : result.findings) {
        if (finding.severity == tilewright::Severity::Error) {
            log_error(tt::LogMetal, "{}", finding.to_text());
        } else {
            log_warning(tt::LogMetal, "{}", finding.to_text());
        }
    }
    for (const tilewright::Finding& note : result.notes) log_info(tt::LogMetal, "{}", note.to_text());
    log_debug(tt::LogMetal, "program {}: {} cores, {} kernel threads, built in {:.3f} s, ran in {:.3f} s", program.id,
              result.cores, result.kernel_threads, result.seconds_build, result.seconds_run);
}

void MeshCommandQueue::check_open(const char* what) const {
    TT_FATAL(mesh_device_->impl().open, "TW3214: {}: device {} has been closed", what, mesh_device_->impl().id);
}

void MeshCommandQueue::check_not_recording(const char* what) const {
    TT_FATAL(!recording_, "TW3214: {} cannot be recorded into a trace; end trace {} first", what,
             recording_ ? **recording_ : 0u);
}

void MeshCommandQueue::enqueue_mesh_workload(MeshWorkload& mesh_workload, bool) {
    MeshDeviceImpl& device = mesh_device_->impl();
    const std::lock_guard lock(device.card->in_use());
    check_open("EnqueueMeshWorkload");
    const MeshCoordinateRange mesh(device.shape);
    for (auto& [range, program] : mesh_workload.programs_) {
        TT_FATAL(mesh.contains(range), "TW3213: program range {} lies outside the mesh of shape {}", range,
                 device.shape);
        if (recording_) {
            device.traces[**recording_].push_back({program.shared_impl(), program.impl().descriptor});
        } else {
            device.run(program.impl(), program.impl().descriptor);
        }
    }
    mesh_workload.last_queue_ = this;
}

namespace {

Buffer& live_buffer(const MeshBuffer& buffer, const char* what) {
    TT_FATAL(buffer.is_allocated(), "TW3003: {}: the buffer of {} bytes that was at address {} has been freed", what,
             buffer.size(), buffer.address());
    return *buffer.get_reference_buffer();
}

}  // namespace

void MeshCommandQueue::enqueue_write_mesh_buffer(const std::shared_ptr<MeshBuffer>& buffer, const void* host_data,
                                                 bool) {
    check_open("EnqueueWriteMeshBuffer");
    check_not_recording("Writing a buffer");
    Buffer& local = live_buffer(*buffer, "EnqueueWriteMeshBuffer");
    local.impl().write(0, {static_cast<const uint8_t*>(host_data), local.size()});
}

void MeshCommandQueue::enqueue_read_mesh_buffer(void* host_data, const std::shared_ptr<MeshBuffer>& buffer, bool) {
    check_open("EnqueueReadMeshBuffer");
    check_not_recording("Reading a buffer");
    Buffer& local = live_buffer(*buffer, "EnqueueReadMeshBuffer");
    local.impl().read(0, {static_cast<uint8_t*>(host_data), local.size()});
}

void MeshCommandQueue::enqueue_write_shard_to_sub_grid(const MeshBuffer& buffer, const void* host_data,
                                                       const MeshCoordinateRange& device_range, bool,
                                                       std::optional<BufferRegion> region) {
    check_open("enqueue_write_shard_to_sub_grid");
    check_not_recording("Writing a buffer");
    TT_FATAL(MeshCoordinateRange(mesh_device_->shape()).contains(device_range),
             "TW3213: range {} lies outside the mesh of shape {}", device_range, mesh_device_->shape());
    Buffer& local = live_buffer(buffer, "enqueue_write_shard_to_sub_grid");
    const BufferRegion part = region.value_or(BufferRegion(0, local.size()));
    local.impl().write(part.offset, {static_cast<const uint8_t*>(host_data), part.size});
}

void MeshCommandQueue::enqueue_write_shards(const std::shared_ptr<MeshBuffer>& mesh_buffer,
                                            const std::vector<ShardDataTransfer>& shard_data_transfers, bool) {
    check_open("WriteShard");
    check_not_recording("Writing a buffer");
    for (const ShardDataTransfer& transfer : shard_data_transfers) {
        live_buffer(*mesh_buffer, "WriteShard");
        Buffer& local = *mesh_buffer->get_device_buffer(transfer.shard_coord());
        const BufferRegion part = transfer.region().value_or(BufferRegion(0, local.size()));
        local.impl().write(part.offset, {static_cast<const uint8_t*>(transfer.host_data()), part.size});
    }
}

void MeshCommandQueue::enqueue_read_shards(const std::vector<ShardDataTransfer>& shard_data_transfers,
                                           const std::shared_ptr<MeshBuffer>& mesh_buffer, bool) {
    check_open("ReadShard");
    check_not_recording("Reading a buffer");
    for (const ShardDataTransfer& transfer : shard_data_transfers) {
        live_buffer(*mesh_buffer, "ReadShard");
        Buffer& local = *mesh_buffer->get_device_buffer(transfer.shard_coord());
        const BufferRegion part = transfer.region().value_or(BufferRegion(0, local.size()));
        local.impl().read(part.offset, {static_cast<uint8_t*>(transfer.host_data()), part.size});
    }
}

MeshEvent MeshCommandQueue::enqueue_record_event(ttsl::Span<const SubDeviceId>,
                                                 const std::optional<MeshCoordinateRange>& device_range) {
    check_open("enqueue_record_event");
    check_not_recording("Recording an event");
    return MeshEvent(next_event_++, *this, device_range.value_or(MeshCoordinateRange(mesh_device_->shape())));
}
MeshEvent MeshCommandQueue::enqueue_record_event_to_host(ttsl::Span<const SubDeviceId> sub_device_ids,
                                                         const std::optional<MeshCoordinateRange>& device_range) {
    return enqueue_record_event(sub_device_ids, device_range);
}
void MeshCommandQueue::enqueue_wait_for_event(const MeshEvent& sync_event) {
    check_open("enqueue_wait_for_event");
    TT_FATAL(sync_event.device() == mesh_device_,
             "TW3214: the event belongs to another device; wait for it on a queue of its own");
}
void MeshCommandQueue::finish(ttsl::Span<const SubDeviceId>) { check_open("Finish"); }

void MeshCommandQueue::record_begin(const MeshTraceId& trace_id) {
    check_open("begin_mesh_trace");
    check_not_recording("Beginning a trace");
    recording_ = trace_id;
}
void MeshCommandQueue::record_end() { recording_.reset(); }

void MeshCommandQueue::enqueue_trace(const MeshTraceId& trace_id, bool) {
    check_open("replay_mesh_trace");
    check_not_recording("Replaying a trace");
    MeshDeviceImpl& device = mesh_device_->impl();
    const auto found = device.traces.find(*trace_id);
    TT_FATAL(found != device.traces.end(), "TW3214: trace {} was never recorded on this device, or has been released",
             *trace_id);
    for (RecordedProgram& recorded : found->second) device.run(*recorded.program, recorded.descriptor);
}

MeshEvent::MeshEvent(uint32_t number, MeshCommandQueue& queue, const MeshCoordinateRange& where)
    : MeshEvent(number, queue.device(), queue.id(), where) {}

std::ostream& operator<<(std::ostream& os, const MeshEvent& event) {
    return os << "MeshEvent(id=" << event.id() << ", mesh_cq_id=" << event.mesh_cq_id()
              << ", device_range=" << event.device_range() << ")";
}

void EnqueueMeshWorkload(MeshCommandQueue& mesh_cq, MeshWorkload& mesh_workload, bool blocking) {
    mesh_cq.enqueue_mesh_workload(mesh_workload, blocking);
}
void EventSynchronize(const MeshEvent&) {}
bool EventQuery(const MeshEvent&) { return true; }
MeshTraceId BeginTraceCapture(MeshDevice* device, uint8_t cq_id) { return device->begin_mesh_trace(cq_id); }
void Synchronize(MeshDevice& device, ttsl::optional_reference<MeshCommandQueue> mesh_cq,
                 ttsl::Span<const SubDeviceId> sub_device_ids) {
    (mesh_cq ? *mesh_cq : device.mesh_command_queue()).finish(sub_device_ids);
}
void Synchronize(MeshDevice* device, std::optional<uint8_t> cq_id, ttsl::Span<const SubDeviceId> sub_device_ids) {
    device->mesh_command_queue(cq_id).finish(sub_device_ids);
}
void Finish(MeshCommandQueue& queue, ttsl::Span<const SubDeviceId> part) { queue.finish(part); }
bool UsingDistributedEnvironment() { return false; }

}  // namespace tt::tt_metal::distributed
