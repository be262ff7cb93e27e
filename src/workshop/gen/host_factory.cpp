// The program factory: what a call brings; the rest is the common row program.
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
    out.line("#include \"ttnn/device_operation.hpp\"").line("#include \"workshop/op/row_program.hpp\"").line();
    out.line(fmt::format("namespace {} {{", space_name)).line();
    out.open(fmt::format("struct {}ProgramFactory {{", type_));
    out.line("using shared_variables_t = tilewright::workshop::RowKernels;");
    out.line("using cached_program_t = ttnn::device_operation::CachedProgram<shared_variables_t>;").line();
    out.list("static cached_program_t create(",
             {fmt::format("const {}Params& operation_attributes", type_),
              fmt::format("const {}Inputs& tensor_args", type_), result_type() + "& tensor_return_value"},
             ");");
    out.list("static void override_runtime_arguments(",
             {"cached_program_t& cached_program", fmt::format("const {}Params& operation_attributes", type_),
              fmt::format("const {}Inputs& tensor_args", type_), result_type() + "& tensor_return_value"},
             ");");
    out.close("};").line();
    out.line(fmt::format("}}  // namespace {}", space_name));
    return out.str();
}

std::string Host::scalar(int node) const {
    if (plan_.program[node].op == Op::Parameter) return "attributes." + plan_.program[node].name;
    return scalar_source(plan_.program, node, "attributes.", false);
}

