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

    ShapeBase() : ShapeBase(Container()) {}
    explicit ShapeBase(Container&& extents) : value_{std::move(extents)} { init(); }
    explicit ShapeBase(const Container& extents) : ShapeBase(Container(extents)) {}
    explicit ShapeBase(ttsl::Span<const uint32_t> extents) : ShapeBase(Container(extents.begin(), extents.end())) {}
    explicit ShapeBase(std::initializer_list<uint32_t> extents) : ShapeBase(Container(extents)) {}
    template <std::size_t N>
    explicit ShapeBase(const std::array<uint32_t, N>& extents) : ShapeBase(ttsl::Span<const uint32_t>(extents)) {}

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
