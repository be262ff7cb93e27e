// What a call of centralize_w_rm consists of.
#pragma once

#include <optional>

#include "workshop/plan/row_math.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"

namespace ttnn::operations::centralize_w_rm {

struct CentralizeWRmParams {
    const DataType output_dtype;
    const DeviceComputeKernelConfig compute_kernel_config;
    const std::optional<CoreCoord> core_grid;  // none: the whole grid
    const tt::tt_metal::MemoryConfig output_mem_config;
    const tilewright::workshop::RowMath math = tilewright::workshop::RowMath::Sfpu;
};

struct CentralizeWRmInputs {
    const Tensor& input;
};

}  // namespace ttnn::operations::centralize_w_rm
