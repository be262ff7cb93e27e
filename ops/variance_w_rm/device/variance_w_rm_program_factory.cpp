// CBs from the plan, three kernels, rows split over the grid.
#include "variance_w_rm_program_factory.hpp"

#include "variance_w_rm_plan.hpp"
#include "tt-metalium/tensor_accessor_args.hpp"
#include "workshop/op/op.hpp"

namespace ttnn::operations::variance_w_rm::program {

using namespace tt::tt_metal;
namespace ws = tilewright::workshop;

VarianceWRmProgramFactory::cached_program_t VarianceWRmProgramFactory::create(
    const VarianceWRmParams& operation_attributes, const VarianceWRmInputs& tensor_args, Tensor& tensor_return_value) {
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
                                         plan.rows.passes};
    TensorAccessorArgs(*input.buffer()).append_to(reader_args);
    std::vector<uint32_t> writer_args = {static_cast<uint32_t>(tensor_return_value.buffer()->page_size())};
    TensorAccessorArgs(*tensor_return_value.buffer()).append_to(writer_args);

    const auto kernel = [](const char* file) { return ws::kernel_path("variance_w_rm", file); };
    const KernelHandle reader =
        CreateKernel(program, kernel("dataflow/reader_variance_w_rm.cpp"), split.cores,
                     ReaderDataMovementConfig(reader_args, {}, {}, KernelBuildOptLevel::O2, ws::kernel_includes()));
    const KernelHandle writer =
        CreateKernel(program, kernel("dataflow/writer_variance_w_rm.cpp"), split.cores,
                     WriterDataMovementConfig(writer_args, {}, {}, KernelBuildOptLevel::O2, ws::kernel_includes()));
    const KernelHandle compute =
        CreateKernel(program, kernel("compute/variance_w_rm_compute.cpp"), split.cores,
                     ComputeConfig{.math_fidelity = fidelity,
                                   .fp32_dest_acc_en = fp32_dst,
                                   .dst_full_sync_en = full_sync,
                                   .unpack_to_dest_mode = ws::unpack_modes(plan, fp32_dst),
                                   .math_approx_mode = approximate,
                                   .compile_args = {plan.rows.width_tiles(), plan.rows.tail_columns() != 0,
                                                    plan.rows.block_tiles, plan.rows.blocks},
                                   .compiler_include_paths = ws::kernel_includes()});
    for (const ws::CoreShare& share : split.shares) {
        SetRuntimeArgs(program, reader, share.core, {input.buffer()->address(), share.first_stick, share.sticks});
        SetRuntimeArgs(program, compute, share.core, {share.tile_rows});
        SetRuntimeArgs(program, writer, share.core,
                       {tensor_return_value.buffer()->address(), share.first_stick, share.sticks});
    }
    return {std::move(program),
            shared_variables_t{reader, compute, writer, split.cores, static_cast<uint32_t>(split.shares.size())}};
}

void VarianceWRmProgramFactory::override_runtime_arguments(cached_program_t& cached_program, const VarianceWRmParams&,
                                                           const VarianceWRmInputs& tensor_args,
                                                           Tensor& tensor_return_value) {
    const auto& shared = cached_program.shared_variables;
    for (const CoreCoord& core : corerange_to_cores(shared.all_cores)) {
        GetRuntimeArgs(cached_program.program, shared.reader_kernel_id, core)[0] =
            tensor_args.input.buffer()->address();
        GetRuntimeArgs(cached_program.program, shared.writer_kernel_id, core)[0] =
            tensor_return_value.buffer()->address();
    }
}

}  // namespace ttnn::operations::variance_w_rm::program
