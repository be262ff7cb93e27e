// Tensors of the fuzz targets stay on the host: what would bring one to a device is not linked there, and ends here.
#include <cstdlib>

#include "tt-metalium/distributed.hpp"

namespace tt::tt_metal {

uint32_t Buffer::address() const { std::abort(); }
DeviceAddr Buffer::aligned_page_size() const { std::abort(); }

}  // namespace tt::tt_metal

namespace tt::tt_metal::distributed {

std::shared_ptr<MeshBuffer> MeshBuffer::create(const MeshBufferConfig&, const DeviceLocalBufferConfig&, MeshDevice*,
                                               std::optional<DeviceAddr>) {
    std::abort();
}
MeshDevice* MeshBuffer::device() const { std::abort(); }
bool MeshBuffer::is_allocated() const { std::abort(); }
MeshCommandQueue& MeshDevice::mesh_command_queue(std::optional<uint8_t>) const { std::abort(); }
void MeshCommandQueue::enqueue_write_mesh_buffer(const std::shared_ptr<MeshBuffer>&, const void*, bool) {
    std::abort();
}
void MeshCommandQueue::enqueue_read_mesh_buffer(void*, const std::shared_ptr<MeshBuffer>&, bool) { std::abort(); }

}  // namespace tt::tt_metal::distributed
