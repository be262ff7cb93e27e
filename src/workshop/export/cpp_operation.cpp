// The device operation of an exported op: types, validation, output, hash.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/export/cpp_names.hpp"
#include "workshop/gen/text.hpp"

namespace tilewright::workshop::exported {

using rows::InputShape;
using rows::SpecInput;
using rows::SpecParameter;

namespace {

constexpr const char* kTypes = R"text(@licence@

#pragma once

#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"

namespace @space@ {

struct @Type@Params {
    @parameter_members@
    const tt::tt_metal::DataType output_dtype;
    const DeviceComputeKernelConfig compute_kernel_config;
    const std::optional<CoreCoord> core_grid;  // none: the whole grid
    const tt::tt_metal::MemoryConfig output_mem_config;
};

struct @Type@Inputs {
    @input_members@
};

}  // namespace @space@
)text";

constexpr const char* kOperationHeader = R"text(@licence@

#pragma once

#include <optional>
#include <variant>
@vector_include@

#include "@op@_device_operation_types.hpp"
#include "@op@_program_factory.hpp"
#include "ttnn/device_operation.hpp"

namespace @space@ {

struct @Type@DeviceOperation {
    using operation_attributes_t = @Type@Params;
    using tensor_args_t = @Type@Inputs;
    using spec_return_value_t = @Specs@;
    using tensor_return_value_t = @Result@;
    using program_factory_t = std::variant<program::@Type@ProgramFactory>;

    static program_factory_t select_program_factory(const operation_attributes_t&, const tensor_args_t&);
    static void validate_on_program_cache_miss(const operation_attributes_t&, const tensor_args_t&);
    static void validate_on_program_cache_hit(const operation_attributes_t&, const tensor_args_t&);
    static spec_return_value_t compute_output_specs(const operation_attributes_t&, const tensor_args_t&);
    static tensor_return_value_t create_output_tensors(const operation_attributes_t&, const tensor_args_t&);
    static ttsl::hash::hash_t compute_program_hash(const operation_attributes_t&, const tensor_args_t&);
};

}  // namespace @space@

namespace ttnn::prim {

@Result@ @op@(
    @prim_parameters@
);

}  // namespace ttnn::prim
)text";

constexpr const char* kOperationSource = R"text(@licence@

#include "@op@_device_operation.hpp"

@array_includes@
#include <cmath>
#include <tuple>

#include <tt-metalium/allocator.hpp>
#include <tt_stl/assert.hpp>
#include "@op@_plan.hpp"
#include "ttnn/operation.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace @space@ {

using namespace tt::tt_metal;

