// Preparing and launching elsewhere, and finding the program that does it.
#include "engine/isolate/isolated.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "base/environment.hpp"
#include "engine/build/kernel_build.hpp"
#include "engine/isolate/worker_process.hpp"
#include "engine/timed.hpp"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {

void refuse_files(const RunOptions& options) {
    const char* what = nullptr;
    if (!options.trace.file.empty()) what = "a trace";
    if (!options.timed_report.empty()) what = "a report of timed programs (TILEWRIGHT_TIMED_REPORT)";
    if (options.timed && environment::is_set("TILEWRIGHT_TAPES")) what = "tapes (TILEWRIGHT_TAPES)";
    if (what == nullptr) return;
    throw Error("TW3118", fmt::format("{} cannot be written by an isolated program", what),
                "leave out one of the two: an isolated process writes no files", Exit::Usage);
}

}  // namespace

PreparedProgram::Elsewhere::~Elsewhere() {
    if (const auto held = std::static_pointer_cast<WorkerProcess>(process.lock())) held->forget(number);
}

void prepare_isolated(PreparedProgram& prepared) {
    refuse_files(prepared.options);
    const std::lock_guard one_at_a_time(prepared.card.in_use());
    const std::shared_ptr<WorkerProcess> process = WorkerProcess::of(prepared.card);
    prepared.elsewhere = std::make_unique<PreparedProgram::Elsewhere>();
    prepared.elsewhere->number = process->next_number();
    prepared.elsewhere->process = process;
    prepared.seconds_build = process->run(prepared, /*launch=*/false).result.seconds_build;
}

RunResult launch_isolated(PreparedProgram& prepared) {
    const std::lock_guard one_at_a_time(prepared.card.in_use());
    Ended ended = WorkerProcess::of(prepared.card)->run(prepared, /*launch=*/true);
    if (!ended.timing.empty()) ended.result.timing = clock::unpack_timing(ended.timing);
    return std::move(ended.result);
}

fs::path worker_program() {
    if (const std::string own = environment::text("TILEWRIGHT_WORKER"); !own.empty()) return own;
    return toolchain().library.parent_path() / "tilewright_worker";
}

std::vector<std::string> confined(const std::vector<std::string>& command, const std::vector<fs::path>& read,
                                  const std::vector<fs::path>& write, const ProcessLimits& limits) {
    std::vector<std::string> whole = {worker_program().string(), "--confined"};
    for (const fs::path& path : read) whole.push_back("--read=" + path.string());
    for (const fs::path& path : write) whole.push_back("--write=" + path.string());
    whole.push_back(fmt::format("--seconds={}", limits.cpu_seconds));
    whole.push_back(fmt::format("--bytes={}", limits.memory_bytes));
    whole.push_back("--");
    whole.insert(whole.end(), command.begin(), command.end());
    return whole;
}

}  // namespace tilewright::engine
