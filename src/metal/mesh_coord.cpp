// Shapes of meshes, coordinates, ranges.
#include "tt-metalium/mesh_coord.hpp"

#include <algorithm>
#include <sstream>

namespace tt::tt_metal::distributed {

size_t MeshShape::get_stride(size_t dim) const {
    TT_FATAL(dim < dims(), "TW3213: dimension {} was asked for, the mesh shape has {}", dim, dims());
    size_t stride = 1;
    for (size_t i = dim + 1; i < dims(); ++i) stride *= (*this)[static_cast<int32_t>(i)];
    return stride;
}

size_t MeshShape::mesh_size() const {
    if (dims() == 0) return 0;
    size_t size = 1;
    for (uint32_t extent : view()) size *= extent;
    return size;
}

bool MeshShape::is_line_topology() const {
    return std::count_if(begin(), end(), [](uint32_t extent) { return extent != 1; }) <= 1;
}

MeshCoordinate MeshCoordinate::zero_coordinate(size_t dimensions) {
    return MeshCoordinate(ttsl::Span<const uint32_t>(std::vector<uint32_t>(dimensions, 0u)));
}

size_t MeshCoordinate::position(int32_t dim) const {
    const auto count = static_cast<int32_t>(dims());
    TT_FATAL(dim >= -count && dim < count, "TW3213: dimension {} was asked for, the mesh coordinate has {}", dim,
             count);
    return static_cast<size_t>(dim < 0 ? dim + count : dim);
}

size_t MeshCoordinate::to_linear_index(const MeshShape& shape) const {
    TT_FATAL(dims() == shape.dims(), "TW3213: mesh shape {} and coordinate {} differ in the number of dimensions",
             shape, *this);
    size_t index = 0;
    for (size_t i = 0; i < dims(); ++i) {
        const auto dim = static_cast<int32_t>(i);
        TT_FATAL((*this)[dim] < shape[dim], "TW3213: coordinate {} lies outside a mesh of shape {}", *this, shape);
        index = index * shape[dim] + (*this)[dim];
    }
    return index;
}

std::optional<MeshCoordinate> MeshCoordinate::get_neighbor(const MeshShape& shape, int32_t offset, int32_t dim,
                                                           BoundaryMode mode) const {
    const auto extent = static_cast<int32_t>(shape[dim]);
    int32_t place = static_cast<int32_t>((*this)[dim]) + offset;
    if (place < 0 || place >= extent) {
        if (mode == BoundaryMode::NONE) return std::nullopt;
        place = mode == BoundaryMode::WRAP ? (place % extent + extent) % extent : std::clamp(place, 0, extent - 1);
    }
    MeshCoordinate neighbor = *this;
    neighbor[dim] = static_cast<uint32_t>(place);
    return neighbor;
}

bool operator==(const MeshCoordinate& a, const MeshCoordinate& b) {
    return std::equal(a.coords().begin(), a.coords().end(), b.coords().begin(), b.coords().end());
}
std::strong_ordering operator<=>(const MeshCoordinate& a, const MeshCoordinate& b) {
    const auto left = a.coords(), right = b.coords();
    return std::lexicographical_compare_three_way(left.begin(), left.end(), right.begin(), right.end());
}

MeshCoordinateRange::MeshCoordinateRange(const MeshCoordinate& start, const MeshCoordinate& end)
    : start_{start}, end_{end} {
    const bool same_dimensions = start.dims() == end.dims();
    TT_FATAL(same_dimensions, "TW3213: a range from {} to {}: both ends need the same number of dimensions", start,
             end);
    for (size_t i = 0; i < start.dims(); ++i) {
        const auto dim = static_cast<int32_t>(i);
        TT_FATAL(start[dim] <= end[dim],
                 "TW3213: a range from {} to {} runs backwards; no coordinate of the start may exceed the end's", start,
                 end);
    }
}

MeshCoordinateRange::MeshCoordinateRange(const MeshShape& shape)
    : start_(MeshCoordinate::zero_coordinate(shape.dims())), end_(start_) {
    for (size_t i = 0; i < shape.dims(); ++i) end_[static_cast<int32_t>(i)] = shape[static_cast<int32_t>(i)] - 1;
}

MeshShape MeshCoordinateRange::shape() const {
    ttsl::SmallVector<uint32_t> extents;
    for (size_t i = 0; i < dims(); ++i)
        extents.push_back(end_[static_cast<int32_t>(i)] - start_[static_cast<int32_t>(i)] + 1);
    return MeshShape(extents);
}

bool MeshCoordinateRange::contains(const MeshCoordinate& coord) const {
    TT_FATAL(dims() == coord.dims(), "TW3213: coordinate {} has other dimensions than range {}", coord, *this);
    for (size_t i = 0; i < dims(); ++i) {
        const auto dim = static_cast<int32_t>(i);
        if (coord[dim] < start_[dim] || coord[dim] > end_[dim]) return false;
    }
    return true;
}
bool MeshCoordinateRange::contains(const MeshCoordinateRange& range) const {
    return contains(range.start_) && contains(range.end_);
}
bool MeshCoordinateRange::intersects(const MeshCoordinateRange& range) const { return intersection(range).has_value(); }

std::optional<MeshCoordinateRange> MeshCoordinateRange::intersection(const MeshCoordinateRange& range) const {
    TT_FATAL(range.dims() == dims(), "TW3213: ranges {} and {} differ in the number of dimensions", *this, range);
    MeshCoordinate low = start_, high = end_;
    for (size_t i = 0; i < dims(); ++i) {
        const auto dim = static_cast<int32_t>(i);
        low[dim] = std::max(low[dim], range.start_[dim]);
        high[dim] = std::min(high[dim], range.end_[dim]);
        if (low[dim] > high[dim]) return std::nullopt;
    }
    return MeshCoordinateRange(low, high);
}

MeshCoordinateRange::Iterator& MeshCoordinateRange::Iterator::operator++() {
    ++index_;
    for (auto dim = static_cast<int32_t>(current_.dims()) - 1; dim >= 0; --dim) {
        if (++current_[dim] <= range_->end_[dim]) return *this;
        current_[dim] = range_->start_[dim];
    }
    return *this;
}

bool operator==(const MeshCoordinateRange& a, const MeshCoordinateRange& b) {
    return a.start_coord() == b.start_coord() && a.end_coord() == b.end_coord();
}
bool operator<(const MeshCoordinateRange& a, const MeshCoordinateRange& b) {
    return std::tie(a.start_coord(), a.end_coord()) < std::tie(b.start_coord(), b.end_coord());
}

// Ranges stay disjoint: only what is not there yet is added, coordinate by coordinate where boxes overlap in part.
void MeshCoordinateRangeSet::merge(const MeshCoordinateRange& to_merge) {
    const bool overlaps =
        std::any_of(ranges_.begin(), ranges_.end(), [&](const auto& range) { return range.intersects(to_merge); });
    if (!overlaps) {
        ranges_.push_back(to_merge);
    } else {
        for (const MeshCoordinate& coord : to_merge) {
            if (std::none_of(ranges_.begin(), ranges_.end(),
                             [&](const auto& range) { return range.contains(coord); })) {
                ranges_.emplace_back(coord);
            }
        }
    }
    std::sort(ranges_.begin(), ranges_.end());
}

std::vector<MeshCoordinate> MeshCoordinateRangeSet::coords() const {
    std::vector<MeshCoordinate> result;
    for (const MeshCoordinateRange& range : ranges_) {
        for (const MeshCoordinate& coord : range) result.push_back(coord);
    }
    std::sort(result.begin(), result.end());
    return result;
}

namespace {
void put(std::ostream& os, const char* name, ttsl::Span<const uint32_t> values) {
    os << name << "([";
    for (size_t i = 0; i < values.size(); ++i) os << (i ? ", " : "") << values[i];
    os << "])";
}
}  // namespace

std::ostream& operator<<(std::ostream& os, const MeshShape& shape) {
    put(os, "MeshShape", shape.view());
    return os;
}
std::ostream& operator<<(std::ostream& os, const MeshCoordinate& coord) {
    put(os, "MeshCoordinate", coord.coords());
    return os;
}
std::ostream& operator<<(std::ostream& os, const MeshCoordinateRange& range) {
    return os << "MeshCoordinateRange(start=" << range.start_coord() << ", end=" << range.end_coord() << ")";
}
std::ostream& operator<<(std::ostream& os, const MeshCoordinateRangeSet& set) {
    os << "MeshCoordinateRangeSet(";
    for (size_t i = 0; i < set.ranges().size(); ++i) os << (i ? ", " : "") << set.ranges()[i];
    return os << ")";
}

namespace format_detail {
template <typename T>
auto StreamFormatter<T>::format(const T& value, fmt::format_context& ctx) const -> fmt::format_context::iterator {
    std::ostringstream text;
    text << value;
    return fmt::format_to(ctx.out(), "{}", text.str());
}
template struct StreamFormatter<MeshShape>;
template struct StreamFormatter<MeshCoordinate>;
template struct StreamFormatter<MeshCoordinateRange>;
}  // namespace format_detail

}  // namespace tt::tt_metal::distributed

namespace {
std::size_t hash_of(ttsl::Span<const uint32_t> values) {
    std::size_t seed = values.size();
    for (uint32_t value : values) seed = seed * 1000003u ^ value;
    return seed;
}
}  // namespace

std::size_t std::hash<tt::tt_metal::distributed::MeshShape>::operator()(
    const tt::tt_metal::distributed::MeshShape& shape) const noexcept {
    return hash_of(shape.view());
}
std::size_t std::hash<tt::tt_metal::distributed::MeshCoordinate>::operator()(
    const tt::tt_metal::distributed::MeshCoordinate& coord) const noexcept {
    return hash_of(coord.coords());
}
std::size_t std::hash<tt::tt_metal::distributed::MeshCoordinateRange>::operator()(
    const tt::tt_metal::distributed::MeshCoordinateRange& range) const noexcept {
    return hash_of(range.start_coord().coords()) * 1000003u ^ hash_of(range.end_coord().coords());
}
