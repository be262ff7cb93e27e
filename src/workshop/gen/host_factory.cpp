// The program factory: CBs, kernels, arguments, and what a cached program needs for another call.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/gen/host_writer.hpp"
#include "workshop/gen/kernels.hpp"
#include "workshop/plan/evaluate.hpp"

namespace tilewright::workshop::rows {

std::string Host::factory_header() const {
    const std::string space_name = space() + "::program";
    Text out;
    out.comment(fmt::format("Builds the program of {} and refreshes it for another call.", op_));
    out.line("#pragma once").line();
    out.line(fmt::format("#include \"{}_device_operation_types.hpp\"", op_));
    out.line("#include \"tt-metalium/host_api.hpp\"").line("#include \"ttnn/device_operation.hpp\"").line();
    out.line(fmt::format("namespace {} {{", space_name)).line();
    out.open(fmt::format("struct {}SharedVariables {{", type_));
    for (const char* kernel : {"reader", "compute", "writer"}) {
        out.line(fmt::format("tt::tt_metal::KernelHandle {}_kernel_id = 0;", kernel));
    }
    out.line("CoreRangeSet all_cores;").line("uint32_t num_cores = 0;");
    out.close("};").line();
    out.open(fmt::format("struct {}ProgramFactory {{", type_));
    out.line(fmt::format("using shared_variables_t = {}SharedVariables;", type_));
    out.line("using cached_program_t = ttnn::device_operation::CachedProgram<shared_variables_t>;").line();
    out.list("static cached_program_t create(",
             {fmt::format("const {}Params& operation_attributes", type_),
              fmt::format("const {}Inputs& tensor_args", type_), "Tensor& tensor_return_value"},
             ");");
    out.list("static void override_runtime_arguments(",
             {"cached_program_t& cached_program", fmt::format("const {}Params& operation_attributes", type_),
              fmt::format("const {}Inputs& tensor_args", type_), "Tensor& tensor_return_value"},
             ");");
    out.close("};").line();
    out.line(fmt::format("}}  // namespace {}", space_name));
    return out.str();
}

std::string Host::address(const SpecInput& input) const {
    return input.optional ? fmt::format("address_of(args.{})", input.name)
                          : fmt::format("args.{}.buffer()->address()", input.name);
}

std::string Host::factory() const {
    const std::string space_name = space() + "::program";
    const std::string type = type_ + "ProgramFactory";
    const bool optional = !later_.empty();
    Text out;
    out.comment("CBs from the plan, three kernels, rows split over the grid.");
    out.line(fmt::format("#include \"{}_program_factory.hpp\"", op_)).line();
    out.line("#include <bit>").line("#include <cmath>").line();
    out.line(fmt::format("#include \"{}_plan.hpp\"", op_));
    out.line("#include \"tt-metalium/tensor_accessor_args.hpp\"").line("#include \"workshop/op/op.hpp\"").line();
    out.line(fmt::format("namespace {} {{", space_name)).line();
    out.line("using namespace tt::tt_metal;").line("namespace ws = tilewright::workshop;").line();
    out.line("namespace {").line();
    if (optional) {
        out.comment("An input that is absent keeps its places among the arguments.");
        out.line("uint32_t address_of(const std::optional<const Tensor>& tensor) {");
        out.line("    return tensor ? tensor->buffer()->address() : 0;").line("}");
        out.line("uint32_t stick_bytes(const std::optional<const Tensor>& tensor) {");
        out.line("    return tensor ? static_cast<uint32_t>(tensor->buffer()->page_size()) : 0;").line("}");
        out.line("void append_accessor(const std::optional<const Tensor>& tensor, std::vector<uint32_t>& words) {");
        out.line("    (tensor ? TensorAccessorArgs(*tensor->buffer()) : TensorAccessorArgs()).append_to(words);");
        out.line("}").line();
    }
    out.comment("Runtime arguments of the kernels, in the order they take them.");
    out.list("std::vector<uint32_t> reader_arguments(",
             {fmt::format("const {}Inputs& args", type_), "uint32_t first_stick", "uint32_t sticks"}, ") {");
    std::vector<std::string> words = {"first_stick", "sticks"};
    for (const SpecInput& input : spec_.inputs) words.push_back(address(input));
    Text reader;
    reader.open("");
    reader.list("return {", words, "};");
    append(out, reader);
    out.line("}").line();
    const bool scalars = !plan_.scalars.empty();
    if (scalars) {
        out.comment("Parameters are arguments, not constants: other values need no new program.");
        out.list("std::vector<uint32_t> compute_arguments(",
                 {fmt::format("const {}Params& attributes", type_), "uint32_t tile_rows"}, ") {");
        out.line(
            "    const auto bits = [](double value) { return std::bit_cast<uint32_t>(static_cast<float>(value)); "
            "};");
        std::vector<std::string> items = {"tile_rows"};
        for (const int node : plan_.scalars) {
            const bool plain = plan_.program[node].op == Op::Parameter;
            items.push_back(plain ? fmt::format("bits(attributes.{})", plan_.program[node].name)
                                  : fmt::format("bits({})", scalar_source(plan_.program, node, "attributes.", false)));
        }
        Text compute;
        compute.open("");
        compute.list("return {", items, "};");
        append(out, compute);
        out.line("}").line();
    }
    out.line("}  // namespace").line();
    define_static(out, fmt::format("{0}::cached_program_t {0}::create(", type),
                  {fmt::format("const {}Params& operation_attributes", type_),
                   fmt::format("const {}Inputs& tensor_args", type_), "Tensor& tensor_return_value"});
    Text body;
    body.open("");
    body.line(fmt::format("const Tensor& input = tensor_args.{};", first()));
    body.line("const ws::OpPlan plan = make_plan(operation_attributes, tensor_args);");
    body.line("const auto& config = operation_attributes.compute_kernel_config;");
    body.line("const auto [fidelity, approximate, fp32_dst, l1_acc, full_sync] =");
    body.line("    get_compute_kernel_config_args(input.device()->arch(), config);");
    if (spec_.grid) {
        body.comment("The spec asks for this grid; a smaller card gives what it has.");
        body.line("const CoreCoord whole = input.device()->compute_with_storage_grid_size();");
        body.line(fmt::format("const CoreCoord usual{{std::min<size_t>(whole.x, {}), std::min<size_t>(whole.y, {})}};",
                              spec_.grid->first, spec_.grid->second));
    } else {
        body.line("const CoreCoord usual = input.device()->compute_with_storage_grid_size();");
    }
    body.line("const CoreCoord grid = operation_attributes.core_grid.value_or(usual);");
    body.line("const ws::WorkSplit split = ws::split_rows(grid, plan.rows);").line();
    body.line("Program program = CreateProgram();").line("ws::create_cbs(program, split.cores, plan);").line();
    const bool refined = plan_.program.has_refinement;
    if (refined) {
        body.line("const bool refined = is_refined(operation_attributes.output_dtype, fp32_dst);");
    }
    if (!plan_.rows.empty()) body.line("const uint32_t chunk = chunk_tiles(plan.rows.block_tiles);");
    const std::string chunk = plan_.rows.empty() ? "1" : "chunk";
    body.line("const ws::RowGeometry& rows = plan.rows;");
    body.line("std::vector<uint32_t> reader_args = {rows.tail_columns(), rows.block_tiles, rows.blocks};");
    body.line(fmt::format("reader_args.insert(reader_args.end(), {{{}, {}}});", chunk, refined ? "refined" : "false"));
    for (const SpecInput& input : spec_.inputs) {
        body.line(
            input.optional
                ? fmt::format("reader_args.push_back(stick_bytes(tensor_args.{}));", input.name)
                : fmt::format("reader_args.push_back(static_cast<uint32_t>(tensor_args.{}.buffer()->page_size()));",
                              input.name));
    }
    for (const SpecInput& input : spec_.inputs) {
        body.line(input.optional ? fmt::format("append_accessor(tensor_args.{}, reader_args);", input.name)
                                 : fmt::format("TensorAccessorArgs(*tensor_args.{}.buffer()).append_to(reader_args);",
                                               input.name));
    }
    body.line("const Buffer& target = *tensor_return_value.buffer();");
    body.line("const auto target_bytes = static_cast<uint32_t>(target.page_size());");
    body.line("std::vector<uint32_t> writer_args = {target_bytes, rows.block_tiles, rows.blocks};");
    body.line("TensorAccessorArgs(target).append_to(writer_args);");
    body.line("const uint32_t inverse_width = std::bit_cast<uint32_t>(1.0f / static_cast<float>(rows.width));");
    body.line(
        "std::vector<uint32_t> compute_args = {rows.width_tiles(), rows.tail_columns(), rows.block_tiles, "
        "rows.blocks};");
    body.line(fmt::format("compute_args.insert(compute_args.end(), {{inverse_width, {}, {}}});",
                          refined ? "refined" : "false", chunk));
    for (const SpecInput& input : spec_.inputs) {
        if (input.optional) body.line(fmt::format("compute_args.push_back(tensor_args.{}.has_value());", input.name));
    }
    body.line();
    body.line(
        fmt::format("const auto kernel = [](const char* file) {{ return ws::kernel_path(\"{}\", file); }};", op_));
    body.line(fmt::format("const std::string reader_file = kernel(\"dataflow/reader_{}.cpp\");", op_));
    body.line(fmt::format("const std::string writer_file = kernel(\"dataflow/writer_{}.cpp\");", op_));
    body.line(fmt::format("const std::string compute_file = kernel(\"compute/{}_compute.cpp\");", op_));
    for (const char* kind : {"reader", "writer"}) {
        body.line(fmt::format("const {1}DataMovementConfig {0}_config({0}_args);", kind, pascal_case(kind)));
        body.line(
            fmt::format("const KernelHandle {0} = CreateKernel(program, {0}_file, split.cores, {0}_config);", kind));
    }
    body.line("const ComputeConfig compute_config{.math_fidelity = fidelity,");
    body.line("                                   .fp32_dest_acc_en = fp32_dst,");
    body.line("                                   .dst_full_sync_en = full_sync,");
    body.line("                                   .unpack_to_dest_mode = ws::unpack_modes(plan, fp32_dst),");
    body.line("                                   .math_approx_mode = approximate,");
    body.line("                                   .compile_args = compute_args};");
    body.line("const KernelHandle compute = CreateKernel(program, compute_file, split.cores, compute_config);");
    body.open("for (const ws::CoreShare& share : split.shares) {");
    body.line("const auto words = reader_arguments(tensor_args, share.first_stick, share.sticks);");
    body.line("SetRuntimeArgs(program, reader, share.core, words);");
    body.line(scalars ? "SetRuntimeArgs(program, compute, share.core, compute_arguments(operation_attributes, "
                        "share.tile_rows));"
                      : "SetRuntimeArgs(program, compute, share.core, {share.tile_rows});");
    body.line("SetRuntimeArgs(program, writer, share.core, {target.address(), share.first_stick, share.sticks});");
    body.close();
    body.line("const auto num_cores = static_cast<uint32_t>(split.shares.size());");
    body.line("return {std::move(program), shared_variables_t{reader, compute, writer, split.cores, num_cores}};");
    append(out, body);
    out.line("}").line();
    define_static(out, fmt::format("void {}::override_runtime_arguments(", type),
                  {"cached_program_t& cached_program",
                   fmt::format("{}const {}Params& operation_attributes", scalars ? "" : "[[maybe_unused]] ", type_),
                   fmt::format("const {}Inputs& tensor_args", type_), "Tensor& tensor_return_value"});
    Text refresh;
    refresh.open("");
    refresh.line("const auto& shared = cached_program.shared_variables;");
    refresh.line("Program& program = cached_program.program;");
    refresh.open("for (const CoreCoord& core : corerange_to_cores(shared.all_cores)) {");
    refresh.line("auto& reader = GetRuntimeArgs(program, shared.reader_kernel_id, core);");
    refresh.line("const std::vector<uint32_t> words = reader_arguments(tensor_args, reader[0], reader[1]);");
    refresh.line("for (size_t i = 0; i < words.size(); ++i) reader[i] = words[i];");
    if (scalars) {
        refresh.line("auto& compute = GetRuntimeArgs(program, shared.compute_kernel_id, core);");
        refresh.line("const std::vector<uint32_t> numbers = compute_arguments(operation_attributes, compute[0]);");
        refresh.line("for (size_t i = 0; i < numbers.size(); ++i) compute[i] = numbers[i];");
    }
    refresh.line("auto& writer = GetRuntimeArgs(program, shared.writer_kernel_id, core);");
    refresh.line("writer[0] = tensor_return_value.buffer()->address();");
    refresh.close();
    append(out, refresh);
    out.line("}").line();
    out.line(fmt::format("}}  // namespace {}", space_name));
    return out.str();
}

}  // namespace tilewright::workshop::rows