namespace {

constexpr const char* OP = "@op@";

// Shards may cut sticks into pages, but not where pieces of a stick could not be moved, and they do not cut tiles.
void check_shards(const char* argument, const TensorSpec& spec, uint32_t alignment) {
    if (spec.layout() == Layout::TILE) {
        const auto& shards = spec.memory_config().shard_spec();
        TT_FATAL(
            !shards.has_value() || (shards->shape[0] % 32 == 0 && shards->shape[1] % 32 == 0),
            "{}: {}: height and width of shards must be multiples of 32 in tile layout",
            OP,
            argument);
        return;
    }
    const uint32_t datum_bytes = tt::datum_size(datatype_to_dataformat_converter(spec.data_type()));
    const uint32_t page_bytes = spec.compute_page_size_bytes();
    const uint32_t columns = page_bytes / datum_bytes;
    const uint32_t width = spec.logical_shape()[-1];
    Shape padded = spec.logical_shape();
    padded[-1] = (width + columns - 1) / columns * columns;
    TT_FATAL(
        spec.padded_shape() == padded || (width == 1 && columns >= 32),
        "{}: {} must be padded to whole shards only, but its logical shape is {} and its padded shape {}",
        OP,
        argument,
        spec.logical_shape(),
        spec.padded_shape());
    TT_FATAL(
        columns >= width || page_bytes % alignment == 0,
        "{}: {}: shards cut its sticks every {} bytes, which must be a multiple of {}",
        OP,
        argument,
        page_bytes,
        alignment);
}

// What holds for every tensor of the call.
void check_tensor(const char* argument, const Tensor& tensor, Layout layout) {
    TT_FATAL(tensor.storage_type() == StorageType::DEVICE, "{}: {} must be on a device", OP, argument);
    TT_FATAL(tensor.is_allocated(), "{}: the buffer of {} must be allocated, but it has been freed", OP, argument);
    TT_FATAL(
        tensor.layout() == layout,
        "{}: {} must have layout {}, but its layout is {}; convert it with to_layout",
        OP,
        argument,
        layout,
        tensor.layout());
    if (tensor.is_sharded()) {
        check_shards(argument, tensor.tensor_spec(), tensor.buffer()->alignment());
        return;
    }
    TT_FATAL(
        layout == Layout::TILE || tensor.padded_shape() == tensor.logical_shape(),
        "{}: {} must not be padded, but its logical shape is {} and its padded shape {}",
        OP,
        argument,
        tensor.logical_shape(),
        tensor.padded_shape());
}

void check_rows(const char* argument, const Tensor& tensor, Layout layout) {
    const auto& shape = tensor.logical_shape();
    TT_FATAL(
        shape.rank() >= 2, "{}: {} must have rank 2 or more, but its rank is {}", OP, argument, shape.rank());
    check_tensor(argument, tensor, layout);
    TT_FATAL(
        shape.volume() != 0, "{}: every dimension of {} must be at least 1, but its shape is {}", OP, argument, shape);
}
@check_line@
@check_shape@
@result_spec@

}  // namespace

@Type@DeviceOperation::program_factory_t @Type@DeviceOperation::select_program_factory(
    const operation_attributes_t&, const tensor_args_t&) {
    return program::@Type@ProgramFactory{};
}

void @Type@DeviceOperation::validate_on_program_cache_miss(
    const operation_attributes_t& attributes, const tensor_args_t& args) {
    @checks@
    const MemoryConfig& memory = attributes.output_mem_config;
    if (memory.is_sharded()) {
        check_shards(
            "the result",
            compute_output_specs(attributes, args)@of_first@,
            args.@first@.device()->allocator()->get_alignment(memory.buffer_type()));
    }
    const DataType dtype = attributes.output_dtype;
    TT_FATAL(
        dtype == DataType::BFLOAT16 || dtype == DataType::FLOAT32,
        "{}: dtype must be BFLOAT16 or FLOAT32, but it is {}",
        OP,
        dtype);
    if (attributes.core_grid.has_value()) {
        const CoreCoord whole = args.@first@.device()->compute_with_storage_grid_size();
        const CoreCoord grid = attributes.core_grid.value();
        TT_FATAL(
            grid.x >= 1 && grid.y >= 1 && grid.x <= whole.x && grid.y <= whole.y,
            "{}: core_grid must be between 1x1 and {}x{} cores, but it is {}x{}",
            OP,
            whole.x,
            whole.y,
            grid.x,
            grid.y);
    }
}

void @Type@DeviceOperation::validate_on_program_cache_hit(
    const operation_attributes_t& attributes, const tensor_args_t& args) {
    validate_on_program_cache_miss(attributes, args);
}

@Type@DeviceOperation::spec_return_value_t @Type@DeviceOperation::compute_output_specs(
    const operation_attributes_t& attributes, const tensor_args_t& args) {
    @output_spec@
}

@Type@DeviceOperation::tensor_return_value_t @Type@DeviceOperation::create_output_tensors(
    const operation_attributes_t& attributes, const tensor_args_t& args) {
    @create_outputs@
}

