// What a call of layernorm_fused_rm consists of.
#pragma once

#include <optional>

#include "workshop/plan/row_math.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"

namespace ttnn::operations::layernorm_fused_rm {

struct LayernormFusedRmParams {
    const float epsilon;
    const DataType output_dtype;
    const DeviceComputeKernelConfig compute_kernel_config;
    const std::optional<CoreCoord> core_grid;  // none: the whole grid
    const tt::tt_metal::MemoryConfig output_mem_config;
    const tilewright::workshop::RowMath math = tilewright::workshop::RowMath::Sfpu;
};

struct LayernormFusedRmInputs {
    const Tensor& input;
    const std::optional<const Tensor>& gamma;
    const std::optional<const Tensor>& beta;
};

}  // namespace ttnn::operations::layernorm_fused_rm
