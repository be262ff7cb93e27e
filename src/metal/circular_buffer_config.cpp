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
        TT_THROW("TW3201: CB index {} was given; a core has {} CBs, counted from 0", index, limit);
    }
}

void check_page(uint32_t index, uint32_t total_size, uint32_t page_size) {
    if (page_size == 0 || total_size % page_size != 0) {
        TT_THROW(
            "TW3202: CB index {}: {} bytes are no whole number of pages of {} bytes; make the size a multiple of the "
            "page size",
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

CircularBufferConfig::CircularBufferConfig(const CBDescriptor& descriptor) : total_size_{descriptor.total_size} {
    TT_FATAL(descriptor.remote_format_descriptors.empty(),
             "TW3217: CBDescriptor: remote CBs do not exist on this card; leave remote_format_descriptors empty");
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
            "TW3201: set_page_size: CB index {} is not in this config; name it with its data format when the config is "
            "made",
            buffer_index);
    }
    check_page(buffer_index, total_size_, page_size);
    page_sizes_[buffer_index].emplace(page_size);
    return *this;
}

CircularBufferConfig& CircularBufferConfig::set_total_size(uint32_t total_size) {
    if (dynamic_cb()) {
        TT_FATAL(total_size <= max_size_,
                 "TW3211: a CB of {} bytes was asked for on an L1 buffer that has {} on each core; make the CB smaller "
                 "or the buffer larger",
                 total_size, max_size_);
    }
    TT_FATAL(total_size > 0, "TW3202: set_total_size: 0 bytes were given; a CB holds at least one page");
    total_size_ = total_size;
    return *this;
}

CircularBufferConfig& CircularBufferConfig::set_globally_allocated_address(const Buffer& buffer) {
    return set_globally_allocated_address_and_total_size(buffer, total_size_);
}

CircularBufferConfig& CircularBufferConfig::set_globally_allocated_address_and_total_size(const Buffer& buffer,
                                                                                          uint32_t total_size) {
    if (!buffer.is_l1())
        TT_THROW("TW3211: a CB can only lie on a buffer in L1, this one is elsewhere; make it with BufferType::L1");
    const uint32_t base = buffer.address();
    buffer_size_ = static_cast<uint32_t>(buffer.aligned_size());
    max_size_ = static_cast<uint32_t>(buffer.aligned_size_per_bank());
    TT_FATAL(total_size <= max_size_,
             "TW3211: a CB of {} bytes was asked for on an L1 buffer that has {} on each core; make the CB smaller or "
             "the buffer larger",
             total_size, max_size_);
    globally_allocated_address_ = base;
    address_offset_ = 0;
    shadow_global_buffer = &buffer;
    total_size_ = total_size;
    return *this;
}

void CircularBufferConfig::set_address_offset(uint32_t offset) {
    if (offset == address_offset_) return;
    TT_FATAL(dynamic_cb(), "TW3211: address_offset {} was given for a CB that lies on no buffer", offset);
    TT_FATAL(offset % hal::get_l1_alignment() == 0,
             "TW3211: address_offset {} is no multiple of {}, which addresses in L1 are", offset,
             hal::get_l1_alignment());
    const uint32_t bank = max_size_ + address_offset_;
    TT_FATAL(offset + total_size_ <= bank,
             "TW3211: from offset {} on, {} bytes do not fit the buffer's {} bytes on each core; take a smaller offset "
             "or CB",
             offset, total_size_, bank);
    globally_allocated_address_ = *globally_allocated_address_ - address_offset_ + offset;
    max_size_ = bank - offset;
    address_offset_ = offset;
}

CircularBufferConfig& CircularBufferConfig::set_tile_dims(uint8_t buffer_index, const Tile& tile) {
    check_index(buffer_index);
    tiles_[buffer_index].emplace(tile);
    return *this;
}

CircularBufferConfig& CircularBufferConfig::set_unpack_face_geometry(uint8_t buffer_index, uint32_t face_r_dim,
                                                                     uint32_t num_faces) {
    check_index(buffer_index);
    TT_FATAL(face_r_dim > 0 && face_r_dim <= constants::FACE_HEIGHT,
             "TW3202: set_unpack_face_geometry: faces of {} rows were given; they have 1 to {}", face_r_dim,
             constants::FACE_HEIGHT);
    TT_FATAL(num_faces > 0 && num_faces <= 4,
             "TW3202: set_unpack_face_geometry: {} faces were given; a tile has 1 to 4", num_faces);
    faces_[buffer_index] = FaceGeometry{face_r_dim, num_faces};
    return *this;
}

CircularBufferConfig::Builder CircularBufferConfig::index(uint8_t buffer_index) {
    check_index(buffer_index);
    buffer_indices_.insert(buffer_index);
    return Builder(*this, buffer_index);
}

CircularBufferConfig::Builder CircularBufferConfig::remote_index(uint8_t buffer_index) {
    TT_THROW("TW3217: remote_index: remote CBs do not exist on this card (index {})", buffer_index);
}

// A builder sets its config's entries for one index.
const CircularBufferConfig::Builder& CircularBufferConfig::Builder::set_tile_dims(const Tile& tile) const {
    return parent_.set_tile_dims(buffer_index_, tile), *this;
}
const CircularBufferConfig::Builder& CircularBufferConfig::Builder::set_page_size(uint32_t page_size) const {
    return parent_.set_page_size(buffer_index_, page_size), *this;
}
const CircularBufferConfig::Builder& CircularBufferConfig::Builder::set_total_size(uint32_t total_size) const {
    return parent_.set_total_size(total_size), *this;
}
const CircularBufferConfig::Builder& CircularBufferConfig::Builder::set_data_format(tt::DataFormat format) const {
    return parent_.data_formats_[buffer_index_].emplace(format), *this;
}

uint32_t CircularBuffer::page_size(uint32_t buffer_index) const {
    TT_FATAL(buffer_index < NUM_CIRCULAR_BUFFERS && config_.page_sizes()[buffer_index].has_value(),
             "TW3202: page_size: the CB has no page size for index {}; call set_page_size on its config", buffer_index);
    return *config_.page_sizes()[buffer_index];
}
uint32_t CircularBuffer::num_pages(uint32_t buffer_index) const {
    return static_cast<uint32_t>(size()) / page_size(buffer_index);
}
DataFormat CircularBuffer::data_format(uint32_t buffer_index) const {
    TT_FATAL(buffer_index < NUM_CIRCULAR_BUFFERS && config_.data_formats()[buffer_index].has_value(),
             "TW3201: data_format: the CB has no data format for index {}; name one in its config", buffer_index);
    return *config_.data_formats()[buffer_index];
}

}  // namespace tt::tt_metal
