// The public call of an exported op and its Python binding.
#include <fmt/format.h>

#include "workshop/export/cpp_names.hpp"
#include "workshop/spec/escape.hpp"

namespace tilewright::workshop::exported {

namespace {

constexpr const char* kCallHeader = R"text(@licence@

#pragma once

#include <optional>
@vector_include@

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// @summary@
@Result@ @op@(
    @declared_parameters@
);

}  // namespace ttnn
)text";

constexpr const char* kCallSource = R"text(@licence@

#include "@op@.hpp"

@includes@
#include <tt_stl/assert.hpp>
#include "device/@op@_device_operation.hpp"

namespace ttnn {
@result_memory@

@Result@ @op@(
    @defined_parameters@
) {
    TT_FATAL(
        @first@.storage_type() == StorageType::DEVICE,
        "@op@: @first@ must be on a device; move it there with to_device");
    // Values between two steps keep 32 bits unless the caller says otherwise.
    return ttnn::prim::@op@(
        @prim_arguments@
        dtype.value_or(@usual_dtype@),
        init_device_compute_kernel_config(
            @first@.device()->arch(),
            compute_kernel_config,
            tt::tt_metal::MathFidelity::HiFi4,
            /*default_approx_mode=*/false,
            /*default_fp32_acc=*/true),
        core_grid,
        memory_config.value_or(@default_memory@));
}

}  // namespace ttnn
)text";

constexpr const char* kResultMemory = R"text(
namespace {

// Where the result goes by default: as the first input lies. Its shape or layout differs, so shards are cut anew, in
// the same way on the same cores.
tt::tt_metal::MemoryConfig result_memory(const Tensor& first@columns_parameter@) {
    using namespace tt::tt_metal;
    const MemoryConfig& memory = first.memory_config();
    if (!memory.is_sharded()) {
        return memory;
    }
    const auto& shards = memory.shard_spec();
    if (!shards.has_value()) {
        return MemoryConfig(TensorMemoryLayout::INTERLEAVED, memory.buffer_type());
    }
    const auto whole = [](uint32_t size, uint32_t unit) { return (size + unit - 1) / unit * unit; };
    const Shape& shape = first.logical_shape();
    const int rank = static_cast<int>(shape.rank());
    // Sizes of N (all before C), C, H and W stay, or are 1.
    constexpr std::array<bool, 4> kept = @kept@;
    Shape made = shape;
    for (int dim = -rank; dim < 0; ++dim) {
        if (!kept[std::max(dim, -4) + 4]) {
            made[dim] = 1;
        }
    }
    @made_columns@
    const auto height_of = [&](const Shape& sizes, uint32_t unit) {
        uint32_t rows = rank < 2 ? 1 : whole(sizes[-2], unit);
        for (int dim = -rank; dim < -2; ++dim) {
            rows *= sizes[dim];
        }
        return rows;
    };
    const uint32_t height_before = height_of(shape, @input_unit@), height = height_of(made, @result_unit@);
    const uint32_t width_before = whole(shape[-1], @input_unit@), width = @result_width@;
    const bool blocks = memory.memory_layout() == TensorMemoryLayout::BLOCK_SHARDED;
    CoreCoord grid = shards->grid.bounding_box().grid_size();
    if (shards->orientation != ShardOrientation::ROW_MAJOR) {
        std::swap(grid.x, grid.y);
    }
    const auto down = static_cast<uint32_t>(blocks ? grid.y : shards->grid.num_cores());
    const auto across = static_cast<uint32_t>(blocks ? grid.x : shards->grid.num_cores());
    std::array<uint32_t, 2> cut = {height, width};
    if (memory.memory_layout() != TensorMemoryLayout::WIDTH_SHARDED) {
        const bool stays = height == height_before && shards->shape[0] % @result_unit@ == 0;
        cut[0] = stays ? shards->shape[0] : whole((height + down - 1) / down, @result_unit@);
    }
    if (memory.memory_layout() != TensorMemoryLayout::HEIGHT_SHARDED) {
        const bool stays = width == width_before && shards->shape[1] % 32 == 0;
        cut[1] = stays ? shards->shape[1] : whole((width + across - 1) / across, 32);
    }
    const ShardSpec spec(shards->grid, cut, shards->orientation);
    return MemoryConfig(memory.memory_layout(), memory.buffer_type(), spec);
}

}  // namespace
)text";

constexpr const char* kBindingHeader = R"text(@licence@

#pragma once

#include "ttnn-nanobind/nanobind_fwd.hpp"

namespace @space@ {

namespace nb = nanobind;

void bind_@op@_operation(nb::module_& mod);

}  // namespace @space@
)text";

constexpr const char* kBinding = R"text(@licence@

#include "@op@_nanobind.hpp"

#include <optional>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
@nanobind_vector@

#include "@op@.hpp"
#include "ttnn-nanobind/bind_function.hpp"

namespace @space@ {

void bind_@op@_operation(nb::module_& mod) {
    const char* doc =
        @doc@

    ttnn::bind_function<"@op@">(
        mod,
        doc,
        &ttnn::@op@,
        @binding_arguments@
    );
}

}  // namespace @space@
)text";

