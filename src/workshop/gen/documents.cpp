// Documents of a generated op: the kernel design, the scaffolding configuration, a README.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "workshop/gen/folder.hpp"
#include "workshop/gen/kernels.hpp"
#include "workshop/gen/text.hpp"
#include "workshop/spec/escape.hpp"

namespace tilewright::workshop::rows {

namespace {

const char* pages_text(PagesOf size) {
    switch (size) {
        case PagesOf::One: return "1";
        case PagesOf::Two: return "2";
        case PagesOf::Scalers: return "1, or 2 with a partial tile";
        case PagesOf::Block: return "B; none with resident tiles";
        case PagesOf::Blocks: return "d B";
        case PagesOf::Tiles: return "B; n B with resident tiles";
        case PagesOf::TileBlocks: return "d B; n B with resident tiles";
        case PagesOf::Inner: return "the inner tiles of its product";
        case PagesOf::InnerParts: return "two parts of the inner tiles";
        case PagesOf::Kept: return "B";
        case PagesOf::Parts: return "two parts of B";
        case PagesOf::Sums: return "tiles of the result's width; none where a row is one block";
        default: return "n B where it stays, else d B";
    }
}
std::string format_text(const Plan& plan, const PlanCb& cb) {
    if (cb.format == FormatOf::Output) return "output";
    if (cb.format == FormatOf::Statistic) return "S";
    return "that of " + plan.spec.inputs[static_cast<size_t>(cb.input)].name;
}
const char* region(const Plan& plan, const PlanCb& cb) {
    for (const auto& [node, index] : plan.cb_of) {
        if (index != cb.index) continue;
        const Shape shape = plan.program[node].shape;
        if (plan.gathered()) return "All";
        return shape == Shape::Column ? "Col0" : shape == Shape::Row ? "Row0" : "All";
    }
    return "All";
}

std::string design(const Plan& plan) {
    std::string text = fmt::format("# {}: kernels\n\n`{}`\n\n{}\n", plan.spec.name, plan.spec.formula,
                                   plan.spec.doc.empty() ? "" : markdown_text(plan.spec.doc) + ".\n");
    text += "## Row program\n```\n" + plan.program.to_text() + "```\n\n## Forms that were chosen\n";
    if (plan.program.notes.empty()) text += "The formula is evaluated as it is written.\n";
    for (const Note& note : plan.program.notes) text += "- " + note.text + "\n";
    for (const Note& note : plan.program.warnings) text += "- Warning: " + note.text + "\n";
    if (plan.spec.has_operands()) {
        text +=
            "\nProducts of matrices run on the matrix unit, whose operands have 11 significant bits: a row of tiles of "
            "the "
            "left side stays\nwhile the columns of the right one pass. The rest runs on the SFPU in DST. With "
            "`fp32_dest_acc_en` (the default)\nFloat32 CBs that no product reads unpack to DST unchanged.\n";
    } else {
        text +=
            "\nEverything runs on the SFPU in DST: the matrix unit's operands have 11 significant bits. With "
            "`fp32_dest_acc_en` (the default)\nFloat32 CBs unpack to DST unchanged, and the only rounding to the "
            "output's dtype is the packer's, at the end.\n";
    }
    text +=
        "\n## CBs\n| CB | Holds | Format | Pages | Producer | Consumer | Valid region "
        "|\n|---|---|---|---|---|---|---|\n";
    for (const PlanCb& cb : plan.cbs) {
        text +=
            fmt::format("| c_{} | {}{} | {} | {} | {} | {} | {} |\n", cb.index, cb.holds, cb.persistent ? ", kept" : "",
                        format_text(plan, cb), pages_text(cb.size), cb.producer, cb.consumer, region(plan, cb));
    }
    text +=
        "\nS is Float32 with a 32-bit DST and Float16_b otherwise; B is the tiles of a block (the whole row when "
        "resident), n the blocks of a row;\nd is 2 or 1.\n";
    if (plan.gathered()) {
        text += fmt::format("A row is along {} and gathered tile by tile; one value per row fills a tile.\n",
                            dims_words(plan.program.reduced));
    }
    if (!plan.spec.plans.empty()) text += "\n```\n" + by_clock_text(plan).substr(1) + "```\n";
    const char* reduce = plan.gathered() ? "gathered::reduce" : "rows::reduce";
    text += plan.gathered() ? "\n## Phases, per row\n" : "\n## Phases, per tile-row\n";
    text += "| Phase | How | DST slots |\n|---|---|---|\n";
    for (const Pass& pass : plan.passes) {
        for (const Step& step : pass.columns) {
            if (step.kind == StepKind::Result && plan.result_is_reduced) {
                text += fmt::format("| result | helper `untilize` of {} | |\n", plan.value_name(step.node));
                continue;
            }
            text += fmt::format("| {} | `rows::map` of one tile: {} | {} |\n",
                                step.kind == StepKind::Result ? "result" : plan.value_name(step.node),
                                formula_of(plan.program, step.node), step.code.slots);
        }
        for (const PassInput& input : pass.inputs) {
            const bool made = plan.program[input.node].op == Op::Product;
            text += fmt::format("| {} | {}{} | |\n", arrival_text(plan, input.node),
                                made                              ? "`products::make`"
                                : is_tile_input(plan, input.node) ? "as they come"
                                                                  : "helper `tilize`",
                                !input.only_streaming ? ""
                                : input.after_anchor  ? ", streaming plans; with resident tiles what the anchor left"
                                                      : ", streaming plans only");
        }
        for (const Step& step : pass.steps) {
            const std::string formula = formula_of(plan.program, step.node);
            if (step.kind == StepKind::Reduce) {
                text += fmt::format("| {} | `{}`: {}; padding is hidden exactly{} | {} + 1 |\n",
                                    plan.value_name(step.node), reduce, formula,
                                    step.guard == kRefined           ? "; float32 results only"
                                    : plan.program[step.node].anchor ? "; of the first tiles for float32 results"
                                                                     : "",
                                    step.code.slots);
            } else if (step.kind == StepKind::Result && plan.program.last >= 0) {
                text += fmt::format("| {} | `products::keep`: {} | {} |\n", plan.cb(plan.cb_left).name, formula,
                                    step.code.slots);
            } else if (step.kind == StepKind::Result && plan.gathered()) {
                text += fmt::format("| result | `{}`: {} | {} |\n",
                                    plan.spec.output_tile ? "rows::map" : "gathered::map_into_sticks", formula,
                                    step.code.slots);
            } else if (step.kind == StepKind::Result) {
                text += fmt::format(
                    "| result | `rows::map`: {}; helper `untilize`; with resident tiles "
                    "`rows::map_into_sticks` | {} |\n",
                    formula, step.code.slots);
            } else {
                text += fmt::format("| {} | `rows::map`: {}{} | {} |\n", plan.value_name(step.node), formula,
                                    step.kind == StepKind::First ? ""
                                    : step.only_streaming        ? ", streaming plans only"
                                                                 : ", made in DST with resident tiles",
                                    step.code.slots);
            }
        }
    }
    if (plan.program.last >= 0) {
        text += fmt::format("| result | `products::{}`, block by block: {} @ {} | 1 |\n",
                            plan.spec.output_tile ? "finish" : "finish_as_sticks", plan.cb(plan.cb_left).name,
                            plan.value_name(plan.program.last));
    }
    text += "\n## Arguments\n| Kernel | Compile time | Runtime |\n|---|---|---|\n";
    std::string inputs, tiles, scalars;
    for (const SpecInput& input : plan.spec.inputs) inputs += ", address of " + input.name;
    for (const int node : plan.constants) tiles += ", " + formula_of(plan.program, node) + " as float32 bits";
    for (const int node : plan.scalars) scalars += ", " + formula_of(plan.program, node) + " as float32 bits";
    const char* common =
        "Wt, columns of the last tile, B, n, passes, blocks of the first pass, tiles of the anchor, tiles resident?, "
        "lines stay?, 1/W as float32 bits, stick bytes of each input";
    const char* extents = plan.gathered() ? ", N, C, H, W" : "";
    std::string sizes;
    for (size_t size = 0; size < plan.spec.sizes; ++size) sizes += ", " + size_name(plan, size);
    text += fmt::format("| reader | {}{}, accessors | first stick, sticks{}{}{} |\n", common, sizes, inputs, tiles,
                        extents);
    text +=
        fmt::format("| compute | {}{}{} | tile-rows{} |\n", common, plan.gathered() ? ", H, W" : "", sizes, scalars);
    text += fmt::format("| writer | stick bytes, B, blocks, accessor | target address, first stick, sticks{} |\n",
                        plan.gathered() ? ", N, C, H, W, Wt" : "");
    if (plan.gathered()) {
        text += "\nSticks are counted as 32 for each row; Wt is the tiles of a row, 1/W one by its elements.\n";
    }
    return text;
}

std::string scaffolding(const Plan& plan) {
    const Spec& spec = plan.spec;
    nlohmann::ordered_json json;
    json["operation_name"] = spec.name;
    json["operation_name_pascal"] = pascal_case(spec.name);
    json["category"] = spec.category;
    json["namespace"] = "ttnn::operations::" + spec.name;
    json["operation_path"] = fmt::format("ttnn/cpp/ttnn/operations/{}/{}", spec.category, spec.name);
    json["parameters"] = nlohmann::json::array();
    for (const SpecParameter& p : spec.parameters) {
        json["parameters"].push_back({{"name", p.name},
                                      {"cpp_type", p.cpp_type()},
                                      {"py_type", p.python_type()},
                                      {"default", fmt::format("{}", p.value)},
                                      {"description", p.doc.empty() ? p.range() : p.doc}});
    }
    json["input_tensors"] = nlohmann::json::array();
    for (const SpecInput& input : spec.inputs) {
        nlohmann::ordered_json one = {{"name", input.name}, {"cpp_name", input.name}};
        one["required_rank"] = input.most_rank != 0 ? nlohmann::ordered_json(input.least_rank)
                                                    : nlohmann::ordered_json(fmt::format(">={}", input.least_rank));
        one["required_dtypes"] = nlohmann::json::array();
        for (const std::string& dtype : input.dtypes) {
            std::string upper = dtype;
            for (char& letter : upper) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
            one["required_dtypes"].push_back("DataType::" + upper);
        }
        one["required_layout"] = input.tile ? "Layout::TILE" : "Layout::ROW_MAJOR";
        json["input_tensors"].push_back(one);
    }
    json["validations"] = nlohmann::json::array();
    for (const SpecParameter& p : spec.parameters) {
        if (p.range().empty()) continue;
        json["validations"].push_back({{"condition", p.name + " " + p.range()},
                                       {"error_message", p.name + " must be " + p.range() + ", but it is {}"},
                                       {"error_args", {p.name}}});
    }
    const std::string& first = spec.first_rows().name;
    if (plan.column_result && plan.gathered()) {
        json["output_shape"] = {{"formula", "1 along " + dims_words(plan.program.reduced)},
                                {"cpp_code", fmt::format("auto output_shape = reduced_shape({}.logical_shape(), {});",
                                                         first, dims_source(plan.program.reduced))}};
    } else if (plan.column_result) {
        json["output_shape"] = {
            {"formula", "last dimension 1, padded to 32"},
            {"cpp_code", fmt::format("auto output_shape = {}.logical_shape(); output_shape[-1] = 1;", first)},
            {"cpp_code_padded", "auto output_padded = output_shape; output_padded[-1] = 32;"}};
    } else if (spec.has_operands()) {
        const size_t right = spec.last ? *spec.last : spec.products.front().right;
        const size_t left = spec.products.empty() ? 0 : spec.products.front().left;
        json["output_shape"] = {
            {"formula", "that of the product"},
            {"cpp_code",
             fmt::format("auto output_shape = {}.logical_shape(); output_shape[-1] = {}.logical_shape()[{}];",
                         spec.inputs[left].name, spec.inputs[right].name,
                         spec.inputs[right].operand.transposed ? -2 : -1)}};
    } else {
        json["output_shape"] = {{"formula", "the input's"},
                                {"cpp_code", fmt::format("auto output_shape = {}.logical_shape();", first)}};
    }
    json["output_dtype"] = "same_as_input";
    json["output_layout"] = spec.output_tile ? "Layout::TILE" : "Layout::ROW_MAJOR";
    json["docstring"] = spec.doc.empty() ? spec.formula : spec.doc;
    return json.dump(2) + "\n";
}

std::string readme(const Plan& plan) {
    const std::string& name = plan.spec.name;
    return fmt::format(
        "# {0}\n\n{1}\n\n```\n{2}\n```\n\n"
        "`spec.toml` says what the op is; every other file was made from it and may be edited: "
        "`tilewright new spec.toml --out .` keeps\nfiles that were. `kernel_design.md` has the phases and "
        "CBs, `{0}_scaffolding_config.json` the scaffolding configuration,\n`python/` the same program "
        "as a generic_op, `tests/` and `test_dev/` the stage tests.\n\n"
        "```sh\ntilewright stage .          # the seven stages\ntilewright plan spec.toml   # phases, CBs, "
        "L1\n```\n",
        name, markdown_text(plan.spec.doc), plan.spec.formula);
}

}  // namespace

std::map<std::string, std::string> document_files(const Plan& plan) {
    return {{"README.md", readme(plan)},
            {"kernel_design.md", design(plan)},
            {plan.spec.name + "_scaffolding_config.json", scaffolding(plan)}};
}

}  // namespace tilewright::workshop::rows
