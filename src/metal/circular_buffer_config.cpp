// What a circular buffer is, checked as it is described.
#include "tt-metalium/circular_buffer_config.hpp"

#include "tt-metalium/buffer.hpp"
#include "tt-metalium/circular_buffer.hpp"
#include "tt-metalium/hal.hpp"
#include "tt-metalium/program_descriptors.hpp"
#include "tt_stl/assert.hpp"

namespace tt::tt_metal {

namespace {

void check_index(uint32_t index) {
    const uint32_t limit = hal::get_arch_num_circular_buffers();
    if (index >= limit) {
        TT_THROW("Buffer index ({}) exceeds max number of circular buffers per core ({})", index, limit);
    }
}

void check_page(uint32_t index, uint32_t total_size, uint32_t page_size) {
    if (page_size == 0 || total_size % page_size != 0) {
        TT_THROW(
            "Failed allocation attempt on buffer index {}. Total circular buffer size {} B must be divisible by page "
            "size {} B",
            index, total_size, page_size);
    }
}

}  // namespace

CircularBufferConfig::CircularBufferConfig(uint32_t total_size,
                                           const std::map<uint8_t, tt::DataFormat>& data_format_spec)
    : total_size_(total_size) {
    set_formats(data_format_spec);
}

CircularBufferConfig::CircularBufferConfig(uint32_t total_size) : total_size_(total_size) {}

CircularBufferConfig::CircularBufferConfig(uint32_t total_size,
                                           const std::map<uint8_t, tt::DataFormat>& data_format_spec,
                                           const Buffer& buffer)
    : total_size_(total_size) {
    set_globally_allocated_address(buffer);
    set_formats(data_format_spec);
}

CircularBufferConfig::CircularBufferConfig(const CBDescriptor& descriptor) : total_size_(descriptor.total_size) {
    TT_FATAL(descriptor.remote_format_descriptors.empty(), "Remote circular buffers are not supported");
    if (descriptor.buffer != nullptr) {
        set_globally_allocated_address(*descriptor.buffer);
        set_address_offset(descriptor.address_offset);
    }
    for (const CBFormatDescriptor& format : descriptor.format_descriptors) {
        set_formats({{format.buffer_index, format.data_format}});
        set_page_size(format.buffer_index, format.page_size);
        if (format.tile) {
            set_tile_dims(format.buffer_index, Tile({format.tile->height, format.tile->width}, format.tile->transpose));
        }
        if (format.face_geometry) {
            set_unpack_face_geometry(format.buffer_index, format.face_geometry->face_r_dim,
                                     format.face_geometry->num_faces);
        }
    }
}

void CircularBufferConfig::set_formats(const std::map<uint8_t, tt::DataFormat>& data_format_spec) {
    for (const auto& [index, format] : data_format_spec) {
        check_index(index);
        data_formats_[index] = format;
        buffer_indices_.insert(index);
    }
}

CircularBufferConfig& CircularBufferConfig::set_page_size(uint8_t buffer_index, uint32_t page_size) {
    check_index(buffer_index);
    if (!buffer_indices_.contains(buffer_index)) {
        TT_THROW(
            "Illegal circular buffer index {}. Page size can only be specified for buffer indices configured during "
            "config creation",
            buffer_index);
    }
    check_page(buffer_index, total_size_, page_size);
    page_sizes_[buffer_index] = page_size;
    return *this;
}

CircularBufferConfig& CircularBufferConfig::set_total_size(uint32_t total_size) {
    if (dynamic_cb()) {
        TT_FATAL(total_size <= max_size_,
                 "Cannot set circular buffer size to {}. This is larger than the associated dynamically allocated L1 "
                 "buffer bank "
                 "size of {} B",
                 total_size, max_size_);
    }
    TT_FATAL(total_size != 0, "Total size for circular buffer must be non-zero!");
    total_size_ = total_size;
    return *this;
}

CircularBufferConfig& CircularBufferConfig::set_globally_allocated_address(const Buffer& buffer) {
    return set_globally_allocated_address_and_total_size(buffer, total_size_);
}

CircularBufferConfig& CircularBufferConfig::set_globally_allocated_address_and_total_size(const Buffer& buffer,
                                                                                          uint32_t total_size) {
    if (!buffer.is_l1()) TT_THROW("Only L1 buffers can have an associated circular buffer!");
    const uint32_t base = buffer.address();
    buffer_size_ = static_cast<uint32_t>(buffer.aligned_size());
    max_size_ = static_cast<uint32_t>(buffer.aligned_size_per_bank());
    TT_FATAL(total_size <= max_size_,
             "Cannot set circular buffer size to {}. This is larger than the associated dynamically allocated L1 "
             "buffer bank size "
             "of {} B",
             total_size, max_size_);
    globally_allocated_address_ = base;
    address_offset_ = 0;
    shadow_global_buffer = &buffer;
    total_size_ = total_size;
    return *this;
}

void CircularBufferConfig::set_address_offset(uint32_t offset) {
    if (offset == address_offset_) return;
    TT_FATAL(dynamic_cb(), "address_offset ({}) is for circular buffers on an L1 buffer", offset);
    TT_FATAL(offset % hal::get_l1_alignment() == 0, "address_offset ({}) must be aligned to L1 alignment ({})", offset,
             hal::get_l1_alignment());
    const uint32_t bank = max_size_ + address_offset_;
    TT_FATAL(offset + total_size_ <= bank, "address_offset ({}) + total_size ({}) exceeds buffer bank size ({})",
             offset, total_size_, bank);
    globally_allocated_address_ = *globally_allocated_address_ - address_offset_ + offset;
    max_size_ = bank - offset;
    address_offset_ = offset;
}

CircularBufferConfig& CircularBufferConfig::set_tile_dims(uint8_t buffer_index, const Tile& tile) {
    check_index(buffer_index);
    tiles_[buffer_index] = tile;
    return *this;
}

CircularBufferConfig& CircularBufferConfig::set_unpack_face_geometry(uint8_t buffer_index, uint32_t face_r_dim,
                                                                     uint32_t num_faces) {
    check_index(buffer_index);
    TT_FATAL(face_r_dim > 0 && face_r_dim <= constants::FACE_HEIGHT, "face_r_dim ({}) must be 1 to {}", face_r_dim,
             constants::FACE_HEIGHT);
    TT_FATAL(num_faces > 0 && num_faces <= 4, "num_faces ({}) must be 1 to 4", num_faces);
    faces_[buffer_index] = FaceGeometry{face_r_dim, num_faces};
    return *this;
}

CircularBufferConfig::Builder CircularBufferConfig::index(uint8_t buffer_index) {
    check_index(buffer_index);
    buffer_indices_.insert(buffer_index);
    return Builder(*this, buffer_index);
}

CircularBufferConfig::Builder CircularBufferConfig::remote_index(uint8_t buffer_index) {
    TT_THROW("Remote circular buffers are not supported (index {})", buffer_index);
}

const CircularBufferConfig::Builder& CircularBufferConfig::Builder::set_data_format(tt::DataFormat data_format) const {
    parent_.data_formats_[buffer_index_] = data_format;
    return *this;
}
const CircularBufferConfig::Builder& CircularBufferConfig::Builder::set_total_size(uint32_t total_size) const {
    parent_.set_total_size(total_size);
    return *this;
}
const CircularBufferConfig::Builder& CircularBufferConfig::Builder::set_page_size(uint32_t page_size) const {
    parent_.set_page_size(buffer_index_, page_size);
    return *this;
}
const CircularBufferConfig::Builder& CircularBufferConfig::Builder::set_tile_dims(const Tile& tile) const {
    parent_.set_tile_dims(buffer_index_, tile);
    return *this;
}

uint32_t CircularBuffer::page_size(uint32_t buffer_index) const {
    TT_FATAL(buffer_index < NUM_CIRCULAR_BUFFERS && config_.page_sizes()[buffer_index].has_value(),
             "Page size for buffer index {} was not set", buffer_index);
    return *config_.page_sizes()[buffer_index];
}
uint32_t CircularBuffer::num_pages(uint32_t buffer_index) const {
    return static_cast<uint32_t>(size()) / page_size(buffer_index);
}
DataFormat CircularBuffer::data_format(uint32_t buffer_index) const {
    TT_FATAL(buffer_index < NUM_CIRCULAR_BUFFERS && config_.data_formats()[buffer_index].has_value(),
             "Data format for buffer index {} was not set", buffer_index);
    return *config_.data_formats()[buffer_index];
}

}  // namespace tt::tt_metal
