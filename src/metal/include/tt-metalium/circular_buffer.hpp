// A circular buffer of a program, to look at.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "tt-metalium/circular_buffer_config.hpp"
#include "tt-metalium/core_coord.hpp"

namespace tt::tt_metal {

class CircularBuffer {
public:
    CircularBuffer(CBHandle id, CoreRangeSet core_ranges, CircularBufferConfig config)
        : id_(id), core_ranges_(std::move(core_ranges)), config_(std::move(config)) {}

    CBHandle id() const { return id_; }
    const CoreRangeSet& core_ranges() const { return core_ranges_; }
    const CircularBufferConfig& config() const { return config_; }
    CircularBufferConfig& config() { return config_; }
    std::size_t size() const { return config_.total_size(); }
    bool globally_allocated() const { return config_.dynamic_cb(); }
    const std::unordered_set<uint8_t>& buffer_indices() const { return config_.buffer_indices(); }
    uint32_t page_size(uint32_t buffer_index) const;
    uint32_t num_pages(uint32_t buffer_index) const;
    DataFormat data_format(uint32_t buffer_index) const;

private:
    CBHandle id_;
    CoreRangeSet core_ranges_;
    CircularBufferConfig config_;
};

}  // namespace tt::tt_metal
