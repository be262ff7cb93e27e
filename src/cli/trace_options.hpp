// Options of commands that can draw what they run: --trace and which part of it.
#pragma once

#include <string>

#include "engine/run_options.hpp"

namespace CLI {
class App;
}

namespace tilewright::cli {

struct TraceFlags {
    std::string file, cores, window;
};
void add_trace_options(CLI::App& app, TraceFlags& flags);
// Makes the runs timed where a trace is asked for.
void apply(const TraceFlags& flags, engine::RunOptions& run);

}  // namespace tilewright::cli