ttsl::hash::hash_t @Type@DeviceOperation::compute_program_hash(
    const operation_attributes_t& attributes, const tensor_args_t& args) {
    // Numbers of the call are left out: they are runtime arguments. What the plan is depends on the free L1 as well.
    const auto kind = [](const std::optional<const Tensor>& tensor) {
        return tensor.has_value() ? std::optional(std::make_tuple(tensor->dtype(), tensor->memory_config()))
                                  : std::nullopt;
    };
    return operation::hash_operation<@Type@DeviceOperation>(
        attributes.output_dtype,
        attributes.core_grid,
        attributes.output_mem_config,
        attributes.compute_kernel_config,
        @rows@,
        @hash_inputs@
        make_plan(attributes, args).choice());
}

}  // namespace @space@

namespace ttnn::prim {

@Result@ @op@(
    @prim_parameters@
) {
    using Operation = operations::@op@::@Type@DeviceOperation;
    return ttnn::device_operation::launch<Operation>(
        Operation::operation_attributes_t{
            @attribute_values@
            .output_dtype = output_dtype,
            .compute_kernel_config = compute_kernel_config,
            .core_grid = core_grid,
            .output_mem_config = output_mem_config},
        Operation::tensor_args_t{@tensor_values@});
}

}  // namespace ttnn::prim
)text";

constexpr const char* kCheckLine = R"text(
// One row for all.
void check_line(const char* argument, const Tensor& tensor, uint32_t width, Layout layout) {
    const auto& shape = tensor.logical_shape();
    TT_FATAL(
        shape.rank() >= 1 && shape[-1] == width && shape.volume() == width,
        "{}: {} must have shape [{}], [1, {}] or [1, 1, 1, {}], but its shape is {}",
        OP,
        argument,
        width,
        width,
        width,
        shape);
    check_tensor(argument, tensor, layout);
}
)text";

constexpr const char* kCheckShape = R"text(
void check_shape(const char* argument, const Shape& given, const Shape& wanted) {
    TT_FATAL(given == wanted, "{}: {} must have shape {}, but its shape is {}", OP, argument, wanted, given);
}
)text";

const char* layout_text(bool tile) { return tile ? "Layout::TILE" : "Layout::ROW_MAJOR"; }

std::string upper_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
    return text;
}

constexpr const char* kCheckSpread = R"text(
// The sizes of the first input along some dimensions and 1 along the others; sizes of 1 in front may be left out.
Shape without(const Shape& shape, const std::array<bool, 4>& kept) {
    Shape made = shape;
    const int rank = static_cast<int>(shape.rank());
    for (int dim = -rank; dim < 0; ++dim) {
        if (!kept[std::max(dim, -4) + 4]) {
            made[dim] = 1;
        }
    }
    return made;
}
void check_spread(const char* argument, const Tensor& tensor, const Shape& wanted, Layout layout) {
    const auto& given = tensor.logical_shape();
    const int given_rank = static_cast<int>(given.rank()), wanted_rank = static_cast<int>(wanted.rank());
    bool same = given_rank > 0;
    for (int dim = -1; dim >= -std::max(given_rank, wanted_rank); --dim) {
        const auto size = [&](const Shape& shape, int rank) { return dim >= -rank ? shape[dim] : 1u; };
        same = same && size(given, given_rank) == size(wanted, wanted_rank);
    }
    TT_FATAL(same, "{}: {} must have shape {}, but its shape is {}", OP, argument, wanted, given);
    check_tensor(argument, tensor, layout);
}
)text";

std::string kept_text(Dims dims) {
    return fmt::format("{{{}, {}, {}, {}}}", (dims & kN) != 0, (dims & kC) != 0, (dims & kH) != 0, (dims & kW) != 0);
}
std::string spread_shape(const rows::Spec& spec, const SpecInput& input) {
    return fmt::format("without({}, {})", rows_shape(spec), kept_text(input.dims));
}

