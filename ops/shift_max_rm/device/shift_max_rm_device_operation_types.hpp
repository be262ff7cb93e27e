// What a call of shift_max_rm consists of.
#pragma once

#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"

namespace ttnn::operations::shift_max_rm {

struct ShiftMaxRmParams {
    const DataType output_dtype;
    const DeviceComputeKernelConfig compute_kernel_config;
    const std::optional<CoreCoord> core_grid;  // none: the whole grid
    const tt::tt_metal::MemoryConfig output_mem_config;
};

struct ShiftMaxRmInputs {
    const Tensor& x;
};

}  // namespace ttnn::operations::shift_max_rm
