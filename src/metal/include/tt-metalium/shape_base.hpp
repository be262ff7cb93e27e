// Dimensions with negative indexing. Storage is left-padded with ones to four entries, so [-4] on a 2-D shape is 1.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "tt_stl/small_vector.hpp"
#include "tt_stl/span.hpp"

namespace tt::tt_metal {

class ShapeBase {
public:
    using coord_type = uint32_t;
    using Container = ttsl::SmallVector<uint32_t>;

    ShapeBase() { init(); }
    explicit ShapeBase(const Container& shape) : value_(shape) { init(); }
    explicit ShapeBase(Container&& shape) : value_(std::move(shape)) { init(); }
    explicit ShapeBase(std::initializer_list<uint32_t> values) : value_(values) { init(); }
    template <std::size_t N>
    explicit ShapeBase(const std::array<uint32_t, N>& values) : value_(values.begin(), values.end()) {
        init();
    }
    explicit ShapeBase(ttsl::Span<const uint32_t> values) : value_(values.begin(), values.end()) { init(); }

    bool operator==(const ShapeBase& other) const;
    bool operator==(const Container& other) const;
    bool operator==(const std::vector<uint32_t>& other) const;

    uint32_t operator[](int32_t index) const { return value_[position(index)]; }
    uint32_t& operator[](int32_t index) { return value_[position(index)]; }

    Container::const_iterator begin() const { return value_.end() - static_cast<std::ptrdiff_t>(size_); }
    Container::const_iterator end() const { return value_.end(); }
    Container::const_iterator cbegin() const { return begin(); }
    Container::const_iterator cend() const { return end(); }
    ttsl::Span<const uint32_t> view() const { return {value_.data() + (value_.size() - size_), size_}; }
    bool empty() const { return size_ == 0; }

protected:
    void init();
    size_t size() const { return size_; }
    size_t position(int32_t index) const;  // throws when out of range

    Container value_;

private:
    size_t size_ = 0;
};

}  // namespace tt::tt_metal
