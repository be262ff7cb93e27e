// A timed program as the vendor's analyses see it: first start to last end of some processors, and summaries of them.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "metal/profiler.hpp"

namespace tilewright::metal {

namespace experimental = tt::tt_metal::experimental;
using experimental::ProgramSingleAnalysisResult;

namespace {

constexpr const char* kKernel = "DEVICE KERNEL DURATION [ns]";
constexpr const char* kFirmware = "DEVICE FW DURATION [ns]";

// First start to last end of the threads that `counts` chooses; from their first start to all threads' last end where
// `to_the_end` says so.
template <typename Counts>
ProgramSingleAnalysisResult span(const TimedProgram& program, Counts counts, bool to_the_end = false) {
    ProgramSingleAnalysisResult found;
    bool any = false;
    for (const clock::ThreadTime& thread : program.timing->threads) {
        if (counts(thread.processor)) {
            found.start_timestamp = std::min(found.start_timestamp, program.start + thread.begin);
            any = true;
        }
        if (to_the_end || counts(thread.processor)) {
            found.end_timestamp = std::max(found.end_timestamp, program.start + thread.end);
        }
    }
    if (!any) return {};
    found.duration = static_cast<uint64_t>(
        std::llround(static_cast<double>(found.end_timestamp - found.start_timestamp) / program.timing->clock_ghz));
    return found;
}

}  // namespace

const char* profiler_name(TwProcessor processor) {
    switch (processor) {
        case TW_BRISC: return "BRISC";
        case TW_NCRISC: return "NCRISC";
        case TW_UNPACK: return "TRISC_0";
        case TW_MATH: return "TRISC_1";
        case TW_PACK: return "TRISC_2";
        default: return "TRISC_1";  // a fused thread is told as MATH
    }
}

experimental::ProgramAnalysisData analyse(const TimedProgram& program) {
    experimental::ProgramAnalysisData data;
    data.program_execution_uid.runtime_id = program.runtime_id;
    data.num_available_cores = program.available_cores;
    std::vector<LogicalCore> cores;
    for (const clock::ThreadTime& thread : program.timing->threads) cores.push_back(thread.core);
    std::sort(cores.begin(), cores.end());
    data.core_count = static_cast<uint32_t>(std::unique(cores.begin(), cores.end()) - cores.begin());

    auto& results = data.program_analyses_results;
    const auto one = [](TwProcessor wanted) { return [wanted](TwProcessor given) { return given == wanted; }; };
    const auto all = [](TwProcessor) { return true; };
    const auto movers = [](TwProcessor given) { return given == TW_BRISC || given == TW_NCRISC; };
    results[kFirmware] = results[kKernel] = span(program, all);
    results["DEVICE KERNEL DURATION DM START [ns]"] = span(program, movers, true);
    results["DEVICE BRISC KERNEL DURATION [ns]"] = span(program, one(TW_BRISC));
    results["DEVICE NCRISC KERNEL DURATION [ns]"] = span(program, one(TW_NCRISC));
    results["DEVICE TRISC0 KERNEL DURATION [ns]"] = span(program, one(TW_UNPACK));
    results["DEVICE TRISC1 KERNEL DURATION [ns]"] = span(program, one(TW_MATH));
    results["DEVICE TRISC2 KERNEL DURATION [ns]"] = span(program, one(TW_PACK));
    for (const char* none : {"DEVICE ERISC KERNEL DURATION [ns]", "DEVICE TRACE FIRMWARE DURATION [ns]",
                             "DEVICE TRACE KERNEL DURATION [ns]"}) {
        results[none] = {};
    }
    ProgramSingleAnalysisResult starts = results[kKernel];
    if (!program.timing->threads.empty()) {
        starts.end_timestamp = starts.start_timestamp;
        for (const clock::ThreadTime& thread : program.timing->threads)
            starts.end_timestamp = std::max(starts.end_timestamp, program.start + thread.begin);
        starts.duration = static_cast<uint64_t>(std::llround(
            static_cast<double>(starts.end_timestamp - starts.start_timestamp) / program.timing->clock_ghz));
    }
    results["DEVICE KERNEL FIRST TO LAST START [ns]"] = starts;
    return data;
}

experimental::KernelDurationSummary summarise(const std::vector<uint64_t>& durations_ns, uint64_t from, uint64_t to,
                                              uint32_t buckets) {
    experimental::KernelDurationSummary summary;
    if (durations_ns.empty()) return summary;
    const auto [least, most] = std::minmax_element(durations_ns.begin(), durations_ns.end());
    summary.count = durations_ns.size();
    summary.min_ns = *least;
    summary.max_ns = *most;
    summary.avg_ns = std::accumulate(durations_ns.begin(), durations_ns.end(), 0.0) / double(durations_ns.size());

    experimental::DurationHistogram& bars = summary.histogram;
    bars.num_buckets = buckets;
    if (buckets == 0) return summary;
    bars.min_ns = from == 0 && to == 0 ? *least : std::min(from, to);
    const uint64_t top = from == 0 && to == 0 ? *most + 1 : std::max(from, to);
    const uint64_t width = std::max<uint64_t>(1, (top - bars.min_ns + buckets - 1) / buckets);
    bars.max_ns = bars.min_ns + width * buckets;
    bars.bucket_counts.assign(buckets, 0);
    for (uint32_t edge = 0; edge <= buckets; ++edge) bars.bucket_edges_ns.push_back(bars.min_ns + width * edge);
    for (const uint64_t duration : durations_ns) {
        if (duration < bars.min_ns)
            ++bars.underflow;
        else if (duration >= bars.max_ns)
            ++bars.overflow;
        else
            ++bars.bucket_counts[(duration - bars.min_ns) / width];
    }
    return summary;
}

}  // namespace tilewright::metal

namespace tt::tt_metal::experimental {

bool ProgramAnalysisData::operator<(const ProgramAnalysisData& other) const {
    const auto time_of = [](const ProgramAnalysisData& data) {
        const auto found = data.program_analyses_results.find(tilewright::metal::kFirmware);
        return found == data.program_analyses_results.end() ? ProgramSingleAnalysisResult{} : found->second;
    };
    const ProgramSingleAnalysisResult mine = time_of(*this), theirs = time_of(other);
    return mine != theirs ? mine < theirs : program_execution_uid < other.program_execution_uid;
}

}  // namespace tt::tt_metal::experimental
