// Validation, output and program choice of layernorm_fused_rm.
#include "layernorm_fused_rm_device_operation.hpp"

#include <cmath>

#include "workshop/op/validate.hpp"
#include "layernorm_fused_rm_plan.hpp"

namespace ttnn::operations::layernorm_fused_rm {

namespace ws = tilewright::workshop;

namespace {
constexpr const char* kOp = "layernorm_fused_rm";
}

LayernormFusedRmDeviceOperation::program_factory_t LayernormFusedRmDeviceOperation::select_program_factory(
    const operation_attributes_t&, const tensor_args_t&) {
    return program::LayernormFusedRmProgramFactory{};
}

void LayernormFusedRmDeviceOperation::validate_on_program_cache_miss(const operation_attributes_t& attributes,
                                                                     const tensor_args_t& args) {
    ws::check_rows(kOp, "input_tensor", args.input, Layout::ROW_MAJOR, ws::Shards::Allowed);
    const uint32_t width = args.input.logical_shape()[-1];
    if (args.gamma) {
        ws::check_parameter(kOp, "gamma", *args.gamma, width, args.input, Layout::ROW_MAJOR, ws::Shards::Allowed);
    }
    if (args.beta) {
        ws::check_parameter(kOp, "beta", *args.beta, width, args.input, Layout::ROW_MAJOR, ws::Shards::Allowed);
    }
    TT_FATAL(attributes.epsilon > 0.0f && std::isfinite(attributes.epsilon),
             "{}: epsilon must be a positive finite number, but it is {}", kOp, attributes.epsilon);
    ws::check_output(kOp, attributes.output_mem_config, attributes.output_dtype, args.input,
                     [&] { return compute_output_specs(attributes, args); });
    ws::check_grid(kOp, attributes.core_grid, args.input);
    ws::check_compute(kOp, attributes.compute_kernel_config);
}

void LayernormFusedRmDeviceOperation::validate_on_program_cache_hit(const operation_attributes_t& attributes,
                                                                    const tensor_args_t& args) {
    validate_on_program_cache_miss(attributes, args);
}

LayernormFusedRmDeviceOperation::spec_return_value_t LayernormFusedRmDeviceOperation::compute_output_specs(
    const operation_attributes_t& attributes, const tensor_args_t& args) {
    return TensorSpec(args.input.logical_shape(), TensorLayout(attributes.output_dtype, PageConfig(Layout::ROW_MAJOR),
                                                               attributes.output_mem_config));
}

LayernormFusedRmDeviceOperation::tensor_return_value_t LayernormFusedRmDeviceOperation::create_output_tensors(
    const operation_attributes_t& attributes, const tensor_args_t& args) {
    return create_device_tensor(compute_output_specs(attributes, args), args.input.device());
}

tt::stl::hash::hash_t LayernormFusedRmDeviceOperation::compute_program_hash(const operation_attributes_t& attributes,
                                                                            const tensor_args_t& args) {
    // Epsilon is left out: it is a runtime argument.
    const auto parameter = [](const std::optional<const Tensor>& tensor) {
        return tensor ? std::optional(std::make_tuple(tensor->dtype(), tensor->memory_config())) : std::nullopt;
    };
    return tt::tt_metal::operation::hash_operation<LayernormFusedRmDeviceOperation>(
        attributes.output_dtype, attributes.compute_kernel_config, attributes.core_grid, attributes.output_mem_config,
        parameter(args.gamma), parameter(args.beta), args.input.dtype(), args.input.memory_config(),
        args.input.logical_shape(), make_plan(attributes, args).choice());
}

}  // namespace ttnn::operations::layernorm_fused_rm

namespace ttnn::prim {

Tensor layernorm_fused_rm(const Tensor& input, const std::optional<const Tensor>& gamma,
                          const std::optional<const Tensor>& beta, float epsilon, DataType output_dtype,
                          const DeviceComputeKernelConfig& compute_kernel_config,
                          const std::optional<CoreCoord>& core_grid, const MemoryConfig& output_mem_config,
                          tilewright::workshop::RowMath math) {
    using Op = operations::layernorm_fused_rm::LayernormFusedRmDeviceOperation;
    const Op::operation_attributes_t attributes{.epsilon = epsilon,
                                                .output_dtype = output_dtype,
                                                .compute_kernel_config = compute_kernel_config,
                                                .core_grid = core_grid,
                                                .output_mem_config = output_mem_config,
                                                .math = math};
    return ttnn::device_operation::launch<Op>(attributes,
                                              Op::tensor_args_t{.input = input, .gamma = gamma, .beta = beta});
}

}  // namespace ttnn::prim
