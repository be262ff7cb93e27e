// Writing protocol buffers: the few kinds of fields that traces need. Internal to src/clock.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tilewright::clock {

class Proto {
public:
    void number(uint32_t field, uint64_t value) {
        varint(uint64_t{field} << 3);
        varint(value);
    }
    void fixed(uint32_t field, uint64_t value) {
        varint(uint64_t{field} << 3 | 1);
        for (int i = 0; i < 8; ++i) bytes_.push_back(static_cast<char>(value >> (8 * i)));
    }
    void text(uint32_t field, std::string_view value) {
        varint(uint64_t{field} << 3 | 2);
        varint(value.size());
        bytes_.append(value);
    }
    void message(uint32_t field, const Proto& value) { text(field, value.bytes_); }
    const std::string& bytes() const { return bytes_; }
    void clear() { bytes_.clear(); }

private:
    void varint(uint64_t value) {
        for (; value >= 128; value >>= 7) bytes_.push_back(static_cast<char>(value | 128));
        bytes_.push_back(static_cast<char>(value));
    }
    std::string bytes_;
};

}  // namespace tilewright::clock
