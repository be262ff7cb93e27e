// tilewright mutate: faulty copies of a working example or op, and what strict mode says about each.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/ops/subject.hpp"
#include "doctor/mutate.hpp"
#include "metal/device_impl.hpp"

namespace tilewright::cli {

namespace {

struct MutateOptions {
    SubjectOptions subject;
    doctor::MutationChoice choice;
    bool no_fixes = false;
    bool markdown = false;
};

// What the subject's own reference says of its result when this runs in place of its program.
std::optional<Judgement> judged(const MutateOptions& options, const program::ProgramDescriptor& program) {
    const Subject subject = make_subject(options.subject, /*with_data=*/true);
    engine::RunOptions strict = run_options(*subject.device);
    strict.mode = engine::Mode::Strict;
    run(*subject.device, program, strict);
    return subject.judge(program);
}

// Mutants that no rule noticed, and fixes that leave other bytes than the program did.
void judge_results(const MutateOptions& options, doctor::MutationReport& report) {
    for (const auto& [index, unnoticed] : report.unnoticed) {
        if (const auto wrong = judged(options, unnoticed.mutant.program)) {
            report.found_wrong(index, wrong->finding, wrong->changed);
        } else {
            report.accept(index);
        }
    }
    for (const auto& [index, fixes] : report.other_fixes) {
        const auto serves = [&](const std::vector<program::ProgramDescriptor>& alternatives) {
            return std::any_of(alternatives.begin(), alternatives.end(),
                               [&](const auto& program) { return !judged(options, program); });
        };
        if (std::all_of(fixes.begin(), fixes.end(), serves)) report.accept_fix(index);
    }
}

int run_mutate(const MutateOptions& options, Context& context) {
    doctor::MutationReport report;
    {
        const Subject subject = make_subject(options.subject, /*with_data=*/true);
        doctor::MutationChoice choice = options.choice;
        choice.fixes = !options.no_fixes;
        report = doctor::mutate(*subject.device->impl().card, subject.program, run_options(*subject.device), choice);
    }
    judge_results(options, report);
    const doctor::MutationCounts all = report.totals();
    if (context.json) {
        nlohmann::json program = report.to_json();
        nlohmann::json json = {{"name", options.subject.name}, {"programs", {program}}};
        for (const char* key : {"detected", "detected_by_result", "placed", "cause", "fix_right", "fix_wrong", "missed",
                                "equivalent", "pairs", "pairs_both"})
            json[key] = program[key];
        context.out << json.dump(2) << "\n";
    } else {
        context.out << (options.markdown ? report.to_markdown() : report.to_text()) << "\n";
    }
    return static_cast<int>(all.missed + all.fix_wrong == 0 ? Exit::Ok : Exit::Finding);
}

}  // namespace

Action setup_mutate(CLI::App& app, Context& context) {
    auto options = std::make_shared<MutateOptions>();
    declare_subject(app, options->subject);
    app.add_flag("--markdown", options->markdown, "as tables for documents");
    app.add_option("--most", options->choice.most, "run at most this many mutants; 0 runs all");
    app.add_option("--pairs", options->choice.pairs,
                   "and so many pairs of those that were detected, two mistakes at once");
    app.add_option("--seed", options->choice.seed, "draws sample and pairs; 0 spreads the sample evenly");
    app.add_flag("--no-fixes", options->no_fixes, "leave out the trials of fixes: quicker, and no fix is judged");
    return [options, &context] { return run_mutate(*options, context); };
}

}  // namespace tilewright::cli
