// What a circular buffer is: its size, and the indices, formats and page sizes that share it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_set>

#include "tt-metalium/circular_buffer_constants.h"
#include "tt-metalium/face_geometry.hpp"
#include "tt-metalium/tile.hpp"
#include "tt-metalium/tt_backend_api_types.hpp"

namespace tt::tt_metal {

class Buffer;
struct CBDescriptor;

using CBHandle = uintptr_t;

class CircularBufferConfig {
public:
    CircularBufferConfig(uint32_t total_size, const std::map<uint8_t, tt::DataFormat>& data_format_spec);
    explicit CircularBufferConfig(uint32_t total_size);
    CircularBufferConfig(uint32_t total_size, const std::map<uint8_t, tt::DataFormat>& data_format_spec,
                         const Buffer& buffer);
    explicit CircularBufferConfig(const CBDescriptor& descriptor);

    CircularBufferConfig& set_page_size(uint8_t buffer_index, uint32_t page_size);
    CircularBufferConfig& set_total_size(uint32_t total_size);
    CircularBufferConfig& set_globally_allocated_address(const Buffer& buffer);
    CircularBufferConfig& set_globally_allocated_address_and_total_size(const Buffer& buffer, uint32_t total_size);
    CircularBufferConfig& set_tile_dims(uint8_t buffer_index, const Tile& tile);
    CircularBufferConfig& set_unpack_face_geometry(uint8_t buffer_index, uint32_t face_r_dim, uint32_t num_faces);

    uint32_t total_size() const { return total_size_; }
    std::optional<uint32_t> globally_allocated_address() const { return globally_allocated_address_; }
    const std::unordered_set<uint8_t>& buffer_indices() const { return buffer_indices_; }
    const std::unordered_set<uint8_t>& local_buffer_indices() const { return buffer_indices_; }
    const std::unordered_set<uint8_t>& remote_buffer_indices() const { return remote_buffer_indices_; }
    const std::array<std::optional<tt::DataFormat>, NUM_CIRCULAR_BUFFERS>& data_formats() const {
        return data_formats_;
    }
    const std::array<std::optional<uint32_t>, NUM_CIRCULAR_BUFFERS>& page_sizes() const { return page_sizes_; }
    const std::array<std::optional<Tile>, NUM_CIRCULAR_BUFFERS>& tiles() const { return tiles_; }
    const std::array<std::optional<FaceGeometry>, NUM_CIRCULAR_BUFFERS>& unpack_face_geometry() const { return faces_; }
    bool dynamic_cb() const { return globally_allocated_address_.has_value(); }
    uint32_t max_size() const { return max_size_; }
    uint32_t buffer_size() const { return buffer_size_; }
    uint32_t address_offset() const { return address_offset_; }
    void set_address_offset(uint32_t offset);

    // The buffer it lies on, if any.
    const Buffer* shadow_global_buffer{nullptr};

    class Builder {
    public:
        const Builder& set_data_format(tt::DataFormat data_format) const;
        const Builder& set_total_size(uint32_t total_size) const;
        const Builder& set_page_size(uint32_t page_size) const;
        const Builder& set_tile_dims(const Tile& tile) const;

    private:
        friend class CircularBufferConfig;
        Builder(CircularBufferConfig& parent, uint8_t buffer_index) : parent_(parent), buffer_index_(buffer_index) {}
        CircularBufferConfig& parent_;
        uint8_t buffer_index_;
    };
    Builder index(uint8_t buffer_index);
    Builder remote_index(uint8_t buffer_index);

    bool operator==(const CircularBufferConfig&) const = default;

private:
    void set_formats(const std::map<uint8_t, tt::DataFormat>& data_format_spec);

    uint32_t total_size_ = 0;
    std::optional<uint32_t> globally_allocated_address_;
    std::array<std::optional<tt::DataFormat>, NUM_CIRCULAR_BUFFERS> data_formats_;
    std::array<std::optional<uint32_t>, NUM_CIRCULAR_BUFFERS> page_sizes_;
    std::array<std::optional<Tile>, NUM_CIRCULAR_BUFFERS> tiles_;
    std::array<std::optional<FaceGeometry>, NUM_CIRCULAR_BUFFERS> faces_;
    std::unordered_set<uint8_t> buffer_indices_;
    std::unordered_set<uint8_t> remote_buffer_indices_;
    uint32_t max_size_ = 0;
    uint32_t buffer_size_ = 0;
    uint32_t address_offset_ = 0;
};

}  // namespace tt::tt_metal
