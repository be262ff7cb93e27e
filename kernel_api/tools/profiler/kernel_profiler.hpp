// Profiler zones and records: they end up in the trace of the run.
#pragma once

#include <cstdint>

#include "tw/abi.h"

namespace kernel_profiler {

class Zone {
public:
    explicit Zone(const char* name) { tw_zone_begin(name); }
    ~Zone() { tw_zone_end(); }
    Zone(const Zone&) = delete;
    Zone& operator=(const Zone&) = delete;
};

}  // namespace kernel_profiler

#define TW_JOIN_2(a, b) a##b
#define TW_JOIN(a, b) TW_JOIN_2(a, b)

#define DeviceZoneScopedN(name) kernel_profiler::Zone TW_JOIN(tw_zone_, __COUNTER__)(name)
#define DeviceZoneScopedMainN(name) DeviceZoneScopedN(name)
#define DeviceZoneScopedMainChildN(name) DeviceZoneScopedN(name)
#define DeviceZoneScopedSumN1(name) DeviceZoneScopedN(name)
#define DeviceZoneScopedSumN2(name) DeviceZoneScopedN(name)
#define DeviceZoneSetCounter(counter) tw_record("zone counter", (uint64_t)(counter))
#define DeviceTimestampedData(name, data) tw_record((name), (uint64_t)(data))
#define DeviceRecordEvent(event_id) tw_record("event", (uint64_t)(event_id))
// Switches of the card's profiler memory: the trace has no such limits.
#define DeviceValidateProfiler(condition) ((void)sizeof(condition))
#define DeviceProfilerInit()
#define DeviceTraceOnlyProfilerInit()
#define DeviceIncrementTraceCount()
#define StartPerfCounters()
#define StopPerfCounters()
#define RecordPerfCounters()
#define RECORD_NOC_EVENT_WITH_ADDR(...)
#define RECORD_NOC_EVENT_WITH_ID(...)
#define RECORD_NOC_EVENT(...)
#define RECORD_SCOPED_LOCK_EVENT(...)
