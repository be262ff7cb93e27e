// The public call of an exported op and its Python binding.
#include <fmt/format.h>

#include "workshop/export/cpp_names.hpp"
#include "workshop/spec/escape.hpp"

namespace tilewright::workshop::exported {

namespace {

constexpr const char* kCallHeader = R"text(@licence@

#pragma once

#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// @summary@
Tensor @op@(
    @declared_parameters@
);

}  // namespace ttnn
)text";

constexpr const char* kCallSource = R"text(@licence@

#include "@op@.hpp"

#include <tt_stl/assert.hpp>
#include "device/@op@_device_operation.hpp"

namespace ttnn {

Tensor @op@(
    @defined_parameters@
) {
    TT_FATAL(
        @first@.storage_type() == StorageType::DEVICE,
        "@op@: @first@ must be on a device; move it there with to_device");
    // Values between two steps keep 32 bits unless the caller says otherwise.
    return ttnn::prim::@op@(
        @prim_arguments@
        dtype.value_or(@first@.dtype()),
        init_device_compute_kernel_config(
            @first@.device()->arch(),
            compute_kernel_config,
            tt::tt_metal::MathFidelity::HiFi4,
            /*default_approx_mode=*/false,
            /*default_fp32_acc=*/true),
        core_grid,
        memory_config.value_or(@first@.memory_config()));
}

}  // namespace ttnn
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
        const std::string shape = input->dims == kAllDims                 ? "[..., W]"
                                  : spec.gathered                         ? dims_text(input->dims)
                                  : input->shape == rows::InputShape::Row ? "[W], [1, W] or [1, 1, 1, W]"
                                                                          : "[..., 1]";
        add(fmt::format("    {} (ttnn.Tensor{}): {}, interleaved, {}, {}{}", input->name,
                        input->optional ? ", optional" : "", input->tile ? "tile layout" : "row-major",
                        fmt::join(input->dtypes, " or "), shape, input->doc.empty() ? "" : "; " + input->doc));
    }
    for (const rows::SpecParameter& parameter : spec.parameters) {
        add(fmt::format("    {} ({}): {}; {} by default", parameter.name, parameter.integer ? "int" : "float",
                        parameter.range().empty() ? "finite" : parameter.range(), parameter.value));
    }
    add("    memory_config (ttnn.MemoryConfig, optional): where the result goes, interleaved.");
    add("    compute_kernel_config (ttnn.DeviceComputeKernelConfig, optional): HiFi4 with a 32-bit DST by default.");
    add("    dtype (ttnn.DataType, optional): of the result, bfloat16 or float32.");
    add("    core_grid (ttnn.CoreCoord, optional): the cores that share the rows.");
    lines.back() += ";";
    return lines_of(lines);
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
