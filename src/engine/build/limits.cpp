// Limits of compilers.
#include "engine/build/limits.hpp"

#include <fmt/format.h>

#include <csignal>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "engine/interrupts.hpp"

namespace tilewright::engine {

ProcessLimits build_limits() {
    ProcessLimits limits;
    limits.cpu_seconds = environment::number("TILEWRIGHT_BUILD_SECONDS", 120);
    limits.memory_bytes = environment::number("TILEWRIGHT_BUILD_MB", 4096) << 20;
    limits.asleep_seconds = 8;
    limits.give_up = [before = interrupts.load()] { return interrupts.load() != before; };
    return limits;
}

void check_build_limits(const std::string& what, const ProcessResult& result) {
    Finding finding;
    finding.place.kernel = what;
    const auto says = [&result](const char* words) { return result.output.find(words) != std::string::npos; };
    if (result.given_up) {
        finding.code = "TW2603";
        finding.message = fmt::format("the build of {} was interrupted", what);
        finding.why = "someone asked for it (Ctrl-C)";
    } else if (result.asleep) {
        finding.code = "TW3114";
        finding.message = fmt::format("the compiler waits for something that does not come, for {}", what);
        finding.why = "a file that it includes is a pipe or a device";
        finding.fix = "include plain files only";
    } else if (result.status == 128 + SIGXCPU || result.status == 128 + SIGKILL ||
               (result.status != 0 && says("CPU time limit exceeded"))) {
        finding.code = "TW3114";
        finding.message = fmt::format("the compiler took more than {} s for {}", build_limits().cpu_seconds, what);
        finding.fix = "make it smaller, or allow more: TILEWRIGHT_BUILD_SECONDS";
    } else if (result.status != 0 && (says("out of memory") || says("bad_alloc"))) {
        finding.code = "TW3114";
        finding.message =
            fmt::format("the compiler needed more than {} MB for {}", build_limits().memory_bytes >> 20, what);
        finding.fix = "make it smaller, or allow more: TILEWRIGHT_BUILD_MB";
    } else {
        return;
    }
    throw Error(std::move(finding));
}

}  // namespace tilewright::engine
