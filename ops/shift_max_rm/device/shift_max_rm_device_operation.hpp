// shift_max_rm as a device operation.
#pragma once

#include <optional>
#include <variant>

#include "shift_max_rm_device_operation_types.hpp"
#include "shift_max_rm_program_factory.hpp"
#include "ttnn/device_operation.hpp"
#include "ttnn/tensor/tensor_spec.hpp"

namespace ttnn::operations::shift_max_rm {

struct ShiftMaxRmDeviceOperation {
    using operation_attributes_t = ShiftMaxRmParams;
    using tensor_args_t = ShiftMaxRmInputs;
    using spec_return_value_t = TensorSpec;
    using tensor_return_value_t = Tensor;
    using program_factory_t = std::variant<program::ShiftMaxRmProgramFactory>;

    static program_factory_t select_program_factory(const operation_attributes_t&, const tensor_args_t&);
    static void validate_on_program_cache_miss(const operation_attributes_t&, const tensor_args_t&);
    static void validate_on_program_cache_hit(const operation_attributes_t&, const tensor_args_t&);
    static spec_return_value_t compute_output_specs(const operation_attributes_t&, const tensor_args_t&);
    static tensor_return_value_t create_output_tensors(const operation_attributes_t&, const tensor_args_t&);
    static tt::stl::hash::hash_t compute_program_hash(const operation_attributes_t&, const tensor_args_t&);
};

}  // namespace ttnn::operations::shift_max_rm

namespace ttnn::prim {

Tensor shift_max_rm(const Tensor& x, DataType output_dtype, const DeviceComputeKernelConfig& compute_kernel_config,
                    const std::optional<CoreCoord>& core_grid, const MemoryConfig& output_mem_config);

}  // namespace ttnn::prim
