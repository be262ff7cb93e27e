// The program factory of an exported op: work split, circular buffers, kernels and their arguments.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/export/cpp_names.hpp"
#include "workshop/plan/evaluate.hpp"

namespace tilewright::workshop::exported {

namespace {

constexpr const char* kFactoryHeader = R"text(@licence@

#pragma once

@vector_include@
#include <tt-metalium/host_api.hpp>
#include "@op@_device_operation_types.hpp"
#include "ttnn/device_operation.hpp"

namespace @space@::program {

// What a cached program needs to be used for other tensors.
struct @Type@SharedVariables {
    tt::tt_metal::KernelHandle reader_kernel_id = 0;
    tt::tt_metal::KernelHandle compute_kernel_id = 0;
    tt::tt_metal::KernelHandle writer_kernel_id = 0;
    std::vector<CoreCoord> cores;
};

struct @Type@ProgramFactory {
    using shared_variables_t = @Type@SharedVariables;
    using cached_program_t = ttnn::device_operation::CachedProgram<shared_variables_t>;

    static cached_program_t create(
        const @Type@Params& operation_attributes, const @Type@Inputs& tensor_args, @Result@& tensor_return_value);

    static void override_runtime_arguments(
        cached_program_t& cached_program,
        const @Type@Params& operation_attributes,
        const @Type@Inputs& tensor_args,
        @Result@& tensor_return_value);
};

}  // namespace @space@::program
)text";

constexpr const char* kFactorySource = R"text(@licence@

#include "@op@_program_factory.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include <tt-metalium/tensor_accessor_args.hpp>
#include <tt-metalium/work_split.hpp>
#include "@op@_plan.hpp"

namespace @space@::program {

using namespace tt::tt_metal;

namespace {

constexpr const char* KERNELS = "@path@/device/kernels/";

uint32_t float_bits(double value) { return std::bit_cast<uint32_t>(static_cast<float>(value)); }

// A constant in the precision of its tiles, as float32 bits.
[[maybe_unused]] uint32_t tile_bits(double value, bool fp32_dst) {
    const uint32_t bits = float_bits(value);
    return fp32_dst ? bits : (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000;
}

// The tensors in the order of the arguments; one that is absent keeps its place.
std::vector<const Tensor*> tensors_of(const @Type@Inputs& args) {
    return {@tensor_pointers@};
}

// Of a stick, or of a tile in tile layout. Pages of shards may be parts of sticks.
uint32_t input_bytes(const Tensor* tensor) {
    if (tensor == nullptr) {
        return 0;
    }
    if (tensor->layout() == Layout::TILE || !tensor->is_sharded()) {
        return static_cast<uint32_t>(tensor->buffer()->page_size());
    }
    return tensor->logical_shape()[-1] * tt::datum_size(datatype_to_dataformat_converter(tensor->dtype()));
}

// Sticks of one column go out with the padding of a tile.
uint32_t result_bytes(const Tensor& tensor) {
    const bool padded = tensor.is_sharded() && tensor.layout() != Layout::TILE && tensor.logical_shape()[-1] == 1;
    return (padded ? std::min(tensor.padded_shape()[-1], 32u) : 1) * input_bytes(&tensor);
}

void append_accessor(std::vector<uint32_t>& words, const Tensor* tensor) {
    (tensor == nullptr ? TensorAccessorArgs() : TensorAccessorArgs(*tensor->buffer())).append_to(words);
}

// Runtime arguments; numbers of the call are among them, so that other values need no new program.
std::vector<uint32_t> reader_args(
    [[maybe_unused]] const @Type@Params& attributes, const @Type@Inputs& args, uint32_t first_stick, uint32_t sticks) {
    std::vector<uint32_t> words = {first_stick, sticks};
    for (const Tensor* tensor : tensors_of(args)) {
        words.push_back(tensor == nullptr ? 0 : tensor->buffer()->address());
    }
    @reader_numbers@
    return words;
}

std::vector<uint32_t> compute_args([[maybe_unused]] const @Type@Params& attributes, uint32_t tile_rows) {
    return {@compute_words@};
}

}  // namespace

@Type@ProgramFactory::cached_program_t @Type@ProgramFactory::create(
    const @Type@Params& operation_attributes, const @Type@Inputs& tensor_args, @Result@& tensor_return_value) {
    const RowPlan plan = make_plan(operation_attributes, tensor_args);
    const auto* device = @main_result@.device();
    const auto [math_fidelity, math_approx_mode, fp32_dest_acc_en, packer_l1_acc, dst_full_sync_en] =
        get_compute_kernel_config_args(device->arch(), operation_attributes.compute_kernel_config);

    // Work split: tile-rows along the rows of the grid, so that few cores are spread over its columns.
    const CoreCoord whole = device->compute_with_storage_grid_size();
    @usual_grid@
    const auto [num_cores, all_cores, core_group_1, core_group_2, rows_per_core_group_1, rows_per_core_group_2] =
        split_work_to_cores(operation_attributes.core_grid.value_or(@grid@), plan.tile_rows(), /*row_wise=*/true);

    Program program = CreateProgram();

    // Circular buffers. Float32 goes to a 32-bit DST unchanged.
    std::vector<UnpackToDestMode> unpack_to_dest_mode(NUM_CIRCULAR_BUFFERS, UnpackToDestMode::Default);
    for (const PlannedCb& cb : plan.cbs) {
        const uint32_t page_size = tt::tile_size(cb.format);
        const auto index = static_cast<uint8_t>(cb.index);
        CreateCircularBuffer(
            program,
            all_cores,
            CircularBufferConfig(cb.pages * page_size, {{index, cb.format}}).set_page_size(index, page_size));
        if (fp32_dest_acc_en && cb.format == tt::DataFormat::Float32@unpacked@) {
            unpack_to_dest_mode[cb.index] = UnpackToDestMode::UnpackToDestFp32;
        }
    }

    // Reader and compute begin with the same compile-time arguments.
    std::vector<uint32_t> common_args = {
        plan.width_tiles,
        plan.width % 32,  // columns of the last tile; 0: all
        plan.block_tiles,
        plan.blocks,
        plan.passes,
        plan.first_pass_blocks,
        plan.anchor_tiles,
        plan.tiles_resident,
        plan.lines_stay,
        tile_bits(1.0f / static_cast<float>(plan.@elements@), fp32_dest_acc_en),
    };
    for (const Tensor* tensor : tensors_of(tensor_args)) {
        common_args.push_back(input_bytes(tensor));
    }
    std::vector<uint32_t> reader_compile_args = common_args;
    @reader_sides@
    for (const Tensor* tensor : tensors_of(tensor_args)) {
        append_accessor(reader_compile_args, tensor);
    }
    @compute_compile_args@
    std::vector<uint32_t> writer_compile_args = {result_bytes(@main_result@), @writer_blocks@};
    @writer_accessors@

    const std::string kernels = KERNELS;
    const KernelHandle reader_kernel_id = CreateKernel(
        program, kernels + "dataflow/reader_@op@.cpp", all_cores, ReaderDataMovementConfig(reader_compile_args));
    const KernelHandle writer_kernel_id = CreateKernel(
        program, kernels + "dataflow/writer_@op@.cpp", all_cores, WriterDataMovementConfig(writer_compile_args));
    const KernelHandle compute_kernel_id = CreateKernel(
        program,
        kernels + "compute/@op@_compute.cpp",
        all_cores,
        ComputeConfig{
            .math_fidelity = math_fidelity,
            .fp32_dest_acc_en = fp32_dest_acc_en,
            .dst_full_sync_en = dst_full_sync_en,
            .unpack_to_dest_mode = unpack_to_dest_mode,
            .math_approx_mode = math_approx_mode,
            .compile_args = @compute_args_name@});

    // Runtime arguments: the sticks of each core.
    std::vector<CoreCoord> cores = corerange_to_cores(all_cores, num_cores, /*row_wise=*/true);
    uint32_t first_row = 0;
    for (const CoreCoord& core : cores) {
        const uint32_t tile_rows = core_group_1.contains(core) ? rows_per_core_group_1 : rows_per_core_group_2;
        const uint32_t first_stick = first_row * 32;
        const uint32_t sticks = std::min(plan.sticks - first_stick, tile_rows * 32);
        SetRuntimeArgs(
            program, reader_kernel_id, core, reader_args(operation_attributes, tensor_args, first_stick, sticks));
        SetRuntimeArgs(program, compute_kernel_id, core, compute_args(operation_attributes, tile_rows));
        @writer_words@
        first_row += tile_rows;
    }

    return {std::move(program), {reader_kernel_id, compute_kernel_id, writer_kernel_id, std::move(cores)}};
}

void @Type@ProgramFactory::override_runtime_arguments(
    cached_program_t& cached_program,
    const @Type@Params& operation_attributes,
    const @Type@Inputs& tensor_args,
    @Result@& tensor_return_value) {
    Program& program = cached_program.program;
    const auto& shared = cached_program.shared_variables;
    const auto set = [](auto& held, const std::vector<uint32_t>& words) {
        for (size_t i = 0; i < words.size(); ++i) {
            held[i] = words[i];
        }
    };
    for (const CoreCoord& core : shared.cores) {
        auto& reader = GetRuntimeArgs(program, shared.reader_kernel_id, core);
        set(reader, reader_args(operation_attributes, tensor_args, reader[0], reader[1]));
        auto& compute = GetRuntimeArgs(program, shared.compute_kernel_id, core);
        set(compute, compute_args(operation_attributes, compute[0]));
        @writer_addresses@
    }
}

}  // namespace @space@::program
)text";

// The writer's arguments. Of several results the first has its places before what all have in common, the others
// behind.
constexpr const char* kAccessorsOfSeveral = R"text(for (size_t k = 1; k < tensor_return_value.size(); ++k) {
    writer_compile_args.push_back(result_bytes(tensor_return_value[k]));
}
for (const Tensor& result : tensor_return_value) {
    append_accessor(writer_compile_args, &result);
}
)text";
constexpr const char* kWriterWords =
    "std::vector<uint32_t> writer_args = {@main_result@.buffer()->address(), first_stick, sticks@writer_numbers@};\n";
