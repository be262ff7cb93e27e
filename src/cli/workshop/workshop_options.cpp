// Reading specs and calls from the command line.
#include "cli/workshop/workshop_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "cli/tensor_options.hpp"

namespace tilewright::cli {

void add_spec_options(CLI::App& app, WorkshopOptions& options) {
    app.add_option("SPEC", options.spec, "a spec.toml; with --expr the name of the op")->required();
    app.add_option("--expr", options.formula, "the formula, e.g. \"x * rsqrt(mean(square(x)) + eps) * gamma\"");
    app.add_option("--input", options.declared.inputs, "with --expr: inputs of shape [rows,W], as other names are too")
        ->delimiter(',');
    app.add_option("--row", options.declared.row_inputs, "with --expr: inputs of shape [1,W]")->delimiter(',');
    app.add_option("--column", options.declared.column_inputs, "with --expr: inputs of shape [rows,1]")->delimiter(',');
    app.add_option("--param", options.declared.parameters, "with --expr: parameters, e.g. alpha=0.5")->delimiter(',');
    app.add_option("--optional", options.declared.optional_inputs, "with --expr: inputs that may be absent")
        ->delimiter(',');
}

void add_workshop_options(CLI::App& app, WorkshopOptions& options) {
    add_spec_options(app, options);
    app.add_option("--shape", options.shape, "of the rows, e.g. 2,3,64,100");
    app.add_option("--sizes", options.sizes, kSizesHelp);
    app.add_option("--dtype", options.dtype, "of the inputs: bfloat16 or float32");
    app.add_option("--output-dtype", options.output_dtype, "that of the inputs by default");
    app.add_option("--without", options.without, "optional inputs to leave out")->delimiter(',');
    app.add_flag("--bf16-dst", options.bf16_dst, "fp32_dest_acc_en=false: 16-bit DST");
}

workshop::rows::Spec spec_of(const WorkshopOptions& options) {
    const workshop::rows::Declared& declared = options.declared;
    if (options.formula.empty()) {
        const bool none = declared.inputs.empty() && declared.row_inputs.empty() && declared.column_inputs.empty() &&
                          declared.parameters.empty() && declared.optional_inputs.empty();
        if (!none) {
            throw Error("TW4000", "--input, --row, --column, --param and --optional say what the names of --expr are",
                        "give --expr, or say it in the spec", Exit::Usage);
        }
        return workshop::rows::read_spec(options.spec);
    }
    return workshop::rows::parse_spec({"--expr", workshop::rows::spec_text(options.spec, options.formula, declared)});
}

workshop::rows::DirectCall call_of(const workshop::rows::Plan& plan, const WorkshopOptions& options) {
    const auto wrong = [](const std::string& message, const std::string& fix) {
        return Error("TW4000", message, fix, Exit::Usage);
    };
    const auto is_wide = [](const std::string& option, const std::string& text) {
        return parse_dtype(option, text) == ttnn::DataType::FLOAT32;
    };
    workshop::rows::DirectCall call;
    call.shape = parse_shape(options.shape);
    if (call.shape.size() < 2) {
        throw wrong(fmt::format("--shape: \"{}\" has rank 1, but rows have rank 2 or more", options.shape),
                    "give at least two dimensions, e.g. --shape 32,128");
    }
    call.sizes = parse_sizes(options.sizes, plan.spec.name, workshop::names_of_sizes(plan.spec.inputs));
    call.float32.assign(plan.spec.inputs.size(), is_wide("--dtype", options.dtype));
    call.output_float32 =
        options.output_dtype.empty() ? call.float32[0] : is_wide("--output-dtype", options.output_dtype);
    call.fp32_dst = !options.bf16_dst;
    call.present.assign(plan.spec.inputs.size(), true);
    for (const std::string& name : options.without) {
        size_t i = 0;
        while (i < plan.spec.inputs.size() && plan.spec.inputs[i].name != name) ++i;
        if (i == plan.spec.inputs.size() || !plan.spec.inputs[i].optional) {
            throw wrong(fmt::format("--without: {} has no optional input \"{}\"", plan.spec.name, name),
                        "name an input with optional = true");
        }
        call.present[i] = false;
    }
    return call;
}

}  // namespace tilewright::cli
