// Cores, rectangles and sets of rectangles.
#include "tt-metalium/core_coord.hpp"

#include <algorithm>

#include "tt_stl/assert.hpp"

namespace tt::tt_metal {

CoreRange::CoreRange(const CoreCoord& only) : CoreRange(only, only) {}

CoreRange::CoreRange(const CoreCoord& start, const CoreCoord& end) : start_coord{start}, end_coord{end} {
    TT_FATAL(start.x <= end.x && start.y <= end.y,
             "TW3207: a range from core {} to core {} runs backwards; the first is the one with the smaller x and y",
             start.str(), end.str());
}

bool CoreRange::intersects(const CoreRange& other) const { return intersection(other).has_value(); }

std::optional<CoreRange> CoreRange::intersection(const CoreRange& other) const {
    const CoreCoord low{std::max(start_coord.x, other.start_coord.x), std::max(start_coord.y, other.start_coord.y)};
    const CoreCoord high{std::min(end_coord.x, other.end_coord.x), std::min(end_coord.y, other.end_coord.y)};
    if (low.x > high.x || low.y > high.y) return std::nullopt;
    return CoreRange(low, high);
}

bool CoreRange::adjacent(const CoreRange& other) const {
    const bool x_overlaps = start_coord.x <= other.end_coord.x && other.start_coord.x <= end_coord.x;
    const bool y_overlaps = start_coord.y <= other.end_coord.y && other.start_coord.y <= end_coord.y;
    const bool x_touches = end_coord.x + 1 == other.start_coord.x || other.end_coord.x + 1 == start_coord.x;
    const bool y_touches = end_coord.y + 1 == other.start_coord.y || other.end_coord.y + 1 == start_coord.y;
    return (x_overlaps && y_touches) || (y_overlaps && x_touches);
}

bool CoreRange::contains(const CoreCoord& other) const {
    return other.x >= start_coord.x && other.x <= end_coord.x && other.y >= start_coord.y && other.y <= end_coord.y;
}
bool CoreRange::contains(const CoreRange& other) const {
    return contains(other.start_coord) && contains(other.end_coord);
}
bool CoreRange::contains(const CoreRangeSet& other) const {
    return std::all_of(other.ranges().begin(), other.ranges().end(),
                       [&](const CoreRange& range) { return contains(range); });
}

std::optional<CoreRange> CoreRange::merge(const CoreRange& other) const {
    if (contains(other)) return *this;
    if (other.contains(*this)) return other;
    if (!intersects(other) && !adjacent(other)) return std::nullopt;
    const bool same_columns = start_coord.x == other.start_coord.x && end_coord.x == other.end_coord.x;
    const bool same_rows = start_coord.y == other.start_coord.y && end_coord.y == other.end_coord.y;
    if (!same_columns && !same_rows) return std::nullopt;
    return CoreRange({std::min(start_coord.x, other.start_coord.x), std::min(start_coord.y, other.start_coord.y)},
                     {std::max(end_coord.x, other.end_coord.x), std::max(end_coord.y, other.end_coord.y)});
}

std::string CoreRange::str() const { return "[" + start_coord.str() + " - " + end_coord.str() + "]"; }
size_t CoreRange::size() const { return grid_size().x * grid_size().y; }
CoreCoord CoreRange::grid_size() const { return {end_coord.x - start_coord.x + 1, end_coord.y - start_coord.y + 1}; }

CoreRange::CoreIterator::CoreIterator(const CoreCoord& at, const CoreRange& within) : current_{at}, range_{&within} {}
CoreRange::CoreIterator& CoreRange::CoreIterator::operator++() {
    if (++current_.x > range_->end_coord.x) {
        current_.x = range_->start_coord.x;
        ++current_.y;
    }
    return *this;
}
CoreRange::CoreIterator CoreRange::begin() const { return CoreIterator(start_coord, *this); }
CoreRange::CoreIterator CoreRange::end() const { return CoreIterator({start_coord.x, end_coord.y + 1}, *this); }

CoreRangeSet::CoreRangeSet(const CoreRange& only) : ranges_{only} {}
CoreRangeSet::CoreRangeSet(std::vector<CoreRange>&& rectangles) : ranges_{std::move(rectangles)} {
    validate_no_overlap();
}
CoreRangeSet::CoreRangeSet(ttsl::Span<const CoreRange> rectangles)
    : CoreRangeSet(std::vector<CoreRange>(rectangles.begin(), rectangles.end())) {}
CoreRangeSet::CoreRangeSet(const std::set<CoreRange>& rectangles)
    : CoreRangeSet(std::vector<CoreRange>(rectangles.begin(), rectangles.end())) {}
CoreRangeSet::CoreRangeSet(ttsl::Span<const CoreCoord> cores) {
    for (const CoreCoord& core : cores) ranges_.emplace_back(core);
    *this = merge_ranges();
}

namespace {

// Disjoint rectangles that cover exactly the cores of `range` outside `cut`.
void subtract_into(const CoreRange& range, const CoreRange& cut, std::vector<CoreRange>& out) {
    const auto common = range.intersection(cut);
    if (!common) {
        out.push_back(range);
        return;
    }
    const CoreCoord s = range.start_coord, e = range.end_coord, cs = common->start_coord, ce = common->end_coord;
    if (s.y < cs.y) out.emplace_back(s, CoreCoord(e.x, cs.y - 1));
    if (ce.y < e.y) out.emplace_back(CoreCoord(s.x, ce.y + 1), e);
    if (s.x < cs.x) out.emplace_back(CoreCoord(s.x, cs.y), CoreCoord(cs.x - 1, ce.y));
    if (ce.x < e.x) out.emplace_back(CoreCoord(ce.x + 1, cs.y), CoreCoord(e.x, ce.y));
}

std::vector<CoreRange> subtract_all(const CoreRange& range, const std::vector<CoreRange>& cuts) {
    std::vector<CoreRange> left{range};
    for (const CoreRange& cut : cuts) {
        std::vector<CoreRange> next;
        for (const CoreRange& piece : left) subtract_into(piece, cut, next);
        left = std::move(next);
    }
    return left;
}

// Joins pairs that form one rectangle until none does; inputs may overlap.
std::vector<CoreRange> merged(const std::vector<CoreRange>& ranges) {
    std::vector<CoreRange> result;
    for (const CoreRange& range : ranges) {
        for (const CoreRange& piece : subtract_all(range, result)) result.push_back(piece);
    }
    std::sort(result.begin(), result.end(), [](const CoreRange& a, const CoreRange& b) {
        return a.start_coord.y != b.start_coord.y ? a.start_coord.y < b.start_coord.y
                                                  : a.start_coord.x < b.start_coord.x;
    });
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < result.size() && !changed; ++i) {
            for (size_t j = i + 1; j < result.size() && !changed; ++j) {
                if (auto both = result[i].merge(result[j])) {
                    result[i] = *both;
                    result.erase(result.begin() + static_cast<std::ptrdiff_t>(j));
                    changed = true;
                }
            }
        }
    }
    return result;
}

}  // namespace

