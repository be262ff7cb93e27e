// Building and refreshing the programs of row ops.
#include "workshop/op/row_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "tilewright/device.hpp"
#include "tt-metalium/allocator.hpp"
#include "tt-metalium/bfloat16.hpp"
#include "tt-metalium/tensor_accessor_args.hpp"
#include "tt-metalium/work_split.hpp"
#include "workshop/op/op.hpp"
#include "workshop/op/shards.hpp"

namespace tilewright::workshop {

namespace tm = tt::tt_metal;

namespace {

uint32_t stick_bytes(const ttnn::Tensor* tensor) { return tensor == nullptr ? 0 : input_bytes(*tensor); }
void append_accessor(std::vector<uint32_t>& words, const ttnn::Tensor* tensor) {
    (tensor != nullptr ? tm::TensorAccessorArgs(*tensor->buffer()) : tm::TensorAccessorArgs()).append_to(words);
}
void append(std::vector<uint32_t>& words, const std::vector<uint32_t>& more) {
    words.insert(words.end(), more.begin(), more.end());
}

void create_cbs(tm::Program& program, const CoreRangeSet& cores, const OpPlan& plan) {
    set_program_name(program, fmt::format("{}, {} plan", plan.op, plan_name(plan.kind)));
    for (const PlannedCb& cb : plan.cbs) {
        const auto index = static_cast<uint8_t>(cb.index);
        tm::CreateCircularBuffer(
            program, cores,
            tm::CircularBufferConfig(cb.bytes(), {{index, cb.format}}).set_page_size(index, cb.page_bytes()));
        set_cb_name(program, cb.index, cb.name.empty() ? cb.holds : cb.name, cb.persistent);
    }
}

// On the SFPU Float32 CBs go to a 32-bit DST unchanged; a 16-bit DST and the matrix unit take them through the source
// registers.
std::vector<tm::UnpackToDestMode> unpack_modes(const OpPlan& plan, bool fp32_dst) {
    std::vector<tm::UnpackToDestMode> modes(NUM_CIRCULAR_BUFFERS, tm::UnpackToDestMode::Default);
    for (const PlannedCb& cb : plan.cbs) {
        if (cb.consumer == kMatrixUnit) continue;
        if (fp32_dst && plan.math == RowMath::Sfpu && cb.format == tt::DataFormat::Float32) {
            modes[cb.index] = tm::UnpackToDestMode::UnpackToDestFp32;
        }
    }
    return modes;
}

std::vector<uint32_t> common_args(const OpPlan& plan, const RowProgramCall& call, bool fp32_dst) {
    const RowGeometry& rows = plan.rows;
    // 1/W in the precision of its tiles.
    const bool wide = plan.math == RowMath::Sfpu && fp32_dst;
    const auto scaler = wide ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;
    std::vector<uint32_t> words = {
        rows.width_tiles(), rows.tail_columns(),
        rows.block_tiles,   rows.blocks,
        rows.passes,        rows.first_pass_blocks,
        rows.anchor_tiles,  plan.kind == PlanKind::TilesResident,
        plan.lines_stay(),  scaler_bits(rows.elements != 0 ? rows.elements : rows.width, scaler)};
    for (const ttnn::Tensor* input : call.inputs) words.push_back(stick_bytes(input));
    return words;
}

std::vector<uint32_t> extents_of(const RowProgramCall& call) {
    if (!call.extents) return {};
    return {call.extents->n, call.extents->c, call.extents->h, call.extents->w};
}
std::vector<uint32_t> reader_args(const RowProgramCall& call, uint32_t first_stick, uint32_t sticks) {
    std::vector<uint32_t> words = {first_stick, sticks};
    for (const ttnn::Tensor* input : call.inputs) words.push_back(input == nullptr ? 0 : input->buffer()->address());
    append(words, call.reader_runtime_args);
    append(words, extents_of(call));
    return words;
}
std::vector<uint32_t> compute_args(const RowProgramCall& call, uint32_t tile_rows) {
    std::vector<uint32_t> words = {tile_rows};
    append(words, call.compute_runtime_args);
    return words;
}

}  // namespace

uint32_t l1_for_cbs(const ttnn::MeshDevice& device) {
    const uint64_t begin = device.allocator()->get_base_allocator_addr(tm::HalMemType::L1);
    const auto lowest = device.lowest_occupied_compute_l1_address();
    const uint64_t end = lowest ? *lowest : device.l1_size_per_core();
    return end > begin ? static_cast<uint32_t>(end - begin) : 0;
}

PlanRoom plan_room(const ttnn::MeshDevice& device) { return {l1_for_cbs(device), PlanAsk::parse(asked_plan(device))}; }

WorkSplit split_rows(const CoreCoord& grid, const RowGeometry& rows) {
    WorkSplit split;
    const auto [count, all, first_group, second_group, first_rows, second_rows] =
        tm::split_work_to_cores(grid, rows.tile_rows(), /*row_wise=*/true);
    (void)second_group;
    split.cores = all;
    uint32_t row = 0;
    for (const CoreCoord& core : tm::corerange_to_cores(all, count, /*row_wise=*/true)) {
        const uint32_t share = first_group.contains(core) ? first_rows : second_rows;
        split.shares.push_back({core, row * 32, std::min(rows.sticks - row * 32, share * 32), share});
        row += share;
    }
    return split;
}

RowKernels build_row_program(tm::Program& program, const OpPlan& plan, const RowProgramCall& call,
                             const RowProgramOptions& options) {
    const RowGeometry& rows = plan.rows;
    const ttnn::MeshDevice& device = *call.output.device();
    const auto [fidelity, approximate, fp32_dst, l1_acc, full_sync] =
        get_compute_kernel_config_args(device.arch(), options.compute_kernel_config);
    const WorkSplit split = split_rows(options.core_grid.value_or(device.compute_with_storage_grid_size()), rows);
    create_cbs(program, split.cores, plan);
    set_phases(program, plan.phases);

    const std::vector<uint32_t> common = common_args(plan, call, fp32_dst);
    std::vector<uint32_t> reader = common, compute = common;
    append(reader, options.reader_compile_args);
    append(reader, call.sizes);
    for (const ttnn::Tensor* input : call.inputs) append_accessor(reader, input);
    if (call.extents) append(compute, {call.extents->h, call.extents->w});
    append(compute, call.sizes);
    append(compute, options.compute_compile_args);
    // A result of one column is one tile wide, whatever the rows are.
    const bool wide = std::any_of(plan.cbs.begin(), plan.cbs.end(), [](const PlannedCb& cb) {
        return cb.consumer == "writer" && cb.size == PagesOf::Blocks;
    });
    const uint32_t columns_in_tiles = call.output_columns ? (*call.output_columns + 31) / 32 : rows.width_tiles();
    std::vector<uint32_t> writer = {result_bytes(call.output), wide ? rows.block_tiles : 1,
                                    call.output_columns ? columns_in_tiles
                                    : wide              ? rows.blocks
                                                        : 1};
    for (const ttnn::Tensor* output : call.more_outputs) writer.push_back(result_bytes(*output));
    append_accessor(writer, &call.output);
    for (const ttnn::Tensor* output : call.more_outputs) append_accessor(writer, output);

    const auto path = [&](const std::string& file) {
        return options.kernels.empty() ? kernel_path(plan.op, file) : (options.kernels / file).string();
    };
    const char* suffix = plan.math == RowMath::Fpu ? "_fpu_compute.cpp" : "_compute.cpp";
    RowKernels kernels;
    kernels.all_cores = split.cores;
    kernels.num_cores = static_cast<uint32_t>(split.shares.size());
    kernels.reader_kernel_id = tm::CreateKernel(
        program, path("dataflow/reader_" + plan.op + ".cpp"), split.cores,
        tm::ReaderDataMovementConfig(reader, {}, {}, tm::KernelBuildOptLevel::O2, options.kernel_includes));
    kernels.writer_kernel_id = tm::CreateKernel(
        program, path("dataflow/writer_" + plan.op + ".cpp"), split.cores,
        tm::WriterDataMovementConfig(writer, {}, {}, tm::KernelBuildOptLevel::O2, options.kernel_includes));
    kernels.compute_kernel_id = tm::CreateKernel(program, path("compute/" + plan.op + suffix), split.cores,
                                                 tm::ComputeConfig{.math_fidelity = fidelity,
                                                                   .fp32_dest_acc_en = fp32_dst,
                                                                   .dst_full_sync_en = full_sync,
                                                                   .unpack_to_dest_mode = unpack_modes(plan, fp32_dst),
                                                                   .math_approx_mode = approximate,
                                                                   .compile_args = compute,
                                                                   .compiler_include_paths = options.kernel_includes});
    for (const CoreShare& share : split.shares) {
        tm::SetRuntimeArgs(program, kernels.reader_kernel_id, share.core,
                           reader_args(call, share.first_stick, share.sticks));
        tm::SetRuntimeArgs(program, kernels.compute_kernel_id, share.core, compute_args(call, share.tile_rows));
        std::vector<uint32_t> words = {call.output.buffer()->address(), share.first_stick, share.sticks};
        append(words, call.writer_runtime_args);
        append(words, extents_of(call));
        if (call.output_columns) words.back() = *call.output_columns;
        if (call.extents) words.push_back(columns_in_tiles);
        for (const ttnn::Tensor* output : call.more_outputs) words.push_back(output->buffer()->address());
        tm::SetRuntimeArgs(program, kernels.writer_kernel_id, share.core, words);
    }
    return kernels;
}

void refresh_row_program(tm::Program& program, const RowKernels& kernels, const RowProgramCall& call) {
    const auto set = [](auto& held, const std::vector<uint32_t>& words) {
        for (size_t i = 0; i < words.size(); ++i) held[i] = words[i];
    };
    for (const CoreCoord& core : tm::corerange_to_cores(kernels.all_cores)) {
        auto& reader = tm::GetRuntimeArgs(program, kernels.reader_kernel_id, core);
        set(reader, reader_args(call, reader[0], reader[1]));
        auto& compute = tm::GetRuntimeArgs(program, kernels.compute_kernel_id, core);
        set(compute, compute_args(call, compute[0]));
        auto& writer = tm::GetRuntimeArgs(program, kernels.writer_kernel_id, core);
        writer[0] = call.output.buffer()->address();
        const size_t more = writer.size() - call.more_outputs.size();
        for (size_t k = 0; k < call.more_outputs.size(); ++k)
            writer[more + k] = call.more_outputs[k]->buffer()->address();
    }
}

uint32_t constant_bits(double value, tt::DataFormat format) {
    const auto number = static_cast<float>(value);
    return std::bit_cast<uint32_t>(format == tt::DataFormat::Float32 ? number : static_cast<float>(bfloat16(number)));
}

uint32_t scaler_bits(uint32_t width, tt::DataFormat format) {
    return constant_bits(1.0f / static_cast<float>(width), format);
}

}  // namespace tilewright::workshop
