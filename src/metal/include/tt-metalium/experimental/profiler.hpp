// Durations of programs, as the device profiler reports them. Here they come from the clock: set
// TT_METAL_DEVICE_PROFILER=1, run programs, call ReadMeshDeviceProfilerResults.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "tt-metalium/device_types.hpp"

namespace tt::tt_metal::experimental {

static constexpr uint64_t INVALID_NUM_PROGRAM_EXECUTION_UID = uint64_t{1} << 63;

struct ProgramExecutionUID {
    uint64_t runtime_id = INVALID_NUM_PROGRAM_EXECUTION_UID;
    uint64_t trace_id = INVALID_NUM_PROGRAM_EXECUTION_UID;
    uint64_t trace_id_counter = INVALID_NUM_PROGRAM_EXECUTION_UID;
    auto operator<=>(const ProgramExecutionUID&) const = default;
};

// Timestamps in cycles since the device was opened, the duration in ns. As it is made: there was nothing to measure.
struct ProgramSingleAnalysisResult {
    uint64_t start_timestamp = UINT64_MAX;
    uint64_t end_timestamp = 0;
    uint64_t duration = 0;
    auto operator<=>(const ProgramSingleAnalysisResult&) const = default;
};

struct ProgramAnalysisData {
    ProgramExecutionUID program_execution_uid;
    std::unordered_map<std::string, ProgramSingleAnalysisResult> program_analyses_results;
    uint32_t core_count = 0;
    uint32_t num_available_cores = 0;
    bool operator==(const ProgramAnalysisData& other) const = default;
    bool operator<(const ProgramAnalysisData& other) const;  // by time
};

// Of the programs that the last ReadMeshDeviceProfilerResults found, and of all so far.
std::map<ChipId, std::set<ProgramAnalysisData>> GetLatestProgramsPerfData();
std::map<ChipId, std::set<ProgramAnalysisData>> GetAllProgramsPerfData();

struct DurationHistogram {
    uint64_t min_ns = 0;
    uint64_t max_ns = 0;
    uint32_t num_buckets = 0;
    std::vector<uint64_t> bucket_edges_ns;  // one more than buckets
    std::vector<uint64_t> bucket_counts;
    uint64_t underflow = 0;
    uint64_t overflow = 0;
};

// Of "DEVICE KERNEL DURATION [ns]".
struct KernelDurationSummary {
    uint64_t count = 0;
    uint64_t min_ns = 0;
    uint64_t max_ns = 0;
    double avg_ns = 0.0;
    DurationHistogram histogram;
};

// Both limits 0: from the shortest to the longest.
std::map<ChipId, KernelDurationSummary> GetLatestKernelDurationSummary(uint64_t histogram_min_ns = 0,
                                                                       uint64_t histogram_max_ns = 0,
                                                                       uint32_t histogram_buckets = 10);
std::map<ChipId, KernelDurationSummary> GetAllKernelDurationSummary(uint64_t histogram_min_ns = 0,
                                                                    uint64_t histogram_max_ns = 0,
                                                                    uint32_t histogram_buckets = 10);

}  // namespace tt::tt_metal::experimental

template <>
struct std::hash<tt::tt_metal::experimental::ProgramExecutionUID> {
    size_t operator()(const tt::tt_metal::experimental::ProgramExecutionUID& id) const {
        size_t mixed = 0;
        for (const uint64_t part : {id.runtime_id, id.trace_id, id.trace_id_counter}) {
            mixed = mixed * 1000003u + std::hash<uint64_t>{}(part);
        }
        return mixed;
    }
};
