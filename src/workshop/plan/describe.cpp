// A plan for people and for programs.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::rows {

namespace {

std::string format_text(tt::DataFormat format) { return format == tt::DataFormat::Float32 ? "Float32" : "Float16_b"; }

struct Phase {
    std::string pass, what;
    int slots = 0;
    std::string note;
};

std::vector<Phase> phases_told(const Plan& plan, PlanKind kind) {
    const bool streaming = kind == PlanKind::Streaming, in_dst = kind == PlanKind::TilesResident;
    std::vector<Phase> all;
    const RowProgram& program = plan.program;
    for (size_t p = 0; p < plan.passes.size(); ++p) {
        const Pass& pass = plan.passes[p];
        for (const Step& step : pass.columns) {
            if (step.kind == StepKind::Result && plan.result_is_reduced) {
                all.push_back({"per row", fmt::format("untilize {}", plan.value_name(step.node)), 0, ""});
                continue;
            }
            all.push_back({"per row",
                           fmt::format("{} = {}", step.kind == StepKind::Result ? "result" : plan.value_name(step.node),
                                       formula_of(program, step.node)),
                           step.code.slots,
                           step.kind != StepKind::Result ? ""
                           : plan.gathered()             ? "packed as sticks"
                                                         : "columns beside it are zeros, then untilize"});
        }
        if (!pass.over_tiles()) continue;
        const std::string name = fmt::format("pass {}", p + 1);
        for (const PassInput& input : pass.inputs) {
            if (!streaming && input.only_streaming && !(in_dst && input.after_anchor)) continue;
            all.push_back({name, arrival_text(plan, input.node), 0,
                           in_dst && input.after_anchor ? "what the anchor has left" : ""});
        }
        for (const Step& step : pass.steps) {
            if (!streaming && step.only_streaming) continue;
            if (in_dst && step.kind == StepKind::Store) continue;
            const char* kind = step.kind == StepKind::Store    ? "store"
                               : step.kind == StepKind::First  ? "keep first tile"
                               : step.kind == StepKind::Reduce ? "reduce"
                               : program.last >= 0             ? "kept for the product"
                               : plan.spec.output_tile         ? "result"
                               : in_dst || plan.gathered()     ? "result, packed as sticks"
                                                               : "result, untilize";
            const int slots = (in_dst ? step.slots_in_dst : step.code.slots) + (step.kind == StepKind::Reduce ? 1 : 0);
            all.push_back({name,
                           step.kind == StepKind::Result
                               ? fmt::format("{} = {}", program.last >= 0 ? plan.cb(plan.cb_left).name : "result",
                                             formula_of(program, step.node))
                               : fmt::format("{} = {}", plan.value_name(step.node), formula_of(program, step.node)),
                           slots,
                           fmt::format("{}{}", kind,
                                       step.guard == kRefined      ? "; float32 results only"
                                       : program[step.node].anchor ? "; float32 results: of the first tiles, the anchor"
                                                                   : "")});
        }
    }
    if (program.last >= 0) {
        all.push_back({"per row",
                       fmt::format("result = {} @ {}{}", plan.cb(plan.cb_left).name, plan.value_name(program.last),
                                   plan.spec.inputs[*plan.spec.last].operand.transposed ? "^T" : ""),
                       1,
                       plan.spec.output_tile ? "result, on the matrix unit" : "on the matrix unit, packed as sticks"});
    }
    return all;
}

bool alive(const PlannedCb& cb, int position) { return position >= cb.first && position <= cb.last; }

}  // namespace

std::string by_clock_text(const Plan& plan) {
    std::string text = plan.spec.plans.empty() ? "" : "\nPlans by the card's clock\n";
    for (const SpecPlan& one : plan.spec.plans) {
        text += fmt::format("  {}: {}{}{}{}\n", fmt::join(one.shape, ","), one.plan,
                            one.ns != 0 ? fmt::format(", {:.2f} us", one.ns / 1000) : "",
                            one.others.empty() ? "" : "; then ", fmt::join(one.others, ", "));
    }
    return text;
}

std::string arrival_text(const Plan& plan, int node) {
    const Node& value = plan.program[node];
    if (value.op == Op::Product)
        return fmt::format("{} = {} on the matrix unit", plan.value_name(node), formula_of(plan.program, node));
    const bool tiles = plan.spec.inputs[static_cast<size_t>(value.index)].tile;
    return fmt::format("{} {}", tiles ? "tiles of" : "tilize", plan.value_name(node));
}

