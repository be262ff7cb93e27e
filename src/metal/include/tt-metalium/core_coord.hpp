// Cores, rectangles of cores and sets of rectangles, in logical coordinates.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "tt_stl/span.hpp"
#include "umd/device/types/xy_pair.hpp"

namespace tt::tt_metal {

using CoreCoord = tt_xy_pair;

class CoreRangeSet;

// Inclusive rectangle.
class CoreRange {
public:
    CoreCoord start_coord;
    CoreCoord end_coord;

    CoreRange(const CoreCoord& point);
    CoreRange(const CoreCoord& start_coord, const CoreCoord& end_coord);

    bool intersects(const CoreRange& other) const;
    std::optional<CoreRange> intersection(const CoreRange& other) const;
    bool adjacent(const CoreRange& other) const;
    bool contains(const CoreCoord& other) const;
    bool contains(const CoreRange& other) const;
    bool contains(const CoreRangeSet& other) const;
    // One rectangle that is exactly both, where there is one.
    std::optional<CoreRange> merge(const CoreRange& other) const;
    std::string str() const;
    size_t size() const;
    CoreCoord grid_size() const;

    // Row by row, x fastest.
    class CoreIterator {
    public:
        using value_type = CoreCoord;
        using difference_type = std::ptrdiff_t;
        CoreIterator(const CoreCoord& current, const CoreRange& core_range);
        CoreCoord& operator*() { return current_; }
        CoreIterator& operator++();
        bool operator==(const CoreIterator& other) const { return current_ == other.current_; }
        bool operator!=(const CoreIterator& other) const { return !(*this == other); }

    private:
        CoreCoord current_;
        const CoreRange* range_;
    };
    CoreIterator begin() const;
    CoreIterator end() const;
};

// By the first corner, then by the last.
constexpr bool operator<(const CoreRange& a, const CoreRange& b) {
    return a.start_coord == b.start_coord ? a.end_coord < b.end_coord : a.start_coord < b.start_coord;
}
constexpr bool operator==(const CoreRange& a, const CoreRange& b) {
    return a.end_coord == b.end_coord && a.start_coord == b.start_coord;
}

// Rectangles that do not overlap.
class CoreRangeSet {
public:
    CoreRangeSet() = default;
    CoreRangeSet(ttsl::Span<const CoreRange> core_ranges);
    CoreRangeSet(const std::set<CoreRange>& core_ranges);
    CoreRangeSet(const CoreRange& core_range);
    CoreRangeSet(ttsl::Span<const CoreCoord> core_coords);
    CoreRangeSet(std::vector<CoreRange>&& core_ranges);

    bool empty() const { return ranges_.empty(); }
    size_t size() const { return ranges_.size(); }
    // The union, as few rectangles as greedy merging finds.
    template <typename T>
    CoreRangeSet merge(const T& other) const;
    bool intersects(const CoreCoord& other) const;
    bool intersects(const CoreRange& other) const;
    bool intersects(const CoreRangeSet& other) const;
    CoreRangeSet intersection(const CoreRangeSet& other) const;
    bool contains(const CoreCoord& other) const;
    bool contains(const CoreRange& other) const;
    bool contains(const CoreRangeSet& other) const;
    const std::vector<CoreRange>& ranges() const { return ranges_; }
    std::string str() const;
    uint32_t num_cores() const;
    CoreRange bounding_box() const;
    CoreRangeSet merge_ranges() const;
    CoreRangeSet subtract(const CoreRangeSet& other) const;

private:
    void validate_no_overlap() const;
    std::vector<CoreRange> ranges_;
};

bool operator==(const CoreRangeSet& a, const CoreRangeSet& b);
inline bool operator!=(const CoreRangeSet& a, const CoreRangeSet& b) { return !(a == b); }

std::ostream& operator<<(std::ostream& os, const CoreRange& range);
std::ostream& operator<<(std::ostream& os, const CoreRangeSet& set);

// Cores of a grid in order: column by column unless row_wise.
std::vector<CoreCoord> grid_to_cores(uint32_t num_cores, uint32_t grid_size_x, uint32_t grid_size_y,
                                     bool row_wise = false);
std::vector<CoreCoord> grid_to_cores(CoreCoord start, CoreCoord end, bool row_wise = false);
// The cores in use first, then the rest.
std::vector<CoreCoord> grid_to_cores_with_noop(uint32_t bbox_x, uint32_t bbox_y, uint32_t grid_size_x,
                                               uint32_t grid_size_y, bool row_wise = false);
std::vector<CoreCoord> grid_to_cores_with_noop(const CoreRangeSet& used_cores, const CoreRangeSet& all_cores,
                                               bool row_wise = false);
// Range by range, each range in the given order.
std::vector<CoreCoord> corerange_to_cores(const CoreRangeSet& crs, std::optional<uint32_t> max_cores = std::nullopt,
                                          bool row_wise = false);
CoreRangeSet select_from_corerangeset(const CoreRangeSet& crs, uint32_t start_index, uint32_t end_index,
                                      bool row_wise = false);
std::optional<CoreRange> select_contiguous_range_from_corerangeset(const CoreRangeSet& crs, uint32_t x, uint32_t y);

}  // namespace tt::tt_metal

// Programs of early 2026 name these without a namespace. The functions are templates so that the ones above win
// wherever both are visible.
using CoreCoord = tt::tt_metal::CoreCoord;
using CoreRange = tt::tt_metal::CoreRange;
using CoreRangeSet = tt::tt_metal::CoreRangeSet;

#define TW_WITHOUT_NAMESPACE(name)                                                             \
    template <typename... Args>                                                                \
        requires requires(Args&&... args) { tt::tt_metal::name(std::forward<Args>(args)...); } \
    auto name(Args&&... args) {                                                                \
        return tt::tt_metal::name(std::forward<Args>(args)...);                                \
    }
TW_WITHOUT_NAMESPACE(corerange_to_cores)
TW_WITHOUT_NAMESPACE(grid_to_cores)
TW_WITHOUT_NAMESPACE(select_from_corerangeset)
#undef TW_WITHOUT_NAMESPACE

template <>
struct fmt::formatter<tt::tt_metal::CoreCoord> {
    constexpr auto parse(fmt::format_parse_context& ctx) { return ctx.begin(); }
    auto format(const tt::tt_metal::CoreCoord& core, fmt::format_context& ctx) const -> fmt::format_context::iterator;
};
template <>
struct fmt::formatter<tt::tt_metal::CoreRange> {
    constexpr auto parse(fmt::format_parse_context& ctx) { return ctx.begin(); }
    auto format(const tt::tt_metal::CoreRange& range, fmt::format_context& ctx) const -> fmt::format_context::iterator;
};
template <>
struct fmt::formatter<tt::tt_metal::CoreRangeSet> {
    constexpr auto parse(fmt::format_parse_context& ctx) { return ctx.begin(); }
    auto format(const tt::tt_metal::CoreRangeSet& set, fmt::format_context& ctx) const -> fmt::format_context::iterator;
};

template <>
struct std::hash<tt::tt_metal::CoreRange> {
    std::size_t operator()(const tt::tt_metal::CoreRange& range) const;
};
template <>
struct std::hash<tt::tt_metal::CoreRangeSet> {
    std::size_t operator()(const tt::tt_metal::CoreRangeSet& set) const;
};
