// The call of ttnn::centralize_w_rm, and what it says about itself.
#include "centralize_w_rm.hpp"

#include "workshop/op/validate.hpp"
#include "device/centralize_w_rm_device_operation.hpp"
#include "ttnn/op_registry.hpp"

namespace ttnn::operations::centralize_w_rm {

Tensor ExecuteCentralizeWRm::invoke(const Tensor& input_tensor, const std::optional<MemoryConfig>& memory_config,
                                    const std::optional<const DeviceComputeKernelConfig>& compute_kernel_config,
                                    const std::optional<DataType>& dtype, const std::optional<CoreCoord>& core_grid,
                                    tilewright::workshop::RowMath math) {
    return ttnn::prim::centralize_w_rm(
        input_tensor, dtype.value_or(input_tensor.dtype()),
        tilewright::workshop::default_compute_config(input_tensor, compute_kernel_config), core_grid,
        memory_config.value_or(input_tensor.memory_config()), math);
}

void register_documentation() {
    ttnn::register_documentation(
        {.name = "centralize_w_rm",
         .python_name = ttnn::centralize_w_rm.python_fully_qualified_name(),
         .summary = "every row of a row-major tensor minus its mean",
         .text = "x - mean(x) along the last dimension. The result has the shape of the input.",
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

}  // namespace ttnn::operations::centralize_w_rm