std::string notes_text(const Plan& plan) {
    std::string text;
    for (const Note& note : plan.program.warnings) {
        text += fmt::format("{}:{}:{}: warning: {}\n", plan.spec.source.name, note.position.line, note.position.column,
                            note.text);
    }
    for (const Note& note : plan.program.notes) text += fmt::format("note: {}\n", note.text);
    return text;
}

std::string signature_text(const Plan& plan, const std::vector<uint32_t>& shape, const std::vector<uint32_t>& sizes) {
    const Spec& spec = plan.spec;
    // As the spec may say it, and what it is in the call.
    const auto sizes_of_sides = shape.empty() || !sizes.empty() ? sizes : sizes_beside(shape, spec.sizes);
    const auto in_call = [&](const std::string& text, const std::vector<uint32_t>& dims) {
        return shape.empty() ? text : fmt::format("{} = [{}]", text, fmt::join(dims, ", "));
    };
    const auto shape_text = [&](Dims dims) {
        std::string text = plan.gathered()    ? dims_text(dims)
                           : dims == kAllDims ? "[..., W]"
                           : dims == kW       ? "[W]"
                                              : "[..., 1]";
        std::vector<uint32_t> sizes = shape_of_dims(shape, dims);
        if (dims == kW && !shape.empty()) sizes.erase(sizes.begin(), sizes.end() - 1);
        return in_call(text, sizes);
    };
    const auto input_text = [&](const SpecInput& input) {
        if (!input.operand.is()) return shape_text(input.dims);
        return in_call(input.operand.text(), shape.empty() ? shape : input.operand.shape(shape, sizes_of_sides));
    };
    const auto result_text = [&](size_t k) {
        if (!spec.last) return shape_text(plan.output_dims(k));
        std::vector<uint32_t> sizes = shape;
        if (!sizes.empty()) sizes.back() = sizes_of_sides.back();
        return in_call("[..., H, D]", sizes);
    };
    std::vector<std::pair<std::string, std::string>> lines;
    std::string call;
    const auto argument = [&](const std::string& text) { call += (call.empty() ? "" : ", ") + text; };
    for (const bool optional : {false, true}) {
        for (const SpecInput& input : spec.inputs) {
            if (input.optional != optional) continue;
            argument(input.name + (optional ? "=None" : ""));
            lines.emplace_back(input.name,
                               fmt::format("input {}, {}{}{}", input_text(input), fmt::join(input.dtypes, " or "),
                                           input.tile ? ", tile layout" : "", optional ? ", optional" : ""));
        }
    }
    for (const SpecParameter& parameter : spec.parameters) {
        argument(fmt::format("{}={}", parameter.name,
                             parameter.condition ? parameter.default_text(true) : fmt::format("{}", parameter.value)));
        lines.emplace_back(parameter.name, fmt::format("{} parameter{}{}", parameter.python_type(),
                                                       parameter.range().empty() ? "" : " ", parameter.range()));
    }
    const bool several = plan.results.size() > 1;
    for (size_t k = 0; k < plan.results.size(); ++k) {
        lines.emplace_back(
            several ? spec.outputs[k] : "result",
            fmt::format("{}{}, {} unless told{}", several ? "result " : "", result_text(k),
                        spec.first_rows().integer() ? "float32" : "the dtype of " + spec.first_rows().name,
                        spec.output_tile ? ", tile layout" : ""));
    }
    std::string text = fmt::format("{}({})\n", spec.name, call);
    size_t width = 0;
    for (const auto& [name, what] : lines) width = std::max(width, name.size());
    for (const auto& [name, what] : lines) text += fmt::format("  {:<{}}  {}\n", name, width, what);
    return text;
}