void CoreRangeSet::validate_no_overlap() const {
    for (size_t i = 0; i < ranges_.size(); ++i) {
        for (size_t j = i + 1; j < ranges_.size(); ++j) {
            TT_FATAL(!ranges_[i].intersects(ranges_[j]),
                     "TW3207: CoreRangeSet: ranges {} and {} overlap; a core may be in one of them", ranges_[i].str(),
                     ranges_[j].str());
        }
    }
}

template <typename T>
CoreRangeSet CoreRangeSet::merge(const T& other) const {
    std::vector<CoreRange> all = ranges_;
    if constexpr (std::is_same_v<T, CoreRangeSet>) {
        all.insert(all.end(), other.ranges().begin(), other.ranges().end());
    } else if constexpr (std::is_same_v<T, CoreRange>) {
        all.push_back(other);
    } else {
        all.insert(all.end(), other.begin(), other.end());
    }
    CoreRangeSet result;
    result.ranges_ = merged(all);
    return result;
}
template CoreRangeSet CoreRangeSet::merge<CoreRangeSet>(const CoreRangeSet&) const;
template CoreRangeSet CoreRangeSet::merge<CoreRange>(const CoreRange&) const;
template CoreRangeSet CoreRangeSet::merge<std::vector<CoreRange>>(const std::vector<CoreRange>&) const;
template CoreRangeSet CoreRangeSet::merge<std::set<CoreRange>>(const std::set<CoreRange>&) const;

