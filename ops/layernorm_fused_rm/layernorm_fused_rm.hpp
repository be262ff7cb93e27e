// ttnn::layernorm_fused_rm: every row normalised, scaled and shifted.
#pragma once

#include <optional>

#include "workshop/plan/row_math.hpp"
#include "ttnn/decorators.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn::operations::layernorm_fused_rm {

struct ExecuteLayernormFusedRm {
    static Tensor invoke(const Tensor& input_tensor, const std::optional<const Tensor>& gamma = std::nullopt,
                         const std::optional<const Tensor>& beta = std::nullopt, float epsilon = 1e-5f,
                         const std::optional<MemoryConfig>& memory_config = std::nullopt,
                         const std::optional<const DeviceComputeKernelConfig>& compute_kernel_config = std::nullopt,
                         const std::optional<DataType>& dtype = std::nullopt,
                         const std::optional<CoreCoord>& core_grid = std::nullopt,
                         tilewright::workshop::RowMath math = tilewright::workshop::RowMath::Sfpu);
};

// For the op registry.
void register_documentation();

}  // namespace ttnn::operations::layernorm_fused_rm

namespace ttnn {

constexpr auto layernorm_fused_rm =
    ttnn::register_operation<"ttnn::layernorm_fused_rm",
                             ttnn::operations::layernorm_fused_rm::ExecuteLayernormFusedRm>();

}  // namespace ttnn
