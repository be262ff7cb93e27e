// Names of operations by device and runtime id.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "tt-metalium/device_types.hpp"

class ProfilerOptionalMetadata {
    using RuntimeID = uint32_t;

public:
    ProfilerOptionalMetadata(std::map<std::pair<tt::ChipId, RuntimeID>, std::string>&& names)
        : names_(std::move(names)) {}

    const std::string& get_op_name(tt::ChipId device_id, RuntimeID runtime_id) const {
        static const std::string none;
        const auto found = names_.find({device_id, runtime_id});
        return found == names_.end() ? none : found->second;
    }

private:
    std::map<std::pair<tt::ChipId, RuntimeID>, std::string> names_;
};
