// The Markdown documents of a stage run.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "base/files.hpp"
#include "report/op_report.hpp"
#include "report/text.hpp"
#include "tt_stl/fmt.hpp"

namespace tilewright::report {

using workshop::CaseRecord;
using workshop::Failure;
using workshop::Measured;
using workshop::MeasuredCb;
using workshop::StageResult;

bool OpReport::passed() const {
    return !stages.empty() &&
           std::all_of(stages.begin(), stages.end(), [](const StageResult& stage) { return stage.passed; });
}

int OpReport::last_stage() const { return stages.empty() ? 0 : stages.back().stage; }

const StageResult* OpReport::stage(int number) const {
    for (const StageResult& result : stages) {
        if (result.stage == number) return &result;
    }
    return nullptr;
}

const std::vector<Measured>& OpReport::measured() const {
    static const std::vector<Measured> none;
    const StageResult* kernels = stage(6);
    return kernels == nullptr ? none : kernels->measured;
}

const Measured* OpReport::main_run() const {
    const Measured* most = nullptr;
    for (const Measured& run : measured()) {
        if (most == nullptr || run.cores > most->cores) most = &run;
    }
    return most;
}

const Failure* OpReport::first_failure() const {
    for (const StageResult& result : stages) {
        if (!result.failures.empty()) return &result.failures.front();
    }
    return nullptr;
}

namespace {

std::string state(const std::optional<Cycle>& cycle) {
    if (!cycle) return "not run";
    return cycle->green ? "green" : fmt::format("red ({})", cycle->classification);
}

std::string result_words(const StageResult& result) {
    return result.passed ? "passed"
                         : std::string("FAILED: ") + workshop::classification_words(result.failures.front().kind);
}

std::string balance(const MeasuredCb& cb) {
    if (!cb.used) return "never used";
    if (cb.persistent && cb.pop.pages == 0) return "persistent";
    return cb.balanced ? "balanced" : "NOT BALANCED";
}

std::string status_table(const OpReport& report) {
    MarkdownTable table({"Stage", "Gate", "Before", "Now", "Checks", "Cases", "Worst error (ulp)", "Norm error",
                         "Cores", "CB bytes", "Time"});
    for (size_t i = 0; i < report.stages.size(); ++i) {
        const StageResult& result = report.stages[i];
        const bool ran = !result.cases.empty();
        const bool compared = ran && result.cases.front().compared;
        table.add({std::to_string(result.stage), result.name,
                   state(i < report.before.size() ? report.before[i] : std::nullopt), result_words(result),
                   std::to_string(result.checks), ran ? std::to_string(result.cases.size()) : "",
                   compared ? fmt::format("{:.2f}", result.worst_ulp) : "",
                   compared ? fmt::format("{:.2g}", result.worst_norm_error) : "",
                   result.most_cores != 0 ? std::to_string(result.most_cores) : "",
                   result.most_cb_bytes != 0 ? number(result.most_cb_bytes) : "", seconds(result.seconds)});
    }
    return table.text();
}

std::string sync_table(const Measured& run) {
    MarkdownTable table(
        {"CB", "Holds", "Pages", "Producer", "Pushes", "Waits", "Consumer", "Pops", "Peak", "Mean", "Verdict"});
    for (const MeasuredCb& cb : run.cbs) {
        const auto count = [](const workshop::SideCount& side) {
            return side.calls == 0 ? std::string("0")
                                   : fmt::format("{} in {} call{}", side.pages, side.calls, side.calls == 1 ? "" : "s");
        };
        table.add({fmt::format("c_{}", cb.index), cb.name, std::to_string(cb.capacity_pages), cb.push.thread,
                   count(cb.push), count(cb.wait), cb.pop.thread.empty() ? cb.wait.thread : cb.pop.thread,
                   count(cb.pop), std::to_string(cb.peak_pages), fmt::format("{:.1f}", cb.mean_pages), balance(cb)});
    }
    return table.text();
}

std::string plan_table(const workshop::OpPlan& plan) {
    MarkdownTable table({"CB", "Holds", "Format", "Page bytes", "Pages", "Bytes", "Producer", "Consumer", "Lifetime"});
    for (const workshop::PlannedCb& cb : plan.cbs) {
        table.add({fmt::format("c_{}", cb.index), cb.holds, fmt::format("{}", cb.format), number(cb.page_bytes()),
                   std::to_string(cb.pages), number(cb.bytes()), cb.producer, cb.consumer,
                   cb.persistent ? "program" : "row"});
    }
    return table.text();
}

std::string failures_text(const OpReport& report) {
    std::string text;
    for (const StageResult& result : report.stages) {
        for (const Failure& failure : result.failures) {
            text += fmt::format("### Stage {}: {}\n\n{}{}{}\n\n", result.stage,
                                workshop::classification_words(failure.kind), failure.test,
                                failure.test.empty() ? "" : ": ", failure.summary);
            if (!failure.details.empty()) text += "```\n" + failure.details + "```\n\n";
            if (!failure.suggested_action.empty()) text += "Suggested: " + failure.suggested_action + "\n\n";
        }
    }
    return text;
}

// Failures of earlier runs and of this one, and whether the stage has been green since.
std::string history_table(const OpReport& report) {
    MarkdownTable table({"#", "When", "Stage", "Error type", "What", "Resolved"});
    size_t count = 0;
    for (size_t i = 0; i < report.cycles.size(); ++i) {
        const Cycle& red = report.cycles[i];
        if (red.green || red.expected) continue;
        std::string resolved = "no";
        for (size_t j = i + 1; j < report.cycles.size(); ++j) {
            if (report.cycles[j].stage == red.stage && report.cycles[j].green) {
                resolved = "green at " + report.cycles[j].time;
                break;
            }
        }
        table.add({std::to_string(++count), red.time, std::to_string(red.stage), red.classification,
                   first_line(red.summary), resolved});
    }
    return table.empty() ? "None.\n" : table.text();
}

std::string kernels_table(const Measured& run) {
    MarkdownTable table({"Kernel", "Processor", "NoC", "Compile-time arguments", "Runtime arguments"});
    for (const program::KernelDescriptor& kernel : run.program.kernels) {
        const auto* movement = std::get_if<program::DataMovementConfig>(&kernel.config);
        const bool second = movement != nullptr && movement->processor == program::DataMovementProcessor::RiscV1;
        const size_t words = kernel.runtime_args.empty() ? 0 : kernel.runtime_args.begin()->second.size();
        table.add({file_name(kernel.display_name()),
                   movement == nullptr ? "compute"
                   : second            ? "RISCV_1"
                                       : "RISCV_0",
                   movement == nullptr ? "" : std::to_string(movement->noc),
                   std::to_string(kernel.compile_time_args.size() + kernel.named_compile_time_args.size()),
                   std::to_string(words)});
    }
    return table.text();
}

// Where what was measured differs from what the plan claims.
std::string deviations(const OpReport& report) {
    const StageResult* factory = report.stage(5);
    const Measured* run = report.main_run();
    if (factory == nullptr || !factory->plan || run == nullptr) return "Stages 5 and 6 have not both run.\n";
    std::string text;
    const auto same = [](const std::string& claimed, const std::string& threads) {
        const std::string who = claimed.substr(0, claimed.find(':'));
        if (who == "reader" || who == "writer")
            return threads.ends_with(" " + who) && threads.find(',') == std::string::npos;
        return threads.find("RISC ") == std::string::npos;
    };
    for (const MeasuredCb& cb : run->cbs) {
        if (!cb.used) {
            text += fmt::format("- c_{} ({}) is never used.\n", cb.index, cb.name);
            continue;
        }
        if (cb.peak_pages < cb.capacity_pages)
            text += fmt::format("- c_{} ({}) holds {} pages and never more than {} of them.\n", cb.index, cb.name,
                                cb.capacity_pages, cb.peak_pages);
        if (!factory->plan->has(cb.index)) continue;
        const workshop::PlannedCb& planned = factory->plan->cb(cb.index);
        const std::string& taker = cb.pop.thread.empty() ? cb.wait.thread : cb.pop.thread;
        if (!same(planned.producer, cb.push.thread))
            text +=
                fmt::format("- c_{}: the plan says {} fills it, {} did.\n", cb.index, planned.producer, cb.push.thread);
        if (!same(planned.consumer, taker))
            text += fmt::format("- c_{}: the plan says {} empties it, {} did.\n", cb.index, planned.consumer, taker);
        if (planned.persistent != (cb.pop.pages == 0))
            text += fmt::format("- c_{}: the plan says it {} popped; {} pages were.\n", cb.index,
                                planned.persistent ? "is never" : "is", cb.pop.pages);
    }
    return text.empty() ? "None: what was measured is what the plan claims.\n" : text;
}

std::string percent(double part) { return fmt::format("{:.0f} %", 100 * part); }

// What the calls of a stage were like, and of which of them the bound promises nothing.
std::string coverage_text(const StageResult& result) {
    std::string text;
    const std::vector<std::string> covered = result.covered(), nothing = result.nothing_promised();
    if (!covered.empty()) text += fmt::format("\nCovers: {}.\n", fmt::join(covered, "; "));
    if (!nothing.empty())
        text += "\nNothing is promised, since the arithmetic may be wrong by a sixteenth and more:\n\n";
    for (const std::string& line : nothing) text += "- " + line + "\n";
    return text;
}

std::string files_table(const OpReport& report) {
    MarkdownTable table({"File", "Purpose"});
    for (const std::string& file : report.files) {
        const char* purpose = file.find("kernels/dataflow") != std::string::npos    ? "data movement kernel"
                              : file.find("kernels/compute") != std::string::npos   ? "compute kernel"
                              : file.find("_nanobind") != std::string::npos         ? "Python binding"
                              : file.find("_program_factory") != std::string::npos  ? "program factory"
                              : file.find("_device_operation") != std::string::npos ? "device operation"
                              : file.find("_entry") != std::string::npos            ? "entry for the workshop"
                              : file.find("_plan") != std::string::npos             ? "CB plan"
                                                                                    : "op";
        table.add({file, purpose});
    }
    return table.text();
}

}  // namespace

std::string cb_sync_markdown(const OpReport& report) {
    std::string text = fmt::format(
        "# {}: CB synchronisation\n\nMeasured: every push, wait and pop that the threads of the core with most pages "
        "made, in strict mode, counted by the card. Counts are pages.\n\n",
        report.op);
    if (report.measured().empty()) return text + "Stage 6 has not run; nothing was measured.\n";
    for (const Measured& run : report.measured()) {
        text += fmt::format("## {}\n\n{} core{}, {} of {} bytes of L1 in CBs; {}.\n\n", run.text, run.cores,
                            run.cores == 1 ? "" : "s", number(run.l1_used_bytes), number(run.l1_end - run.l1_begin),
                            run.all_balanced() ? "all CBs balanced" : "NOT all CBs balanced");
        text += sync_table(run) + "\n";
    }
    return text;
}

nlohmann::json cb_sync_json(const OpReport& report) {
    nlohmann::json cases = nlohmann::json::array();
    bool all = true;
    for (const Measured& run : report.measured()) {
        all &= run.all_balanced();
        cases.push_back({{"case", run.text},
                         {"cores", run.cores},
                         {"l1_used_bytes", run.l1_used_bytes},
                         {"all_balanced", run.all_balanced()},
                         {"cbs", run.cbs_json()}});
    }
    return {{"op", report.op}, {"measured", !cases.empty()}, {"all_balanced", all}, {"cases", cases}};
}

std::string execution_log(const OpReport& report) {
    std::string text = fmt::format("# Execution log: {}\n\n## Metadata\n\n", report.op);
    MarkdownTable meta({"Field", "Value"});
    meta.add({"Operation", report.op});
    meta.add({"Role", "stage runner"});
    std::string stages;
    for (const StageResult& result : report.stages)
        stages += (stages.empty() ? "" : ", ") + std::to_string(result.stage);
    meta.add({"Stages", stages});
    meta.add({"Card", report.card});
    meta.add({"Command", "`" + report.command + "`"});
    meta.add({"Started", report.started});
    const bool some = !report.stages.empty() && report.stages.front().passed;
    meta.add({"Final status", report.passed() ? "SUCCESS" : some ? "PARTIAL" : "FAILED"});
    std::map<int, int> attempts;
    for (const Cycle& cycle : report.cycles) attempts[cycle.stage] += cycle.expected ? 0 : 1;
    int total = 0;
    for (const auto& [stage, count] : attempts) total += count;
    meta.add({"Total attempts", std::to_string(total)});
    text += meta.text();

    text += "\n## 1 Input interpretation\n\n";
    MarkdownTable input({"Field", "Value", "Confidence"});
    input.add({"mathematics", report.mathematics, "HIGH"});
    for (const std::string& file : report.files) input.add({"file", file, "HIGH"});
    text += input.text();

    text += "\n## 2 Execution timeline\n\n";
    for (size_t i = 0; i < report.stages.size(); ++i) {
        const StageResult& result = report.stages[i];
        text += fmt::format("### Stage {}: {}\n\n", result.stage, result.name);
        text += fmt::format("- Before: {}\n", state(i < report.before.size() ? report.before[i] : std::nullopt));
        if (result.expected_red) text += fmt::format("- Red first: {}\n", first_line(result.expected_red->text()));
        text += "- Expected: all checks pass\n";
        text += fmt::format("- Actual: {} checks, {} failed, {} cases, {}\n", result.checks, result.failures.size(),
                            result.cases.size(), seconds(result.seconds));
        text += fmt::format("- Result: {}\n\n", result.passed ? "PASS" : "FAIL");
        for (const Failure& failure : result.failures) text += fmt::format("  - {}\n", first_line(failure.text()));
        if (!result.failures.empty()) text += "\n";
    }
    if (const StageResult* factory = report.stage(5); factory != nullptr && factory->plan) {
        text += "## 2a CB configuration\n\n" + plan_table(*factory->plan);
    }
    if (const Measured* run = report.main_run()) {
        text += fmt::format("\n## 2b CB synchronisation verification\n\n{}\n\n{}", run->text, sync_table(*run));
        text +=
            fmt::format("\n## 2c Work distribution\n\n{} cores; work unit: one tile-row of 32 sticks.\n", run->cores);
        text += "\n" + kernels_table(*run);
    }
    if (const StageResult* kernels = report.stage(6); kernels != nullptr && !kernels->stubs.empty()) {
        text += "\n## 2d Stub kernel summary\n\n";
        for (const auto& [name, source] : kernels->stubs)
            text += fmt::format("- `stubs/{}`: {} lines\n", name, std::count(source.begin(), source.end(), '\n'));
    }
    if (const StageResult* values = report.stage(7)) {
        text += "\n## 2e Test run summary\n\n";
        MarkdownTable table(
            {"Case", "Plan", "Result", "Worst ulp", "Norm error", "Of allowed", "Promised", "Cores", "Covers"});
        for (const CaseRecord& record : values->cases) {
            table.add({record.text, record.plan, record.ok ? "PASS" : "FAIL", fmt::format("{:.3f}", record.worst_ulp),
                       fmt::format("{:.2g}", record.norm_error), fmt::format("{:.3f}", record.of_allowed),
                       percent(record.promised), std::to_string(record.cores),
                       fmt::format("{}", fmt::join(record.covers, "; "))});
        }
        text += table.text();
    }
    text += "\n## 3 Recovery summary\n\n" + history_table(report);
    text += "\nAttempts per stage: ";
    std::string list;
    for (const auto& [stage, count] : attempts) list += fmt::format("{}{}: {}", list.empty() ? "" : ", ", stage, count);
    text += list + ".\n";
    text += "\n## 4 Deviations\n\n" + deviations(report);
    text += "\n## 5 Artifacts\n\n";
    MarkdownTable artefacts({"Path", "Purpose"});
    artefacts.add({"breadcrumbs.jsonl", "every event of every run"});
    artefacts.add({"execution_log.md", "this file"});
    artefacts.add({"cb_sync.md, cb_sync.json", "CB synchronisation table, measured"});
    artefacts.add({"implementation_report.md", "status, tables, failures"});
    artefacts.add({"report.html", "all of it on one page"});
    text += artefacts.text();
    text += "\n## 6 Handoff notes\n\n";
    if (const Failure* failure = report.first_failure()) {
        text += fmt::format("Stage {} is red: {}\n", report.last_stage(), failure->text());
        if (!failure->suggested_action.empty()) text += fmt::format("\nSuggested: {}\n", failure->suggested_action);
    } else {
        text += "All stages that ran are green.\n";
    }
    text += "\n## 7 Raw logs\n\n";
    const std::string failed = failures_text(report);
    return text + (failed.empty() ? "No failures.\n" : failed);
}

std::string implementation_report(const OpReport& report) {
    std::string text = fmt::format("# {}: implementation report\n\n", report.op);
    text += fmt::format("`{}` per row x of length W, on {}. {}\n\n", report.mathematics, report.card,
                        report.passed() ? fmt::format("All {} stages that ran are green.", report.stages.size())
                                        : fmt::format("Stopped at stage {}.", report.last_stage()));
    text += "## Status per stage\n\n" + status_table(report);
    if (const StageResult* factory = report.stage(5); factory != nullptr && factory->plan) {
        text += fmt::format("\n## CB table\n\nPlan for {}: {}, {} bytes of {}.\n\n",
                            factory->cases.empty() ? "" : factory->cases.front().shape,
                            workshop::plan_name(factory->plan->kind), number(factory->plan->bytes()),
                            number(factory->plan->l1_bytes));
        text += plan_table(*factory->plan);
    }
    text += "\n## CB synchronisation\n\n";
    if (const Measured* run = report.main_run()) {
        text += fmt::format("{}; the other shapes are in cb_sync.md.\n\n{}", run->text, sync_table(*run));
        text += "\n## Kernels\n\n" + kernels_table(*run);
    } else {
        text += "Stage 6 has not run.\n";
    }
    if (const StageResult* values = report.stage(7); values != nullptr && !values->cases.empty()) {
        const auto worst =
            std::max_element(values->cases.begin(), values->cases.end(),
                             [](const CaseRecord& a, const CaseRecord& b) { return a.of_allowed < b.of_allowed; });
        text += fmt::format(
            "\n## Correctness\n\n{} cases against float64; the worst, {}, is off by {:.3g} times what is allowed "
            "({:.2f} ulp, norm-wise {:.2g}).\n",
            values->cases.size(), worst->text, worst->of_allowed, worst->worst_ulp, worst->norm_error);
        text += coverage_text(*values);
        MarkdownTable table({"Case", "Of allowed", "Promised", "Worst ulp"});
        for (const CaseRecord& record : values->cases)
            table.add({record.text, fmt::format("{:.3f}", record.of_allowed), percent(record.promised),
                       fmt::format("{:.2f}", record.worst_ulp)});
        text += "\n" + table.text();
    }
    text += "\n## Deviations from the plan\n\n" + deviations(report);
    text += "\n## Red before green\n\n";
    MarkdownTable cycles({"When", "Stage", "State", "Why"});
    for (const Cycle& cycle : report.cycles) {
        cycles.add({cycle.time, std::to_string(cycle.stage),
                    cycle.green      ? "green"
                    : cycle.expected ? "red, as it must be with stub kernels"
                                     : "red",
                    first_line(cycle.summary)});
    }
    text += cycles.text();
    text += "\n## Failures and how each was resolved\n\n" + history_table(report);
    const std::string failed = failures_text(report);
    if (!failed.empty()) text += "\n" + failed;
    text += "\n## Files\n\n" + files_table(report);
    return text;
}

std::filesystem::path write_report(const OpReport& report, const std::filesystem::path& folder) {
    const auto write = [&](const std::string& name, const std::string& text) {
        write_file(folder / name, text, "TW3310", "give a folder that can be written and has room with --out");
    };
    write("execution_log.md", execution_log(report));
    write("cb_sync.md", cb_sync_markdown(report));
    write("cb_sync.json", cb_sync_json(report).dump(2) + "\n");
    write("implementation_report.md", implementation_report(report));
    if (const StageResult* kernels = report.stage(6); kernels != nullptr && !kernels->stubs.empty()) {
        std::filesystem::create_directories(folder / "stubs");
        for (const auto& [name, source] : kernels->stubs) write("stubs/" + name, source);
    }
    write("report.html", html_report(report));
    return folder / "report.html";
}

}  // namespace tilewright::report
