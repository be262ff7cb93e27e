// tilewright time: how long a program takes on the card, where the time goes, and what would change it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/command.hpp"
#include "cli/ops/subject.hpp"
#include "cli/trace_options.hpp"
#include "clock/recording.hpp"
#include "clock/verdict.hpp"
#include "metal/device_impl.hpp"
#include "report/time_page.hpp"

namespace tilewright::cli {

namespace {

struct Options {
    SubjectOptions subject;
    TraceFlags trace;
    std::string html;
};

int run_time(const Options& options, Context& context) {
    const Subject subject = make_subject(options.subject, /*with_data=*/true);
    program::ProgramDescriptor program = subject.program;
    if (program.name.empty()) program.name = options.subject.name;
    engine::RunOptions run = run_options(*subject.device);
    apply(options.trace, run);
    const clock::Recording recording(*subject.device->impl().card, program, run);
    const clock::Timing timing = recording.time();
    const clock::Verdict verdict = clock::judge(recording, timing);
    clock::TraceSummary trace;
    if (!run.trace.file.empty()) trace = recording.trace(run.trace);
    if (!options.html.empty()) {
        report::write_time_page(options.html, clock::to_text(timing, verdict),
                                report::make_pictures(subject.text, recording, timing, program, subject.tile_rows));
    }
    if (context.json) {
        nlohmann::json json = clock::to_json(timing, verdict);
        json["seconds_build"] = recording.seconds_build;
        json["seconds_record"] = recording.seconds_record;
        if (!run.trace.file.empty())
            json["trace"] = {{"file", run.trace.file}, {"slices", trace.slices}, {"left_out", trace.left_out}};
        if (!options.html.empty()) json["html"] = options.html;
        context.out << json.dump(2) << "\n";
    } else {
        context.out << clock::to_text(timing, verdict);
        if (!run.trace.file.empty())
            context.out << fmt::format("  trace: {} ({} slices{}), for ui.perfetto.dev\n", run.trace.file, trace.slices,
                                       trace.left_out == 0 ? "" : fmt::format(", {} left out", trace.left_out));
        if (!options.html.empty()) context.out << fmt::format("  pictures: {}\n", options.html);
    }
    return static_cast<int>(Exit::Ok);
}

}  // namespace

Action setup_time(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    declare_subject(app, options->subject);
    add_trace_options(app, options->trace);
    app.add_option("--html", options->html, "writes the verdict and pictures of the run to this file");
    return [options, &context] { return run_time(*options, context); };
}

}  // namespace tilewright::cli
