// The program of layernorm_fused_rm: the common row program with its own plan, and epsilon for the reader.
#include "layernorm_fused_rm_program_factory.hpp"

#include "layernorm_fused_rm_plan.hpp"
#include "workshop/op/op.hpp"

namespace ttnn::operations::layernorm_fused_rm::program {

namespace ws = tilewright::workshop;

namespace {

const Tensor* present(const std::optional<const Tensor>& tensor) { return tensor ? &*tensor : nullptr; }

// Epsilon is an argument, not a constant: another one needs no new program.
ws::RowProgramCall call_of(const LayernormFusedRmParams& attributes, const LayernormFusedRmInputs& args,
                           const Tensor& output, const ws::OpPlan& plan) {
    return {.inputs = {&args.input, present(args.gamma), present(args.beta)},
            .output = output,
            .reader_runtime_args = {ws::constant_bits(attributes.epsilon, plan.cb(3).format)}};
}

}  // namespace

LayernormFusedRmProgramFactory::cached_program_t LayernormFusedRmProgramFactory::create(
    const LayernormFusedRmParams& operation_attributes, const LayernormFusedRmInputs& tensor_args,
    Tensor& tensor_return_value) {
    const ws::OpPlan plan = make_plan(operation_attributes, tensor_args);
    tt::tt_metal::Program program = tt::tt_metal::CreateProgram();
    // The matrix unit takes gamma and beta as sticks, in parts of a block.
    const uint32_t stick_tiles = plan.math == ws::RowMath::Fpu ? ws::part_of(plan.rows.block_tiles) : 0;
    auto kernels =
        ws::build_row_program(program, plan, call_of(operation_attributes, tensor_args, tensor_return_value, plan),
                              {.compute_kernel_config = operation_attributes.compute_kernel_config,
                               .core_grid = operation_attributes.core_grid,
                               .reader_compile_args = {stick_tiles},
                               .compute_compile_args = {stick_tiles},
                               .kernel_includes = ws::kernel_includes()});
    return {std::move(program), std::move(kernels)};
}

void LayernormFusedRmProgramFactory::override_runtime_arguments(cached_program_t& cached_program,
                                                                const LayernormFusedRmParams& operation_attributes,
                                                                const LayernormFusedRmInputs& tensor_args,
                                                                Tensor& tensor_return_value) {
    const ws::OpPlan plan = make_plan(operation_attributes, tensor_args);
    ws::refresh_row_program(cached_program.program, cached_program.shared_variables,
                            call_of(operation_attributes, tensor_args, tensor_return_value, plan));
}

}  // namespace ttnn::operations::layernorm_fused_rm::program
