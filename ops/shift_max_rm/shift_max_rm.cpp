// The call of ttnn::shift_max_rm, and what it says about itself.
#include "shift_max_rm.hpp"

#include "device/shift_max_rm_device_operation.hpp"
#include "ttnn/op_registry.hpp"
#include "workshop/op/validate.hpp"

namespace ttnn::operations::shift_max_rm {

Tensor ExecuteShiftMaxRm::invoke(const Tensor& x, const std::optional<MemoryConfig>& memory_config,
                                 const std::optional<const DeviceComputeKernelConfig>& compute_kernel_config,
                                 const std::optional<DataType>& dtype, const std::optional<CoreCoord>& core_grid) {
    const auto config = tilewright::workshop::default_compute_config(x, compute_kernel_config);
    return ttnn::prim::shift_max_rm(x, dtype.value_or(x.dtype()), config, core_grid,
                                    memory_config.value_or(x.memory_config()));
}

void register_documentation() {
    OperationDoc doc;
    doc.name = "shift_max_rm";
    doc.python_name = ttnn::shift_max_rm.python_fully_qualified_name();
    doc.summary = "x - max(x)";
    doc.text = "x - max(x), along the last dimension.";
    const auto argument = [&](auto... fields) { doc.arguments.push_back({fields...}); };
    argument("x", "Tensor", "", "row-major, interleaved, bfloat16 or float32, [..., W]");
    argument("memory_config", "MemoryConfig", "that of x", "where the result goes; interleaved");
    argument("compute_kernel_config", "DeviceComputeKernelConfig", "HiFi4, fp32_dest_acc_en",
             "fp32_dest_acc_en=false costs accuracy");
    argument("dtype", "DataType", "that of x", "bfloat16 or float32");
    argument("core_grid", "CoreCoord", "the whole grid", "cores that share the tile-rows");
    ttnn::register_documentation(std::move(doc));
}

}  // namespace ttnn::operations::shift_max_rm
