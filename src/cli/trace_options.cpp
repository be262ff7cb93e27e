// From flags to the options of a trace.
#include "cli/trace_options.hpp"

#include <CLI/CLI.hpp>

namespace tilewright::cli {

void add_trace_options(CLI::App& app, TraceFlags& flags) {
    CLI::Option* file =
        app.add_option("--trace", flags.file, "write what happens on the card when, for ui.perfetto.dev");
    app.add_option("--trace-cores", flags.cores, "of the trace: only these, as 0,0 or 0,0-1,0")->needs(file);
    app.add_option("--trace-window", flags.window, "of the trace: only BEGIN:END, in microseconds")->needs(file);
}

void apply(const TraceFlags& flags, engine::RunOptions& run) {
    if (flags.file.empty()) return;
    run.timed = true;
    run.trace = {};
    run.trace.file = flags.file;
    run.trace.cores = engine::parse_trace_cores("--trace-cores", flags.cores);
    if (!flags.window.empty()) engine::parse_trace_window("--trace-window", flags.window, run.trace);
}

}  // namespace tilewright::cli