std::string check_input(const rows::Spec& spec, const SpecInput& input) {
    const std::string value = input.optional ? fmt::format("args.{}.value()", input.name) : "args." + input.name;
    const std::string shape = value + ".logical_shape()";
    std::vector<std::string> lines;
    if (input.operand.is()) {
        lines.push_back(check_side(spec, input));
    } else if (spec.gathered && (!spec.products.empty() || input.name != spec.first_rows().name)) {
        lines.push_back(fmt::format("check_spread(\"{}\", {}, {}, {});", input.name, value, spread_shape(spec, input),
                                    layout_text(input.tile)));
    } else if (input.shape == InputShape::Row) {
        lines.push_back(fmt::format("check_line(\"{}\", {}, args.{}.logical_shape()[-1], {});", input.name, value,
                                    spec.first_rows().name, layout_text(input.tile)));
    } else {
        lines.push_back(fmt::format("check_rows(\"{}\", {}, {});", input.name, value, layout_text(input.tile)));
    }
    if (!spec.gathered && input.shape != InputShape::Row && input.name != spec.first_rows().name) {
        lines.push_back(fmt::format("check_shape(\"{}\", {}, {});", input.name, shape,
                                    input.shape == InputShape::Rows ? "rows_shape" : "column_shape"));
    }
    const auto fatal = [&](const std::string& condition, const std::string& message, const std::string& given) {
        lines.push_back("TT_FATAL(");
        lines.push_back(fmt::format("    {},", condition));
        lines.push_back(fmt::format("    \"{{}}: {}\",", message));
        lines.push_back("    OP,");
        lines.push_back(fmt::format("    {});", given));
    };
    std::vector<std::string> dtypes, conditions;
    for (const std::string& dtype : input.dtypes) {
        dtypes.push_back(upper_case(dtype));
        conditions.push_back(fmt::format("{}.dtype() == DataType::{}", value, dtypes.back()));
    }
    fatal(fmt::format("{}", fmt::join(conditions, " || ")),
          fmt::format("{} must have dtype {}, but its dtype is {{}}", input.name, fmt::join(dtypes, " or ")),
          value + ".dtype()");
    if (input.integer()) {
        lines.push_back("TT_FATAL(");
        lines.push_back("    get_fp32_dest_acc_en(attributes.compute_kernel_config),");
        lines.push_back(fmt::format(
            "    \"{{}}: {} has integers, which become float32 numbers in DST: fp32_dest_acc_en must be true\",",
            input.name));
        lines.push_back("    OP);");
    }
    if (input.least_rank > 2 || input.most_rank != 0) {
        fatal(fmt::format("{}.rank() {} {}", shape, input.most_rank ? "==" : ">=", input.least_rank),
              fmt::format("{} must have rank {}{}, but its rank is {{}}", input.name, input.least_rank,
                          input.most_rank ? "" : " or more"),
              shape + ".rank()");
    }
    if (input.width_multiple > 1) {
        fatal(fmt::format("{}[-1] % {} == 0", shape, input.width_multiple),
              fmt::format("the last dimension of {} must be a multiple of {}, but it is {{}}", input.name,
                          input.width_multiple),
              shape + "[-1]");
    }
    if (!input.optional) return lines_of(lines);
    std::string text = fmt::format("if (args.{}.has_value()) {{\n", input.name);
    for (const std::string& line : lines) text += "    " + line + "\n";
    return text + "}\n";
}

std::string check_parameter(const SpecParameter& parameter) {
    const std::string value = "attributes." + parameter.name;
    std::vector<std::string> conditions;
    if (!parameter.integer) conditions.push_back(fmt::format("std::isfinite({})", value));
    const auto add = [&](const char* sign, const std::optional<double>& bound) {
        if (!bound) return;
        conditions.push_back(fmt::format(
            "{} {} {}", value, sign,
            parameter.integer ? fmt::format("{}", static_cast<long>(*bound)) : rows::number_text(*bound) + "f"));
    };
    add(">=", parameter.least);
    add(">", parameter.above);
    add("<=", parameter.most);
    add("<", parameter.below);
    if (conditions.empty()) return "";
    return fmt::format("TT_FATAL(\n    {},\n    \"{{}}: {} must be {}, but it is {{}}\",\n    OP,\n    {});\n",
                       fmt::join(conditions, " && "), parameter.name,
                       parameter.range().empty() ? "a finite number" : "a finite number, " + parameter.range(), value);
}

