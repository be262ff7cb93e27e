// Small questions about tensors.
#pragma once

#include "ttnn/tensor/tensor.hpp"

namespace tt::tt_metal {

inline bool is_device_tensor(const Tensor& tensor) { return tensor.storage_type() == StorageType::DEVICE; }
inline bool is_cpu_tensor(const Tensor& tensor) { return tensor.storage_type() == StorageType::HOST; }

}  // namespace tt::tt_metal
