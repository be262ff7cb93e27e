// A queue of commands for a mesh. Every command is done when its call returns, so order is program order and nothing
// is ever pending; blocking flags are accepted and change nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tt-metalium/mesh_buffer.hpp"
#include "tt-metalium/mesh_device.hpp"
#include "tt-metalium/mesh_event.hpp"
#include "tt-metalium/mesh_trace_id.hpp"
#include "tt-metalium/mesh_workload.hpp"
#include "tt-metalium/shard_data_transfer.hpp"

namespace tt::tt_metal::distributed {

class MeshCommandQueue {
public:
    MeshCommandQueue(MeshDevice* mesh_device, uint32_t id) : mesh_device_(mesh_device), id_(id) {}
    MeshCommandQueue(const MeshCommandQueue&) = delete;
    MeshCommandQueue& operator=(const MeshCommandQueue&) = delete;

    MeshDevice* device() const { return mesh_device_; }
    uint32_t id() const { return id_; }
    std::optional<MeshTraceId> trace_id() const { return recording_; }

    void enqueue_mesh_workload(MeshWorkload& mesh_workload, bool blocking);
    void enqueue_write_mesh_buffer(const std::shared_ptr<MeshBuffer>& buffer, const void* host_data, bool blocking);
    void enqueue_read_mesh_buffer(void* host_data, const std::shared_ptr<MeshBuffer>& buffer, bool blocking);
    void enqueue_write_shard_to_sub_grid(const MeshBuffer& buffer, const void* host_data,
                                         const MeshCoordinateRange& device_range, bool blocking,
                                         std::optional<BufferRegion> region = std::nullopt);
    void enqueue_write_shards(const std::shared_ptr<MeshBuffer>& mesh_buffer,
                              const std::vector<ShardDataTransfer>& shard_data_transfers, bool blocking);
    void enqueue_read_shards(const std::vector<ShardDataTransfer>& shard_data_transfers,
                             const std::shared_ptr<MeshBuffer>& mesh_buffer, bool blocking);

    MeshEvent enqueue_record_event(ttsl::Span<const SubDeviceId> sub_device_ids = {},
                                   const std::optional<MeshCoordinateRange>& device_range = std::nullopt);
    MeshEvent enqueue_record_event_to_host(ttsl::Span<const SubDeviceId> sub_device_ids = {},
                                           const std::optional<MeshCoordinateRange>& device_range = std::nullopt);
    void enqueue_wait_for_event(const MeshEvent& sync_event);
    void finish(ttsl::Span<const SubDeviceId> sub_device_ids = {});

    void record_begin(const MeshTraceId& trace_id);
    void record_end();
    void enqueue_trace(const MeshTraceId& trace_id, bool blocking);

private:
    void check_open(const char* what) const;
    void check_not_recording(const char* what) const;

    MeshDevice* mesh_device_;
    uint32_t id_;
    uint32_t next_event_ = 0;
    std::optional<MeshTraceId> recording_;
};

}  // namespace tt::tt_metal::distributed
