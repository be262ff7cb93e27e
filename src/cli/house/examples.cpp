// tilewright examples: runs the example programs, one line each, and ends with the worst of their statuses.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <exception>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/card_options.hpp"
#include "cli/command.hpp"
#include "cli/schedule.hpp"
#include "cli/suggest.hpp"
#include "cli/table.hpp"

#if TILEWRIGHT_HAVE_EXAMPLES
#include "example.hpp"

namespace tilewright::cli {

namespace {

using examples::Example;
using examples::Outcome;

struct ExamplesOptions {
    std::vector<std::string> names;
    bool list = false;
    CardOptions card;
    ScheduleOptions schedule;
    uint64_t seed = 1;
};

struct Ran {
    const Example* example = nullptr;
    Outcome outcome;
    double seconds = 0;
    std::string error;                     // text of what ended it
    nlohmann::json finding;                // the same for programs
    std::vector<Finding> notes, findings;  // findings: whatever kind, with what ended it
    Exit status = Exit::Ok;
};

std::vector<const Example*> chosen(const std::vector<std::string>& names) {
    std::vector<const Example*> list;
    std::vector<std::string> all;
    for (const Example& example : examples::example_list()) {
        all.emplace_back(example.name);
        if (names.empty()) list.push_back(&example);
    }
    for (const std::string& name : names) {
        const Example* example = examples::find_example(name);
        if (example == nullptr) {
            const std::string near = nearest(name, all);
            throw Error("TW4002", fmt::format("there is no example \"{}\"", name),
                        near.empty() ? "tilewright examples --list shows their names"
                                     : fmt::format("did you mean \"{}\"?", near),
                        Exit::Usage);
        }
        list.push_back(example);
    }
    return list;
}

Ran run(const Example& example, const DeviceOptions& card) {
    Ran ran;
    ran.example = &example;
    const auto begin = std::chrono::steady_clock::now();
    try {
        const auto device = open_device(card);
        ran.outcome = examples::run(example, *device);
        if (!ran.outcome.ok) ran.status = Exit::Finding;
        size_t findings = 0;
        engine::RunResult results = take_results(*device);
        for (const Finding& finding : results.findings) findings += finding.severity == Severity::Error;
        ran.findings = std::move(results.findings);
        ran.notes = std::move(results.notes);
        if (findings != 0) {
            ran.status = Exit::Finding;
            ran.error = fmt::format("{} finding{} (see the log above)", findings, findings == 1 ? "" : "s");
        }
    } catch (const Error& error) {
        ran.error = error.finding().to_text();
        ran.finding = error.finding().to_json();
        ran.findings.push_back(error.finding());
        ran.status = error.exit_status();
    } catch (const std::exception& error) {
        ran.error = error.what();
        ran.status = Exit::Finding;
    }
    ran.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return ran;
}

const char* result_word(const Ran& ran) {
    if (ran.status == Exit::Ok) return "passed";
    return ran.error.empty() ? "WRONG" : ran.status == Exit::Hang ? "HANGS" : "FAILED";
}

nlohmann::json to_json(const Ran& ran) {
    nlohmann::json json = {{"name", ran.example->name},
                           {"result", ran.status == Exit::Ok ? "passed" : "failed"},
                           {"cores", ran.outcome.cores},
                           {"tiles", ran.outcome.tiles},
                           {"seconds", ran.seconds},
                           {"note", ran.outcome.note},
                           {"exit_status", static_cast<int>(ran.status)}};
    for (const Finding& note : ran.notes) json["notes"].push_back(note.to_json());
    if (!ran.finding.is_null()) json["error"] = ran.finding;
    if (!ran.error.empty() && ran.finding.is_null()) json["error"] = {{"message", ran.error}};
    return json;
}

void add_verdict(report::Verdicts& to, const Ran& ran) {
    for (const Finding& finding : ran.findings) to.add(finding);
    for (const Finding& note : ran.notes) to.add(note);
    report::TestVerdict test{"examples", ran.example->name};
    test.seconds = ran.seconds;
    if (ran.status != Exit::Ok) {
        test.end = report::TestEnd::Failed;
        test.kind = ran.findings.empty() ? "" : ran.findings.back().code;
        test.message = !ran.findings.empty() ? ran.findings.back().message
                       : ran.error.empty()   ? ran.outcome.note
                                             : ran.error;
        test.text = ran.error;
    }
    to.add(std::move(test), /*told=*/!ran.findings.empty());
}

int list_examples(Context& context) {
    nlohmann::json json = nlohmann::json::array();
    Table table({"example", "what it shows"});
    for (const Example& example : examples::example_list()) {
        json.push_back({{"name", example.name}, {"description", example.description}});
        table.add({example.name, example.description});
    }
    context.out << (context.json ? json.dump(2) + "\n" : table.text());
    return static_cast<int>(Exit::Ok);
}

int run_examples(const ExamplesOptions& options, Context& context) {
    if (options.list) return list_examples(context);
    const std::vector<const Example*> programs = chosen(options.names);
    DeviceOptions card = device_options(options.card);
    apply(options.schedule, options.seed, card.run);
    size_t width = 7;
    for (const Example* example : programs) width = std::max(width, std::string(example->name).size());
    // Lines appear as the programs end: on a cold cache the first ones compile kernels.
    const auto print = [&](const std::string& name, const std::string& result, const std::string& cores,
                           const std::string& tiles, const std::string& time, const std::string& note) {
        if (context.json) return;
        context.out << fmt::format("{:<{}}  {:<6}  {:>5}  {:>7}  {:>8}  {}\n", name, width, result, cores, tiles, time,
                                   note)
                    << std::flush;
    };
    print("example", "result", "cores", "tiles", "time", "compared");
    nlohmann::json json = nlohmann::json::array();
    int worst = 0;
    size_t passed = 0;
    double seconds = 0;
    for (const Example* example : programs) {
        const Ran ran = run(*example, card);
        json.push_back(to_json(ran));
        print(example->name, result_word(ran), grouped(ran.outcome.cores), grouped(ran.outcome.tiles),
              duration(ran.seconds), ran.outcome.note);
        if (!context.json && !ran.error.empty()) context.err << ran.error << "\n";
        for (size_t i = 0; !context.json && i < ran.notes.size(); ++i) context.err << ran.notes[i].to_text();
        add_verdict(context.verdicts, ran);
        worst = std::max(worst, static_cast<int>(ran.status));
        passed += ran.status == Exit::Ok;
        seconds += ran.seconds;
    }
    if (context.json) {
        context.out << nlohmann::json{{"examples", json}, {"passed", passed}, {"seconds", seconds}}.dump(2) << "\n";
    } else {
        context.out << fmt::format("{} of {} passed in {}\n", passed, programs.size(), duration(seconds));
    }
    return worst;
}

}  // namespace

Action setup_examples(CLI::App& app, Context& context) {
    auto options = std::make_shared<ExamplesOptions>();
    app.add_option("NAME", options->names, "which examples; all without a name");
    app.add_flag("--list", options->list, "only list them");
    add_card_options(app, options->card);
    app.add_option("--seed", options->seed, "of a random schedule");
    add_schedule_options(app, options->schedule, /*repeats=*/false);
    return [options, &context] { return run_examples(*options, context); };
}

}  // namespace tilewright::cli

#else

namespace tilewright::cli {

Action setup_examples(CLI::App& app, Context&) {
    app.allow_extras();
    return []() -> int {
        throw Error("TW3900", "the examples are not part of this build", "configure with -DTILEWRIGHT_EXAMPLES=ON",
                    Exit::Environment);
    };
}

}  // namespace tilewright::cli

#endif
