// tilewright time: how long a program takes on the card, where the time goes, and what would change it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/ops/script.hpp"
#include "cli/ops/time_forms.hpp"
#include "cli/ops/timed_subject.hpp"
#include "cli/ops/what_if.hpp"
#include "cli/trace_options.hpp"
#include "report/time_page.hpp"

namespace tilewright::cli {

namespace {

struct Options {
    SubjectOptions subject;
    TraceFlags trace;
    std::string html;
    std::string what_if;
    bool no_what_if = false, per_core = false;
    std::vector<std::string> compare;
    std::string compare_with;
    uint32_t program = 0;
    std::vector<std::string> rest;     // of a script
    std::vector<std::string> of_call;  // options that were given and say what call of an op is meant
};

Error usage(const std::string& message, const std::string& fix) { return Error("TW4000", message, fix, Exit::Usage); }

int time_one(const Options& options, const clock::Families& families, Context& context) {
    const TimedSubject timed = time_subject(options.subject, families);
    engine::RunOptions run;
    apply(options.trace, run);
    clock::TraceSummary trace;
    if (!run.trace.file.empty()) trace = timed.recording->trace(run.trace);
    if (!options.html.empty()) {
        report::write_time_page(options.html, clock::to_text(timed.timing, timed.verdict),
                                report::make_pictures(timed.subject.text, *timed.recording, timed.timing,
                                                      timed.subject.program, timed.subject.tile_rows));
    }
    if (context.json) {
        nlohmann::json json = clock::to_json(timed.timing, timed.verdict);
        json["seconds_build"] = timed.recording->seconds_build;
        json["seconds_record"] = timed.recording->seconds_record;
        if (!run.trace.file.empty())
            json["trace"] = {{"file", run.trace.file}, {"slices", trace.slices}, {"left_out", trace.left_out}};
        if (!options.html.empty()) json["html"] = options.html;
        context.out << json.dump(2) << "\n";
    } else {
        context.out << clock::to_text(timed.timing, timed.verdict);
        if (options.per_core) context.out << clock::core_table(timed.verdict);
        if (!run.trace.file.empty())
            context.out << fmt::format("  trace: {} ({} slices{}), for ui.perfetto.dev\n", run.trace.file, trace.slices,
                                       trace.left_out == 0 ? "" : fmt::format(", {} left out", trace.left_out));
        if (!options.html.empty()) context.out << fmt::format("  pictures: {}\n", options.html);
    }
    return static_cast<int>(Exit::Ok);
}

int run_time(const Options& options, Context& context) {
    const clock::Families families = parse_families(options.what_if, options.no_what_if);
    const std::string& name = options.subject.name;
    const bool compares = !options.compare.empty() || !options.compare_with.empty();
    if (!name.empty() && is_script(name)) {
        if (compares)
            throw usage(fmt::format("--compare{}: a script cannot be compared", options.compare.empty() ? "-with" : ""),
                        "compare ops, folders of ops or examples");
        if (!options.of_call.empty())
            throw usage(
                fmt::format("{}: {} is a script, which makes its calls itself", options.of_call.front(), name),
                fmt::format("leave it out; what is meant for the script goes behind --: tilewright time {} -- {}", name,
                            options.of_call.front()));
        if (!options.html.empty())
            throw usage("--html: pictures are drawn of an op, its folder or an example, not of a script",
                        "leave it out, or draw a trace: --trace FILE");
        ScriptOptions script{{name}, options.program, options.subject.arch, families, options.trace, options.per_core};
        script.words.insert(script.words.end(), options.rest.begin(), options.rest.end());
        return time_script(script, context);
    }
    refuse_words(options.rest, "time");
    if (options.program != 0) throw usage("--program: only scripts have several programs", "leave --program out");
    if (compares && !options.trace.file.empty())
        throw usage("--trace: two subjects cannot be drawn into one file", "time each of them with --trace");
    for (const std::string& side : options.compare) {
        if (const std::string subject = side.substr(0, side.find(' ')); is_script(subject))
            throw usage(fmt::format("--compare: {} is a script, which cannot be compared", subject),
                        "compare ops, folders of ops or examples");
    }
    if (!options.compare.empty()) {
        if (!name.empty())
            throw usage(fmt::format("--compare: two subjects and \"{}\" besides", name),
                        "give two names after --compare, or one name and --compare-with");
        return compare_times(
            {parse_side(options.compare[0], options.subject), parse_side(options.compare[1], options.subject)},
            options.compare, families, context);
    }
    if (name.empty()) throw usage("name is required", "see: tilewright time --help");
    if (!options.compare_with.empty())
        return compare_times({options.subject, parse_side(options.compare_with, options.subject)},
                             {name, options.compare_with}, families, context);
    return time_one(options, families, context);
}

}  // namespace

Action setup_time(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    declare_subject(app, options->subject)
        ->required(false)
        ->description("an example, an op, the folder of an op, or a script with its arguments");
    std::string questions;
    for (const auto& [family, summary] : all_families())
        questions += fmt::format("{}{} ({})", questions.empty() ? "" : ", ", family, summary);
    CLI::Option* list = app.add_option("--what-if", options->what_if, "ask only these, as depth,cores: " + questions);
    app.add_flag("--no-what-if", options->no_what_if, "ask nothing")->excludes(list);
    app.add_flag("--per-core", options->per_core, "the time of each core");
    CLI::Option* compare =
        app.add_option("--compare", options->compare, "two subjects side by side, each a name or \"NAME OPTIONS\"")
            ->expected(2);
    app.add_option("--compare-with", options->compare_with, "the same subject with other options, as \"--math fpu\"")
        ->excludes(compare);
    app.add_option("--program", options->program, "of a script: whose verdict to print; the slowest by default");
    add_trace_options(app, options->trace);
    app.add_option("--html", options->html, "writes the verdict and pictures of the run to this file");
    app.prefix_command();
    app.footer(
        "A script is a Python file or something to execute. From the first word on that time does not know,\n"
        "everything goes to it, and everything after --: tilewright time model.py -- --json");
    return [options, &app, &context] {
        options->rest = words_for_script(app);
        for (const char* option : {"--shape", "--dtype", "--math", "--plan", "--cores", "--fidelity", "--bf16-dst",
                                   "--sharded", "--shard-grid"}) {
            if (app.count(option) != 0) options->of_call.emplace_back(option);
        }
        const auto empty = [&](const char* option, const std::string& value) {
            if (app.count(option) != 0 && value.find_first_not_of(" ,") == std::string::npos)
                throw usage(fmt::format("{}: nothing is given", option), "give a value or leave it out");
        };
        empty("--what-if", options->what_if);
        empty("--compare-with", options->compare_with);
        empty("--html", options->html);
        empty("--trace", options->trace.file);
        empty("--arch", options->subject.arch);
        if (app.count("--program") != 0 && options->program == 0)
            throw usage("--program: programs are numbered from 1", "leave it out for the slowest one");
        return run_time(*options, context);
    };
}

}  // namespace tilewright::cli
