// ttnn::variance_w_rm: the population variance of every row.
#pragma once

#include <optional>

#include "workshop/plan/row_math.hpp"
#include "ttnn/decorators.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn::operations::variance_w_rm {

struct ExecuteVarianceWRm {
    static Tensor invoke(const Tensor& input_tensor, const std::optional<MemoryConfig>& memory_config = std::nullopt,
                         const std::optional<const DeviceComputeKernelConfig>& compute_kernel_config = std::nullopt,
                         const std::optional<DataType>& dtype = std::nullopt,
                         const std::optional<CoreCoord>& core_grid = std::nullopt,
                         tilewright::workshop::RowMath math = tilewright::workshop::RowMath::Sfpu);
};

// For the op registry.
void register_documentation();

}  // namespace ttnn::operations::variance_w_rm

namespace ttnn {

constexpr auto variance_w_rm =
    ttnn::register_operation<"ttnn::variance_w_rm", ttnn::operations::variance_w_rm::ExecuteVarianceWRm>();

}  // namespace ttnn
