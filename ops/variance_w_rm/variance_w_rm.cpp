// The call of ttnn::variance_w_rm, and what it says about itself.
#include "variance_w_rm.hpp"

#include "workshop/op/validate.hpp"
#include "device/variance_w_rm_device_operation.hpp"
#include "ttnn/op_registry.hpp"

namespace ttnn::operations::variance_w_rm {

Tensor ExecuteVarianceWRm::invoke(const Tensor& input_tensor, const std::optional<MemoryConfig>& memory_config,
                                  const std::optional<const DeviceComputeKernelConfig>& compute_kernel_config,
                                  const std::optional<DataType>& dtype, const std::optional<CoreCoord>& core_grid,
                                  tilewright::workshop::RowMath math) {
    return ttnn::prim::variance_w_rm(
        input_tensor, dtype.value_or(input_tensor.dtype()),
        tilewright::workshop::default_compute_config(input_tensor, compute_kernel_config), core_grid,
        tilewright::workshop::result_memory(memory_config, input_tensor, Layout::ROW_MAJOR, tilewright::workshop::kW),
        math);
}

void register_documentation() {
    ttnn::register_documentation(
        {.name = "variance_w_rm",
         .python_name = ttnn::variance_w_rm.python_fully_qualified_name(),
         .summary = "population variance of every row of a row-major tensor",
         .text = "mean((x - mean(x))^2) along the last dimension. The last dimension of the result is 1, padded to 32 "
                 "with zeros.",
         .arguments = {
             {"input_tensor", "Tensor", "", "row-major, interleaved or in shards, bfloat16 or float32, rank 2 or more"},
             {"memory_config", "MemoryConfig", "that of input_tensor",
              "where the result goes, interleaved or in shards"},
             {"compute_kernel_config", "DeviceComputeKernelConfig", "HiFi4, fp32_dest_acc_en",
              "fp32_dest_acc_en=false halves DST and costs accuracy"},
             {"dtype", "DataType", "that of input_tensor", "bfloat16 or float32"},
             {"core_grid", "CoreCoord", "the whole grid", "cores that share the tile-rows"},
             {"math", "RowMath", "Sfpu",
              "Sfpu: float32 throughout; Fpu: the matrix unit, for rows whose mean is not far above their spread"},
         }});
}

}  // namespace ttnn::operations::variance_w_rm
