// Host code: call, binding, device operation, factory, plan, entry. One file because they share one set of argument
// lists and names, which must agree to the letter.
#include "workshop/gen/host.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "workshop/gen/kernels.hpp"
#include "workshop/gen/text.hpp"
#include "workshop/plan/evaluate.hpp"

namespace tilewright::workshop::rows {

namespace {

class Host {
public:
    explicit Host(const Plan& plan)
        : plan_(plan), spec_(plan.spec), op_(plan.spec.name), type_(pascal_case(plan.spec.name)) {
        for (const SpecInput& input : spec_.inputs) (input.optional ? later_ : ordered_).push_back(&input);
        ordered_.insert(ordered_.end(), later_.begin(), later_.end());
    }

    std::map<std::string, std::string> run() {
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

private:
    std::string space() const { return "ttnn::operations::" + op_; }
    static std::string tensor_type(const SpecInput& input) {
        return input.optional ? "const std::optional<const Tensor>&" : "const Tensor&";
    }
    static const char* parameter_type(const SpecParameter& parameter) {
        return parameter.integer ? "int32_t" : "float";
    }
    static std::string default_text(const SpecParameter& parameter) {
        return parameter.integer ? fmt::format("{}", static_cast<long>(parameter.value))
                                 : number_text(parameter.value) + "f";
    }
    const std::string& first() const { return spec_.first_rows().name; }

    // The arguments of the call, in the order of the Python signature.
    std::vector<std::string> call_parameters(bool defaults) const {
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
        all.push_back(
            fmt::format("const std::optional<const DeviceComputeKernelConfig>& compute_kernel_config{}", none));
        all.push_back(fmt::format("const std::optional<DataType>& dtype{}", none));
        all.push_back(fmt::format("const std::optional<CoreCoord>& core_grid{}", none));
        return all;
    }
    std::vector<std::string> prim_parameters() const {
        std::vector<std::string> all;
        for (const SpecInput* input : ordered_) all.push_back(tensor_type(*input) + " " + input->name);
        for (const SpecParameter& parameter : spec_.parameters) {
            all.push_back(fmt::format("{} {}", parameter_type(parameter), parameter.name));
        }
        for (const char* other :
             {"DataType output_dtype", "const DeviceComputeKernelConfig& compute_kernel_config",
              "const std::optional<CoreCoord>& core_grid", "const MemoryConfig& output_mem_config"}) {
            all.emplace_back(other);
        }
        return all;
    }
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const SpecInput* input : ordered_) all.push_back(input->name);
        for (const SpecParameter& parameter : spec_.parameters) all.push_back(parameter.name);
        return all;
    }
    std::string summary() const { return spec_.doc.empty() ? spec_.formula : spec_.doc; }
    std::string formula() const {
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

    std::string header() const {
        Text out;
        out.comment(fmt::format("ttnn::{}: {}.", op_, summary()));
        out.line("#pragma once").line().line("#include <optional>").line();
        out.line("#include \"ttnn/decorators.hpp\"");
        out.line("#include \"ttnn/operations/core/compute_kernel/compute_kernel_config.hpp\"");
        out.line("#include \"ttnn/types.hpp\"").line();
        out.line(fmt::format("namespace {} {{", space())).line();
        out.open(fmt::format("struct Execute{} {{", type_));
        out.list("static Tensor invoke(", call_parameters(true), ");");
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

    static std::string quoted(const std::string& text) {
        std::string result = "\"";
        for (const char letter : text) {
            if (letter == '"' || letter == '\\') result += '\\';
            result += letter;
        }
        return result + "\"";
    }

    std::string call() const {
        Text out;
        out.comment(fmt::format("The call of ttnn::{}, and what it says about itself.", op_));
        out.line(fmt::format("#include \"{}.hpp\"", op_)).line();
        out.line(fmt::format("#include \"device/{}_device_operation.hpp\"", op_));
        out.line("#include \"ttnn/op_registry.hpp\"").line("#include \"workshop/op/validate.hpp\"").line();
        out.line(fmt::format("namespace {} {{", space())).line();
        out.list(fmt::format("Tensor Execute{}::invoke(", type_), call_parameters(false), ") {");
        out.line(
            fmt::format("    const auto config = tilewright::workshop::default_compute_config({}, "
                        "compute_kernel_config);",
                        first()));
        std::vector<std::string> arguments = names();
        arguments.push_back(fmt::format("dtype.value_or({}.dtype())", first()));
        arguments.emplace_back("config");
        arguments.emplace_back("core_grid");
        arguments.push_back(fmt::format("memory_config.value_or({}.memory_config())", first()));
        Text inner;
        inner.open("");
        inner.list(fmt::format("return ttnn::prim::{}(", op_), arguments, ");");
        std::string text = out.str() + inner.str().substr(1) + "}\n\n";
        Text docs;
        docs.open("void register_documentation() {");
        docs.line("OperationDoc doc;");
        docs.line(fmt::format("doc.name = \"{}\";", op_));
        docs.line(fmt::format("doc.python_name = ttnn::{}.python_fully_qualified_name();", op_));
        docs.line(fmt::format("doc.summary = {};", quoted(summary())));
        docs.line(fmt::format("doc.text = {};", quoted(formula() + ", along the last dimension.")));
        docs.line("const auto argument = [&](auto... fields) { doc.arguments.push_back({fields...}); };");
        const auto argument = [&](const std::string& name, const std::string& kind, const std::string& otherwise,
                                  const std::string& what) {
            docs.list("argument(", {quoted(name), quoted(kind), quoted(otherwise), quoted(what)}, ");");
        };
        for (const SpecInput* input : ordered_) {
            const char* shape = input->shape == InputShape::Rows  ? "[..., W]"
                                : input->shape == InputShape::Row ? "[W], [1, W] or [1, 1, 1, W]"
                                                                  : "[..., 1]";
            argument(input->name, "Tensor", input->optional ? "none" : "",
                     fmt::format("row-major, interleaved, {}, {}{}", fmt::join(input->dtypes, " or "), shape,
                                 input->doc.empty() ? "" : "; " + input->doc));
        }
        for (const SpecParameter& parameter : spec_.parameters) {
            argument(parameter.name, parameter.integer ? "int" : "float", fmt::format("{}", parameter.value),
                     parameter.range().empty() ? "finite" : parameter.range());
        }
        argument("memory_config", "MemoryConfig", "that of " + first(), "where the result goes; interleaved");
        argument("compute_kernel_config", "DeviceComputeKernelConfig", "HiFi4, fp32_dest_acc_en",
                 "fp32_dest_acc_en=false costs accuracy");
        argument("dtype", "DataType", "that of " + first(), "bfloat16 or float32");
        argument("core_grid", "CoreCoord", "the whole grid", "cores that share the tile-rows");
        docs.line("ttnn::register_documentation(std::move(doc));");
        docs.close().line();
        docs.line(fmt::format("}}  // namespace {}", space()));
        return text + docs.str();
    }

    std::string binding_header() const {
        Text out;
        out.comment(fmt::format("The Python binding of {}.", op_));
        out.line("#pragma once").line().line("#include <nanobind/nanobind.h>").line();
        out.line(fmt::format("namespace {} {{", space())).line();
        out.line("namespace nb = nanobind;");
        out.line(fmt::format("void bind_{}_operation(nb::module_& mod);", op_)).line();
        out.line(fmt::format("}}  // namespace {}", space()));
        return out.str();
    }

    std::string binding() const {
        Text out;
        out.comment(fmt::format("The Python binding of {}.", op_));
        out.line(fmt::format("#include \"{}_nanobind.hpp\"", op_)).line();
        out.line("#include <nanobind/nanobind.h>").line("#include <nanobind/stl/optional.h>").line();
        out.line(fmt::format("#include \"{}.hpp\"", op_));
        out.line("#include \"ttnn-nanobind/decorators.hpp\"").line("#include \"ttnn/op_registry.hpp\"").line();
        out.line(fmt::format("namespace {} {{", space())).line();
        out.open(fmt::format("void bind_{}_operation(nb::module_& mod) {{", op_));
        out.line(fmt::format("const OperationDoc* doc = ttnn::find_documentation(\"{}\");", op_));
        out.line("const std::string text = doc == nullptr ? \"\" : ttnn::documentation_text(*doc);");
        std::vector<std::string> arguments;
        for (const SpecInput* input : ordered_) {
            arguments.push_back(
                fmt::format("nb::arg(\"{}\"){}", input->name, input->optional ? " = std::nullopt" : ""));
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

    std::string types() const {
        Text out;
        out.comment(fmt::format("What a call of {} consists of.", op_));
        out.line("#pragma once").line().line("#include <optional>").line();
        out.line("#include \"ttnn/operations/core/compute_kernel/compute_kernel_config.hpp\"");
        out.line("#include \"ttnn/tensor/tensor.hpp\"").line("#include \"ttnn/types.hpp\"").line();
        out.line(fmt::format("namespace {} {{", space())).line();
        out.open(fmt::format("struct {}Params {{", type_));
        for (const SpecParameter& parameter : spec_.parameters) {
            out.line(fmt::format("const {} {};", parameter_type(parameter), parameter.name));
        }
        out.line("const DataType output_dtype;");
        out.line("const DeviceComputeKernelConfig compute_kernel_config;");
        out.line("const std::optional<CoreCoord> core_grid;  // none: the whole grid");
        out.line("const tt::tt_metal::MemoryConfig output_mem_config;");
        out.close("};").line();
        out.open(fmt::format("struct {}Inputs {{", type_));
        for (const SpecInput& input : spec_.inputs) out.line(fmt::format("{} {};", tensor_type(input), input.name));
        out.close("};").line();
        out.line(fmt::format("}}  // namespace {}", space()));
        return out.str();
    }

    std::string operation_header() const {
        Text out;
        out.comment(fmt::format("{} as a device operation.", op_));
        out.line("#pragma once").line().line("#include <optional>").line("#include <variant>").line();
        out.line(fmt::format("#include \"{}_device_operation_types.hpp\"", op_));
        out.line(fmt::format("#include \"{}_program_factory.hpp\"", op_));
        out.line("#include \"ttnn/device_operation.hpp\"").line("#include \"ttnn/tensor/tensor_spec.hpp\"").line();
        out.line(fmt::format("namespace {} {{", space())).line();
        out.open(fmt::format("struct {}DeviceOperation {{", type_));
        out.line(fmt::format("using operation_attributes_t = {}Params;", type_));
        out.line(fmt::format("using tensor_args_t = {}Inputs;", type_));
        out.line("using spec_return_value_t = TensorSpec;").line("using tensor_return_value_t = Tensor;");
        out.line(fmt::format("using program_factory_t = std::variant<program::{}ProgramFactory>;", type_)).line();
        for (const char* declaration :
             {"program_factory_t select_program_factory", "void validate_on_program_cache_miss",
              "void validate_on_program_cache_hit", "spec_return_value_t compute_output_specs",
              "tensor_return_value_t create_output_tensors", "tt::stl::hash::hash_t compute_program_hash"}) {
            out.line(fmt::format("static {}(const operation_attributes_t&, const tensor_args_t&);", declaration));
        }
        out.close("};").line();
        out.line(fmt::format("}}  // namespace {}", space())).line();
        out.line("namespace ttnn::prim {").line();
        out.list(fmt::format("Tensor {}(", op_), prim_parameters(), ");").line();
        out.line("}  // namespace ttnn::prim");
        return out.str();
    }

    void check_input(Text& out, const SpecInput& input) const {
        const std::string value = input.optional ? "*args." + input.name : "args." + input.name;
        if (input.optional) out.open(fmt::format("if (args.{}) {{", input.name));
        if (input.shape == InputShape::Row) {
            out.line(fmt::format("ws::check_parameter(kOp, \"{}\", {}, width, args.{});", input.name, value, first()));
        } else {
            out.line(fmt::format("ws::check_rows(kOp, \"{}\", {});", input.name, value));
        }
        const std::string shape =
            input.optional ? "args." + input.name + "->logical_shape()" : "args." + input.name + ".logical_shape()";
        if (input.shape != InputShape::Row && input.name != first()) {
            out.line(fmt::format("check_shape(\"{}\", {}, {});", input.name, shape,
                                 input.shape == InputShape::Rows ? "shape" : "column_shape"));
        }
        if (input.dtypes.size() == 1) {
            const char* dtype = input.dtypes[0] == "float32" ? "FLOAT32" : "BFLOAT16";
            const std::string dot = input.optional ? "->" : ".";
            const std::string given = fmt::format("args.{}{}dtype()", input.name, dot);
            out.list(
                "TT_FATAL(",
                {fmt::format("{} == DataType::{}", given, dtype),
                 fmt::format("\"{{}}: {} must have dtype DataType::{}, but its dtype is {{}}\"", input.name, dtype),
                 "kOp", given},
                ");");
        }
        if (input.least_rank > 2 || input.most_rank != 0) {
            const std::string wanted = input.most_rank == input.least_rank
                                           ? fmt::format("rank {}", input.least_rank)
                                           : fmt::format("rank {} or more", input.least_rank);
            const std::string rank = shape + ".rank()";
            out.list("TT_FATAL(",
                     {fmt::format("{} {} {}", rank, input.most_rank ? "==" : ">=", input.least_rank),
                      fmt::format("\"{{}}: {} must have {}, but its rank is {{}}\"", input.name, wanted), "kOp", rank},
                     ");");
        }
        if (input.width_multiple > 1) {
            out.list("TT_FATAL(",
                     {fmt::format("{}[-1] % {} == 0", shape, input.width_multiple),
                      fmt::format("\"{{}}: the last dimension of {} must be a multiple of {}, but it is {{}}\"",
                                  input.name, input.width_multiple),
                      "kOp", shape + "[-1]"},
                     ");");
        }
        if (input.optional) out.close();
    }

    void check_parameters(Text& out) const {
        for (const SpecParameter& p : spec_.parameters) {
            std::string condition = p.integer ? "" : fmt::format("std::isfinite(attributes.{})", p.name);
            const auto add = [&](const char* sign, const std::optional<double>& bound) {
                if (!bound) return;
                condition +=
                    fmt::format("{}attributes.{} {} {}", condition.empty() ? "" : " && ", p.name, sign,
                                p.integer ? fmt::format("{}", static_cast<long>(*bound)) : number_text(*bound) + "f");
            };
            add(">=", p.least);
            add(">", p.above);
            add("<=", p.most);
            add("<", p.below);
            if (condition.empty()) continue;
            const bool positive = p.above && *p.above == 0 && !p.most && !p.below;
            const std::string wanted = positive            ? "a positive finite number"
                                       : p.range().empty() ? "a finite number"
                                                           : "finite and " + p.range();
            out.list("TT_FATAL(",
                     {condition, fmt::format("\"{{}}: {} must be {}, but it is {{}}\"", p.name, wanted), "kOp",
                      "attributes." + p.name},
                     ");");
        }
    }

    std::string operation() const {
        const std::string type = type_ + "DeviceOperation";
        Text out;
        out.comment(fmt::format("Validation, output and program choice of {}.", op_));
        out.line(fmt::format("#include \"{}_device_operation.hpp\"", op_)).line();
        out.line("#include <cmath>").line();
        out.line(fmt::format("#include \"{}_plan.hpp\"", op_));
        out.line("#include \"tt_stl/assert.hpp\"").line("#include \"tt_stl/fmt.hpp\"");
        out.line("#include \"workshop/op/validate.hpp\"").line();
        out.line(fmt::format("namespace {} {{", space())).line();
        out.line("namespace ws = tilewright::workshop;").line();
        out.line("namespace {").line();
        out.line(fmt::format("constexpr const char* kOp = \"{}\";", op_)).line();
        const bool several = std::any_of(spec_.inputs.begin(), spec_.inputs.end(), [&](const SpecInput& i) {
            return i.shape != InputShape::Row && i.name != first();
        });
        if (several) {
            out.comment("Every input of rows has the shape of the first.");
            out.open("void check_shape(const char* argument, const Shape& given, const Shape& wanted) {");
            out.list("TT_FATAL(",
                     {"given == wanted",
                      fmt::format("\"{{}}: {{}} must have shape {{}} to match {}, but its shape is {{}}\"", first()),
                      "kOp", "argument", "wanted", "given"},
                     ");");
            out.close().line();
        }
        out.line("}  // namespace").line();
        define(out, type + "::program_factory_t", type + "::select_program_factory",
               {"const operation_attributes_t&", "const tensor_args_t&"});
        out.line(fmt::format("    return program::{}ProgramFactory{{}};", type_)).line("}").line();

        define(out, "void", type + "::validate_on_program_cache_miss",
               {"const operation_attributes_t& attributes", "const tensor_args_t& args"});
        Text body;
        body.open("");
        const bool any_row = std::any_of(spec_.inputs.begin(), spec_.inputs.end(),
                                         [](const SpecInput& i) { return i.shape == InputShape::Row; });
        const SpecInput& main = spec_.first_rows();
        check_input(body, main);
        if (several) {
            body.line(fmt::format("const Shape& shape = args.{}.logical_shape();", first()));
            const bool column = std::any_of(spec_.inputs.begin(), spec_.inputs.end(),
                                            [](const SpecInput& i) { return i.shape == InputShape::Column; });
            if (column) body.line("Shape column_shape = shape;").line("column_shape[-1] = 1;");
        }
        if (any_row) body.line(fmt::format("const uint32_t width = args.{}.logical_shape()[-1];", first()));
        for (const SpecInput& input : spec_.inputs) {
            if (&input != &main) check_input(body, input);
        }
        check_parameters(body);
        body.line("ws::check_output(kOp, attributes.output_mem_config, attributes.output_dtype);");
        body.line(fmt::format("ws::check_grid(kOp, attributes.core_grid, args.{});", first()));
        body.line("ws::check_compute(kOp, attributes.compute_kernel_config);");
        append(out, body);
        out.line("}").line();

        define(out, "void", type + "::validate_on_program_cache_hit",
               {"const operation_attributes_t& attributes", "const tensor_args_t& args"});
        out.line("    validate_on_program_cache_miss(attributes, args);").line("}").line();

        define(out, type + "::spec_return_value_t", type + "::compute_output_specs",
               {"const operation_attributes_t& attributes", "const tensor_args_t& args"});
        Text spec;
        spec.open("");
        spec.line("const PageConfig page(Layout::ROW_MAJOR);");
        spec.line("const auto dtype = attributes.output_dtype;");
        if (plan_.column_result) {
            spec.comment("One value per row; the stick is padded to a tile's width.");
            spec.line(fmt::format("Shape shape = args.{}.logical_shape();", first()));
            spec.line("shape[-1] = 1;").line("Shape padded = shape;").line("padded[-1] = 32;");
            spec.line("const auto& memory = attributes.output_mem_config;");
            spec.line("return TensorSpec(shape, TensorLayout::fromPaddedShape(dtype, page, memory, shape, padded));");
        } else {
            spec.line(fmt::format("const Shape& shape = args.{}.logical_shape();", first()));
            spec.line("return TensorSpec(shape, TensorLayout(dtype, page, attributes.output_mem_config));");
        }
        append(out, spec);
        out.line("}").line();

        define(out, type + "::tensor_return_value_t", type + "::create_output_tensors",
               {"const operation_attributes_t& attributes", "const tensor_args_t& args"});
        out.line(fmt::format(
            "    return create_device_tensor(compute_output_specs(attributes, args), args.{}.device());", first()));
        out.line("}").line();

        define(out, "tt::stl::hash::hash_t", type + "::compute_program_hash",
               {"const operation_attributes_t& attributes", "const tensor_args_t& args"});
        Text hash;
        hash.open("");
        if (!spec_.parameters.empty()) {
            hash.comment("Parameters are left out: they are runtime arguments.");
        }
        hash.line(
            "const auto how = std::make_tuple(attributes.output_dtype, attributes.core_grid, "
            "attributes.output_mem_config);");
        hash.list("const auto first = std::make_tuple(",
                  {fmt::format("args.{}.dtype()", first()), fmt::format("args.{}.memory_config()", first()),
                   fmt::format("args.{}.logical_shape()", first())},
                  ");");
        if (spec_.inputs.size() > 1) {
            hash.open("const auto kind = [](const std::optional<const Tensor>& tensor) {");
            hash.line(
                "return tensor ? std::optional(std::make_tuple(tensor->dtype(), tensor->memory_config())) : "
                "std::nullopt;");
            hash.close("};");
            std::vector<std::string> others;
            for (const SpecInput& input : spec_.inputs) {
                if (input.name != first()) others.push_back(fmt::format("kind(args.{})", input.name));
            }
            hash.list("const auto others = std::make_tuple(", others, ");");
        }
        hash.comment("A tensor that is not on a device is refused by the validation that follows.");
        hash.line(fmt::format("const auto* device = args.{}.device();", first()));
        hash.line("const uint32_t l1_bytes = device == nullptr ? 0 : ws::l1_for_cbs(*device);");
        hash.line(fmt::format("using Op = {};", type));
        hash.line(
            fmt::format("return tt::tt_metal::operation::hash_operation<Op>(how, attributes.compute_kernel_config, "
                        "first, {}l1_bytes);",
                        spec_.inputs.size() > 1 ? "others, " : ""));
        append(out, hash);
        out.line("}").line();
        out.line(fmt::format("}}  // namespace {}", space())).line();

        out.line("namespace ttnn::prim {").line();
        out.list(fmt::format("Tensor {}(", op_), prim_parameters(), ") {");
        Text launch;
        launch.open("");
        launch.line(fmt::format("using Op = operations::{}::{};", op_, type));
        std::vector<std::string> fields;
        for (const SpecParameter& parameter : spec_.parameters) {
            fields.push_back(fmt::format(".{0} = {0}", parameter.name));
        }
        for (const char* field : {"output_dtype", "compute_kernel_config", "core_grid", "output_mem_config"}) {
            fields.push_back(fmt::format(".{0} = {0}", field));
        }
        lines(launch, "const Op::operation_attributes_t attributes{", fields, "};");
        std::vector<std::string> tensors;
        for (const SpecInput& input : spec_.inputs) tensors.push_back(fmt::format(".{0} = {0}", input.name));
        launch.list("const Op::tensor_args_t tensors{", tensors, "};");
        launch.line("return ttnn::device_operation::launch<Op>(attributes, tensors);");
        append(out, launch);
        out.line("}").line();
        out.line("}  // namespace ttnn::prim");
        return out.str();
    }

    // One item per line below the first, as designated initialisers are set.
    static void lines(Text& out, const std::string& head, const std::vector<std::string>& items,
                      const std::string& tail) {
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
    static void append(Text& out, const Text& body) { out.raw(body.str().substr(1)); }
    // The head of a definition, broken as clang-format does.
    static void define(Text& out, const std::string& result, const std::string& name,
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

    std::vector<std::string> plan_parameters() const {
        std::vector<std::string> all = {"const tt::tt_metal::Shape& shape"};
        for (const SpecInput& input : spec_.inputs) {
            all.push_back(
                fmt::format("{} {}", input.optional ? "const std::optional<DataType>&" : "DataType", input.name));
        }
        all.emplace_back("DataType output");
        all.emplace_back("bool fp32_dst");
        all.emplace_back("uint32_t l1_bytes");
        return all;
    }

    std::string plan_header() const {
        Text out;
        out.comment(fmt::format("The CB plan of {}.", op_));
        out.line("#pragma once").line().line("#include <optional>").line();
        out.line(fmt::format("#include \"{}_device_operation_types.hpp\"", op_));
        out.line("#include \"workshop/op/cb_plan.hpp\"").line();
        out.line(fmt::format("namespace {} {{", space())).line();
        out.comment("By the dtypes of inputs and result; an input that is absent has none.");
        out.list("tilewright::workshop::OpPlan make_plan(", plan_parameters(), ");");
        out.list("tilewright::workshop::OpPlan make_plan(",
                 {fmt::format("const {}Params& attributes", type_), fmt::format("const {}Inputs& args", type_)}, ");");
        if (!plan_.rows.empty()) {
            out.comment("Row inputs pass through their stick CBs in pieces of so many tiles; divides the block.");
            out.line("uint32_t chunk_tiles(uint32_t block_tiles);");
        }
        if (plan_.program.has_refinement) {
            out.comment("Whether the mean of what is left after subtracting a mean is subtracted too.");
            out.line("bool is_refined(DataType output, bool fp32_dst);");
        }
        out.line().line(fmt::format("}}  // namespace {}", space()));
        return out.str();
    }

    std::string plan_source() const {
        Text out;
        out.comment(fmt::format("CBs of {}. Intermediate values are Float32 with a 32-bit DST.", op_));
        out.line(fmt::format("#include \"{}_plan.hpp\"", op_)).line();
        if (spec_.plan == PlanChoice::Resident) {
            out.line("#include \"tt_stl/assert.hpp\"").line("#include \"tt_stl/fmt.hpp\"").line();
        }
        out.line(fmt::format("namespace {} {{", space())).line();
        out.line("namespace ws = tilewright::workshop;").line();
        if (!plan_.rows.empty()) {
            out.open("uint32_t chunk_tiles(uint32_t block_tiles) {");
            out.line("uint32_t tiles = block_tiles < 8 ? block_tiles : 8;");
            out.line("while (block_tiles % tiles != 0) --tiles;").line("return tiles;");
            out.close().line();
        }
        if (plan_.program.has_refinement) {
            out.line("// bfloat16 cannot show the difference.");
            out.line(
                "bool is_refined(DataType output, bool fp32_dst) { return fp32_dst && output == DataType::FLOAT32; }");
            out.line();
        }
        out.list("ws::OpPlan make_plan(", plan_parameters(), ") {");
        Text body;
        body.open("");
        body.line("using tt::tt_metal::datatype_to_dataformat_converter;");
        body.line("const auto output_format = datatype_to_dataformat_converter(output);");
        body.line("const auto value_format = fp32_dst ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;");
        body.line("const auto rows = ws::fold_rows(shape);");
        const bool refined = plan_.program.has_refinement;
        if (refined) body.line("const bool refined = is_refined(output, fp32_dst);");
        const uint32_t most = plan_.streaming_passes(true), least = plan_.streaming_passes(false);
        body.line(fmt::format("const uint32_t passes = {};",
                              most == least ? std::to_string(most) : fmt::format("refined ? {} : {}", most, least)));
        body.open("const auto cbs = [=](uint32_t tiles, uint32_t depth, [[maybe_unused]] bool resident) {");
        body.line("std::vector<ws::PlannedCb> all;");
        body.line("const auto add = [&](auto... fields) { all.push_back(ws::PlannedCb(fields...)); };");
        for (const PlanCb& cb : plan_.cbs) {
            std::vector<std::string> conditions;
            for (const int condition : cb.conditions) {
                conditions.push_back(condition == kRefined   ? "refined"
                                     : condition == kPartial ? "rows.tail_columns() != 0"
                                                             : spec_.inputs[static_cast<size_t>(condition)].name);
            }
            std::string format = cb.format == FormatOf::Output ? "output_format" : "value_format";
            if (cb.format == FormatOf::Input) {
                const SpecInput& input = spec_.inputs[static_cast<size_t>(cb.input)];
                format = fmt::format("datatype_to_dataformat_converter({}{})", input.optional ? "*" : "", input.name);
            }
            const char* pages = cb.pages == PagesOf::One      ? "1"
                                : cb.pages == PagesOf::Two    ? "2"
                                : cb.pages == PagesOf::Block  ? "tiles"
                                : cb.pages == PagesOf::Blocks ? "depth * tiles"
                                                              : "chunk_tiles(tiles)";
            std::vector<std::string> fields = {std::to_string(cb.index), quoted(cb.holds),   format, pages,
                                               quoted(cb.producer),      quoted(cb.consumer)};
            if (cb.kept) fields.emplace_back("true");
            if (cb.kept_if_resident) fields.emplace_back("resident");
            if (!conditions.empty()) body.open(fmt::format("if ({}) {{", fmt::join(conditions, " && ")));
            body.list("add(", fields, ");");
            if (!conditions.empty()) body.close();
        }
        if (spec_.plan == PlanChoice::Streaming) {
            body.comment("The spec asks for a streaming plan: wider rows must not fit in one block.");
            body.line("if (resident && tiles > 1) all.front().pages = 1 << 18;");
        }
        body.line("return all;");
        body.close("};");
        if (spec_.plan == PlanChoice::Resident) {
            body.line(
                fmt::format("const ws::OpPlan plan = ws::choose_plan(\"{}\", rows, l1_bytes, passes, cbs);", op_));
            body.list("TT_FATAL(",
                      {"plan.kind != ws::PlanKind::Streaming",
                       fmt::format("\"{}: the spec asks for rows that stay in L1, but rows of {{}} do not fit\"", op_),
                       "rows.width"},
                      ");");
            body.line("return plan;");
        } else {
            body.line(fmt::format("return ws::choose_plan(\"{}\", rows, l1_bytes, passes, cbs);", op_));
        }
        append(out, body);
        out.line("}").line();
        out.list("ws::OpPlan make_plan(",
                 {fmt::format("const {}Params& attributes", type_), fmt::format("const {}Inputs& args", type_)}, ") {");
        Text second;
        second.open("");
        const bool optional = !later_.empty();
        if (optional) {
            second.open("const auto dtype = [](const std::optional<const Tensor>& tensor) {");
            second.line("return tensor ? std::optional(tensor->dtype()) : std::nullopt;");
            second.close("};");
        }
        second.line("const bool fp32_dst = get_fp32_dest_acc_en(attributes.compute_kernel_config);");
        std::vector<std::string> arguments = {fmt::format("args.{}.logical_shape()", first())};
        for (const SpecInput& input : spec_.inputs) {
            arguments.push_back(input.optional ? fmt::format("dtype(args.{})", input.name)
                                               : fmt::format("args.{}.dtype()", input.name));
        }
        arguments.emplace_back("attributes.output_dtype");
        arguments.emplace_back("fp32_dst");
        arguments.emplace_back("l1_bytes");
        second.line(fmt::format("const uint32_t l1_bytes = ws::l1_for_cbs(*args.{}.device());", first()));
        second.list("return make_plan(", arguments, ");");
        append(out, second);
        out.line("}").line();
        out.line(fmt::format("}}  // namespace {}", space()));
        return out.str();
    }

    std::string factory_header() const {
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

    std::string address(const SpecInput& input) const {
        return input.optional ? fmt::format("address_of(args.{})", input.name)
                              : fmt::format("args.{}.buffer()->address()", input.name);
    }

    std::string factory() const {
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
                items.push_back(
                    plain ? fmt::format("bits(attributes.{})", plan_.program[node].name)
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
            body.line(
                fmt::format("const CoreCoord usual{{std::min<size_t>(whole.x, {}), std::min<size_t>(whole.y, {})}};",
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
        body.line(
            fmt::format("reader_args.insert(reader_args.end(), {{{}, {}}});", chunk, refined ? "refined" : "false"));
        for (const SpecInput& input : spec_.inputs) {
            body.line(
                input.optional
                    ? fmt::format("reader_args.push_back(stick_bytes(tensor_args.{}));", input.name)
                    : fmt::format("reader_args.push_back(static_cast<uint32_t>(tensor_args.{}.buffer()->page_size()));",
                                  input.name));
        }
        for (const SpecInput& input : spec_.inputs) {
            body.line(
                input.optional
                    ? fmt::format("append_accessor(tensor_args.{}, reader_args);", input.name)
                    : fmt::format("TensorAccessorArgs(*tensor_args.{}.buffer()).append_to(reader_args);", input.name));
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
            if (input.optional)
                body.line(fmt::format("compute_args.push_back(tensor_args.{}.has_value());", input.name));
        }
        body.line();
        body.line(
            fmt::format("const auto kernel = [](const char* file) {{ return ws::kernel_path(\"{}\", file); }};", op_));
        body.line(fmt::format("const std::string reader_file = kernel(\"dataflow/reader_{}.cpp\");", op_));
        body.line(fmt::format("const std::string writer_file = kernel(\"dataflow/writer_{}.cpp\");", op_));
        body.line(fmt::format("const std::string compute_file = kernel(\"compute/{}_compute.cpp\");", op_));
        for (const char* kind : {"reader", "writer"}) {
            body.line(fmt::format("const {1}DataMovementConfig {0}_config({0}_args);", kind, pascal_case(kind)));
            body.line(fmt::format("const KernelHandle {0} = CreateKernel(program, {0}_file, split.cores, {0}_config);",
                                  kind));
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
    static void define_static(Text& out, const std::string& head, const std::vector<std::string>& arguments) {
        if (head.size() + widest(arguments) <= kColumns) {
            out.list(head, arguments, ") {");
        } else {
            out.filled(head, arguments, ") {");
        }
    }
    // Columns that the longest argument takes with what follows it.
    static size_t widest(const std::vector<std::string>& arguments) {
        size_t most = 0;
        for (size_t i = 0; i < arguments.size(); ++i) {
            most = std::max(most, arguments[i].size() + (i + 1 < arguments.size() ? 1 : 3));
        }
        return most;
    }

    std::string entry() const {
        Text out;
        out.comment(
            fmt::format("{} as the workshop sees it: how it is called; plan and reference follow from its spec.", op_));
        out.line(fmt::format("#include \"{}.hpp\"", op_)).line();
        out.line("#include \"workshop/run/generated_op.hpp\"").line();
        out.line(fmt::format("namespace {} {{", space())).line();
        out.line("namespace ws = tilewright::workshop;").line();
        out.line("namespace {").line();
        out.line("constexpr const char* kSpec = R\"toml(\n" + spec_.source.text + ")toml\";").line();
        out.line("Tensor call(const ws::OpCall& call) {");
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
        out.line("extern const ws::Op entry;");
        out.line("const ws::Op entry = ws::register_op(ws::rows::definition(kSpec, call, register_documentation));")
            .line();
        out.line(fmt::format("}}  // namespace {}", space()));
        return out.str();
    }

    const Plan& plan_;
    const Spec& spec_;
    const std::string op_, type_;
    std::vector<const SpecInput*> ordered_, later_;
};

}  // namespace

std::map<std::string, std::string> host_files(const Plan& plan) {
    std::map<std::string, std::string> files = Host(plan).run();
    for (auto& [name, text] : files) text = joined(text);
    return files;
}

}  // namespace tilewright::workshop::rows