std::string describe(const Plan& plan, const OpPlan& call) {
    const RowGeometry& rows = call.rows;
    std::string text =
        fmt::format("{}: {}\n\nRow program\n{}\n", plan.spec.name, plan.spec.formula, plan.program.to_text());
    text +=
        fmt::format("Phases, per {} of {} tile{} ({} block{} of {})\n",
                    plan.gathered() ? "row along " + dims_words(plan.program.reduced) : "tile-row", rows.width_tiles(),
                    rows.width_tiles() == 1 ? "" : "s", rows.blocks, rows.blocks == 1 ? "" : "s", rows.block_tiles);
    for (const int row : plan.rows) {
        text += fmt::format("  {:<8} {} comes as row 0 of tiles{}\n", call.lines_stay() ? "once" : "per block",
                            plan.value_name(row), call.lines_stay() ? ", kept" : "");
    }
    for (const Phase& phase : phases_told(plan, call.kind)) {
        text += fmt::format("  {:<8} {}{}{}\n", phase.pass, phase.what,
                            phase.slots ? fmt::format("   [{} of {} DST slots]", phase.slots, kDstSlots) : "",
                            phase.note.empty() ? "" : "   " + phase.note);
    }
    text += "\nCircular buffers\n";
    for (const PlannedCb& cb : call.cbs) {
        text += fmt::format("  c_{:<3} {:<40} {:<10} {:>4} x {:>4} B = {:>8}  {} -> {}{}\n", cb.index, cb.holds,
                            format_text(cb.format), cb.pages, cb.page_bytes(), cb.bytes(), cb.producer, cb.consumer,
                            cb.persistent ? " (kept)" : "");
    }
    text += "\nL1 over time (# holds data, . reserved)\n";
    const int last = 2 * static_cast<int>(plan.passes.size()) - 1;
    for (const PlannedCb& cb : call.cbs) {
        std::string bar;
        for (int position = 0; position <= last; ++position) bar += alive(cb, position) ? '#' : '.';
        text += fmt::format("  {:<24} {}  {:>8} B\n", cb.name, bar, cb.bytes());
    }
    uint32_t most = 0;
    for (int position = 0; position <= last; ++position) {
        uint32_t sum = 0;
        for (const PlannedCb& cb : call.cbs) sum += alive(cb, position) ? cb.bytes() : 0;
        most = std::max(most, sum);
    }
    text += fmt::format("  footprint {} of {} bytes ({:.1f} %), at most {} of them in use at one time\n", call.bytes(),
                        call.l1_bytes, 100.0 * call.bytes() / std::max(call.l1_bytes, 1u), most);
    text += by_clock_text(plan);
    text += fmt::format("\nWhy {}\n", plan_name(call.kind));
    for (const std::string& reason : call.reasons) text += "  " + reason + "\n";
    const std::string notes = notes_text(plan);
    if (!notes.empty()) text += "\n" + notes;
    return text;
}

nlohmann::json to_json(const Plan& plan, const OpPlan& call) {
    const RowGeometry& rows = call.rows;
    nlohmann::json cbs = nlohmann::json::array(), phases = nlohmann::json::array(), notes = nlohmann::json::array();
    for (const PlannedCb& cb : call.cbs) {
        cbs.push_back({{"index", cb.index},
                       {"name", cb.name},
                       {"holds", cb.holds},
                       {"format", format_text(cb.format)},
                       {"pages", cb.pages},
                       {"page_bytes", cb.page_bytes()},
                       {"producer", cb.producer},
                       {"consumer", cb.consumer},
                       {"persistent", cb.persistent},
                       {"first", cb.first},
                       {"last", cb.last}});
    }
    for (const Phase& phase : phases_told(plan, call.kind)) {
        phases.push_back(
            {{"pass", phase.pass}, {"what", phase.what}, {"dst_slots", phase.slots}, {"note", phase.note}});
    }
    for (const Note& note : plan.program.warnings) notes.push_back("warning: " + note.text);
    for (const Note& note : plan.program.notes) notes.push_back(note.text);
    return {{"op", plan.spec.name},
            {"formula", plan.spec.formula},
            {"kind", plan_name(call.kind)},
            {"block_tiles", rows.block_tiles},
            {"blocks", rows.blocks},
            {"cb_bytes", call.bytes()},
            {"l1_bytes", call.l1_bytes},
            {"passes", rows.passes},
            {"first_pass_blocks", rows.first_pass_blocks},
            {"anchor_tiles", rows.anchor_tiles},
            {"cbs", cbs},
            {"phases", phases},
            {"reasons", call.reasons},
            {"notes", notes}};
}

}  // namespace tilewright::workshop::rows
