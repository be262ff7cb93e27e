// A part of the worker grid.
#pragma once

#include "tt-metalium/core_coord.hpp"
#include "tt-metalium/hal_types.hpp"
#include "tt-metalium/sub_device_types.hpp"
#include "tt_stl/span.hpp"

namespace tt::tt_metal {

class SubDevice {
public:
    // One set of cores per core type; worker cores only.
    explicit SubDevice(ttsl::Span<const CoreRangeSet> cores);

    const CoreRangeSet& cores(HalProgrammableCoreType core_type) const;
    uint32_t num_cores(HalProgrammableCoreType core_type) const { return cores(core_type).num_cores(); }

private:
    CoreRangeSet workers_;
    CoreRangeSet none_;
};

}  // namespace tt::tt_metal
