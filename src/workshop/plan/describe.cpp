// A plan for people and for programs.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "workshop/gen/kernels.hpp"
#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::rows {

namespace {

std::string format_text(tt::DataFormat format) { return format == tt::DataFormat::Float32 ? "Float32" : "Float16_b"; }

struct Phase {
    std::string pass, what;
    int slots = 0;
    std::string note;
};

std::vector<Phase> phases_of(const Plan& plan, bool resident) {
    std::vector<Phase> all;
    const RowProgram& program = plan.program;
    for (size_t p = 0; p < plan.passes.size(); ++p) {
        const Pass& pass = plan.passes[p];
        for (const Step& step : pass.columns) {
            all.push_back({"per row",
                           fmt::format("{} = {}", step.kind == StepKind::Result ? "result" : plan.value_name(step.node),
                                       formula_of(program, step.node)),
                           step.code.slots,
                           step.kind == StepKind::Result ? "columns beside it are zeros, then untilize" : ""});
        }
        if (!pass.over_tiles()) continue;
        const std::string name = fmt::format("pass {}", p + 1);
        for (const PassInput& input : pass.inputs) {
            if (resident && input.only_streaming) continue;
            all.push_back({name, fmt::format("tilize {}", plan.value_name(input.node)), 0, ""});
        }
        for (const int row : pass.rows) {
            if (!resident) all.push_back({name, fmt::format("tilize {}", plan.value_name(row)), 0, ""});
        }
        for (const Step& step : pass.steps) {
            if (resident && step.only_streaming) continue;
            const char* kind = step.kind == StepKind::Store    ? "store"
                               : step.kind == StepKind::First  ? "keep first tile"
                               : step.kind == StepKind::Reduce ? "reduce"
                                                               : "result, untilize";
            const int slots = step.code.slots + (step.kind == StepKind::Reduce ? 1 : 0);
            all.push_back({name,
                           step.kind == StepKind::Result
                               ? fmt::format("result = {}", formula_of(program, step.node))
                               : fmt::format("{} = {}", plan.value_name(step.node), formula_of(program, step.node)),
                           slots, fmt::format("{}{}", kind, step.guard == kRefined ? "; float32 results only" : "")});
        }
    }
    return all;
}

bool alive(const InstanceCb& cb, int position) { return position >= cb.first && position <= cb.last; }

}  // namespace

std::string notes_text(const Plan& plan) {
    std::string text;
    for (const Note& note : plan.program.warnings) {
        text += fmt::format("{}:{}:{}: warning: {}\n", plan.spec.source.name, note.position.line, note.position.column,
                            note.text);
    }
    for (const Note& note : plan.program.notes) text += fmt::format("note: {}\n", note.text);
    return text;
}

std::string describe(const Plan& plan, const Instance& instance) {
    const bool resident = instance.kind != InstanceKind::Streaming;
    std::string text =
        fmt::format("{}: {}\n\nRow program\n{}\n", plan.spec.name, plan.spec.formula, plan.program.to_text());
    text += fmt::format("Phases, per tile-row of {} tile{} ({} block{} of {})\n", instance.width_tiles(),
                        instance.width_tiles() == 1 ? "" : "s", instance.blocks, instance.blocks == 1 ? "" : "s",
                        instance.block_tiles);
    for (const int row : plan.rows) {
        if (resident) text += fmt::format("  {:<8} tilize {}, kept\n", "once", plan.value_name(row));
    }
    for (const Phase& phase : phases_of(plan, resident)) {
        text += fmt::format("  {:<8} {}{}{}\n", phase.pass, phase.what,
                            phase.slots ? fmt::format("   [{} of {} DST slots]", phase.slots, kDstSlots) : "",
                            phase.note.empty() ? "" : "   " + phase.note);
    }
    text += "\nCircular buffers\n";
    for (const InstanceCb& cb : instance.cbs) {
        text += fmt::format("  c_{:<3} {:<40} {:<10} {:>4} x {:>4} B = {:>8}  {} -> {}{}\n", cb.index, cb.holds,
                            format_text(cb.format), cb.pages, cb.page_bytes(), cb.bytes(), cb.producer, cb.consumer,
                            cb.kept ? " (kept)" : "");
    }
    text += "\nL1 over time (# holds data, . reserved)\n";
    const int last = 2 * static_cast<int>(plan.passes.size()) - 1;
    for (const InstanceCb& cb : instance.cbs) {
        std::string bar;
        for (int position = 0; position <= last; ++position) bar += alive(cb, position) ? '#' : '.';
        text += fmt::format("  {:<24} {}  {:>8} B\n", cb.name, bar, cb.bytes());
    }
    uint32_t most = 0;
    for (int position = 0; position <= last; ++position) {
        uint32_t sum = 0;
        for (const InstanceCb& cb : instance.cbs) sum += alive(cb, position) ? cb.bytes() : 0;
        most = std::max(most, sum);
    }
    text +=
        fmt::format("  footprint {} of {} bytes ({:.1f} %), at most {} of them in use at one time\n", instance.bytes(),
                    instance.l1_bytes, 100.0 * instance.bytes() / std::max(instance.l1_bytes, 1u), most);
    text += fmt::format("\nWhy {}\n", kind_name(instance.kind));
    for (const std::string& reason : instance.reasons) text += "  " + reason + "\n";
    const std::string notes = notes_text(plan);
    if (!notes.empty()) text += "\n" + notes;
    return text;
}

nlohmann::json to_json(const Plan& plan, const Instance& instance) {
    nlohmann::json cbs = nlohmann::json::array(), phases = nlohmann::json::array(), notes = nlohmann::json::array();
    for (const InstanceCb& cb : instance.cbs) {
        cbs.push_back({{"index", cb.index},
                       {"name", cb.name},
                       {"holds", cb.holds},
                       {"format", format_text(cb.format)},
                       {"pages", cb.pages},
                       {"page_bytes", cb.page_bytes()},
                       {"producer", cb.producer},
                       {"consumer", cb.consumer},
                       {"persistent", cb.kept},
                       {"first", cb.first},
                       {"last", cb.last}});
    }
    for (const Phase& phase : phases_of(plan, instance.kind != InstanceKind::Streaming)) {
        phases.push_back(
            {{"pass", phase.pass}, {"what", phase.what}, {"dst_slots", phase.slots}, {"note", phase.note}});
    }
    for (const Note& note : plan.program.warnings) notes.push_back("warning: " + note.text);
    for (const Note& note : plan.program.notes) notes.push_back(note.text);
    return {{"op", plan.spec.name},
            {"formula", plan.spec.formula},
            {"kind", kind_name(instance.kind)},
            {"block_tiles", instance.block_tiles},
            {"blocks", instance.blocks},
            {"cb_bytes", instance.bytes()},
            {"l1_bytes", instance.l1_bytes},
            {"refined", instance.refined},
            {"cbs", cbs},
            {"phases", phases},
            {"reasons", instance.reasons},
            {"notes", notes}};
}

}  // namespace tilewright::workshop::rows
