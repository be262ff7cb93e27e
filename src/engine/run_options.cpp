// Run options out of the environment.
#include "engine/run_options.hpp"

#include <array>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "engine/isolate/confine.hpp"

namespace tilewright::engine {

const char* mode_name(Mode mode) { return mode == Mode::Strict ? "strict" : mode == Mode::Fast ? "fast" : "auto"; }
const char* schedule_name(Schedule schedule) { return schedule == Schedule::Random ? "random" : "fixed"; }
const char* numerics_name(tile::Numerics numerics) { return numerics == tile::Numerics::Card ? "card" : "float"; }

RunOptions RunOptions::from_environment() {
    RunOptions options;
    options.mode = Mode::Auto;
    if (const int mode = environment::choice("TILEWRIGHT_MODE", {"fast", "strict", "auto"}); mode >= 0)
        options.mode = static_cast<Mode>(mode);
    if (const int numerics = environment::choice("TILEWRIGHT_NUMERICS", {"float", "card"}); numerics >= 0)
        options.numerics = static_cast<tile::Numerics>(numerics);
    if (const int generation = environment::choice("TILEWRIGHT_LLK", {"202604", "202607", "202608"}); generation >= 0)
        options.generation = static_cast<tile::LlkGeneration>(generation);
    if (const int schedule = environment::choice("TILEWRIGHT_SCHEDULE", {"fixed", "random"}); schedule >= 0)
        options.schedule = static_cast<Schedule>(schedule);
    options.host_threads = static_cast<uint32_t>(environment::number("TILEWRIGHT_THREADS", 0));
    options.seed = environment::number("TILEWRIGHT_SEED", 0);
    options.timed =
        environment::number("TT_METAL_DEVICE_PROFILER", 0) != 0 || environment::number("TILEWRIGHT_TIMED", 0) != 0;
    if (const int llk = environment::choice("TILEWRIGHT_TIMED_LLK", {"202604", "202607", "202608"}); llk >= 0)
        options.timed_llk = std::array{202604u, 202607u, 202608u}[static_cast<size_t>(llk)];
    options.isolate = environment::choice("TILEWRIGHT_ISOLATE", {"off", "on"}) == 1 || is_confined();
    options.trusted_kernels = environment::choice("TILEWRIGHT_TRUST_KERNELS", {"off", "on"}) == 1;
    options.time_limit_seconds = environment::seconds("TILEWRIGHT_TIME_LIMIT", 10);
    options.run_limit_seconds = environment::seconds("TILEWRIGHT_RUN_LIMIT", 900);
    options.prove_fixes = environment::choice("TILEWRIGHT_PROVE", {"off", "on"}) != 0;
    options.asserts = environment::choice("TILEWRIGHT_ASSERTS", {"off", "on"}) != 0;
    options.check_report = environment::text("TILEWRIGHT_CHECK_REPORT");
    options.mutation_folder = environment::text("TILEWRIGHT_MUTATION_FOLDER");
    options.timed_report = environment::text("TILEWRIGHT_TIMED_REPORT");
    if (!options.timed_report.empty()) options.timed = true;
    options.trace.file = environment::text("TILEWRIGHT_TRACE");
    if (options.trace.file.empty()) return options;
    options.timed = true;
    const std::string cores = environment::text("TILEWRIGHT_TRACE_CORES");
    options.trace.cores = parse_trace_cores("TILEWRIGHT_TRACE_CORES", cores);
    if (const std::string window = environment::text("TILEWRIGHT_TRACE_WINDOW"); !window.empty())
        parse_trace_window("TILEWRIGHT_TRACE_WINDOW", window, options.trace);
    return options;
}

RunOptions looking_inside(RunOptions options) {
    if (!options.isolate) return options;
    if (!is_confined()) {
        throw Error("TW3118", "this looks into a program while it runs, which an isolated program does not allow",
                    "use the command with --isolate, which is confined as a whole, or leave isolation out",
                    Exit::Usage);
    }
    options.isolate = false;
    return options;
}

}  // namespace tilewright::engine
