// Validation, output and program choice of shift_max_rm.
#include "shift_max_rm_device_operation.hpp"

#include <cmath>

#include "shift_max_rm_plan.hpp"
#include "tt_stl/assert.hpp"
#include "tt_stl/fmt.hpp"
#include "workshop/op/validate.hpp"

namespace ttnn::operations::shift_max_rm {

namespace ws = tilewright::workshop;

namespace {

constexpr const char* kOp = "shift_max_rm";

}  // namespace

ShiftMaxRmDeviceOperation::program_factory_t ShiftMaxRmDeviceOperation::select_program_factory(
    const operation_attributes_t&, const tensor_args_t&) {
    return program::ShiftMaxRmProgramFactory{};
}

void ShiftMaxRmDeviceOperation::validate_on_program_cache_miss(const operation_attributes_t& attributes,
                                                               const tensor_args_t& args) {
    ws::check_rows(kOp, "x", args.x);
    ws::check_output(kOp, attributes.output_mem_config, attributes.output_dtype);
    ws::check_grid(kOp, attributes.core_grid, args.x);
    ws::check_compute(kOp, attributes.compute_kernel_config);
}

void ShiftMaxRmDeviceOperation::validate_on_program_cache_hit(const operation_attributes_t& attributes,
                                                              const tensor_args_t& args) {
    validate_on_program_cache_miss(attributes, args);
}

ShiftMaxRmDeviceOperation::spec_return_value_t ShiftMaxRmDeviceOperation::compute_output_specs(
    const operation_attributes_t& attributes, const tensor_args_t& args) {
    const PageConfig page(Layout::ROW_MAJOR);
    const auto dtype = attributes.output_dtype;
    const Shape& shape = args.x.logical_shape();
    return TensorSpec(shape, TensorLayout(dtype, page, attributes.output_mem_config));
}

ShiftMaxRmDeviceOperation::tensor_return_value_t ShiftMaxRmDeviceOperation::create_output_tensors(
    const operation_attributes_t& attributes, const tensor_args_t& args) {
    return create_device_tensor(compute_output_specs(attributes, args), args.x.device());
}

tt::stl::hash::hash_t ShiftMaxRmDeviceOperation::compute_program_hash(const operation_attributes_t& attributes,
                                                                      const tensor_args_t& args) {
    const auto how = std::make_tuple(attributes.output_dtype, attributes.core_grid, attributes.output_mem_config);
    const auto first = std::make_tuple(args.x.dtype(), args.x.memory_config(), args.x.logical_shape());
    // A tensor that is not on a device is refused by the validation that follows.
    const auto* device = args.x.device();
    const auto plan = device == nullptr ? std::vector<uint32_t>() : make_plan(attributes, args).choice();
    using Op = ShiftMaxRmDeviceOperation;
    return tt::tt_metal::operation::hash_operation<Op>(how, attributes.compute_kernel_config, first, plan);
}

}  // namespace ttnn::operations::shift_max_rm

namespace ttnn::prim {

Tensor shift_max_rm(const Tensor& x, DataType output_dtype, const DeviceComputeKernelConfig& compute_kernel_config,
                    const std::optional<CoreCoord>& core_grid, const MemoryConfig& output_mem_config) {
    using Op = operations::shift_max_rm::ShiftMaxRmDeviceOperation;
    const Op::operation_attributes_t attributes{.output_dtype = output_dtype,
                                                .compute_kernel_config = compute_kernel_config,
                                                .core_grid = core_grid,
                                                .output_mem_config = output_mem_config};
    const Op::tensor_args_t tensors{.x = x};
    return ttnn::device_operation::launch<Op>(attributes, tensors);
}

}  // namespace ttnn::prim
