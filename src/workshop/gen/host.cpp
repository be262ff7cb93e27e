// Host code of an op: which files there are, and the argument lists and forms that they share.
#include "workshop/gen/host.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "workshop/gen/host_writer.hpp"
#include "workshop/gen/kernels.hpp"
#include "workshop/plan/evaluate.hpp"

namespace tilewright::workshop::rows {

Host::Host(const Plan& plan) : plan_(plan), spec_(plan.spec), op_(plan.spec.name), type_(pascal_case(plan.spec.name)) {
    for (const SpecInput& input : spec_.inputs) (input.optional ? later_ : ordered_).push_back(&input);
    ordered_.insert(ordered_.end(), later_.begin(), later_.end());
}

std::map<std::string, std::string> Host::run() const {
    return {{op_ + ".hpp", header()},
            {op_ + ".cpp", call()},
            {op_ + "_nanobind.hpp", binding_header()},
            {op_ + "_nanobind.cpp", binding()},
            {op_ + "_entry.cpp", entry()},
            {"device/" + op_ + "_device_operation_types.hpp", types()},
            {"device/" + op_ + "_device_operation.hpp", operation_header()},
            {"device/" + op_ + "_device_operation.cpp", operation()},
            {"device/" + op_ + "_plan.hpp", plan_header()},
            {"device/" + op_ + "_plan.cpp", plan_source()},
            {"device/" + op_ + "_program_factory.hpp", factory_header()},
            {"device/" + op_ + "_program_factory.cpp", factory()}};
}

std::string Host::columns_of(size_t input, const std::string& args) const {
    const SpecInput& side = spec_.inputs[input];
    return fmt::format("{}{}.logical_shape()[{}]", args, side.name, side.operand.transposed ? -2 : -1);
}

std::string Host::rows_shape(const std::string& args) const {
    if (spec_.products.empty()) return fmt::format("{}{}.logical_shape()", args, first());
    const SpecProduct& product = spec_.products.front();
    return fmt::format("tilewright::workshop::product_shape({}{}.logical_shape(), {})", args,
                       spec_.inputs[product.left].name, columns_of(product.right, args));
}

std::string Host::size_source(size_t size, const std::string& args) const {
    for (const SpecInput& input : spec_.inputs) {
        if (input.operand.side == MatrixSide::Side::Left && input.operand.size == size)
            return fmt::format("{}{}.logical_shape()[-1]", args, input.name);
    }
    return columns_of(*spec_.last, args);
}

std::string Host::tensor_type(const SpecInput& input) {
    return input.optional ? "const std::optional<const Tensor>&" : "const Tensor&";
}

const char* Host::parameter_type(const SpecParameter& parameter) { return parameter.cpp_type(); }

std::string Host::default_text(const SpecParameter& parameter) { return parameter.default_text(/*python=*/false); }

std::vector<std::string> Host::call_parameters(bool defaults) const {
    std::vector<std::string> all;
    for (const SpecInput* input : ordered_) {
        all.push_back(fmt::format("{} {}{}", tensor_type(*input), input->name,
                                  defaults && input->optional ? " = std::nullopt" : ""));
    }
    for (const SpecParameter& parameter : spec_.parameters) {
        all.push_back(fmt::format("{} {}{}", parameter_type(parameter), parameter.name,
                                  defaults ? " = " + default_text(parameter) : ""));
    }
    const char* none = defaults ? " = std::nullopt" : "";
    all.push_back(fmt::format("const std::optional<MemoryConfig>& memory_config{}", none));
    all.push_back(fmt::format("const std::optional<const DeviceComputeKernelConfig>& compute_kernel_config{}", none));
    all.push_back(fmt::format("const std::optional<DataType>& dtype{}", none));
    all.push_back(fmt::format("const std::optional<CoreCoord>& core_grid{}", none));
    return all;
}

std::vector<std::string> Host::prim_parameters() const {
    std::vector<std::string> all;
    for (const SpecInput* input : ordered_) all.push_back(tensor_type(*input) + " " + input->name);
    for (const SpecParameter& parameter : spec_.parameters) {
        all.push_back(fmt::format("{} {}", parameter_type(parameter), parameter.name));
    }
    for (const char* other : {"DataType output_dtype", "const DeviceComputeKernelConfig& compute_kernel_config",
                              "const std::optional<CoreCoord>& core_grid", "const MemoryConfig& output_mem_config"}) {
        all.emplace_back(other);
    }
    return all;
}

std::vector<std::string> Host::names() const {
    std::vector<std::string> all;
    for (const SpecInput* input : ordered_) all.push_back(input->name);
    for (const SpecParameter& parameter : spec_.parameters) all.push_back(parameter.name);
    return all;
}

std::string Host::formula() const {
    std::string text;
    for (const char letter : spec_.formula) {
        if (letter == '\n') {
            if (!text.empty() && text.back() != ' ') text += "; ";
        } else {
            text += letter;
        }
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == ';')) text.pop_back();
    return text;
}

void Host::lines(Text& out, const std::string& head, const std::vector<std::string>& items, const std::string& tail) {
    std::string one = head;
    for (size_t i = 0; i < items.size(); ++i) one += (i ? ", " : "") + items[i];
    if (one.size() + tail.size() + 4 <= kColumns) {
        out.line(one + tail);
        return;
    }
    for (size_t i = 0; i < items.size(); ++i) {
        out.line((i == 0 ? head : std::string(head.size(), ' ')) + items[i] + (i + 1 < items.size() ? "," : tail));
    }
}

void Host::define(Text& out, const std::string& result, const std::string& name,
                  const std::vector<std::string>& arguments) {
    const std::string head = result + " " + name + "(";
    std::string all;
    for (size_t i = 0; i < arguments.size(); ++i) all += (i ? ", " : "") + arguments[i];
    if (head.size() + all.size() + 3 <= kColumns) {
        out.line(head + all + ") {");
    } else if (head.size() + widest(arguments) <= kColumns) {
        out.list(head, arguments, ") {");
    } else {
        out.line(head).line("    " + all + ") {");
    }
}

void Host::define_static(Text& out, const std::string& head, const std::vector<std::string>& arguments) {
    if (head.size() + widest(arguments) <= kColumns) {
        out.list(head, arguments, ") {");
    } else {
        out.filled(head, arguments, ") {");
    }
}

size_t Host::widest(const std::vector<std::string>& arguments) {
    size_t most = 0;
    for (size_t i = 0; i < arguments.size(); ++i) {
        most = std::max(most, arguments[i].size() + (i + 1 < arguments.size() ? 1 : 3));
    }
    return most;
}

std::map<std::string, std::string> host_files(const Plan& plan) {
    std::map<std::string, std::string> files = Host(plan).run();
    for (auto& [name, text] : files) text = joined(text);
    return files;
}

}  // namespace tilewright::workshop::rows
