// The program of centralize_w_rm: the common row program with its own plan.
#include "centralize_w_rm_program_factory.hpp"

#include "centralize_w_rm_plan.hpp"

namespace ttnn::operations::centralize_w_rm::program {

CentralizeWRmProgramFactory::cached_program_t CentralizeWRmProgramFactory::create(
    const CentralizeWRmParams& operation_attributes, const CentralizeWRmInputs& tensor_args,
    Tensor& tensor_return_value) {
    const tilewright::workshop::OpPlan plan = make_plan(operation_attributes, tensor_args);
    tt::tt_metal::Program program = tt::tt_metal::CreateProgram();
    // Compute is told whether the mean has two parts, which is where the plan has a CB for the second, and what stays
    // in L1.
    using tilewright::workshop::PlanKind;
    const uint32_t anchor_tiles = plan.has(5) ? tilewright::workshop::kAnchorTiles : 0;
    auto kernels = tilewright::workshop::build_row_program(
        program, {
                     .plan = plan,
                     .input = tensor_args.input,
                     .output = tensor_return_value,
                     .compute_kernel_config = operation_attributes.compute_kernel_config,
                     .core_grid = operation_attributes.core_grid,
                     .output_block_tiles = plan.rows.block_tiles,
                     .output_blocks = plan.rows.blocks,
                     .compute_compile_args = {anchor_tiles, plan.kind == PlanKind::TilesResident},
                 });
    return {std::move(program), std::move(kernels)};
}

void CentralizeWRmProgramFactory::override_runtime_arguments(cached_program_t& cached_program,
                                                             const CentralizeWRmParams&,
                                                             const CentralizeWRmInputs& tensor_args,
                                                             Tensor& tensor_return_value) {
    tilewright::workshop::refresh_row_program(cached_program.program, cached_program.shared_variables,
                                              tensor_args.input, tensor_return_value);
}

}  // namespace ttnn::operations::centralize_w_rm::program
