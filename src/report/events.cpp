// The breadcrumbs of a stage: names and fields are those of the field's pipelines.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/op_report.hpp"
#include "report/text.hpp"

namespace tilewright::report {

using workshop::Classification;
using workshop::Failure;
using workshop::StageResult;

namespace {

const char* test_result(const StageResult& result) {
    if (result.passed) return "PASS";
    return workshop::is_hang(result.failures.front().kind) ? "HANG" : "FAIL";
}

void journal_failure(Journal& journal, const Failure& failure) {
    switch (failure.kind) {
        case Classification::CompilationError:
            journal.add("compile_error", {{"file", failure.test}, {"error", failure.summary}});
            return;
        case Classification::NumericalMismatch:
            journal.add("numerical_error", {{"test", failure.test}, {"details", failure.summary}});
            return;
        default: break;
    }
    if (workshop::is_hang(failure.kind)) {
        journal.add("hang_detected",
                    {{"test", failure.test},
                     {"symptom", failure.summary},
                     {"suspected_cause", failure.suggested_action.empty() ? failure.code : failure.suggested_action}});
    }
}

}  // namespace

void journal_start(Journal& journal, const OpReport& report) {
    journal.add("start", {{"role", "stage_runner"},
                          {"operation", report.op},
                          {"input_files", report.files},
                          {"card", report.card},
                          {"command", report.command},
                          {"content", report.content}});
}

void journal_stage(Journal& journal, const StageResult& result) {
    const Failure* first = result.failures.empty() ? nullptr : &result.failures.front();
    if (result.expected_red) {
        journal.add_cycle({"", result.stage, false, true, workshop::classification_name(result.expected_red->kind),
                           result.expected_red->text()});
    }
    journal.add("test_run", {{"stage", result.stage},
                             {"test", result.name},
                             {"result", test_result(result)},
                             {"failure_type", first == nullptr ? "" : workshop::classification_name(first->kind)},
                             {"details", first == nullptr ? fmt::format("{} checks", result.checks) : first->text()},
                             {"duration_s", result.seconds}});
    for (const Failure& failure : result.failures) journal_failure(journal, failure);
    if (result.plan) {
        for (const workshop::PlannedCb& cb : result.plan->cbs) {
            journal.add(
                "cb_config",
                {{"cb_id", cb.index}, {"page_size", cb.page_bytes()}, {"num_pages", cb.pages}, {"purpose", cb.holds}});
        }
        journal.add("work_distribution", {{"unit", "tile-row"},
                                          {"total_tile_rows", result.plan->rows.tile_rows()},
                                          {"cores_at_most", result.most_cores},
                                          {"block_tiles", result.plan->rows.block_tiles}});
    }
    if (!result.measured.empty()) {
        bool all = true;
        size_t count = 0;
        for (const workshop::Measured& run : result.measured) {
            all &= run.all_balanced();
            count = std::max(count, run.cbs.size());
            for (const workshop::MeasuredCb& cb : run.cbs) {
                journal.add("cb_audit", {{"case", run.text},
                                         {"cb_id", cb.index},
                                         {"producer", cb.push.thread},
                                         {"push_count", cb.push.pages},
                                         {"consumer", cb.pop.thread.empty() ? cb.wait.thread : cb.pop.thread},
                                         {"pop_count", cb.pop.pages},
                                         {"balanced", cb.ok()}});
            }
        }
        journal.add("cb_sync_summary",
                    {{"total_cbs", count}, {"cases", result.measured.size()}, {"all_balanced", all}});
    }
    journal.add_cycle({"", result.stage, result.passed, false,
                       first == nullptr ? "pass" : workshop::classification_name(first->kind),
                       first == nullptr ? "" : first->text()});
}

void journal_complete(Journal& journal, const OpReport& report) {
    std::vector<int> done;
    for (const StageResult& stage : report.stages) {
        if (stage.passed) done.push_back(stage.stage);
    }
    journal.add("complete", {{"final_status", report.passed() ? "SUCCESS"
                                              : done.empty()  ? "FAILED"
                                                              : "PARTIAL"},
                             {"stages_completed", done}});
}

}  // namespace tilewright::report
