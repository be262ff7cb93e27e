// Reading device profiler results. The virtual card has its own traces; these calls do nothing.
#pragma once

#include <optional>

#include "tt-metalium/profiler_optional_metadata.hpp"
#include "tt-metalium/profiler_types.hpp"

namespace tt::tt_metal {

class IDevice;

namespace detail {
inline void InitDeviceProfiler(IDevice*) {}
inline void ProfilerSync(ProfilerSyncState) {}
inline void ReadDeviceProfilerResults(IDevice*, ProfilerReadState = ProfilerReadState::NORMAL,
                                      const std::optional<ProfilerOptionalMetadata>& = {}) {}
}  // namespace detail

}  // namespace tt::tt_metal