bool CoreRangeSet::intersects(const CoreCoord& other) const { return contains(other); }
bool CoreRangeSet::intersects(const CoreRange& other) const {
    return std::any_of(ranges_.begin(), ranges_.end(), [&](const CoreRange& range) { return range.intersects(other); });
}
bool CoreRangeSet::intersects(const CoreRangeSet& other) const {
    return std::any_of(other.ranges_.begin(), other.ranges_.end(),
                       [&](const CoreRange& range) { return intersects(range); });
}
CoreRangeSet CoreRangeSet::intersection(const CoreRangeSet& other) const {
    std::vector<CoreRange> common;
    for (const CoreRange& a : ranges_) {
        for (const CoreRange& b : other.ranges_) {
            if (auto both = a.intersection(b)) common.push_back(*both);
        }
    }
    CoreRangeSet result;
    result.ranges_ = merged(common);
    return result;
}
bool CoreRangeSet::contains(const CoreCoord& other) const {
    return std::any_of(ranges_.begin(), ranges_.end(), [&](const CoreRange& range) { return range.contains(other); });
}
bool CoreRangeSet::contains(const CoreRange& other) const { return subtract_all(other, ranges_).empty(); }
bool CoreRangeSet::contains(const CoreRangeSet& other) const {
    return std::all_of(other.ranges_.begin(), other.ranges_.end(),
                       [&](const CoreRange& range) { return contains(range); });
}
std::string CoreRangeSet::str() const {
    std::string text = "{";
    for (const CoreRange& range : ranges_) text += (text.size() > 1 ? ", " : "") + range.str();
    return text + "}";
}
uint32_t CoreRangeSet::num_cores() const {
    size_t count = 0;
    for (const CoreRange& range : ranges_) count += range.size();
    return static_cast<uint32_t>(count);
}
CoreRange CoreRangeSet::bounding_box() const {
    TT_FATAL(!ranges_.empty(), "TW3207: bounding_box: the set has no cores");
    CoreRange box = ranges_.front();
    for (const CoreRange& range : ranges_) {
        box.start_coord = {std::min(box.start_coord.x, range.start_coord.x),
                           std::min(box.start_coord.y, range.start_coord.y)};
        box.end_coord = {std::max(box.end_coord.x, range.end_coord.x), std::max(box.end_coord.y, range.end_coord.y)};
    }
    return box;
}
CoreRangeSet CoreRangeSet::merge_ranges() const {
    CoreRangeSet result;
    result.ranges_ = merged(ranges_);
    return result;
}
CoreRangeSet CoreRangeSet::subtract(const CoreRangeSet& other) const {
    std::vector<CoreRange> left;
    for (const CoreRange& range : ranges_) {
        for (const CoreRange& piece : subtract_all(range, other.ranges_)) left.push_back(piece);
    }
    CoreRangeSet result;
    result.ranges_ = merged(left);
    return result;
}

bool operator==(const CoreRangeSet& a, const CoreRangeSet& b) {
    std::vector<CoreRange> left = a.ranges(), right = b.ranges();
    std::sort(left.begin(), left.end());
    std::sort(right.begin(), right.end());
    return left == right || (a.num_cores() == b.num_cores() && a.contains(b));
}

std::ostream& operator<<(std::ostream& os, const CoreRange& range) { return os << range.str(); }
std::ostream& operator<<(std::ostream& os, const CoreRangeSet& set) { return os << set.str(); }

std::vector<CoreCoord> grid_to_cores(uint32_t num_cores, uint32_t grid_size_x, uint32_t grid_size_y, bool row_wise) {
    TT_FATAL(num_cores <= grid_size_x * grid_size_y,
             "TW3207: grid_to_cores: {} cores were asked for of a grid of {}x{}", num_cores, grid_size_x, grid_size_y);
    const uint32_t line = row_wise ? grid_size_x : grid_size_y;
    std::vector<CoreCoord> cores(num_cores);
    for (uint32_t place = 0; CoreCoord & core : cores) {
        core = row_wise ? CoreCoord(place % line, place / line) : CoreCoord(place / line, place % line);
        ++place;
    }
    return cores;
}

std::vector<CoreCoord> grid_to_cores(CoreCoord start, CoreCoord end, bool row_wise) {
    const CoreCoord size = CoreRange(start, end).grid_size();
    std::vector<CoreCoord> cores = grid_to_cores(static_cast<uint32_t>(size.x * size.y), static_cast<uint32_t>(size.x),
                                                 static_cast<uint32_t>(size.y), row_wise);
    for (CoreCoord& core : cores) core = {core.x + start.x, core.y + start.y};
    return cores;
}

