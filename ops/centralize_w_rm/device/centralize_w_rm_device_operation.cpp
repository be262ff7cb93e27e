// Validation, output and program choice of centralize_w_rm.
#include "centralize_w_rm_device_operation.hpp"

#include "workshop/op/validate.hpp"
#include "centralize_w_rm_plan.hpp"

namespace ttnn::operations::centralize_w_rm {

namespace ws = tilewright::workshop;

namespace {
constexpr const char* kOp = "centralize_w_rm";
}

CentralizeWRmDeviceOperation::program_factory_t CentralizeWRmDeviceOperation::select_program_factory(
    const operation_attributes_t&, const tensor_args_t&) {
    return program::CentralizeWRmProgramFactory{};
}

void CentralizeWRmDeviceOperation::validate_on_program_cache_miss(const operation_attributes_t& attributes,
                                                                  const tensor_args_t& args) {
    ws::check_rows(kOp, "input_tensor", args.input, Layout::ROW_MAJOR, ws::Shards::Allowed);
    ws::check_output(kOp, attributes.output_mem_config, attributes.output_dtype, args.input,
                     [&] { return compute_output_specs(attributes, args); });
    ws::check_grid(kOp, attributes.core_grid, args.input);
    ws::check_compute(kOp, attributes.compute_kernel_config);
}

void CentralizeWRmDeviceOperation::validate_on_program_cache_hit(const operation_attributes_t& attributes,
                                                                 const tensor_args_t& args) {
    validate_on_program_cache_miss(attributes, args);
}

CentralizeWRmDeviceOperation::spec_return_value_t CentralizeWRmDeviceOperation::compute_output_specs(
    const operation_attributes_t& attributes, const tensor_args_t& args) {
    return TensorSpec(args.input.logical_shape(), TensorLayout(attributes.output_dtype, PageConfig(Layout::ROW_MAJOR),
                                                               attributes.output_mem_config));
}

CentralizeWRmDeviceOperation::tensor_return_value_t CentralizeWRmDeviceOperation::create_output_tensors(
    const operation_attributes_t& attributes, const tensor_args_t& args) {
    return create_device_tensor(compute_output_specs(attributes, args), args.input.device());
}

tt::stl::hash::hash_t CentralizeWRmDeviceOperation::compute_program_hash(const operation_attributes_t& attributes,
                                                                         const tensor_args_t& args) {
    return tt::tt_metal::operation::hash_operation<CentralizeWRmDeviceOperation>(
        attributes, args.input.dtype(), args.input.memory_config(), args.input.logical_shape(),
        make_plan(attributes, args).choice());
}

}  // namespace ttnn::operations::centralize_w_rm

namespace ttnn::prim {

Tensor centralize_w_rm(const Tensor& input, DataType output_dtype,
                       const DeviceComputeKernelConfig& compute_kernel_config,
                       const std::optional<CoreCoord>& core_grid, const MemoryConfig& output_mem_config,
                       tilewright::workshop::RowMath math) {
    using Op = operations::centralize_w_rm::CentralizeWRmDeviceOperation;
    const Op::operation_attributes_t attributes{.output_dtype = output_dtype,
                                                .compute_kernel_config = compute_kernel_config,
                                                .core_grid = core_grid,
                                                .output_mem_config = output_mem_config,
                                                .math = math};
    return ttnn::device_operation::launch<Op>(attributes, Op::tensor_args_t{.input = input});
}

}  // namespace ttnn::prim
