// Names and argument lists of exported host code.
#include "workshop/export/cpp_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "workshop/gen/text.hpp"
#include "workshop/spec/escape.hpp"

namespace tilewright::workshop::exported {

using rows::SpecInput;
using rows::SpecParameter;

std::vector<const SpecInput*> call_order(const rows::Spec& spec) {
    std::vector<const SpecInput*> ordered;
    for (const bool optional : {false, true}) {
        for (const SpecInput& input : spec.inputs) {
            if (input.optional == optional) ordered.push_back(&input);
        }
    }
    return ordered;
}

std::string tensor_type(const SpecInput& input) {
    return input.optional ? "const std::optional<const Tensor>&" : "const Tensor&";
}
std::string parameter_type(const SpecParameter& parameter) { return parameter.integer ? "int32_t" : "float"; }
std::string default_text(const SpecParameter& parameter) {
    return parameter.integer ? fmt::format("{}", static_cast<long>(parameter.value))
                             : rows::number_text(parameter.value) + "f";
}

std::string columns_of(const rows::Spec& spec, size_t input, const std::string& args) {
    const SpecInput& side = spec.inputs[input];
    return fmt::format("{}{}.logical_shape()[{}]", args, side.name, side.operand.transposed ? -2 : -1);
}
std::string rows_shape(const rows::Spec& spec) {
    return spec.products.empty() ? fmt::format("args.{}.logical_shape()", spec.first_rows().name) : "rows_shape(args)";
}
std::vector<std::string> size_sources(const rows::Spec& spec) {
    std::vector<std::string> all(spec.sizes);
    for (const SpecInput& input : spec.inputs) {
        if (input.operand.side == MatrixSide::Side::Left)
            all[input.operand.size] = fmt::format("args.{}.logical_shape()[-1]", input.name);
    }
    if (spec.last) all.back() = columns_of(spec, *spec.last, "args.");
    return all;
}

namespace {

std::string separated(const std::vector<std::string>& items) {
    std::string text;
    for (size_t i = 0; i < items.size(); ++i) text += items[i] + (i + 1 < items.size() ? ",\n" : "");
    return text + "\n";
}

std::vector<std::string> call_parameters(const rows::Spec& spec, bool defaults) {
    std::vector<std::string> all;
    for (const SpecInput* input : call_order(spec)) {
        all.push_back(fmt::format("{} {}{}", tensor_type(*input), input->name,
                                  defaults && input->optional ? " = std::nullopt" : ""));
    }
    for (const SpecParameter& parameter : spec.parameters) {
        all.push_back(fmt::format("{} {}{}", parameter_type(parameter), parameter.name,
                                  defaults ? " = " + default_text(parameter) : ""));
    }
    const char* none = defaults ? " = std::nullopt" : "";
    for (const char* other :
         {"const std::optional<tt::tt_metal::MemoryConfig>& memory_config",
          "const std::optional<const DeviceComputeKernelConfig>& compute_kernel_config",
          "const std::optional<tt::tt_metal::DataType>& dtype", "const std::optional<CoreCoord>& core_grid"}) {
        all.push_back(std::string(other) + none);
    }
    return all;
}

std::vector<std::string> prim_parameters(const rows::Spec& spec) {
    std::vector<std::string> all;
    for (const SpecInput* input : call_order(spec)) all.push_back(tensor_type(*input) + " " + input->name);
    for (const SpecParameter& parameter : spec.parameters) {
        all.push_back(parameter_type(parameter) + " " + parameter.name);
    }
    for (const char* other :
         {"tt::tt_metal::DataType output_dtype", "const DeviceComputeKernelConfig& compute_kernel_config",
          "const std::optional<CoreCoord>& core_grid", "const tt::tt_metal::MemoryConfig& output_mem_config"}) {
        all.emplace_back(other);
    }
    return all;
}

// The formula in one line.
std::string one_line(const std::string& text) {
    std::string made;
    for (const char letter : text) {
        if (letter != '\n') {
            made += letter;
        } else if (!made.empty() && made.back() != ' ') {
            made += "; ";
        }
    }
    while (!made.empty() && (made.back() == ' ' || made.back() == ';')) made.pop_back();
    return made;
}

}  // namespace

Gaps common_gaps(const ExportRequest& request) {
    const rows::Spec& spec = request.plan.spec;
    const bool several = request.plan.results.size() > 1;
    std::string upper = spec.name;
    std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
    return {{"op", spec.name},
            {"Type", rows::pascal_case(spec.name)},
            {"OP", upper},
            {"first", spec.first_rows().name},
            {"rows", rows_shape(spec)},
            {"Result", several ? "std::vector<Tensor>" : "Tensor"},
            {"Specs", several ? "std::vector<tt::tt_metal::TensorSpec>" : "tt::tt_metal::TensorSpec"},
            {"vector_include", several ? "#include <vector>\n" : ""},
            {"path", op_path(spec.name, request.form)},
            {"space", "ttnn::operations::" + spec.name},
            {"summary", rows::cpp_comment(spec.doc.empty() ? one_line(spec.formula) : one_line(spec.doc))},
            {"formula", rows::cpp_comment(one_line(spec.formula))},
            {"declared_parameters", separated(call_parameters(spec, true))},
            {"defined_parameters", separated(call_parameters(spec, false))},
            {"prim_parameters", separated(prim_parameters(spec))},
            {"licence", "// SPDX-License-Identifier: Apache-2.0"}};
}

Files cpp_host_files(const ExportRequest& request) {
    const Gaps gaps = common_gaps(request);
    Files files = call_files(request, gaps);
    files.merge(operation_files(request, gaps));
    files.merge(plan_files(request, gaps));
    files.merge(factory_files(request, gaps));
    files.merge(build_files(gaps));
    return files;
}

}  // namespace tilewright::workshop::exported