std::string documentation(const rows::Spec& spec) {
    std::vector<std::string> lines;
    const auto add = [&](const std::string& line) { lines.push_back(rows::cpp_string(line + "\n")); };
    add(spec.doc.empty() ? spec.formula : spec.doc);
    add("");
    add((spec.gathered ? "Along " + dims_words(spec.reduced) + ": " : "Along the last dimension: ") + spec.formula);
    add("");
    add("Args:");
    for (const rows::SpecInput* input : call_order(spec)) {
        const std::string shape = input->operand.is()                     ? input->operand.text()
                                  : input->dims == kAllDims               ? "[..., W]"
                                  : spec.gathered                         ? dims_text(input->dims)
                                  : input->shape == rows::InputShape::Row ? "[W], [1, W] or [1, 1, 1, W]"
                                                                          : "[..., 1]";
        add(fmt::format("    {} (ttnn.Tensor{}): {}, interleaved or in shards, {}, {}{}", input->name,
                        input->optional ? ", optional" : "", input->tile ? "tile layout" : "row-major",
                        fmt::join(input->dtypes, " or "), shape, input->doc.empty() ? "" : "; " + input->doc));
    }
    for (const rows::SpecParameter& parameter : spec.parameters) {
        add(fmt::format("    {} ({}): {}; {} by default", parameter.name, parameter.integer ? "int" : "float",
                        parameter.range().empty() ? "finite" : parameter.range(), parameter.value));
    }
    add("    memory_config (ttnn.MemoryConfig, optional): where the result goes, interleaved or in shards.");
    add("    compute_kernel_config (ttnn.DeviceComputeKernelConfig, optional): HiFi4 with a 32-bit DST by default.");
    add("    dtype (ttnn.DataType, optional): of the result, bfloat16 or float32.");
    add("    core_grid (ttnn.CoreCoord, optional): the cores that share the rows.");
    if (!spec.outputs.empty()) {
        add("");
        add(fmt::format("Returns: a list of {}. Shards are those of the first.", fmt::join(spec.outputs, ", ")));
    }
    lines.back() += ";";
    return lines_of(lines);
}

// How wide the result is.
std::string output_columns(const rows::Spec& spec) {
    if (spec.last) return columns_of(spec, *spec.last, "");
    return columns_of(spec, spec.products.front().right, "");
}

}  // namespace

Files call_files(const ExportRequest& request, const Gaps& common) {
    const rows::Spec& spec = request.plan.spec;
    Gaps gaps = common;
    std::vector<std::string> names, arguments;
    for (const rows::SpecInput* input : call_order(spec)) {
        names.push_back(input->name);
        arguments.push_back(fmt::format("nb::arg(\"{}\"){}", input->name, input->optional ? " = nb::none()" : ""));
    }
    for (const rows::SpecParameter& parameter : spec.parameters) {
        names.push_back(parameter.name);
        arguments.push_back(fmt::format("nb::arg(\"{}\") = {}", parameter.name, default_text(parameter)));
    }
    for (const char* other : {"memory_config", "compute_kernel_config", "dtype", "core_grid"}) {
        arguments.push_back(fmt::format("nb::arg(\"{}\") = nb::none()", other));
    }
    gaps["prim_arguments"] = lines_of(names, ",");
    const bool tile = spec.output_tile, from_tile = spec.first_rows().tile, column = request.plan.column_result;
    const bool own_width = spec.has_operands() && !column;
    const bool same_form = !column && !own_width && tile == from_tile;
    gaps["columns_parameter"] = own_width ? ", uint32_t columns" : "";
    gaps["made_columns"] = own_width ? "made[-1] = columns;\n" : "";
    gaps["input_unit"] = from_tile ? "32" : "1";
    gaps["result_unit"] = tile ? "32" : "1";
    const Dims kept = request.plan.output_dims();
    gaps["result_width"] = (kept & kW) == 0 ? "32" : tile ? "whole(made[-1], 32)" : "made[-1]";
    gaps["kept"] =
        fmt::format("{{{}, {}, {}, {}}}", (kept & kN) != 0, (kept & kC) != 0, (kept & kH) != 0, (kept & kW) != 0);
    gaps["result_memory"] = same_form ? "" : filled(kResultMemory, gaps);
    gaps["includes"] = same_form ? "" : "#include <algorithm>\n#include <array>\n#include <utility>\n";
    gaps["default_memory"] =
        same_form ? gaps["first"] + ".memory_config()"
                  : "result_memory(" + gaps["first"] + (own_width ? ", " + output_columns(spec) : "") + ")";
    gaps["nanobind_vector"] = request.plan.results.size() > 1 ? "#include <nanobind/stl/vector.h>\n" : "";
    const std::string given = gaps["first"] + ".dtype()", float32 = "tt::tt_metal::DataType::FLOAT32";
    gaps["usual_dtype"] = spec.first_rows().integer() ? float32
                          : from_tile
                              ? fmt::format("{0} == {1} ? {1} : tt::tt_metal::DataType::BFLOAT16", given, float32)
                              : given;
    gaps["doc"] = documentation(spec);
    std::string list;
    for (size_t i = 0; i < arguments.size(); ++i) list += arguments[i] + (i + 1 < arguments.size() ? ",\n" : "\n");
    gaps["binding_arguments"] = list;
    return {{spec.name + ".hpp", filled(kCallHeader, gaps)},
            {spec.name + ".cpp", filled(kCallSource, gaps)},
            {spec.name + "_nanobind.hpp", filled(kBindingHeader, gaps)},
            {spec.name + "_nanobind.cpp", filled(kBinding, gaps)}};
}

}  // namespace tilewright::workshop::exported
