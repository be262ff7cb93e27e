// CBs from the plan, three kernels, rows split over the grid.
#include "layernorm_fused_rm_program_factory.hpp"

#include <bit>

#include "layernorm_fused_rm_plan.hpp"
#include "tt-metalium/tensor_accessor_args.hpp"
#include "workshop/op/op.hpp"

namespace ttnn::operations::layernorm_fused_rm::program {

using namespace tt::tt_metal;
namespace ws = tilewright::workshop;

namespace {

uint32_t address_of(const std::optional<const Tensor>& tensor) { return tensor ? tensor->buffer()->address() : 0; }
uint32_t stick_bytes(const std::optional<const Tensor>& tensor) {
    return tensor ? static_cast<uint32_t>(tensor->buffer()->page_size()) : 0;
}
// An absent parameter still has its place among the accessors.
void append_accessor(const std::optional<const Tensor>& tensor, std::vector<uint32_t>& words) {
    (tensor ? TensorAccessorArgs(*tensor->buffer()) : TensorAccessorArgs()).append_to(words);
}

// In the order the reader takes them. Epsilon is an argument, not a constant: another one needs no new program.
std::vector<uint32_t> reader_arguments(const LayernormFusedRmParams& attributes, const LayernormFusedRmInputs& args,
                                       uint32_t first_stick, uint32_t sticks) {
    return {args.input.buffer()->address(), first_stick,           sticks,
            address_of(args.gamma),         address_of(args.beta), std::bit_cast<uint32_t>(attributes.epsilon)};
}

}  // namespace

LayernormFusedRmProgramFactory::cached_program_t LayernormFusedRmProgramFactory::create(
    const LayernormFusedRmParams& operation_attributes, const LayernormFusedRmInputs& tensor_args,
    Tensor& tensor_return_value) {
    const Tensor& input = tensor_args.input;
    const ws::OpPlan plan = make_plan(operation_attributes, tensor_args);
    const auto [fidelity, approximate, fp32_dst, l1_acc, full_sync] =
        get_compute_kernel_config_args(input.device()->arch(), operation_attributes.compute_kernel_config);
    const ws::WorkSplit split = ws::split_rows(
        operation_attributes.core_grid.value_or(input.device()->compute_with_storage_grid_size()), plan.rows);

    Program program = CreateProgram();
    ws::create_cbs(program, split.cores, plan);

    std::vector<uint32_t> reader_args = {static_cast<uint32_t>(input.buffer()->page_size()),
                                         ws::scaler_bits(plan.rows.width, plan.cb(2).format),
                                         plan.rows.tail_columns(),
                                         plan.rows.block_tiles,
                                         plan.rows.blocks,
                                         plan.rows.passes,
                                         parameter_tiles(plan.rows.block_tiles),
                                         stick_bytes(tensor_args.gamma),
                                         stick_bytes(tensor_args.beta),
                                         plan.rows.width_tiles()};
    TensorAccessorArgs(*input.buffer()).append_to(reader_args);
    append_accessor(tensor_args.gamma, reader_args);
    append_accessor(tensor_args.beta, reader_args);
    std::vector<uint32_t> writer_args = {static_cast<uint32_t>(tensor_return_value.buffer()->page_size()),
                                         plan.rows.block_tiles, plan.rows.blocks};
    TensorAccessorArgs(*tensor_return_value.buffer()).append_to(writer_args);

    const auto kernel = [](const char* file) { return ws::kernel_path("layernorm_fused_rm", file); };
    const KernelHandle reader =
        CreateKernel(program, kernel("dataflow/reader_layernorm_fused_rm.cpp"), split.cores,
                     ReaderDataMovementConfig(reader_args, {}, {}, KernelBuildOptLevel::O2, ws::kernel_includes()));
    const KernelHandle writer =
        CreateKernel(program, kernel("dataflow/writer_layernorm_fused_rm.cpp"), split.cores,
                     WriterDataMovementConfig(writer_args, {}, {}, KernelBuildOptLevel::O2, ws::kernel_includes()));
    const KernelHandle compute = CreateKernel(
        program, kernel("compute/layernorm_fused_rm_compute.cpp"), split.cores,
        ComputeConfig{.math_fidelity = fidelity,
                      .fp32_dest_acc_en = fp32_dst,
                      .dst_full_sync_en = full_sync,
                      .unpack_to_dest_mode = ws::unpack_modes(plan, fp32_dst),
                      .math_approx_mode = approximate,
                      .compile_args = {plan.rows.width_tiles(), plan.rows.tail_columns() != 0, plan.rows.block_tiles,
                                       plan.rows.blocks, parameter_tiles(plan.rows.block_tiles),
                                       tensor_args.gamma.has_value(), tensor_args.beta.has_value(), plan.has(28)},
                      .compiler_include_paths = ws::kernel_includes()});
    for (const ws::CoreShare& share : split.shares) {
        SetRuntimeArgs(program, reader, share.core,
                       reader_arguments(operation_attributes, tensor_args, share.first_stick, share.sticks));
        SetRuntimeArgs(program, compute, share.core, {share.tile_rows});
        SetRuntimeArgs(program, writer, share.core,
                       {tensor_return_value.buffer()->address(), share.first_stick, share.sticks});
    }
    return {std::move(program),
            shared_variables_t{reader, compute, writer, split.cores, static_cast<uint32_t>(split.shares.size())}};
}

void LayernormFusedRmProgramFactory::override_runtime_arguments(cached_program_t& cached_program,
                                                                const LayernormFusedRmParams& operation_attributes,
                                                                const LayernormFusedRmInputs& tensor_args,
                                                                Tensor& tensor_return_value) {
    const auto& shared = cached_program.shared_variables;
    for (const CoreCoord& core : corerange_to_cores(shared.all_cores)) {
        auto& reader = GetRuntimeArgs(cached_program.program, shared.reader_kernel_id, core);
        const std::vector<uint32_t> fresh = reader_arguments(operation_attributes, tensor_args, reader[1], reader[2]);
        for (size_t i = 0; i < fresh.size(); ++i) reader[i] = fresh[i];
        GetRuntimeArgs(cached_program.program, shared.writer_kernel_id, core)[0] =
            tensor_return_value.buffer()->address();
    }
}

}  // namespace ttnn::operations::layernorm_fused_rm::program
