// What the profiler keeps: programs that were timed and not read, the latest data, all data; and its files.
#include "metal/profiler.hpp"

#include <filesystem>
#include <fstream>
#include <mutex>

#include "base/environment.hpp"
#include "tt-logger/tt-logger.hpp"

namespace tilewright::metal {

namespace fs = std::filesystem;
namespace experimental = tt::tt_metal::experimental;

namespace {

using PerfData = std::map<tt::ChipId, std::set<experimental::ProgramAnalysisData>>;

std::mutex lock;
PerfData latest;
PerfData every;

// Firmware and dispatch between two programs are not timed; a gap keeps their lines apart.
constexpr uint64_t kGap = 1000;

fs::path log_folder() {
    const std::string chosen = environment::text("TT_METAL_PROFILER_DIR");
    if (!chosen.empty()) return fs::path(chosen) / ".logs";
    const std::string home = environment::text("TT_METAL_HOME");
    return fs::path(home) / "generated/profiler/.logs";
}

PerfData copy_of(const PerfData& data) {
    const std::lock_guard guard(lock);
    return data;
}

std::map<tt::ChipId, experimental::KernelDurationSummary> summaries(const PerfData& data, uint64_t from, uint64_t to,
                                                                    uint32_t buckets) {
    std::map<tt::ChipId, experimental::KernelDurationSummary> made;
    for (const auto& [chip, programs] : copy_of(data)) {
        std::vector<uint64_t> durations;
        for (const auto& program : programs) {
            durations.push_back(program.program_analyses_results.at("DEVICE KERNEL DURATION [ns]").duration);
        }
        made[chip] = summarise(durations, from, to, buckets);
    }
    return made;
}

}  // namespace

void Profiler::add(uint64_t runtime_id, uint32_t available_cores, std::shared_ptr<const clock::Timing> timing) {
    ++launches_;
    waiting_.push_back({runtime_id != 0 ? runtime_id : launches_, now_, available_cores, timing});
    now_ += timing->cycles + kGap;
    last_ = std::move(timing);
}

void Profiler::read(uint32_t chip, uint32_t cores, const CorePlace& place) {
    const std::lock_guard guard(lock);
    latest.erase(static_cast<tt::ChipId>(chip));
    if (waiting_.empty()) return;
    for (const TimedProgram& program : waiting_) {
        const experimental::ProgramAnalysisData data = analyse(program);
        latest[static_cast<tt::ChipId>(chip)].insert(data);
        every[static_cast<tt::ChipId>(chip)].insert(data);
    }
    if (!environment::is_set("TT_METAL_PROFILER_DISABLE_DUMP_TO_FILES")) {
        const fs::path folder = log_folder();
        std::error_code failed;
        fs::create_directories(folder, failed);
        const fs::path path = folder / "profile_log_device.csv";
        const bool fresh = !fs::exists(path);
        std::ofstream out(path, std::ios::app);
        if (!out) {
            log_warning(tt::LogMetal,
                        "the profiler's log {} cannot be written; set TT_METAL_PROFILER_DIR to a folder that can, or "
                        "TT_METAL_PROFILER_DISABLE_DUMP_TO_FILES=1",
                        path.string());
        }
        if (fresh) write_log_head(out, waiting_.front().timing->arch, waiting_.front().timing->clock_ghz, cores);
        for (const TimedProgram& program : waiting_) write_log(out, program, chip, place);
    }
    waiting_.clear();
}

}  // namespace tilewright::metal

namespace tt::tt_metal::experimental {

using tilewright::metal::copy_of;
using tilewright::metal::summaries;

std::map<ChipId, std::set<ProgramAnalysisData>> GetLatestProgramsPerfData() {
    return copy_of(tilewright::metal::latest);
}

std::map<ChipId, std::set<ProgramAnalysisData>> GetAllProgramsPerfData() { return copy_of(tilewright::metal::every); }

std::map<ChipId, KernelDurationSummary> GetLatestKernelDurationSummary(uint64_t histogram_min_ns,
                                                                       uint64_t histogram_max_ns,
                                                                       uint32_t histogram_buckets) {
    return summaries(tilewright::metal::latest, histogram_min_ns, histogram_max_ns, histogram_buckets);
}

std::map<ChipId, KernelDurationSummary> GetAllKernelDurationSummary(uint64_t histogram_min_ns,
                                                                    uint64_t histogram_max_ns,
                                                                    uint32_t histogram_buckets) {
    return summaries(tilewright::metal::every, histogram_min_ns, histogram_max_ns, histogram_buckets);
}

}  // namespace tt::tt_metal::experimental
