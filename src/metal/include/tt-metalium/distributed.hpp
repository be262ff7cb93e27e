// Enqueueing work and data on a mesh.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tt-metalium/constants.hpp"
#include "tt-metalium/host_api.hpp"
#include "tt-metalium/mesh_buffer.hpp"
#include "tt-metalium/mesh_command_queue.hpp"
#include "tt-metalium/mesh_coord.hpp"
#include "tt-metalium/mesh_device.hpp"
#include "tt-metalium/mesh_event.hpp"
#include "tt-metalium/mesh_workload.hpp"
#include "tt_stl/assert.hpp"
#include "tt_stl/optional_reference.hpp"

namespace tt::tt_metal::distributed {

void EnqueueMeshWorkload(MeshCommandQueue& mesh_cq, MeshWorkload& mesh_workload, bool blocking);

template <typename DType>
void WriteShard(MeshCommandQueue& mesh_cq, const std::shared_ptr<MeshBuffer>& mesh_buffer, std::vector<DType>& src,
                const MeshCoordinate& coord, bool blocking = false) {
    const Buffer* shard = mesh_buffer->get_device_buffer(coord);
    TT_FATAL(src.size() * sizeof(DType) >= shard->size(), "TW3004: WriteShard: {} bytes were given for a shard of {}",
             src.size() * sizeof(DType), shard->size());
    mesh_cq.enqueue_write_shards(mesh_buffer, {ShardDataTransfer{coord}.host_data(src.data())}, blocking);
}

template <typename DType>
void ReadShard(MeshCommandQueue& mesh_cq, std::vector<DType>& dst, const std::shared_ptr<MeshBuffer>& mesh_buffer,
               const MeshCoordinate& coord, bool blocking = true) {
    const Buffer& part = *mesh_buffer->get_device_buffer(coord);
    dst.resize(part.size() / sizeof(DType));
    mesh_cq.enqueue_read_shards({ShardDataTransfer{coord}.host_data(dst.data())}, mesh_buffer, blocking);
}

template <typename DType>
void EnqueueWriteMeshBuffer(MeshCommandQueue& mesh_cq, std::shared_ptr<MeshBuffer>& mesh_buffer,
                            const std::vector<DType>& src, bool blocking = false) {
    const size_t given = src.size() * sizeof(DType), wanted = mesh_buffer->size();
    TT_FATAL(given >= wanted,
             "TW3004: EnqueueWriteMeshBuffer: the buffer takes {} bytes, {} values of {} bytes were given; give at "
             "least as many as it holds",
             wanted, src.size(), sizeof(DType));
    mesh_cq.enqueue_write_mesh_buffer(mesh_buffer, static_cast<const void*>(src.data()), blocking);
}

template <typename DType>
void EnqueueReadMeshBuffer(MeshCommandQueue& mesh_cq, std::vector<DType>& dst, std::shared_ptr<MeshBuffer>& mesh_buffer,
                           bool blocking = true) {
    const size_t count = mesh_buffer->size() / sizeof(DType);
    if (dst.size() != count) dst.resize(count);
    mesh_cq.enqueue_read_mesh_buffer(static_cast<void*>(dst.data()), mesh_buffer, blocking);
}

void EventSynchronize(const MeshEvent& event);
bool EventQuery(const MeshEvent& event);

MeshTraceId BeginTraceCapture(MeshDevice* device, uint8_t cq_id);
void Synchronize(MeshDevice& device, ttsl::optional_reference<MeshCommandQueue> mesh_cq,
                 ttsl::Span<const SubDeviceId> sub_device_ids = {});
void Synchronize(MeshDevice* device, std::optional<uint8_t> cq_id, ttsl::Span<const SubDeviceId> sub_device_ids = {});
void Finish(MeshCommandQueue& mesh_cq, ttsl::Span<const SubDeviceId> sub_device_ids = {});
bool UsingDistributedEnvironment();

}  // namespace tt::tt_metal::distributed
