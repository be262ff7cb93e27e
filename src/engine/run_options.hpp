// How a program is run. A value: a device holds one, and it is part of what decides whether a prepared program may be
// used again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/trace_options.hpp"
#include "program/descriptor.hpp"
#include "tile/fpu/math.hpp"

namespace tilewright::engine {

// Auto: the first launch of a program is strict, later ones are fast (auto_mode.hpp). What is prepared by hand takes it
// as fast.
enum class Mode : uint8_t { Fast, Strict, Auto };
enum class Schedule : uint8_t { Fixed, Random };

struct RunOptions {
    Mode mode = Mode::Fast;
    tile::Numerics numerics = tile::Numerics::Card;
    std::optional<tile::LlkGeneration> generation;  // of the low-level library; unset: the program's
    uint32_t host_threads = 0;  // 0: as many as the machine has, at most one per core of the program
    Schedule schedule = Schedule::Fixed;
    uint64_t seed = 0;
    bool asserts = true;   // a failed ASSERT of a kernel is a finding; else it does nothing, as without the watcher
    bool isolate = false;  // kernels run in a process of their own, with no rights (engine/isolate)
    bool trusted_kernels = false;    // kernels may call the host's functions and use assembly
    bool prove_fixes = true;         // after a hang or a finding: try out what would mend it (src/doctor)
    double time_limit_seconds = 10;  // that a kernel thread may compute without waiting for anything; 0: no limit
    double run_limit_seconds = 900;  // that each host thread may compute for one program; 0: no limit
    bool timed = false;      // say how long it takes on the card, too (src/clock); compute kernels run as three threads
    uint32_t timed_llk = 0;  // whose low-level library is timed, year and month; 0: the one that runs
    TraceOptions trace = {};        // timed runs
    std::string check_report = {};  // a file that gets a line about each program, checked (src/doctor/check_report.hpp)
    std::string mutation_folder = {};  // where the mutants of each program are judged (src/doctor/mutation_folder.hpp)
    std::string timed_report = {};     // a file that gets a line about each timed program (src/clock/timed_report.hpp)

    bool operator==(const RunOptions&) const = default;

    // What of the low-level library a program is run and timed with.
    tile::LlkGeneration llk_of(const program::ProgramDescriptor& program) const {
        return generation.value_or(program.llk);
    }
    uint32_t timed_llk_of(const program::ProgramDescriptor& program) const {
        return timed_llk != 0 ? timed_llk : tile::llk_number(llk_of(program));
    }

    // The defaults, with mode auto, but for what TILEWRIGHT_MODE, _NUMERICS, _LLK, _SCHEDULE, _THREADS, _SEED, _TIMED
    // (or TT_METAL_DEVICE_PROFILER), _ISOLATE, _TRUST_KERNELS, _TIME_LIMIT, _RUN_LIMIT and _TRACE say. Asked once, when
    // a device is opened or a command starts.
    static RunOptions from_environment();
};

// For what looks into a program while it runs: its kernels run in this process. TW3118 where they may not; in a process
// that is confined as a whole they may.
RunOptions looking_inside(RunOptions options);

// As the environment and the command line write them.
const char* mode_name(Mode mode);
const char* schedule_name(Schedule schedule);
const char* numerics_name(tile::Numerics numerics);

}  // namespace tilewright::engine
