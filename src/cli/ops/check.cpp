// tilewright check: what an example or an op does to its circular buffers, without running it, for one shape and for
// all.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/ops/script.hpp"
#include "cli/ops/subject.hpp"
#include "cli/schedule.hpp"
#include "doctor/check.hpp"
#include "doctor/check_report.hpp"
#include "metal/device_impl.hpp"

namespace tilewright::cli {

namespace {

struct CheckOptions {
    SubjectOptions subject;
    bool orders = false, quick = false;
    std::vector<std::string> rest;  // of a script
};

// The programs of a script as it runs them, each with other arguments, too.
int check_script(const CheckOptions& asked, Context& context) {
    std::vector<std::string> words = {asked.subject.name};
    words.insert(words.end(), asked.rest.begin(), asked.rest.end());
    const ReportFolder folder;
    Command command = script_command(words);
    set_variable(command, "TILEWRIGHT_CHECK_REPORT", folder.file());
    if (!asked.subject.arch.empty()) set_variable(command, "TILEWRIGHT_ARCH", asked.subject.arch);
    const int status = run_to_the_end(command, context.json ? Prints::ToError : Prints::AsItIs);
    const std::vector<doctor::NotedCheck> checks = doctor::read_checks(folder.file());
    if (checks.empty() && status != 0)
        throw Error("TW4511", fmt::format("{} ended with status {}", words[0], status), run_it_first(words));
    if (checks.empty())
        throw Error("TW4512", fmt::format("{} ran no program on the card", words[0]),
                    "check a script that launches programs (ttnn.generic_op, an op, EnqueueMeshWorkload)", Exit::Usage);
    bool fails = status != 0;
    nlohmann::json list = nlohmann::json::array();
    for (size_t i = 0; i < checks.size(); ++i) {
        fails |= checks[i].fails;
        report::TestVerdict verdict{"check " + words[0], fmt::format("program {}", i + 1)};
        verdict.file = words[0];
        if (checks[i].fails)
            verdict.end = report::TestEnd::Failed, verdict.message = "its circular buffers do not come out even",
            verdict.text = checks[i].text;
        context.verdicts.add(std::move(verdict));
        list.push_back(checks[i].data);
        if (!context.json) context.out << fmt::format("program {} of {}: {}\n", i + 1, words[0], checks[i].text);
    }
    if (context.json)
        context.out << nlohmann::json{{"script", words[0]}, {"status", status}, {"programs", list}}.dump(2) << "\n";
    return static_cast<int>(fails ? Exit::Finding : Exit::Ok);
}

int run_check(const CheckOptions& asked, Context& context) {
    const SubjectOptions& options = asked.subject;
    if (is_script(options.name)) return check_script(asked, context);
    refuse_words(asked.rest, "check");
    const Subject subject = make_subject(options, /*with_data=*/asked.orders);
    card::Card& card = *subject.device->impl().card;
    doctor::CheckReport report = doctor::check(card, subject.program, run_options(*subject.device));
    if (report.program.empty()) report.program = options.name;
    bool unbalanced = report.unbalanced();
    std::optional<doctor::EveryReport> every;
    if (!asked.quick) every = doctor::check_every(card, subject.family(), run_options(*subject.device));
    if (every) {
        for (const Finding& finding : every->findings()) context.verdicts.add(finding);
    }
    if (context.json) {
        nlohmann::json json = {{"name", options.name}, {"programs", {report.to_json()}}};
        if (every) json["every"] = every->to_json();
        context.out << json.dump(2) << "\n";
    } else {
        context.out << report.to_text() << "\n";
        if (every) context.out << every->to_text() << "\n";
        if (every) {
            for (const Finding& finding : every->findings()) context.err << finding.to_text() << "\n";
        }
    }
    if (every) unbalanced |= every->fails();
    if (asked.orders) unbalanced |= !search_orders(card, subject.program, context.err);
    return static_cast<int>(unbalanced ? Exit::Finding : Exit::Ok);
}

}  // namespace

Action setup_check(CLI::App& app, Context& context) {
    auto options = std::make_shared<CheckOptions>();
    declare_subject(app, options->subject)
        ->description("an example, an op, the folder of an op, or a script with its arguments");
    app.add_flag("--quick", options->quick, "only this program: not what holds for every shape or argument");
    app.add_flag("--orders", options->orders,
                 "run it, too, under the orders of its threads that may matter, one after another");
    app.prefix_command();
    app.footer(
        "A script is a Python file or something to execute: it is run, and each of its programs is checked before.\n"
        "From the first word on that check does not know, everything goes to it, and everything after --.");
    return [options, &app, &context] {
        options->rest = words_for_script(app);
        return run_check(*options, context);
    };
}

}  // namespace tilewright::cli