std::vector<CoreCoord> grid_to_cores_with_noop(const CoreRangeSet& used_cores, const CoreRangeSet& all_cores,
                                               bool row_wise) {
    TT_FATAL(all_cores.contains(used_cores), "TW3207: grid_to_cores_with_noop: the used cores {} are not all among {}",
             used_cores.str(), all_cores.str());
    std::vector<CoreCoord> cores = corerange_to_cores(used_cores, std::nullopt, row_wise);
    for (const CoreCoord& core : corerange_to_cores(all_cores.subtract(used_cores), std::nullopt, row_wise))
        cores.push_back(core);
    return cores;
}

std::vector<CoreCoord> grid_to_cores_with_noop(uint32_t bbox_x, uint32_t bbox_y, uint32_t grid_size_x,
                                               uint32_t grid_size_y, bool row_wise) {
    TT_FATAL(bbox_x < grid_size_x && bbox_y < grid_size_y,
             "TW3207: grid_to_cores_with_noop: a box up to ({}, {}) does not fit a {}x{} grid", bbox_x, bbox_y,
             grid_size_x, grid_size_y);
    std::vector<CoreCoord> cores = grid_to_cores({0, 0}, {bbox_x, bbox_y}, row_wise);
    const CoreRange box({0, 0}, {bbox_x, bbox_y});
    for (const CoreCoord& core : grid_to_cores(grid_size_x * grid_size_y, grid_size_x, grid_size_y, row_wise)) {
        if (!box.contains(core)) cores.push_back(core);
    }
    return cores;
}

std::vector<CoreCoord> corerange_to_cores(const CoreRangeSet& crs, std::optional<uint32_t> max_cores, bool row_wise) {
    std::vector<CoreCoord> cores;
    for (const CoreRange& range : crs.ranges()) {
        for (const CoreCoord& core : grid_to_cores(range.start_coord, range.end_coord, row_wise)) {
            if (max_cores && cores.size() == *max_cores) return cores;
            cores.push_back(core);
        }
    }
    return cores;
}

CoreRangeSet select_from_corerangeset(const CoreRangeSet& crs, uint32_t start_index, uint32_t end_index,
                                      bool row_wise) {
    const std::vector<CoreCoord> cores = corerange_to_cores(crs, end_index + 1, row_wise);
    TT_FATAL(start_index <= end_index && end_index < cores.size(),
             "TW3207: select_from_corerangeset: cores {} to {} were asked for of a set of {}", start_index, end_index,
             crs.num_cores());
    return CoreRangeSet(ttsl::Span<const CoreCoord>(cores).subspan(start_index));
}

std::optional<CoreRange> select_contiguous_range_from_corerangeset(const CoreRangeSet& crs, uint32_t x, uint32_t y) {
    for (const CoreRange& range : crs.ranges()) {
        if (range.grid_size().x >= x && range.grid_size().y >= y) {
            return CoreRange(range.start_coord, {range.start_coord.x + x - 1, range.start_coord.y + y - 1});
        }
    }
    return std::nullopt;
}

}  // namespace tt::tt_metal

auto fmt::formatter<tt::tt_metal::CoreCoord>::format(const tt::tt_metal::CoreCoord& core,
                                                     fmt::format_context& ctx) const -> fmt::format_context::iterator {
    return fmt::format_to(ctx.out(), "{}", core.str());
}
auto fmt::formatter<tt::tt_metal::CoreRange>::format(const tt::tt_metal::CoreRange& range,
                                                     fmt::format_context& ctx) const -> fmt::format_context::iterator {
    return fmt::format_to(ctx.out(), "{}", range.str());
}
auto fmt::formatter<tt::tt_metal::CoreRangeSet>::format(const tt::tt_metal::CoreRangeSet& set,
                                                        fmt::format_context& ctx) const
    -> fmt::format_context::iterator {
    return fmt::format_to(ctx.out(), "{}", set.str());
}

std::size_t std::hash<tt::tt_metal::CoreRange>::operator()(const tt::tt_metal::CoreRange& range) const {
    const std::hash<tt::tt_metal::CoreCoord> hash;
    return hash(range.start_coord) * 1000003u ^ hash(range.end_coord);
}
std::size_t std::hash<tt::tt_metal::CoreRangeSet>::operator()(const tt::tt_metal::CoreRangeSet& set) const {
    std::size_t seed = 0;  // order does not matter, as for ==
    for (const auto& range : set.ranges()) seed += std::hash<tt::tt_metal::CoreRange>{}(range);
    return seed;
}