constexpr const char* kWordsOfSeveral = R"text(for (size_t k = 1; k < tensor_return_value.size(); ++k) {
    writer_args.push_back(tensor_return_value[k].buffer()->address());
}
)text";
constexpr const char* kAddressesOfSeveral =
    R"text(auto& writer = GetRuntimeArgs(program, shared.writer_kernel_id, core);
writer[0] = tensor_return_value[0].buffer()->address();
const size_t more = writer.size() - tensor_return_value.size();
for (size_t k = 1; k < tensor_return_value.size(); ++k) {
    writer[more + k] = tensor_return_value[k].buffer()->address();
}
)text";

// A number of the formula over the parameters of a call.
std::string number(const rows::Plan& plan, int node) {
    if (plan.program[node].op == rows::Op::Parameter) return "attributes." + plan.program[node].name;
    return rows::scalar_source(plan.program, node, "attributes.", false);
}

}  // namespace

Files factory_files(const ExportRequest& request, const Gaps& common) {
    const rows::Plan& plan = request.plan;
    Gaps gaps = common;
    std::vector<std::string> pointers, words = {"tile_rows"};
    for (const rows::SpecInput& input : plan.spec.inputs) {
        pointers.push_back(input.optional
                               ? fmt::format("args.{0}.has_value() ? &args.{0}.value() : nullptr", input.name)
                               : "&args." + input.name);
    }
    for (const int node : plan.scalars) words.push_back(fmt::format("float_bits({})", number(plan, node)));
    gaps["tensor_pointers"] = fmt::format("{}", fmt::join(pointers, ", "));
    gaps["compute_words"] = fmt::format("{}", fmt::join(words, ", "));
    std::string numbers;
    if (!plan.constants.empty()) {
        numbers = "const bool fp32_dst = get_fp32_dest_acc_en(attributes.compute_kernel_config);\n";
    }
    for (const int node : plan.constants) {
        numbers += fmt::format("words.push_back(tile_bits({}, fp32_dst));\n", number(plan, node));
    }
    if (plan.spec.in_matrices()) {
        numbers += fmt::format("words.push_back(args.{}.logical_shape()[-2]);  // rows of a matrix\n",
                               plan.spec.first_rows().name);
    }
    const bool gathered = plan.gathered();
    if (gathered) {
        numbers += fmt::format(
            "const auto extents = extents_of({});\n"
            "words.insert(words.end(), extents.begin(), extents.end());\n",
            rows_shape(plan.spec));
    }
    gaps["elements"] = gathered ? "elements" : "width";
    gaps["compute_compile_args"] = gathered ? "std::vector<uint32_t> compute_compile_args = common_args;\n"
                                              "compute_compile_args.push_back(plan.extents[2]);\n"
                                              "compute_compile_args.push_back(plan.extents[3]);\n"
                                            : "";
    const bool sides = plan.spec.has_operands();
    gaps["reader_sides"] = sides
                               ? "// Sizes of the sides of products.\n"
                                 "const std::vector<uint32_t> sides = sides_of(tensor_args);\n"
                                 "reader_compile_args.insert(reader_compile_args.end(), sides.begin(), sides.end());\n"
                               : "";
    if (sides)
        gaps["compute_compile_args"] +=
            "compute_compile_args.insert(compute_compile_args.end(), sides.begin(), sides.end());\n";
    // The matrix unit takes what it reads through its source registers.
    gaps["unpacked"] = "";
    for (const rows::PlanCb& cb : plan.cbs) {
        if (cb.consumer == kMatrixUnit) gaps["unpacked"] += fmt::format(" && cb.index != {}", cb.index);
    }
    gaps["compute_args_name"] = gathered ? "compute_compile_args" : "common_args";
    gaps["writer_numbers"] = plan.spec.in_matrices() ? ", plan.matrix_rows, plan.width_tiles"
                             : gathered ? ", plan.extents[0], plan.extents[1], plan.extents[2], plan.extents[3], "
                                          "plan.width_tiles"
                                        : "";
    if (plan.spec.last)
        gaps["writer_numbers"] =
            ", plan.extents[0], plan.extents[1], plan.extents[2], sides.back(), (sides.back() + 31) / 32";
    gaps["reader_numbers"] = numbers;
    gaps["grid"] = plan.spec.grid ? "usual" : "whole";
    gaps["usual_grid"] =
        plan.spec.grid
            ? fmt::format("const CoreCoord usual{{std::min<size_t>(whole.x, {}), std::min<size_t>(whole.y, {})}};\n",
                          plan.spec.grid->first, plan.spec.grid->second)
            : "";
    const bool several = plan.results.size() > 1;
    const bool blocks = std::any_of(plan.results.begin(), plan.results.end(), [](const auto& r) { return !r.column; });
    gaps["writer_blocks"] = plan.spec.last ? "1, (sides.back() + 31) / 32"
                            : blocks       ? "plan.block_tiles, plan.blocks"
                                           : "1, 1";
    gaps["main_result"] = several ? "tensor_return_value[0]" : "tensor_return_value";
    gaps["writer_accessors"] =
        several ? kAccessorsOfSeveral : "append_accessor(writer_compile_args, &tensor_return_value);";
    const std::string words_of_writer = filled(kWriterWords, gaps);
    gaps["writer_words"] = words_of_writer + (several ? kWordsOfSeveral : "") +
                           "SetRuntimeArgs(program, writer_kernel_id, core, writer_args);\n";
    gaps["writer_addresses"] =
        several
            ? kAddressesOfSeveral
            : "GetRuntimeArgs(program, shared.writer_kernel_id, core)[0] = tensor_return_value.buffer()->address();";
    return {{"device/" + plan.spec.name + "_program_factory.hpp", filled(kFactoryHeader, gaps)},
            {"device/" + plan.spec.name + "_program_factory.cpp", filled(kFactorySource, gaps)}};
}

}  // namespace tilewright::workshop::exported
