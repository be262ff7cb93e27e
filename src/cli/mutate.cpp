// tilewright mutate: faulty copies of a working example or op, and what strict mode says about each.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/subject.hpp"
#include "doctor/mutate.hpp"
#include "engine/launch.hpp"

namespace tilewright::cli {

namespace {

engine::RunOptions strict() {
    engine::RunOptions options = engine::RunOptions::from_environment();
    options.mode = engine::Mode::Strict;
    return options;
}

struct Options {
    SubjectOptions subject;
    uint32_t most = 0;
    bool markdown = false;
};

// What no rule noticed: the subject is called again with the mutant in place of its program, and its own comparison
// with the host says whether the result is right.
void judge_results(const Options& options, std::vector<doctor::MutationReport>& reports) {
    for (size_t launch = 0; launch < reports.size(); ++launch) {
        const auto programs = reports[launch].missed_programs;
        for (const auto& [index, program] : programs) {
            size_t seen = 0;
            std::optional<Finding> wrong;
            {
                engine::LaunchVisit visit([&, &mutant = program](engine::PreparedProgram& prepared) {
                    if (seen++ != launch) return false;
                    engine::run(prepared.card, mutant, strict());
                    return true;
                });
                wrong = run_subject(options.subject);
            }
            if (wrong) reports[launch].found_wrong(index, *wrong);
        }
    }
}

int run_mutate(const Options& options, Context& context) {
    std::vector<doctor::MutationReport> reports;
    {
        engine::LaunchVisit visit([&](engine::PreparedProgram& prepared) {
            reports.push_back(doctor::mutate(prepared.card, prepared.program, options.most));
            return false;
        });
        run_subject(options.subject);
    }
    judge_results(options, reports);
    uint32_t missed = 0;
    nlohmann::json json = {{"name", options.subject.name}, {"programs", nlohmann::json::array()}};
    for (const char* total : {"detected", "detected_by_result", "placed", "missed", "equivalent"}) json[total] = 0;
    for (const doctor::MutationReport& report : reports) {
        missed += report.missed;
        json["detected"] = json["detected"].get<uint32_t>() + report.detected;
        json["detected_by_result"] = json["detected_by_result"].get<uint32_t>() + report.detected_by_result;
        json["placed"] = json["placed"].get<uint32_t>() + report.placed;
        json["missed"] = json["missed"].get<uint32_t>() + report.missed;
        json["equivalent"] = json["equivalent"].get<uint32_t>() + report.equivalent;
        json["programs"].push_back(report.to_json());
        if (!context.json) context.out << (options.markdown ? report.to_markdown() : report.to_text()) << "\n";
    }
    if (context.json) context.out << json.dump(2) << "\n";
    return static_cast<int>(missed == 0 ? Exit::Ok : Exit::Finding);
}

}  // namespace

Action setup_mutate(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    declare_subject(app, options->subject);
    app.add_flag("--markdown", options->markdown, "as tables for documents");
    app.add_option("--most", options->most, "run at most this many mutants, spread evenly; 0 runs all");
    return [options, &context] { return run_mutate(*options, context); };
}

}  // namespace tilewright::cli
