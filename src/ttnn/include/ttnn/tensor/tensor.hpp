// A tensor: a cheap handle to shared storage, on the host or on a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "tt-metalium/core_coord.hpp"
#include "tt-metalium/mesh_buffer.hpp"
#include "tt-metalium/mesh_device.hpp"
#include "ttnn/tensor/tensor_spec.hpp"
#include "ttnn/tensor/types.hpp"

namespace tt::tt_metal {

// The buffer of a tensor as both ages of the API give it: a shared pointer, as in spring, and the buffer itself, as
// since summer (`tensor.mesh_buffer().address()`, `const MeshBuffer& buffer = tensor.mesh_buffer()`).
class TensorMeshBuffer : public std::shared_ptr<distributed::MeshBuffer> {
public:
    explicit TensorMeshBuffer(std::shared_ptr<distributed::MeshBuffer> buffer)
        : std::shared_ptr<distributed::MeshBuffer>(std::move(buffer)) {}
    operator distributed::MeshBuffer&() const { return **this; }

    bool is_allocated() const { return get()->is_allocated(); }
    distributed::MeshDevice* device() const { return get()->device(); }
    DeviceAddr size() const { return get()->size(); }
    DeviceAddr device_local_size() const { return get()->device_local_size(); }
    DeviceAddr address() const { return get()->address(); }
    distributed::MeshBufferLayout global_layout() const { return get()->global_layout(); }
    const distributed::MeshBufferConfig& global_config() const { return get()->global_config(); }
    const distributed::ShardedBufferConfig& global_shard_spec() const { return get()->global_shard_spec(); }
    const distributed::DeviceLocalBufferConfig& device_local_config() const { return get()->device_local_config(); }
    Buffer* get_device_buffer(const distributed::MeshCoordinate& at) const { return get()->get_device_buffer(at); }
    Buffer* get_reference_buffer() const { return get()->get_reference_buffer(); }
    Buffer* get_backing_buffer() const { return get()->get_backing_buffer(); }
    uint32_t page_size() const { return get()->page_size(); }
    uint32_t num_pages() const { return get()->num_pages(); }
};

class Tensor {
public:
    Tensor() = default;
    // Host storage of these physical bytes (padded shape, layout of the spec).
    Tensor(std::vector<std::byte> host_bytes, TensorSpec spec);
    Tensor(std::shared_ptr<distributed::MeshBuffer> buffer, TensorSpec spec);

    // Logical data, row by row. Padding gets `pad_value`; elements are converted to the spec's dtype, nearest even.
    template <typename T>
    static Tensor from_span(ttsl::Span<const T> data, const TensorSpec& spec, distributed::MeshDevice* device = nullptr,
                            std::optional<uint8_t> cq_id = std::nullopt, T pad_value = T(0));
    template <typename T>
    static Tensor from_vector(const std::vector<T>& data, const TensorSpec& spec,
                              distributed::MeshDevice* device = nullptr, std::optional<uint8_t> cq_id = std::nullopt,
                              T pad_value = T(0)) {
        return from_span<T>(ttsl::Span<const T>(data.data(), data.size()), spec, device, cq_id, pad_value);
    }
    // Logical data, row by row, wherever the tensor lies. float takes every dtype; others must match it.
    template <typename T>
    std::vector<T> to_vector(std::optional<uint8_t> cq_id = std::nullopt) const;

    Tensor to_device(distributed::MeshDevice* device, const std::optional<MemoryConfig>& memory_config = std::nullopt,
                     std::optional<uint8_t> cq_id = std::nullopt) const;
    Tensor cpu(bool blocking = true, std::optional<uint8_t> cq_id = std::nullopt) const;
    Tensor to_layout(Layout layout) const;                 // on the host
    Tensor reshape(const Shape& new_logical_shape) const;  // the same number of elements, on the host
    void deallocate(bool force = false);

    const Shape& logical_shape() const { return tensor_spec().logical_shape(); }
    const Shape& padded_shape() const { return tensor_spec().padded_shape(); }
    DataType dtype() const { return tensor_spec().data_type(); }
    Layout layout() const { return tensor_spec().layout(); }
    const MemoryConfig& memory_config() const { return tensor_spec().memory_config(); }
    const TensorSpec& tensor_spec() const;
    const std::optional<ShardSpec>& shard_spec() const { return memory_config().shard_spec(); }
    uint64_t logical_volume() const { return logical_shape().volume(); }
    uint64_t physical_volume() const { return padded_shape().volume(); }
    StorageType storage_type() const;
    bool is_allocated() const;
    bool is_sharded() const { return memory_config().is_sharded(); }
    uint32_t element_size() const { return element_size_bytes(dtype()); }
    Buffer* buffer() const;  // throws for host tensors and freed ones
    TensorMeshBuffer mesh_buffer() const;
    distributed::MeshDevice* device() const;        // null for host tensors
    std::span<const std::byte> host_bytes() const;  // throws for device tensors

    static constexpr auto attribute_names = std::forward_as_tuple("storage_type", "tensor_spec");
    auto attribute_values() const { return std::make_tuple(storage_type(), std::cref(tensor_spec())); }

private:
    struct State {
        TensorSpec spec;
        std::vector<std::byte> bytes;                     // host
        std::shared_ptr<distributed::MeshBuffer> buffer;  // device
        bool on_device = false;
    };
    const State& state() const;
    std::shared_ptr<State> state_;
};

// Memory on the device for a tensor; the content is undefined.
Tensor create_device_tensor(const TensorSpec& spec, distributed::MeshDevice* device);
Tensor allocate_tensor_on_host(const TensorSpec& spec, distributed::MeshDevice* device = nullptr);
// Host bytes into an existing device tensor of the same spec.
void copy_to_device(const Tensor& host_tensor, Tensor& device_tensor);

}  // namespace tt::tt_metal

namespace ttnn {
using tt::tt_metal::create_device_tensor;
using tt::tt_metal::Tensor;
using tt::tt_metal::distributed::MeshDevice;
}  // namespace ttnn
