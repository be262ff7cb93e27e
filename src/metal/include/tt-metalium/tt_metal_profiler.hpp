// Reading device profiler results: durations that the clock predicts (tt-metalium/experimental/profiler.hpp).
#pragma once

#include <optional>

#include "tt-metalium/profiler_optional_metadata.hpp"
#include "tt-metalium/profiler_types.hpp"

namespace tt::tt_metal {

class IDevice;

namespace detail {
inline void InitDeviceProfiler(IDevice*) {}
inline void ProfilerSync(ProfilerSyncState) {}
void ReadDeviceProfilerResults(IDevice* device, ProfilerReadState = ProfilerReadState::NORMAL,
                               const std::optional<ProfilerOptionalMetadata>& metadata = {});
}  // namespace detail

}  // namespace tt::tt_metal
