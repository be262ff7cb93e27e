// ttnn::shift_max_rm: x - max(x).
#pragma once

#include <optional>

#include "ttnn/decorators.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn::operations::shift_max_rm {

struct ExecuteShiftMaxRm {
    static Tensor invoke(const Tensor& x, const std::optional<MemoryConfig>& memory_config = std::nullopt,
                         const std::optional<const DeviceComputeKernelConfig>& compute_kernel_config = std::nullopt,
                         const std::optional<DataType>& dtype = std::nullopt,
                         const std::optional<CoreCoord>& core_grid = std::nullopt);
};

// For the op registry.
void register_documentation();

}  // namespace ttnn::operations::shift_max_rm

namespace ttnn {

constexpr auto shift_max_rm =
    ttnn::register_operation<"ttnn::shift_max_rm", ttnn::operations::shift_max_rm::ExecuteShiftMaxRm>();

}  // namespace ttnn
