// Tensor conversions as free functions.
#pragma once

#include "ttnn/tensor/tensor.hpp"

namespace tt::tt_metal {

inline Tensor to_device(const Tensor& tensor, distributed::MeshDevice* device,
                        const std::optional<MemoryConfig>& memory_config = std::nullopt) {
    return tensor.to_device(device, memory_config);
}
inline Tensor to_layout(const Tensor& tensor, Layout layout) { return tensor.to_layout(layout); }
// Another dtype, on the host.
Tensor to_dtype(const Tensor& tensor, DataType dtype);

}  // namespace tt::tt_metal
