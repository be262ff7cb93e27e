// The program of layernorm_fused_rm: the common row program with its own plan, and gamma, beta and epsilon for the
// reader.
#include "layernorm_fused_rm_program_factory.hpp"

#include "layernorm_fused_rm_plan.hpp"

namespace ttnn::operations::layernorm_fused_rm::program {

namespace {

uint32_t address_of(const std::optional<const Tensor>& tensor) { return tensor ? tensor->buffer()->address() : 0; }
uint32_t stick_bytes(const std::optional<const Tensor>& tensor) {
    return tensor ? static_cast<uint32_t>(tensor->buffer()->page_size()) : 0;
}

// In the order the reader takes them. Epsilon is an argument, not a constant: another one needs no new program.
std::vector<uint32_t> reader_arguments(const LayernormFusedRmParams& attributes, const LayernormFusedRmInputs& args,
                                       const tilewright::workshop::OpPlan& plan) {
    return {address_of(args.gamma), address_of(args.beta),
            tilewright::workshop::constant_bits(attributes.epsilon, plan.cb(3).format)};
}

}  // namespace

LayernormFusedRmProgramFactory::cached_program_t LayernormFusedRmProgramFactory::create(
    const LayernormFusedRmParams& operation_attributes, const LayernormFusedRmInputs& tensor_args,
    Tensor& tensor_return_value) {
    const tilewright::workshop::OpPlan plan = make_plan(operation_attributes, tensor_args);
    const uint32_t piece_tiles = parameter_tiles(plan.rows.block_tiles);
    const auto& gamma = tensor_args.gamma;
    const auto& beta = tensor_args.beta;
    const bool fpu = plan.math == tilewright::workshop::RowMath::Fpu;
    const bool tiles_resident = plan.kind == tilewright::workshop::PlanKind::TilesResident;
    const uint32_t anchor_tiles = plan.has(28) ? tilewright::workshop::kAnchorTiles : 0;
    const bool parameters_stay = (plan.has(6) && plan.cb(6).persistent) || (plan.has(7) && plan.cb(7).persistent);
    tt::tt_metal::Program program = tt::tt_metal::CreateProgram();
    auto kernels = tilewright::workshop::build_row_program(
        program, {.plan = plan,
                  .input = tensor_args.input,
                  .output = tensor_return_value,
                  .compute_kernel_config = operation_attributes.compute_kernel_config,
                  .core_grid = operation_attributes.core_grid,
                  .output_block_tiles = plan.rows.block_tiles,
                  .output_blocks = plan.rows.blocks,
                  .reader_compile_args = {piece_tiles, stick_bytes(gamma), stick_bytes(beta), fpu, parameters_stay},
                  .reader_tensors = {gamma ? &*gamma : nullptr, beta ? &*beta : nullptr},
                  .reader_runtime_args = reader_arguments(operation_attributes, tensor_args, plan),
                  .compute_compile_args = {piece_tiles, gamma.has_value(), beta.has_value(), anchor_tiles,
                                           tiles_resident, parameters_stay}});
    return {std::move(program), std::move(kernels)};
}

void LayernormFusedRmProgramFactory::override_runtime_arguments(cached_program_t& cached_program,
                                                                const LayernormFusedRmParams& operation_attributes,
                                                                const LayernormFusedRmInputs& tensor_args,
                                                                Tensor& tensor_return_value) {
    tilewright::workshop::refresh_row_program(
        cached_program.program, cached_program.shared_variables, tensor_args.input, tensor_return_value,
        reader_arguments(operation_attributes, tensor_args, make_plan(operation_attributes, tensor_args)));
}

}  // namespace ttnn::operations::layernorm_fused_rm::program
