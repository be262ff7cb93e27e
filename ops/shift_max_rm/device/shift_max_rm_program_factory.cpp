// The program of shift_max_rm: the common row program with its own plan.
#include "shift_max_rm_program_factory.hpp"

#include <bit>
#include <cmath>

#include "shift_max_rm_plan.hpp"

namespace ttnn::operations::shift_max_rm::program {

using namespace tt::tt_metal;
namespace ws = tilewright::workshop;

namespace {

ws::RowProgramCall call_of([[maybe_unused]] const ShiftMaxRmParams& attributes, const ShiftMaxRmInputs& args,
                           const Tensor& output) {
    return {.inputs = {&args.x}, .output = output};
}

}  // namespace

ShiftMaxRmProgramFactory::cached_program_t ShiftMaxRmProgramFactory::create(
    const ShiftMaxRmParams& operation_attributes, const ShiftMaxRmInputs& tensor_args, Tensor& tensor_return_value) {
    const ws::OpPlan plan = make_plan(operation_attributes, tensor_args);
    Program program = CreateProgram();
    const auto call = call_of(operation_attributes, tensor_args, tensor_return_value);
    const ws::RowProgramOptions options{.compute_kernel_config = operation_attributes.compute_kernel_config,
                                        .core_grid = operation_attributes.core_grid};
    auto kernels = ws::build_row_program(program, plan, call, options);
    return {std::move(program), std::move(kernels)};
}

void ShiftMaxRmProgramFactory::override_runtime_arguments(cached_program_t& cached_program,
                                                          const ShiftMaxRmParams& operation_attributes,
                                                          const ShiftMaxRmInputs& tensor_args,
                                                          Tensor& tensor_return_value) {
    const auto call = call_of(operation_attributes, tensor_args, tensor_return_value);
    ws::refresh_row_program(cached_program.program, cached_program.shared_variables, call);
}

}  // namespace ttnn::operations::shift_max_rm::program
