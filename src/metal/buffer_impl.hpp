// What stands behind a Buffer: the card's buffer.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "card/buffer.hpp"
#include "metal/device_impl.hpp"

namespace tt::tt_metal::detail {

class BufferImpl {
public:
    BufferImpl(std::shared_ptr<tilewright::card::Card> card, tilewright::card::BufferConfig config,
               std::shared_ptr<LiveBuffers> live);
    ~BufferImpl();

    tilewright::card::Buffer& buffer() { return buffer_; }
    // Bytes [offset, offset + data.size()) of the logical contents.
    void write(uint64_t offset, std::span<const uint8_t> data);
    void read(uint64_t offset, std::span<uint8_t> data) const;

private:
    tilewright::card::Buffer buffer_;
    std::shared_ptr<LiveBuffers> live_;
};

}  // namespace tt::tt_metal::detail
