// Validation, output and program choice of variance_w_rm.
#include "variance_w_rm_device_operation.hpp"

#include "workshop/op/validate.hpp"
#include "variance_w_rm_plan.hpp"

namespace ttnn::operations::variance_w_rm {

namespace ws = tilewright::workshop;

namespace {
constexpr const char* kOp = "variance_w_rm";
}

VarianceWRmDeviceOperation::program_factory_t VarianceWRmDeviceOperation::select_program_factory(
    const operation_attributes_t&, const tensor_args_t&) {
    return program::VarianceWRmProgramFactory{};
}

void VarianceWRmDeviceOperation::validate_on_program_cache_miss(const operation_attributes_t& attributes,
                                                                const tensor_args_t& args) {
    ws::check_rows(kOp, "input_tensor", args.input, Layout::ROW_MAJOR, ws::Shards::Allowed);
    ws::check_output(kOp, attributes.output_mem_config, attributes.output_dtype, args.input,
                     [&] { return compute_output_specs(attributes, args); });
    ws::check_grid(kOp, attributes.core_grid, args.input);
    ws::check_compute(kOp, attributes.compute_kernel_config);
}

void VarianceWRmDeviceOperation::validate_on_program_cache_hit(const operation_attributes_t& attributes,
                                                               const tensor_args_t& args) {
    validate_on_program_cache_miss(attributes, args);
}

VarianceWRmDeviceOperation::spec_return_value_t VarianceWRmDeviceOperation::compute_output_specs(
    const operation_attributes_t& attributes, const tensor_args_t& args) {
    Shape output_shape = args.input.logical_shape();
    output_shape[-1] = 1;
    Shape output_padded = output_shape;
    output_padded[-1] = 32;
    return TensorSpec(output_shape,
                      TensorLayout::fromPaddedShape(attributes.output_dtype, PageConfig(Layout::ROW_MAJOR),
                                                    attributes.output_mem_config, output_shape, output_padded));
}

VarianceWRmDeviceOperation::tensor_return_value_t VarianceWRmDeviceOperation::create_output_tensors(
    const operation_attributes_t& attributes, const tensor_args_t& args) {
    return create_device_tensor(compute_output_specs(attributes, args), args.input.device());
}

tt::stl::hash::hash_t VarianceWRmDeviceOperation::compute_program_hash(const operation_attributes_t& attributes,
                                                                       const tensor_args_t& args) {
    return tt::tt_metal::operation::hash_operation<VarianceWRmDeviceOperation>(
        attributes, args.input.dtype(), args.input.memory_config(), args.input.logical_shape(),
        make_plan(attributes, args).choice());
}

}  // namespace ttnn::operations::variance_w_rm

namespace ttnn::prim {

Tensor variance_w_rm(const Tensor& input, DataType output_dtype, const DeviceComputeKernelConfig& compute_kernel_config,
                     const std::optional<CoreCoord>& core_grid, const MemoryConfig& output_mem_config,
                     tilewright::workshop::RowMath math) {
    using Op = operations::variance_w_rm::VarianceWRmDeviceOperation;
    const Op::operation_attributes_t attributes{.output_dtype = output_dtype,
                                                .compute_kernel_config = compute_kernel_config,
                                                .core_grid = core_grid,
                                                .output_mem_config = output_mem_config,
                                                .math = math};
    return ttnn::device_operation::launch<Op>(attributes, Op::tensor_args_t{.input = input});
}

}  // namespace ttnn::prim