constexpr const char* kColumnSpec = R"text(// One value per row; the stick is padded to a tile's width.
Shape shape = args.@first@.logical_shape();
shape[-1] = 1;
Shape padded = shape;
padded[-1] = 32;
return TensorSpec(
    shape,
    TensorLayout::fromPaddedShape(
        attributes.output_dtype, PageConfig(Layout::ROW_MAJOR), attributes.output_mem_config, shape, padded));
)text";
constexpr const char* kRowsSpec = R"text(@output_shape@
return TensorSpec(
    @shape@,
    TensorLayout(attributes.output_dtype, PageConfig(@output_layout@), attributes.output_mem_config));
)text";
constexpr const char* kReducedSpec = R"text(return TensorSpec(
    without(@rows@, @kept@),
    TensorLayout(attributes.output_dtype, PageConfig(@output_layout@), attributes.output_mem_config));
)text";
constexpr const char* kPaddedSpec = R"text(// Sticks of one value are padded to a tile's width.
const Shape shape = without(@rows@, @kept@);
Shape padded = shape;
padded[-1] = 32;
return TensorSpec(
    shape,
    TensorLayout::fromPaddedShape(
        attributes.output_dtype, PageConfig(Layout::ROW_MAJOR), attributes.output_mem_config, shape, padded));
)text";
constexpr const char* kColumnOfTilesSpec = R"text(// One value per row, in column 0 of a tile.
Shape shape = args.@first@.logical_shape();
shape[-1] = 1;
return TensorSpec(
    shape, TensorLayout(attributes.output_dtype, PageConfig(Layout::TILE), attributes.output_mem_config));
)text";

// One of several results.
constexpr const char* kResultSpec = R"text(
// Where the memory is for shards of the first result, the others are interleaved. Sticks of one value are padded to a
// tile's width.
TensorSpec result_spec(
    const Shape& shape, bool padded, const @Type@DeviceOperation::operation_attributes_t& attributes, bool first) {
    const MemoryConfig& memory = attributes.output_mem_config;
    const MemoryConfig own = first || !memory.is_sharded()
                                 ? memory
                                 : MemoryConfig(TensorMemoryLayout::INTERLEAVED, memory.buffer_type());
    if (!padded) {
        return TensorSpec(shape, TensorLayout(attributes.output_dtype, PageConfig(@output_layout@), own));
    }
    Shape whole = shape;
    whole[-1] = 32;
    return TensorSpec(
        shape,
        TensorLayout::fromPaddedShape(attributes.output_dtype, PageConfig(@output_layout@), own, shape, whole));
}
)text";
constexpr const char* kCreateSeveral = R"text(std::vector<Tensor> outputs;
for (const TensorSpec& spec : compute_output_specs(attributes, args)) {
    outputs.push_back(create_device_tensor(spec, args.@first@.device()));
}
return outputs;
)text";

std::string specs_of_several(const rows::Plan& plan) {
    std::string text = fmt::format("const Shape& rows = {};\n", rows_shape(plan.spec));
    text += "return {\n";
    for (size_t k = 0; k < plan.results.size(); ++k) {
        const bool column = plan.results[k].column;
        const bool pads = column && !plan.spec.output_tile && (plan.program.reduced & kW) != 0;
        text += fmt::format("    result_spec({}, /*padded=*/{}, attributes, /*first=*/{}),  // {}\n",
                            column ? fmt::format("without(rows, {})", kept_text(plan.output_dims(k))) : "rows", pads,
                            k == 0, plan.spec.outputs[k]);
    }
    return text + "};\n";
}

}  // namespace

