// The program of centralize_w_rm: the common row program with its own plan.
#include "centralize_w_rm_program_factory.hpp"

#include "centralize_w_rm_plan.hpp"
#include "workshop/op/op.hpp"

namespace ttnn::operations::centralize_w_rm::program {

namespace ws = tilewright::workshop;

CentralizeWRmProgramFactory::cached_program_t CentralizeWRmProgramFactory::create(
    const CentralizeWRmParams& operation_attributes, const CentralizeWRmInputs& tensor_args,
    Tensor& tensor_return_value) {
    tt::tt_metal::Program program = tt::tt_metal::CreateProgram();
    auto kernels = ws::build_row_program(program, make_plan(operation_attributes, tensor_args),
                                         {.inputs = {&tensor_args.input}, .output = tensor_return_value},
                                         {.compute_kernel_config = operation_attributes.compute_kernel_config,
                                          .core_grid = operation_attributes.core_grid,
                                          .kernel_includes = ws::kernel_includes()});
    return {std::move(program), std::move(kernels)};
}

void CentralizeWRmProgramFactory::override_runtime_arguments(cached_program_t& cached_program,
                                                             const CentralizeWRmParams&,
                                                             const CentralizeWRmInputs& tensor_args,
                                                             Tensor& tensor_return_value) {
    ws::refresh_row_program(cached_program.program, cached_program.shared_variables,
                            {.inputs = {&tensor_args.input}, .output = tensor_return_value});
}

}  // namespace ttnn::operations::centralize_w_rm::program
