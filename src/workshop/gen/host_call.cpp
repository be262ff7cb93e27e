// The call of an op, its Python binding and its entry for the workshop.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/gen/host_writer.hpp"
#include "workshop/gen/kernels.hpp"
#include "workshop/plan/evaluate.hpp"
#include "workshop/spec/escape.hpp"

namespace tilewright::workshop::rows {

std::string Host::shape_text(const SpecInput& input) const {
    if (input.dims == kAllDims) return "[..., W]";
    if (plan_.gathered()) return dims_text(input.dims);
    return input.shape == InputShape::Row ? "[W], [1, W] or [1, 1, 1, W]" : "[..., 1]";
}

std::string Host::header() const {
    Text out;
    out.comment(fmt::format("ttnn::{}: {}.", op_, summary()));
    out.line("#pragma once").line().line("#include <optional>");
    if (gives_several()) out.line("#include <vector>");
    out.line();
    out.line("#include \"ttnn/decorators.hpp\"");
    out.line("#include \"ttnn/operations/core/compute_kernel/compute_kernel_config.hpp\"");
    out.line("#include \"ttnn/types.hpp\"").line();
    out.line(fmt::format("namespace {} {{", space())).line();
    out.open(fmt::format("struct Execute{} {{", type_));
    out.list(fmt::format("static {} invoke(", result_type()), call_parameters(true), ");");
    out.close("};").line();
    out.line("// For the op registry.").line("void register_documentation();").line();
    out.line(fmt::format("}}  // namespace {}", space())).line();
    out.line("namespace ttnn {").line();
    const std::string one = fmt::format(
        "constexpr auto {0} = ttnn::register_operation<\"ttnn::{0}\", {1}::Execute{2}>();", op_, space(), type_);
    if (one.size() <= kColumns) {
        out.line(one);
    } else {
        out.line(fmt::format("constexpr auto {} =", op_));
        const std::string two =
            fmt::format("    ttnn::register_operation<\"ttnn::{0}\", {1}::Execute{2}>();", op_, space(), type_);
        if (two.size() <= kColumns) {
            out.line(two);
        } else {
            out.line(fmt::format("    ttnn::register_operation<\"ttnn::{}\",", op_));
            out.line(fmt::format("                             {}::Execute{}>();", space(), type_));
        }
    }
    out.line().line("}  // namespace ttnn");
    return out.str();
}

std::string Host::call() const {
    Text out;
    out.comment(fmt::format("The call of ttnn::{}, and what it says about itself.", op_));
    out.line(fmt::format("#include \"{}.hpp\"", op_)).line();
    out.line(fmt::format("#include \"device/{}_device_operation.hpp\"", op_));
    out.line("#include \"ttnn/op_registry.hpp\"").line("#include \"workshop/op/validate.hpp\"").line();
    out.line(fmt::format("namespace {} {{", space())).line();
    out.list(fmt::format("{} Execute{}::invoke(", result_type(), type_), call_parameters(false), ") {");
    std::vector<std::string> arguments = names();
    arguments.push_back(spec_.first_rows().tile || spec_.first_rows().integer()
                            ? fmt::format("dtype.value_or(tilewright::workshop::result_dtype({}.dtype()))", first())
                            : fmt::format("dtype.value_or({}.dtype())", first()));
    arguments.push_back(
        fmt::format("tilewright::workshop::default_compute_config({}, compute_kernel_config)", first()));
    arguments.emplace_back("core_grid");
    std::string reduced;
    for (const auto& [dim, letter] : {std::pair{kN, 'N'}, std::pair{kC, 'C'}, std::pair{kH, 'H'}, std::pair{kW, 'W'}}) {
        if ((plan_.output_dims() & dim) == 0)
            reduced += fmt::format("{}tilewright::workshop::k{}", reduced.empty() ? ", " : " | ", letter);
    }
    const bool same_form = !plan_.column_result && spec_.output_tile == spec_.first_rows().tile;
    const std::string layout = spec_.output_tile ? "TILE" : "ROW_MAJOR";
    const std::string made = spec_.last ? fmt::format("tilewright::workshop::product_shape({}, {})", rows_shape(""),
                                                      columns_of(*spec_.last, ""))
                                        : rows_shape("");
    const bool own_width = spec_.has_operands() && !plan_.column_result;
    arguments.push_back(
        own_width   ? fmt::format("tilewright::workshop::result_memory(memory_config, {}, Layout::{}, [&] "
                                    "{{ return {}; }})",
                                  first(), layout, made)
        : same_form ? fmt::format("memory_config.value_or({}.memory_config())", first())
                    : fmt::format("tilewright::workshop::result_memory(memory_config, {}, Layout::{}{})", first(),
                                  spec_.output_tile ? "TILE" : "ROW_MAJOR", reduced));
    Text inner;
    inner.open("");
    inner.list(fmt::format("return ttnn::prim::{}(", op_), arguments, ");");
    std::string text = out.str() + inner.str().substr(1) + "}\n\n";
    Text docs;
    docs.open("void register_documentation() {");
    docs.line("OperationDoc doc;");
    docs.line(fmt::format("doc.name = \"{}\";", op_));
    docs.line(fmt::format("doc.python_name = ttnn::{}.python_fully_qualified_name();", op_));
    docs.line(fmt::format("doc.summary = {};", cpp_string(summary())));
    docs.line(fmt::format(
        "doc.text = {};",
        cpp_string(formula() + (plan_.gathered() ? fmt::format(", along {}.", dims_words(plan_.program.reduced))
                                                 : ", along the last dimension."))));
    docs.line("const auto argument = [&](auto... fields) { doc.arguments.push_back({fields...}); };");
    const auto argument = [&](const std::string& name, const std::string& kind, const std::string& otherwise,
                              const std::string& what) {
        docs.list("argument(", {cpp_string(name), cpp_string(kind), cpp_string(otherwise), cpp_string(what)}, ");");
    };
    for (const SpecInput* input : ordered_) {
        argument(input->name, "Tensor", input->optional ? "none" : "",
                 fmt::format("{}, interleaved or in shards, {}, {}{}", input->tile ? "tile layout" : "row-major",
                             fmt::join(input->dtypes, " or "), shape_text(*input),
                             input->doc.empty() ? "" : "; " + input->doc));
    }
    for (const SpecParameter& parameter : spec_.parameters) {
        argument(parameter.name, parameter.python_type(),
                 parameter.condition ? parameter.default_text(true) : fmt::format("{}", parameter.value),
                 parameter.condition         ? "true or false"
                 : parameter.range().empty() ? "finite"
                                             : parameter.range());
    }
    argument("memory_config", "MemoryConfig", "that of " + first(), "where the result goes, interleaved or in shards");
    argument("compute_kernel_config", "DeviceComputeKernelConfig", "HiFi4, fp32_dest_acc_en",
             "fp32_dest_acc_en=false costs accuracy");
    argument("dtype", "DataType", spec_.first_rows().integer() ? "float32" : "that of " + first(),
             "bfloat16 or float32");
    argument("core_grid", "CoreCoord", "the whole grid", "cores that share the tile-rows");
    docs.line("ttnn::register_documentation(std::move(doc));");
    docs.close().line();
    docs.line(fmt::format("}}  // namespace {}", space()));
    return text + docs.str();
}

std::string Host::binding_header() const {
    Text out;
    out.comment(fmt::format("The Python binding of {}.", op_));
    out.line("#pragma once").line().line("#include <nanobind/nanobind.h>").line();
    out.line(fmt::format("namespace {} {{", space())).line();
    out.line("namespace nb = nanobind;");
    out.line(fmt::format("void bind_{}_operation(nb::module_& mod);", op_)).line();
    out.line(fmt::format("}}  // namespace {}", space()));
    return out.str();
}

std::string Host::binding() const {
    Text out;
    out.comment(fmt::format("The Python binding of {}.", op_));
    out.line(fmt::format("#include \"{}_nanobind.hpp\"", op_)).line();
    out.line("#include <nanobind/nanobind.h>").line("#include <nanobind/stl/optional.h>");
    if (gives_several()) out.line("#include <nanobind/stl/vector.h>");
    out.line();
    out.line(fmt::format("#include \"{}.hpp\"", op_));
    out.line("#include \"ttnn-nanobind/decorators.hpp\"").line("#include \"ttnn/op_registry.hpp\"").line();
    out.line(fmt::format("namespace {} {{", space())).line();
    out.open(fmt::format("void bind_{}_operation(nb::module_& mod) {{", op_));
    out.line(fmt::format("const OperationDoc* doc = ttnn::find_documentation(\"{}\");", op_));
    out.line("const std::string text = doc == nullptr ? \"\" : ttnn::documentation_text(*doc);");
    std::vector<std::string> arguments;
    for (const SpecInput* input : ordered_) {
        arguments.push_back(fmt::format("nb::arg(\"{}\"){}", input->name, input->optional ? " = std::nullopt" : ""));
    }
    for (const SpecParameter& parameter : spec_.parameters) {
        arguments.push_back(fmt::format("nb::arg(\"{}\") = {}", parameter.name, default_text(parameter)));
    }
    for (const char* other : {"memory_config", "compute_kernel_config", "dtype", "core_grid"}) {
        arguments.push_back(fmt::format("nb::arg(\"{}\") = std::nullopt", other));
    }
    out.open("const ttnn::nanobind_arguments_t arguments{");
    for (const std::string& argument : arguments) out.line(argument + ",");
    out.close("};");
    out.line(fmt::format("bind_registered_operation(mod, ttnn::{}, text, arguments);", op_));
    out.close().line();
    out.line(fmt::format("}}  // namespace {}", space()));
    return out.str();
}

std::string Host::entry() const {
    Text out;
    out.comment(
        fmt::format("{} as the workshop sees it: how it is called; plan and reference follow from its spec.", op_));
    out.line(fmt::format("#include \"{}.hpp\"", op_)).line();
    out.line("#include \"workshop/run/generated_op.hpp\"").line();
    out.line(fmt::format("namespace {} {{", space())).line();
    out.line("namespace ws = tilewright::workshop;").line();
    out.line("namespace {").line();
    out.line("constexpr const char* kSpec = " + cpp_block("\n" + spec_.source.text) + ";").line();
    out.line(result_type() + " call(const ws::OpCall& call) {");
    std::vector<std::string> arguments;
    for (const SpecInput* input : ordered_) {
        const size_t index = static_cast<size_t>(input - spec_.inputs.data());
        arguments.push_back(fmt::format("call.{}({})", input->optional ? "optional_input" : "input", index));
    }
    for (size_t i = 0; i < spec_.parameters.size(); ++i) {
        arguments.push_back(
            fmt::format("static_cast<{}>(call.parameters[{}])", parameter_type(spec_.parameters[i]), i));
    }
    for (const char* other : {"memory_config", "compute_kernel_config", "dtype", "core_grid"}) {
        arguments.push_back(fmt::format("call.{}", other));
    }
    Text body;
    body.open("");
    body.list(fmt::format("return ttnn::{}(", op_), arguments, ");");
    append(out, body);
    out.line("}").line();
    out.line("}  // namespace").line();
    out.line(fmt::format("extern \"C\" void tilewright_op_{}(ws::OpDefinition& op) {{", op_));
    out.line("    op = ws::rows::definition(kSpec, call, register_documentation);");
    out.line("    op.takes_shards = true;");
    out.line("}").line();
    out.line(fmt::format("}}  // namespace {}", space()));
    return out.str();
}

}  // namespace tilewright::workshop::rows
