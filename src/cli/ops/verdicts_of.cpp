// Verdicts of stages and mutants.
#include "cli/ops/verdicts_of.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/paths.hpp"

namespace tilewright::cli {

using report::TestEnd;
using report::TestVerdict;
namespace fs = std::filesystem;

#if TILEWRIGHT_HAVE_OPS

std::string entry_file(workshop::Op op) {
    const fs::path folder = op->folder.empty() ? shipped_folder("ops") / op->name : op->folder;
    std::error_code ignored;
    const fs::path entry = folder / (op->name + "_entry.cpp");
    return fs::exists(entry, ignored) ? entry.string() : folder.string();
}

namespace {

void set_failure(TestVerdict& test, const workshop::Failure& failure) {
    test.end = failure.kind == workshop::Classification::SetupError ? TestEnd::Broken : TestEnd::Failed;
    test.kind = failure.code.empty() ? workshop::classification_name(failure.kind) : failure.code;
    test.message = failure.summary;
    test.text = failure.text() + "\n" + failure.details;
    if (!failure.suggested_action.empty()) test.text += "what to do: " + failure.suggested_action + "\n";
    const Frame* at = failure.finding ? failure.finding->place.line() : nullptr;
    if (at != nullptr) test.file = at->file, test.line = at->line;
}

}  // namespace

void add_verdicts(report::Verdicts& to, const StageRun& run) {
    const std::string suite = run.report.op;
    fs::path entry = run.report.folder / (run.report.op + "_entry.cpp");
    std::error_code ignored;
    if (!fs::exists(entry, ignored)) entry = run.report.folder;
    const auto named = [&](int stage) { return fmt::format("stage {}: {}", stage, workshop::stage_name(stage)); };
    for (int stage = 1; stage <= run.skipped; ++stage)
        to.add({suite, named(stage), TestEnd::Skipped, "", "green before, with the same files", ""});
    int last = run.skipped;
    for (const workshop::StageResult& result : run.report.stages) {
        last = result.stage;
        const auto failure_of = [&](const std::string& test) {
            const auto& all = result.failures;
            return std::find_if(all.begin(), all.end(), [&](const auto& failure) { return failure.test == test; });
        };
        double of_cases = 0;
        for (const workshop::CaseRecord& record : result.cases) {
            TestVerdict test{suite, fmt::format("stage {}: {}", result.stage, record.text)};
            test.seconds = record.seconds;
            test.file = entry.string();
            of_cases += record.seconds;
            if (const auto failure = failure_of(record.text); failure != result.failures.end()) {
                set_failure(test, *failure);
            } else if (!record.ok) {
                test.end = TestEnd::Failed, test.message = "not as it must be";
            }
            to.add(std::move(test), /*told=*/true);
        }
        TestVerdict whole{suite, named(result.stage)};
        whole.seconds = std::max(0.0, result.seconds - of_cases);
        whole.file = entry.string();
        for (const workshop::Failure& failure : result.failures) {
            TestVerdict one{suite, failure.test};
            one.file = entry.string();
            set_failure(one, failure);
            const std::string before = whole.text;
            if (whole.end == TestEnd::Passed) {
                one.name = whole.name, one.seconds = whole.seconds;
                whole = one;
            }
            whole.text = before + (before.empty() ? "" : "\n") + one.text;
            Finding finding;
            if (failure.finding) {
                finding = *failure.finding;
            } else {
                finding.code = one.kind;
                finding.why = failure.details;
                finding.fix = failure.suggested_action;
                finding.message = failure.text();
            }
            to.add(finding, entry.string());
        }
        if (result.failures.empty() && !result.passed) whole.end = TestEnd::Failed, whole.message = "red";
        to.add(std::move(whole), /*told=*/true);
    }
    const bool red = std::any_of(run.report.stages.begin(), run.report.stages.end(),
                                 [](const workshop::StageResult& result) { return !result.passed; });
    for (int stage = last + 1; red && stage <= workshop::kStages; ++stage)
        to.add({suite, named(stage), TestEnd::Skipped, "", fmt::format("stage {} is red", last), ""});
}

#endif

void add_verdicts(report::Verdicts& to, const std::string& suite, const doctor::MutationReport& mutants) {
    for (const doctor::MutantResult& mutant : mutants.results) {
        TestVerdict test{suite, fmt::format("{}: {}", mutant.words(), mutant.change)};
        test.file = mutant.file;
        test.line = mutant.line;
        test.message = mutant.message;
        if (mutant.fate == doctor::Fate::Missed) {
            test.end = TestEnd::Failed, test.kind = "missed_mutant";
            test.message = "this mistake is not noticed";
        } else if (mutant.fate != doctor::Fate::Detected) {
            test.end = TestEnd::Skipped;
        } else if (mutant.fix == doctor::FixFate::Wrong) {
            test.end = TestEnd::Failed, test.kind = "wrong_fix";
            test.message = "a fix is printed as proven, and leaves another result: " + mutant.fix_words;
        }
        to.add(std::move(test));
    }
}

void add_verdicts(report::Verdicts& to, const workshop::StageMutation& mutants, const fs::path& folder) {
    for (const workshop::StageMutantResult& result : mutants.results) {
        TestVerdict test{"mutate --stages " + mutants.op,
                         fmt::format("{}, {}: {}", result.mutant.rule, result.mutant.place, result.mutant.change)};
        test.message = result.why;
        if (result.fate == workshop::StageFate::Missed) {
            test.end = TestEnd::Failed, test.kind = "missed_mutant";
            test.message = "every stage is green with this mistake; other bits in " + result.why;
        } else if (result.fate != workshop::StageFate::Red) {
            test.end = TestEnd::Skipped;
        }
        const size_t colon = result.mutant.place.rfind(':');
        if (!result.mutant.file.empty() && colon != std::string::npos) {
            test.file = (folder / "device" / "kernels" / result.mutant.place.substr(0, colon)).string();
            test.line = static_cast<uint32_t>(std::strtoul(result.mutant.place.c_str() + colon + 1, nullptr, 10));
        }
        to.add(std::move(test));
    }
}

}  // namespace tilewright::cli