std::string Host::factory() const {
    const std::string space_name = space() + "::program";
    const std::string type = type_ + "ProgramFactory";
    Text out;
    out.comment(fmt::format("The program of {}: the common row program with its own plan.", op_));
    out.line(fmt::format("#include \"{}_program_factory.hpp\"", op_)).line();
    out.line("#include <bit>").line("#include <cmath>").line();
    out.line(fmt::format("#include \"{}_plan.hpp\"", op_));
    if (spec_.has_operands()) out.line("#include \"workshop/op/validate.hpp\"");
    out.line();
    out.line(fmt::format("namespace {} {{", space_name)).line();
    out.line("using namespace tt::tt_metal;").line("namespace ws = tilewright::workshop;").line();
    out.line("namespace {").line();
    if (!later_.empty()) {
        out.comment("An input that is absent keeps its places among the arguments.");
        out.open("const Tensor* present(const std::optional<const Tensor>& tensor) {");
        out.line("return tensor ? &*tensor : nullptr;");
        out.close().line();
    }
    const bool scalars = !plan_.scalars.empty(), constants = !plan_.constants.empty();
    if (scalars || constants) {
        out.comment("Parameters are arguments, not constants: other values need no new program.");
    }
    define_static(out, "ws::RowProgramCall call_of(",
                  {fmt::format("{}const {}Params& attributes", scalars || constants ? "" : "[[maybe_unused]] ", type_),
                   fmt::format("const {}Inputs& args", type_),
                   gives_several() ? "const std::vector<Tensor>& outputs" : "const Tensor& output"});
    Text call;
    call.open("");
    if (constants) {
        call.line("const bool fp32_dst = get_fp32_dest_acc_en(attributes.compute_kernel_config);");
        call.line("const auto format = fp32_dst ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;");
    }
    if (scalars) {
        call.line("const auto bits = [](double value) { return std::bit_cast<uint32_t>(static_cast<float>(value)); };");
    }
    std::vector<std::string> inputs, tiles, numbers;
    for (const SpecInput& input : spec_.inputs) {
        inputs.push_back(input.optional ? fmt::format("present(args.{})", input.name) : "&args." + input.name);
    }
    for (const int node : plan_.constants) tiles.push_back(fmt::format("ws::constant_bits({}, format)", scalar(node)));
    for (const int node : plan_.scalars) numbers.push_back(fmt::format("bits({})", scalar(node)));
    std::vector<std::string> fields = {fmt::format(".inputs = {{{}}}", fmt::join(inputs, ", ")),
                                       gives_several() ? ".output = outputs[0]" : ".output = output"};
    if (spec_.in_matrices()) tiles.emplace_back("matrix_rows");
    if (!tiles.empty()) fields.push_back(fmt::format(".reader_runtime_args = {{{}}}", fmt::join(tiles, ", ")));
    if (scalars) fields.push_back(fmt::format(".compute_runtime_args = {{{}}}", fmt::join(numbers, ", ")));
    if (spec_.in_matrices()) {
        fields.emplace_back(".writer_runtime_args = {matrix_rows, width_tiles}");
        call.comment("Every matrix begins with a tile-row of its own.");
        call.line(fmt::format("const uint32_t matrix_rows = args.{}.logical_shape()[-2];", first()));
        call.line(fmt::format("const uint32_t width_tiles = (args.{}.logical_shape()[-1] + 31) / 32;", first()));
    }
    if (plan_.gathered()) fields.push_back(fmt::format(".extents = ws::extents_of({})", rows_shape("args.")));
    if (spec_.has_operands()) {
        std::vector<std::string> sizes;
        for (size_t size = 0; size < spec_.sizes; ++size) sizes.push_back(size_source(size, "args."));
        fields.push_back(fmt::format(".sizes = {{{}}}", fmt::join(sizes, ", ")));
        if (spec_.last) fields.push_back(fmt::format(".output_columns = {}", sizes.back()));
    }
    if (gives_several()) {
        std::vector<std::string> others;
        for (size_t k = 1; k < plan_.results.size(); ++k) others.push_back(fmt::format("&outputs[{}]", k));
        fields.push_back(fmt::format(".more_outputs = {{{}}}", fmt::join(others, ", ")));
    }
    call.list("return {", fields, "};");
    append(out, call);
    out.line("}").line();
    out.line("}  // namespace").line();
    define_static(out, fmt::format("{0}::cached_program_t {0}::create(", type),
                  {fmt::format("const {}Params& operation_attributes", type_),
                   fmt::format("const {}Inputs& tensor_args", type_), result_type() + "& tensor_return_value"});
    Text body;
    body.open("");
    body.line("const ws::OpPlan plan = make_plan(operation_attributes, tensor_args);");
    if (spec_.grid) {
        body.comment("The spec asks for this grid; a smaller card gives what it has.");
        body.line(
            fmt::format("const CoreCoord whole = tensor_args.{}.device()->compute_with_storage_grid_size();", first()));
        body.line(fmt::format("const CoreCoord usual{{std::min<size_t>(whole.x, {}), std::min<size_t>(whole.y, {})}};",
                              spec_.grid->first, spec_.grid->second));
    }
    body.line("Program program = CreateProgram();");
    body.line("const auto call = call_of(operation_attributes, tensor_args, tensor_return_value);");
    lines(body, "const ws::RowProgramOptions options{",
          {".compute_kernel_config = operation_attributes.compute_kernel_config",
           fmt::format(".core_grid = operation_attributes.core_grid{}", spec_.grid ? ".value_or(usual)" : "")},
          "};");
    body.line("auto kernels = ws::build_row_program(program, plan, call, options);");
    body.line("return {std::move(program), std::move(kernels)};");
    append(out, body);
    out.line("}").line();
    define_static(out, fmt::format("void {}::override_runtime_arguments(", type),
                  {"cached_program_t& cached_program", fmt::format("const {}Params& operation_attributes", type_),
                   fmt::format("const {}Inputs& tensor_args", type_), result_type() + "& tensor_return_value"});
    Text refresh;
    refresh.open("");
    refresh.line("const auto call = call_of(operation_attributes, tensor_args, tensor_return_value);");
    refresh.line("ws::refresh_row_program(cached_program.program, cached_program.shared_variables, call);");
    append(out, refresh);
    out.line("}").line();
    out.line(fmt::format("}}  // namespace {}", space_name));
    return out.str();
}

}  // namespace tilewright::workshop::rows
