// The profiler that tells of programs while they run. The card here has none: it is never active, and callbacks are
// kept and never called.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace tt::tt_metal::experimental {

struct ProgramRealtimeRecord {
    uint32_t runtime_id;
    uint32_t chip_id;
    uint64_t start_timestamp;
    uint64_t end_timestamp;
    double frequency;  // cycles per nanosecond
    std::span<const std::string_view> kernel_sources;
};

struct ProgramRealtimeRecordBatch {
    std::span<const ProgramRealtimeRecord> records;
    uint64_t dropped;
};

using ProgramRealtimeProfilerCallback = std::function<void(const ProgramRealtimeRecordBatch& batch)>;
using ProgramRealtimeProfilerCallbackHandle = uint64_t;

inline ProgramRealtimeProfilerCallbackHandle RegisterProgramRealtimeProfilerCallback(ProgramRealtimeProfilerCallback) {
    static ProgramRealtimeProfilerCallbackHandle next = 0;
    return ++next;
}
inline void UnregisterProgramRealtimeProfilerCallback(ProgramRealtimeProfilerCallbackHandle) {}
inline bool IsProgramRealtimeProfilerActive() { return false; }

}  // namespace tt::tt_metal::experimental
