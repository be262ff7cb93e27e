// tilewright mutate: faulty copies of a working example or op, and what strict mode says about each.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
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
    uint32_t most = 0;
    bool markdown = false;
};

// What no rule noticed: the mutant runs in place of the program, and the subject's own reference says whether the
// result is right.
void judge_results(const MutateOptions& options, doctor::MutationReport& report) {
    const auto programs = report.missed_programs;
    for (const auto& [index, program] : programs) {
        const Subject subject = make_subject(options.subject, /*with_data=*/true);
        engine::RunOptions strict = run_options(*subject.device);
        strict.mode = engine::Mode::Strict;
        run(*subject.device, program, strict);
        if (const auto wrong = subject.judge()) report.found_wrong(index, *wrong);
    }
}

int run_mutate(const MutateOptions& options, Context& context) {
    doctor::MutationReport report;
    {
        const Subject subject = make_subject(options.subject, /*with_data=*/true);
        report =
            doctor::mutate(*subject.device->impl().card, subject.program, run_options(*subject.device), options.most);
    }
    judge_results(options, report);
    if (context.json) {
        nlohmann::json json = {{"name", options.subject.name}, {"programs", {report.to_json()}}};
        json["detected"] = report.detected;
        json["detected_by_result"] = report.detected_by_result;
        json["placed"] = report.placed;
        json["missed"] = report.missed;
        json["equivalent"] = report.equivalent;
        context.out << json.dump(2) << "\n";
    } else {
        context.out << (options.markdown ? report.to_markdown() : report.to_text()) << "\n";
    }
    return static_cast<int>(report.missed == 0 ? Exit::Ok : Exit::Finding);
}

}  // namespace

Action setup_mutate(CLI::App& app, Context& context) {
    auto options = std::make_shared<MutateOptions>();
    declare_subject(app, options->subject);
    app.add_flag("--markdown", options->markdown, "as tables for documents");
    app.add_option("--most", options->most, "run at most this many mutants, spread evenly; 0 runs all");
    return [options, &context] { return run_mutate(*options, context); };
}

}  // namespace tilewright::cli