Files operation_files(const ExportRequest& request, const Gaps& common) {
    const rows::Spec& spec = request.plan.spec;
    const SpecInput& first = spec.first_rows();
    Gaps gaps = common;
    const auto some = [&](auto condition) { return std::any_of(spec.inputs.begin(), spec.inputs.end(), condition); };
    std::vector<std::string> members, inputs, attributes, tensors, hashed;
    for (const SpecParameter& parameter : spec.parameters) {
        members.push_back(fmt::format("const {} {};", parameter_type(parameter), parameter.name));
        attributes.push_back(fmt::format(".{0} = {0}", parameter.name));
    }
    if (spec.has_operands()) hashed.emplace_back("sides_of(args)");
    for (const SpecInput& input : spec.inputs) {
        inputs.push_back(fmt::format("{} {};", tensor_type(input), input.name));
        tensors.push_back(fmt::format(".{0} = {0}", input.name));
        hashed.push_back(fmt::format("kind(args.{})", input.name));
    }
    gaps["parameter_members"] = lines_of(members);
    gaps["input_members"] = lines_of(inputs);
    gaps["attribute_values"] = lines_of(attributes, ",");
    gaps["tensor_values"] = fmt::format("{}", fmt::join(tensors, ", "));
    gaps["hash_inputs"] = lines_of(hashed, ",");
    gaps["check_line"] = spec.gathered                                                         ? kCheckSpread
                         : some([](const SpecInput& i) { return i.shape == InputShape::Row; }) ? kCheckLine
                                                                                               : "";
    if (spec.has_operands()) gaps["check_line"] += check_side_text();
    gaps["array_includes"] = spec.gathered ? "#include <algorithm>\n#include <array>\n" : "";
    const auto other = [&](const SpecInput& i) {
        return !spec.gathered && i.shape != InputShape::Row && i.name != first.name;
    };
    gaps["check_shape"] = some(other) ? kCheckShape : "";
    std::string checks;
    if (!spec.products.empty()) {  // they give the rows
        for (const size_t side : {spec.products.front().left, spec.products.front().right})
            checks += fmt::format("check_rows(\"{0}\", args.{0}, Layout::TILE);\n", spec.inputs[side].name);
    }
    checks += check_input(spec, first);
    if (some(other)) {
        checks += fmt::format("const Shape& rows_shape = args.{}.logical_shape();\n", first.name);
        if (some([](const SpecInput& i) { return i.shape == InputShape::Column; })) {
            checks += "Shape column_shape = rows_shape;\ncolumn_shape[-1] = 1;\n";
        }
    }
    for (const SpecInput& input : spec.inputs) {
        if (&input != &first) checks += check_input(spec, input);
    }
    for (const SpecParameter& parameter : spec.parameters) checks += check_parameter(parameter);
    gaps["checks"] = checks;
    gaps["output_layout"] = layout_text(spec.output_tile);
    gaps["kept"] = kept_text(request.plan.output_dims());
    gaps["output_shape"] =
        spec.last ? fmt::format("Shape shape = {};\nshape[-1] = sides_of(args).back();\n", rows_shape(spec)) : "";
    gaps["shape"] = spec.last ? "shape" : rows_shape(spec);
    const bool reduced = spec.gathered && request.plan.column_result;
    const bool padded = reduced && !spec.output_tile && (request.plan.program.reduced & kW) != 0;
    gaps["output_spec"] = filled(padded                        ? kPaddedSpec
                                 : reduced                     ? kReducedSpec
                                 : !request.plan.column_result ? kRowsSpec
                                 : spec.output_tile            ? kColumnOfTilesSpec
                                                               : kColumnSpec,
                                 gaps);
    const bool several = request.plan.results.size() > 1;
    if (several) gaps["output_spec"] = specs_of_several(request.plan);
    gaps["result_spec"] = several ? filled(kResultSpec, gaps) : "";
    gaps["of_first"] = several ? ".front()" : "";
    gaps["create_outputs"] =
        several ? filled(kCreateSeveral, gaps)
                : fmt::format("return create_device_tensor(compute_output_specs(attributes, args), args.{}.device());",
                              first.name);
    const std::string stem = "device/" + spec.name + "_device_operation";
    return {{stem + "_types.hpp", filled(kTypes, gaps)},
            {stem + ".hpp", filled(kOperationHeader, gaps)},
            {stem + ".cpp", filled(kOperationSource, gaps)}};
}

}  // namespace tilewright::workshop::exported
