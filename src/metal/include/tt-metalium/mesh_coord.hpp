// Shapes of meshes, and coordinates, ranges and containers over them.
#pragma once

#include <fmt/format.h>

#include <compare>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <ostream>
#include <tuple>
#include <vector>

#include "tt-metalium/shape_base.hpp"
#include "tt_stl/assert.hpp"
#include "tt_stl/small_vector.hpp"
#include "tt_stl/span.hpp"

namespace tt::tt_metal::distributed {

// Rows first.
class MeshShape : public ShapeBase {
public:
    using ShapeBase::operator[];
    explicit MeshShape(std::initializer_list<uint32_t> extents) : ShapeBase(extents) {}
    explicit MeshShape(ttsl::Span<const uint32_t> extents) : ShapeBase(extents) {}
    explicit MeshShape(const ttsl::SmallVector<uint32_t>& extents) : ShapeBase(extents) {}
    explicit MeshShape(uint32_t length) : ShapeBase({length}) {}
    MeshShape(uint32_t rows, uint32_t columns) : ShapeBase({rows, columns}) {}
    MeshShape(uint32_t planes, uint32_t rows, uint32_t columns) : ShapeBase({planes, rows, columns}) {}

    size_t dims() const { return ShapeBase::size(); }
    size_t mesh_size() const;
    size_t get_stride(size_t dim) const;
    bool is_line_topology() const;  // at most one dimension is longer than 1

    friend bool operator==(const MeshShape& a, const MeshShape& b) {
        return static_cast<const ShapeBase&>(a).operator==(static_cast<const ShapeBase&>(b));
    }

    static constexpr auto attribute_names = std::forward_as_tuple("value");
    auto attribute_values() const { return std::tie(value_); }

private:
    using ShapeBase::empty;
    using ShapeBase::size;
};

std::ostream& operator<<(std::ostream& os, const MeshShape& shape);

class MeshCoordinate {
public:
    explicit MeshCoordinate(ttsl::Span<const uint32_t> places) { value_.assign(places.begin(), places.end()); }
    explicit MeshCoordinate(uint32_t place) : value_{place} {}
    MeshCoordinate(uint32_t row, uint32_t column) : value_{row, column} {}
    MeshCoordinate(uint32_t plane, uint32_t row, uint32_t column) : value_{plane, row, column} {}
    static MeshCoordinate zero_coordinate(size_t dimensions);

    size_t dims() const { return value_.size(); }
    ttsl::Span<const uint32_t> coords() const { return {value_.data(), value_.size()}; }
    uint32_t operator[](int32_t dim) const { return value_[position(dim)]; }
    uint32_t& operator[](int32_t dim) { return value_[position(dim)]; }
    size_t to_linear_index(const MeshShape& shape) const;

    enum class BoundaryMode { WRAP, CLAMP, NONE };
    std::optional<MeshCoordinate> get_neighbor(const MeshShape& shape, int32_t offset, int32_t dim,
                                               BoundaryMode mode = BoundaryMode::WRAP) const;

    static constexpr auto attribute_names = std::forward_as_tuple("value");
    auto attribute_values() const { return std::tie(value_); }

private:
    size_t position(int32_t dim) const;
    ttsl::SmallVector<uint32_t> value_;
};

bool operator==(const MeshCoordinate& a, const MeshCoordinate& b);
std::strong_ordering operator<=>(const MeshCoordinate& a, const MeshCoordinate& b);
std::ostream& operator<<(std::ostream& os, const MeshCoordinate& coord);

// Inclusive box.
class MeshCoordinateRange {
public:
    MeshCoordinateRange(const MeshCoordinate& start, const MeshCoordinate& end);
    explicit MeshCoordinateRange(const MeshShape& shape);
    explicit MeshCoordinateRange(const MeshCoordinate& coord) : MeshCoordinateRange(coord, coord) {}

    size_t dims() const { return start_.dims(); }
    const MeshCoordinate& start_coord() const { return start_; }
    const MeshCoordinate& end_coord() const { return end_; }
    MeshShape shape() const;
    bool contains(const MeshCoordinate& coord) const;
    bool contains(const MeshCoordinateRange& range) const;
    bool intersects(const MeshCoordinateRange& range) const;
    std::optional<MeshCoordinateRange> intersection(const MeshCoordinateRange& range) const;

    static constexpr auto attribute_names = std::forward_as_tuple("start", "end");
    auto attribute_values() const { return std::tie(start_, end_); }

    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = MeshCoordinate;
        using difference_type = std::ptrdiff_t;
        using pointer = const MeshCoordinate*;
        using reference = const MeshCoordinate&;
        Iterator() : current_(0) {}
        Iterator& operator++();
        Iterator operator++(int) {
            Iterator before = *this;
            ++*this;
            return before;
        }
        const MeshCoordinate& operator*() const { return current_; }
        bool operator==(const Iterator& other) const { return index_ == other.index_; }

