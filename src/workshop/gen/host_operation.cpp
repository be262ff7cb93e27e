// The device operation: types, validation, output, hash.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "workshop/gen/host_writer.hpp"
#include "workshop/gen/kernels.hpp"
#include "workshop/plan/evaluate.hpp"

namespace tilewright::workshop::rows {

std::string Host::host_dims(Dims dims) {
    std::string text;
    for (const auto& [dim, letter] : {std::pair{kN, "N"}, std::pair{kC, "C"}, std::pair{kH, "H"}, std::pair{kW, "W"}}) {
        if ((dims & dim) != 0) text += fmt::format("{}ws::k{}", text.empty() ? "" : " | ", letter);
    }
    return text.empty() ? "0" : text;
}

std::string Host::types() const {
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

std::string Host::operation_header() const {
    Text out;
    out.comment(fmt::format("{} as a device operation.", op_));
    out.line("#pragma once").line().line("#include <optional>").line("#include <variant>");
    if (gives_several()) out.line("#include <vector>");
    out.line();
    out.line(fmt::format("#include \"{}_device_operation_types.hpp\"", op_));
    out.line(fmt::format("#include \"{}_program_factory.hpp\"", op_));
    out.line("#include \"ttnn/device_operation.hpp\"").line("#include \"ttnn/tensor/tensor_spec.hpp\"").line();
    out.line(fmt::format("namespace {} {{", space())).line();
    out.open(fmt::format("struct {}DeviceOperation {{", type_));
    out.line(fmt::format("using operation_attributes_t = {}Params;", type_));
    out.line(fmt::format("using tensor_args_t = {}Inputs;", type_));
    out.line(
        fmt::format("using spec_return_value_t = {};", gives_several() ? "std::vector<TensorSpec>" : "TensorSpec"));
    out.line(fmt::format("using tensor_return_value_t = {};", result_type()));
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
    out.list(fmt::format("{} {}(", result_type(), op_), prim_parameters(), ");").line();
    out.line("}  // namespace ttnn::prim");
    return out.str();
}

void Host::check_input(Text& out, const SpecInput& input) const {
    const std::string value = input.optional ? "*args." + input.name : "args." + input.name;
    if (input.optional) out.open(fmt::format("if (args.{}) {{", input.name));
    const std::string layout = fmt::format("Layout::{}", input.tile ? "TILE" : "ROW_MAJOR");
    const std::string name = fmt::format("\"{}\"", input.name), with = fmt::format("{{args.{0}, \"{0}\"}}", first());
    const auto check = [&](const char* function, std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {layout, "ws::Shards::Allowed"});
        if (input.integer()) arguments.emplace_back("ws::Values::Integers");
        arguments.insert(arguments.begin(), {"kOp", name, value});
        out.list(fmt::format("ws::{}(", function), arguments, ");");
    };
    if (input.operand.is()) {
        check_side(out, input);
    } else if (plan_.gathered() && spec_.has_operands() && !spec_.products.empty()) {
        check("check_spread", {host_dims(input.dims), "rows", with});
    } else if (plan_.gathered() && input.name != first()) {
        check("check_spread", {host_dims(input.dims), with});
    } else if (input.shape == InputShape::Row) {
        check("check_parameter", {"width", with});
    } else {
        check("check_rows", {});
    }
    const std::string shape =
        input.optional ? "args." + input.name + "->logical_shape()" : "args." + input.name + ".logical_shape()";
    if (!plan_.gathered() && input.shape != InputShape::Row && input.name != first()) {
        out.line(fmt::format("check_shape(\"{}\", {}, {});", input.name, shape,
                             input.shape == InputShape::Rows ? "shape" : "column_shape"));
    }
    if (input.integer()) {
        out.line(fmt::format("ws::check_wide_dst(kOp, {}, attributes.compute_kernel_config);", name));
    }
    if (input.dtypes.size() == 1 || input.tile) {
        const std::string dot = input.optional ? "->" : ".";
        const std::string given = fmt::format("args.{}{}dtype()", input.name, dot);
        std::string condition, names;
        for (std::string dtype : input.dtypes) {
            for (char& letter : dtype) letter = static_cast<char>(std::toupper(letter));
            condition += fmt::format("{}{} == DataType::{}", condition.empty() ? "" : " || ", given, dtype);
            names += fmt::format("{}DataType::{}", names.empty() ? "" : " or ", dtype);
        }
        out.list("TT_FATAL(",
                 {condition, fmt::format("\"{{}}: {} must have dtype {}, but its dtype is {{}}\"", input.name, names),
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
                  fmt::format("\"{{}}: the last dimension of {} must be a multiple of {}, but it is {{}}\"", input.name,
                              input.width_multiple),
                  "kOp", shape + "[-1]"},
                 ");");
    }
    if (input.optional) out.close();
}

// The first product gives the rows; every other side must suit them.
void Host::check_side(Text& out, const SpecInput& input) const {
    const std::string name = fmt::format("\"{}\"", input.name), value = "args." + input.name;
    const MatrixSide& operand = input.operand;
    const std::string turned = operand.transposed ? "true" : "false", one = operand.one ? "true" : "false";
    const std::string with = fmt::format("{{args.{0}, \"{0}\"}}", first());
    if (operand.side == MatrixSide::Side::Left) {
        out.list("ws::check_left(", {"kOp", name, value, "rows", with, "ws::Shards::Allowed"}, ");");
        return;
    }
    const std::string& left = operand.side == MatrixSide::Side::Last ? first() : left_of(input).name;
    const std::string inner =
        operand.side == MatrixSide::Side::Last ? "rows[-1]" : fmt::format("args.{}.logical_shape()[-1]", left);
    const std::string inner_name =
        operand.side == MatrixSide::Side::Last ? "the columns of what it multiplies" : "the columns of " + left;
    // The first right side is what gives the rows their width.
    const bool gives = !spec_.products.empty() && &input == &spec_.inputs[spec_.products.front().right];
    const std::string columns = gives || operand.side == MatrixSide::Side::Last ? "std::nullopt" : "rows[-1]";
    const std::string wanted = fmt::format("{{.inner = {}, .of = \"{}\", .columns = {}, .transposed = {}, .one = {}}}",
                                           inner, inner_name, columns, turned, one);
    out.list("ws::check_right(", {"kOp", name, value, wanted, "rows", with, "ws::Shards::Allowed"}, ");");
}
const SpecInput& Host::left_of(const SpecInput& right) const {
    for (const SpecProduct& product : spec_.products) {
        if (&spec_.inputs[product.right] == &right) return spec_.inputs[product.left];
    }
    return spec_.first_rows();
}

void Host::check_parameters(Text& out) const {
    for (const SpecParameter& p : spec_.parameters) {
        std::string condition = p.integer || p.condition ? "" : fmt::format("std::isfinite(attributes.{})", p.name);
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

std::string Host::operation() const {
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
    const bool several =
        !plan_.gathered() && std::any_of(spec_.inputs.begin(), spec_.inputs.end(), [&](const SpecInput& i) {
            return i.shape != InputShape::Row && i.name != first();
        });
    if (several) {
        out.comment("Every input of rows has the shape of the first.");
        out.open("void check_shape(const char* argument, const Shape& given, const Shape& wanted) {");
        out.list("TT_FATAL(",
                 {"given == wanted",
                  fmt::format("\"{{}}: {{}} must have shape {{}} to match {}, but its shape is {{}}\"", first()), "kOp",
                  "argument", "wanted", "given"},
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
    const bool any_row =
        !plan_.gathered() && std::any_of(spec_.inputs.begin(), spec_.inputs.end(),
                                         [](const SpecInput& i) { return i.shape == InputShape::Row; });
    const SpecInput& main = spec_.first_rows();
    const bool multiplies = !spec_.products.empty();
    if (multiplies) {
        for (const size_t side : {spec_.products.front().left, spec_.products.front().right}) {
            const std::string& name = spec_.inputs[side].name;
            body.line(fmt::format("ws::check_rows(kOp, \"{0}\", args.{0}, Layout::TILE, ws::Shards::Allowed);", name));
        }
    } else {
        check_input(body, main);
    }
    if (spec_.has_operands()) body.line(fmt::format("const Shape rows = {};", rows_shape("args.")));
    if (several) {
        body.line(fmt::format("const Shape& shape = args.{}.logical_shape();", first()));
        const bool column = std::any_of(spec_.inputs.begin(), spec_.inputs.end(),
                                        [](const SpecInput& i) { return i.shape == InputShape::Column; });
        if (column) body.line("Shape column_shape = shape;").line("column_shape[-1] = 1;");
    }
    if (any_row) body.line(fmt::format("const uint32_t width = args.{}.logical_shape()[-1];", first()));
    for (const SpecInput& input : spec_.inputs) {
        if (multiplies || &input != &main) check_input(body, input);
    }
    check_parameters(body);
    body.list(
        "ws::check_output(",
        {"kOp", "attributes.output_mem_config", "attributes.output_dtype", "args." + first(),
         fmt::format("[&] {{ return compute_output_specs(attributes, args){}; }}", gives_several() ? ".front()" : "")},
        ");");
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
    if (!gives_several()) {
        spec.line(fmt::format("const PageConfig page(Layout::{});", spec_.output_tile ? "TILE" : "ROW_MAJOR"));
    }
    spec.line("const auto dtype = attributes.output_dtype;");
    const bool padded = plan_.column_result && !spec_.output_tile && (plan_.program.reduced & kW) != 0;
    if (gives_several()) {
        spec.line("const auto& memory = attributes.output_mem_config;");
        spec.line(fmt::format("const Shape rows = {};", rows_shape("args.")));
        spec.line("std::vector<TensorSpec> specs;");
        for (size_t k = 0; k < plan_.results.size(); ++k) {
            const bool column = plan_.results[k].column;
            const bool pads = column && !spec_.output_tile && (plan_.program.reduced & kW) != 0;
            const std::string shape =
                column ? fmt::format("ws::reduced_shape(rows, {})", host_dims(plan_.program.reduced)) : "rows";
            spec.list("specs.push_back(ws::result_spec(",
                      {shape, pads ? "/*padded=*/true" : "/*padded=*/false", "dtype",
                       fmt::format("Layout::{}", spec_.output_tile ? "TILE" : "ROW_MAJOR"), "memory",
                       k == 0 ? "/*first=*/true" : "/*first=*/false"},
                      fmt::format("));  // {}", spec_.outputs[k]));
        }
        spec.line("return specs;");
    } else if (plan_.gathered() && plan_.column_result) {
        spec.line(fmt::format("const Shape shape = ws::reduced_shape({}, {});", rows_shape("args."),
                              host_dims(plan_.program.reduced)));
        if (padded) {
            spec.comment("Sticks of one value are padded to a tile's width.");
            spec.line("Shape padded = shape;").line("padded[-1] = 32;");
            spec.line("const auto& memory = attributes.output_mem_config;");
            spec.line("return TensorSpec(shape, TensorLayout::fromPaddedShape(dtype, page, memory, shape, padded));");
        } else {
            spec.line("return TensorSpec(shape, TensorLayout(dtype, page, attributes.output_mem_config));");
        }
    } else if (plan_.column_result && spec_.output_tile) {
        spec.comment("One value per row, in column 0 of a tile.");
        spec.line(fmt::format("Shape shape = args.{}.logical_shape();", first()));
        spec.line("shape[-1] = 1;");
        spec.line("return TensorSpec(shape, TensorLayout(dtype, page, attributes.output_mem_config));");
    } else if (plan_.column_result) {
        spec.comment("One value per row; the stick is padded to a tile's width.");
        spec.line(fmt::format("Shape shape = args.{}.logical_shape();", first()));
        spec.line("shape[-1] = 1;").line("Shape padded = shape;").line("padded[-1] = 32;");
        spec.line("const auto& memory = attributes.output_mem_config;");
        spec.line("return TensorSpec(shape, TensorLayout::fromPaddedShape(dtype, page, memory, shape, padded));");
    } else if (spec_.has_operands()) {
        spec.line(fmt::format("Shape shape = {};", rows_shape("args.")));
        if (spec_.last) spec.line(fmt::format("shape[-1] = {};", columns_of(*spec_.last, "args.")));
        spec.line("return TensorSpec(shape, TensorLayout(dtype, page, attributes.output_mem_config));");
    } else {
        spec.line(fmt::format("const Shape& shape = args.{}.logical_shape();", first()));
        spec.line("return TensorSpec(shape, TensorLayout(dtype, page, attributes.output_mem_config));");
    }
    append(out, spec);
    out.line("}").line();

    define(out, type + "::tensor_return_value_t", type + "::create_output_tensors",
           {"const operation_attributes_t& attributes", "const tensor_args_t& args"});
    if (gives_several()) {
        out.line("    std::vector<Tensor> outputs;");
        out.line("    for (const TensorSpec& spec : compute_output_specs(attributes, args))");
        out.line(fmt::format("        outputs.push_back(create_device_tensor(spec, args.{}.device()));", first()));
        out.line("    return outputs;");
    } else {
        out.line(fmt::format(
            "    return create_device_tensor(compute_output_specs(attributes, args), args.{}.device());", first()));
    }
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
    hash.line("const auto plan = device == nullptr ? std::vector<uint32_t>() : make_plan(attributes, args).choice();");
    hash.line(fmt::format("using Op = {};", type));
    hash.line(
        fmt::format("return tt::tt_metal::operation::hash_operation<Op>(how, attributes.compute_kernel_config, "
                    "first, {}plan);",
                    spec_.inputs.size() > 1 ? "others, " : ""));
    append(out, hash);
    out.line("}").line();
    out.line(fmt::format("}}  // namespace {}", space())).line();

    out.line("namespace ttnn::prim {").line();
    out.list(fmt::format("{} {}(", result_type(), op_), prim_parameters(), ") {");
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
    std::vector<std::string> tensors;
    for (const SpecInput& input : spec_.inputs) tensors.push_back(fmt::format(".{0} = {0}", input.name));
    // Whatever stands here beside the arguments could have the name of one.
    lines(launch, "return ttnn::device_operation::launch<Op>({", fields, "},");
    launch.list("                                              {", tensors, "});");
    append(out, launch);
    out.line("}").line();
    out.line("}  // namespace ttnn::prim");
    return out.str();
}

}  // namespace tilewright::workshop::rows
