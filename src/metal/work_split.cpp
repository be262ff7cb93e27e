// How work is divided over cores.
#include "tt-metalium/work_split.hpp"

#include <algorithm>

#include "tt_stl/assert.hpp"

namespace tt::tt_metal {

uint32_t merge_num_sticks_to_read(uint32_t num_sticks_to_read, uint32_t stick_size_bytes, uint32_t max_read_size) {
    const uint32_t total_bytes = num_sticks_to_read * stick_size_bytes;
    uint32_t reads = num_sticks_to_read;
    for (uint32_t size = stick_size_bytes; size != 0 && size <= max_read_size; size += stick_size_bytes) {
        if (total_bytes % size == 0) reads = total_bytes / size;
    }
    return reads;
}

std::tuple<uint32_t, uint32_t> get_max_cores_divisible_by_tiles_per_core_tiles(const uint32_t& num_tiles,
                                                                               const uint32_t& num_cores_max,
                                                                               bool request_even) {
    uint32_t cores = 1;
    for (uint32_t i = 2; i <= num_cores_max; ++i) {
        if (num_tiles % i == 0) cores = i;
    }
    if (request_even && cores > 1) cores -= cores % 2;
    return {cores, (num_tiles + cores - 1) / cores};
}

int find_max_divisor(uint32_t val, uint32_t start_max_div) {
    for (uint32_t divisor = start_max_div; divisor >= 1; --divisor) {
        if (divisor != 7 && divisor != 5 && val % divisor == 0) return static_cast<int>(divisor);
    }
    return 1;
}

int find_max_block_size(uint32_t val, uint32_t max_block_size) {
    for (uint32_t divisor = max_block_size; divisor >= 1; --divisor) {
        if (val % divisor == 0) return static_cast<int>(divisor);
    }
    return 1;
}

namespace {

// Lines run along `fast`; positions are (line, place in line) so that both orders share one rule.
CoreRange lines(bool row_wise, size_t line_begin, size_t place_begin, size_t line_end, size_t place_end) {
    return row_wise ? CoreRange({place_begin, line_begin}, {place_end, line_end})
                    : CoreRange({line_begin, place_begin}, {line_end, place_end});
}

}  // namespace

CoreRangeSet num_cores_to_corerangeset(CoreCoord start_core, uint32_t target_num_cores, CoreCoord grid_size,
                                       bool row_wise) {
    TT_FATAL(start_core.x < grid_size.x && start_core.y < grid_size.y,
             "TW3207: the first core is {}, outside a grid of {}", start_core.str(), grid_size.str());
    const size_t line_length = row_wise ? grid_size.x : grid_size.y;
    const size_t num_lines = row_wise ? grid_size.y : grid_size.x;
    size_t line = row_wise ? start_core.y : start_core.x;
    size_t place = row_wise ? start_core.x : start_core.y;
    const size_t available = (num_lines - line) * line_length - place;
    TT_FATAL(target_num_cores <= available,
             "TW3207: num_cores_to_corerangeset: {} cores were asked for, {} are there from the first core on",
             target_num_cores, available);

    std::vector<CoreRange> ranges;
    size_t left = target_num_cores;
    if (place != 0 && left > line_length - place) {
        ranges.push_back(lines(row_wise, line, place, line, line_length - 1));
        left -= line_length - place;
        ++line;
        place = 0;
    }
    if (left > line_length) {
        const size_t full = left / line_length;
        ranges.push_back(lines(row_wise, line, 0, line + full - 1, line_length - 1));
        left -= full * line_length;
        line += full;
    }
    if (left > 0) ranges.push_back(lines(row_wise, line, place, line, place + left - 1));
    return CoreRangeSet(std::move(ranges));
}

CoreRangeSet num_cores_to_corerangeset(uint32_t target_num_cores, CoreCoord grid_size, bool row_wise) {
    const CoreCoord origin{0, 0};
    return num_cores_to_corerangeset(origin, target_num_cores, grid_size, row_wise);
}

CoreRangeSet num_cores_to_corerangeset_in_subcoregrids(CoreCoord start_core, uint32_t target_num_cores,
                                                       const CoreRangeSet& sub_core_grids, bool row_wise) {
    TT_FATAL(target_num_cores > 0,
             "TW3207: num_cores_to_corerangeset_in_subcoregrids: 0 cores were asked for; ask for at least one");
    TT_FATAL(target_num_cores <= sub_core_grids.num_cores(),
             "TW3207: num_cores_to_corerangeset_in_subcoregrids: {} cores were asked for, the grids have {}",
             target_num_cores, sub_core_grids.num_cores());
    const std::vector<CoreCoord> all = corerange_to_cores(sub_core_grids, std::nullopt, row_wise);
    const auto start = std::find(all.begin(), all.end(), start_core);
    TT_FATAL(start != all.end(), "TW3207: the first core is {}, which is none of {}", start_core.str(),
             sub_core_grids.str());
    TT_FATAL(static_cast<size_t>(all.end() - start) >= target_num_cores,
             "TW3207: fewer than {} cores are left from the first core on; start earlier or ask for fewer",
             target_num_cores);

    // One range per line of consecutive cores, then lines of the same extent joined.
    std::vector<CoreRange> ranges;
    for (auto core = start; core != start + target_num_cores; ++core) {
        if (!ranges.empty()) {
            CoreRange& last = ranges.back();
            const bool continues =
                row_wise
                    ? last.end_coord.y == core->y && last.start_coord.y == core->y && last.end_coord.x + 1 == core->x
                    : last.end_coord.x == core->x && last.start_coord.x == core->x && last.end_coord.y + 1 == core->y;
            if (continues) {
                last.end_coord = *core;
                continue;
            }
        }
        ranges.emplace_back(*core);
    }
    std::vector<CoreRange> joined;
    for (const CoreRange& range : ranges) {
        if (!joined.empty()) {
            CoreRange& last = joined.back();
            const bool below =
                row_wise ? last.start_coord.x == range.start_coord.x && last.end_coord.x == range.end_coord.x &&
                               last.end_coord.y + 1 == range.start_coord.y
                         : last.start_coord.y == range.start_coord.y && last.end_coord.y == range.end_coord.y &&
                               last.end_coord.x + 1 == range.start_coord.x;
            if (below) {
                last.end_coord = range.end_coord;
                continue;
            }
        }
        joined.push_back(range);
    }
    return CoreRangeSet(std::move(joined));
}

std::tuple<uint32_t, CoreRangeSet, CoreRangeSet, CoreRangeSet, uint32_t, uint32_t> split_work_to_cores(
    CoreCoord grid_size, uint32_t units_to_divide, bool row_wise) {
    if (units_to_divide == 0) return {0, CoreRangeSet(), CoreRangeSet(), CoreRangeSet(), 0, 0};
    const auto cores = static_cast<uint32_t>(std::min<size_t>(units_to_divide, grid_size.x * grid_size.y));
    const CoreRangeSet all = num_cores_to_corerangeset(cores, grid_size, row_wise);
    const uint32_t each = units_to_divide / cores;
    const uint32_t with_one_more = units_to_divide % cores;
    if (with_one_more == 0) return {cores, all, all, CoreRangeSet(), each, 0};

    const size_t line_length = row_wise ? grid_size.x : grid_size.y;
    const size_t line = with_one_more / line_length, place = with_one_more % line_length;
    const CoreCoord next = row_wise ? CoreCoord(place, line) : CoreCoord(line, place);
    return {cores,
            all,
            num_cores_to_corerangeset(with_one_more, grid_size, row_wise),
            num_cores_to_corerangeset(next, cores - with_one_more, grid_size, row_wise),
            each + 1,
            each};
}

std::tuple<uint32_t, CoreRangeSet, CoreRangeSet, CoreRangeSet, uint32_t, uint32_t> split_work_to_cores(
    const CoreRangeSet& core_grid, uint32_t units_to_divide, bool row_wise) {
    if (units_to_divide == 0) return {0, CoreRangeSet(), CoreRangeSet(), CoreRangeSet(), 0, 0};
    TT_FATAL(!core_grid.empty(), "TW3207: split_work_to_cores: the core grid is empty");
    const uint32_t cores = std::min(units_to_divide, core_grid.num_cores());
    const CoreCoord start = core_grid.ranges().front().start_coord;
    const CoreRangeSet all = cores == core_grid.num_cores()
                                 ? core_grid
                                 : num_cores_to_corerangeset_in_subcoregrids(start, cores, core_grid, row_wise);
    const uint32_t each = units_to_divide / cores;
    const uint32_t with_one_more = units_to_divide % cores;
    if (with_one_more == 0) return {cores, all, all, CoreRangeSet(), each, 0};
    const CoreCoord next = corerange_to_cores(core_grid, with_one_more + 1, row_wise).back();
    return {cores,
            all,
            num_cores_to_corerangeset_in_subcoregrids(start, with_one_more, core_grid, row_wise),
            num_cores_to_corerangeset_in_subcoregrids(next, cores - with_one_more, core_grid, row_wise),
            each + 1,
            each};
}

std::tuple<std::vector<uint32_t>, CoreRangeSet> split_work_to_cores_even_multiples(const CoreCoord& core_grid,
                                                                                   uint32_t units_to_divide,
                                                                                   uint32_t multiple, bool row_wise) {
    TT_FATAL(
        multiple > 0 && units_to_divide >= multiple,
        "TW3207: split_work_to_cores_even_multiples: {} units in multiples of {}; there must be at least one multiple",
        units_to_divide, multiple);
    const auto cores = static_cast<uint32_t>(std::min<size_t>(units_to_divide / multiple, core_grid.x * core_grid.y));
    std::vector<uint32_t> units(cores, 0);
    uint32_t given = 0;
    for (uint32_t core = 0; given < units_to_divide; core = (core + 1) % cores) {
        const uint32_t share = std::min(multiple, units_to_divide - given);
        units[core] += share;
        given += share;
    }
    return {units, num_cores_to_corerangeset(cores, core_grid, row_wise)};
}

}  // namespace tt::tt_metal