    private:
        friend class MeshCoordinateRange;
        Iterator(const MeshCoordinateRange* range, size_t index)
            : range_(range), current_(range->start_), index_(index) {}
        const MeshCoordinateRange* range_ = nullptr;
        MeshCoordinate current_;
        size_t index_ = 0;
    };
    Iterator begin() const { return Iterator(this, 0); }
    Iterator end() const { return Iterator(this, shape().mesh_size()); }

private:
    MeshCoordinate start_;
    MeshCoordinate end_;
};

bool operator==(const MeshCoordinateRange& a, const MeshCoordinateRange& b);
bool operator<(const MeshCoordinateRange& a, const MeshCoordinateRange& b);
std::ostream& operator<<(std::ostream& os, const MeshCoordinateRange& range);

class MeshCoordinateRangeSet {
public:
    MeshCoordinateRangeSet() = default;
    explicit MeshCoordinateRangeSet(const MeshCoordinateRange& range) { merge(range); }
    void merge(const MeshCoordinateRange& to_merge);
    std::vector<MeshCoordinate> coords() const;
    const std::vector<MeshCoordinateRange>& ranges() const { return ranges_; }
    bool empty() const { return ranges_.empty(); }
    size_t size() const { return ranges_.size(); }
    friend bool operator==(const MeshCoordinateRangeSet& a, const MeshCoordinateRangeSet& b) = default;

    static constexpr auto attribute_names = std::forward_as_tuple("ranges");
    auto attribute_values() const { return std::tie(ranges_); }

private:
    std::vector<MeshCoordinateRange> ranges_;
};

std::ostream& operator<<(std::ostream& os, const MeshCoordinateRangeSet& set);

// One value per device.
template <typename T>
class MeshContainer {
public:
    MeshContainer(const MeshShape& mesh, std::vector<T> per_device)
        : shape_{mesh}, coord_range_{mesh}, values_{std::move(per_device)} {
        TT_FATAL(values_.size() == mesh.mesh_size(), "TW3213: MeshContainer: {} values for a mesh of {} devices",
                 values_.size(), mesh.mesh_size());
    }
    MeshContainer(const MeshShape& mesh, const T& everywhere)
        : MeshContainer(mesh, std::vector<T>(mesh.mesh_size(), everywhere)) {}
    size_t size() const { return values_.size(); }
    const MeshCoordinateRange& coord_range() const { return coord_range_; }
    const MeshShape& shape() const { return shape_; }
    T& at(const MeshCoordinate& coord) { return values_.at(coord.to_linear_index(shape_)); }
    const T& at(const MeshCoordinate& coord) const { return values_.at(coord.to_linear_index(shape_)); }
    std::vector<T>& values() { return values_; }
    const std::vector<T>& values() const { return values_; }

private:
    MeshShape shape_;
    MeshCoordinateRange coord_range_;
    std::vector<T> values_;
};

}  // namespace tt::tt_metal::distributed

template <>
struct std::hash<tt::tt_metal::distributed::MeshShape> {
    std::size_t operator()(const tt::tt_metal::distributed::MeshShape& shape) const noexcept;
};
template <>
struct std::hash<tt::tt_metal::distributed::MeshCoordinate> {
    std::size_t operator()(const tt::tt_metal::distributed::MeshCoordinate& coord) const noexcept;
};
template <>
struct std::hash<tt::tt_metal::distributed::MeshCoordinateRange> {
    std::size_t operator()(const tt::tt_metal::distributed::MeshCoordinateRange& range) const noexcept;
};

namespace tt::tt_metal::distributed::format_detail {
template <typename T>
struct StreamFormatter {
    constexpr auto parse(fmt::format_parse_context& ctx) { return ctx.begin(); }
    auto format(const T& value, fmt::format_context& ctx) const -> fmt::format_context::iterator;
};
}  // namespace tt::tt_metal::distributed::format_detail

template <>
struct fmt::formatter<tt::tt_metal::distributed::MeshShape>
    : tt::tt_metal::distributed::format_detail::StreamFormatter<tt::tt_metal::distributed::MeshShape> {};
template <>
struct fmt::formatter<tt::tt_metal::distributed::MeshCoordinate>
    : tt::tt_metal::distributed::format_detail::StreamFormatter<tt::tt_metal::distributed::MeshCoordinate> {};
template <>
struct fmt::formatter<tt::tt_metal::distributed::MeshCoordinateRange>
    : tt::tt_metal::distributed::format_detail::StreamFormatter<tt::tt_metal::distributed::MeshCoordinateRange> {};
