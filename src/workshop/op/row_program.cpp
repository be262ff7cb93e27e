// Building and refreshing the programs of row ops.
#include "workshop/op/row_program.hpp"

#include "tt-metalium/tensor_accessor_args.hpp"
#include "workshop/op/op.hpp"

namespace tilewright::workshop {

namespace tm = tt::tt_metal;

namespace {

uint32_t page_bytes(const ttnn::Tensor& tensor) { return static_cast<uint32_t>(tensor.buffer()->page_size()); }

void append(std::vector<uint32_t>& words, const std::vector<uint32_t>& more) {
    words.insert(words.end(), more.begin(), more.end());
}

}  // namespace

RowKernels build_row_program(tm::Program& program, const RowProgramSpec& spec) {
    const OpPlan& plan = spec.plan;
    const RowGeometry& rows = plan.rows;
    const auto [fidelity, approximate, fp32_dst, l1_acc, full_sync] =
        get_compute_kernel_config_args(spec.input.device()->arch(), spec.compute_kernel_config);
    const WorkSplit split =
        split_rows(spec.core_grid.value_or(spec.input.device()->compute_with_storage_grid_size()), rows);
    create_cbs(program, split.cores, plan);

    std::vector<uint32_t> reader_args = {page_bytes(spec.input),
                                         scaler_bits(rows.width, plan.cb(2).format),
                                         rows.tail_columns(),
                                         rows.block_tiles,
                                         rows.blocks,
                                         rows.passes,
                                         rows.first_pass_blocks};
    append(reader_args, spec.reader_compile_args);
    tm::TensorAccessorArgs(*spec.input.buffer()).append_to(reader_args);
    for (const ttnn::Tensor* tensor : spec.reader_tensors) {
        (tensor != nullptr ? tm::TensorAccessorArgs(*tensor->buffer()) : tm::TensorAccessorArgs())
            .append_to(reader_args);
    }
    std::vector<uint32_t> writer_args = {page_bytes(spec.output), spec.output_block_tiles, spec.output_blocks};
    tm::TensorAccessorArgs(*spec.output.buffer()).append_to(writer_args);
    std::vector<uint32_t> compute_args = {rows.width_tiles(), rows.tail_columns() != 0, rows.block_tiles, rows.blocks};
    append(compute_args, spec.compute_compile_args);

    const bool fpu = plan.math == RowMath::Fpu;
    const auto path = [&](const std::string& file) { return kernel_path(plan.op, file); };
    RowKernels kernels;
    kernels.all_cores = split.cores;
    kernels.num_cores = static_cast<uint32_t>(split.shares.size());
    kernels.reader_kernel_id = tm::CreateKernel(
        program, path("dataflow/reader_" + plan.op + ".cpp"), split.cores,
        tm::ReaderDataMovementConfig(reader_args, {}, {}, tm::KernelBuildOptLevel::O2, kernel_includes()));
    kernels.writer_kernel_id = tm::CreateKernel(
        program, path("dataflow/writer_" + plan.op + ".cpp"), split.cores,
        tm::WriterDataMovementConfig(writer_args, {}, {}, tm::KernelBuildOptLevel::O2, kernel_includes()));
    kernels.compute_kernel_id =
        tm::CreateKernel(program, path("compute/" + plan.op + (fpu ? "_fpu_compute.cpp" : "_compute.cpp")), split.cores,
                         tm::ComputeConfig{.math_fidelity = fidelity,
                                           .fp32_dest_acc_en = fp32_dst,
                                           .dst_full_sync_en = full_sync,
                                           .unpack_to_dest_mode = unpack_modes(plan, fp32_dst),
                                           .math_approx_mode = approximate,
                                           .compile_args = compute_args,
                                           .compiler_include_paths = kernel_includes()});
    for (const CoreShare& share : split.shares) {
        std::vector<uint32_t> reader = {spec.input.buffer()->address(), share.first_stick, share.sticks};
        append(reader, spec.reader_runtime_args);
        tm::SetRuntimeArgs(program, kernels.reader_kernel_id, share.core, reader);
        tm::SetRuntimeArgs(program, kernels.compute_kernel_id, share.core, {share.tile_rows});
        tm::SetRuntimeArgs(program, kernels.writer_kernel_id, share.core,
                           {spec.output.buffer()->address(), share.first_stick, share.sticks});
    }
    return kernels;
}

void refresh_row_program(tm::Program& program, const RowKernels& kernels, const ttnn::Tensor& input,
                         const ttnn::Tensor& output, const std::vector<uint32_t>& reader_runtime_args) {
    for (const CoreCoord& core : tm::corerange_to_cores(kernels.all_cores)) {
        auto& reader = tm::GetRuntimeArgs(program, kernels.reader_kernel_id, core);
        reader[0] = input.buffer()->address();
        for (size_t i = 0; i < reader_runtime_args.size(); ++i) reader[3 + i] = reader_runtime_args[i];
        tm::GetRuntimeArgs(program, kernels.writer_kernel_id, core)[0] = output.buffer()->address();
    }
}

}  // namespace tilewright::workshop
