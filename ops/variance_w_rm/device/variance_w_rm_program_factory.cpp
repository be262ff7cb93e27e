// The program of variance_w_rm: the common row program with its own plan.
#include "variance_w_rm_program_factory.hpp"

#include "variance_w_rm_plan.hpp"

namespace ttnn::operations::variance_w_rm::program {

VarianceWRmProgramFactory::cached_program_t VarianceWRmProgramFactory::create(
    const VarianceWRmParams& operation_attributes, const VarianceWRmInputs& tensor_args, Tensor& tensor_return_value) {
    const tilewright::workshop::OpPlan plan = make_plan(operation_attributes, tensor_args);
    tt::tt_metal::Program program = tt::tt_metal::CreateProgram();
    // The result is one tile wide, whatever the input is.
    auto kernels = tilewright::workshop::build_row_program(
        program, {
                     .plan = plan,
                     .input = tensor_args.input,
                     .output = tensor_return_value,
                     .compute_kernel_config = operation_attributes.compute_kernel_config,
                     .core_grid = operation_attributes.core_grid,
                     .output_block_tiles = 1,
                     .output_blocks = 1,
                     .compute_compile_args = {plan.kind == tilewright::workshop::PlanKind::TilesResident},
                 });
    return {std::move(program), std::move(kernels)};
}

void VarianceWRmProgramFactory::override_runtime_arguments(cached_program_t& cached_program, const VarianceWRmParams&,
                                                           const VarianceWRmInputs& tensor_args,
                                                           Tensor& tensor_return_value) {
    tilewright::workshop::refresh_row_program(cached_program.program, cached_program.shared_variables,
                                              tensor_args.input, tensor_return_value);
}

}  // namespace ttnn::operations::variance_w_rm::program
