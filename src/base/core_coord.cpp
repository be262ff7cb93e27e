// Sets of cores as people read them: rectangles instead of lists.
#include "base/core_coord.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

namespace tilewright {

namespace {

// Neighbours in a row become runs, equal runs in neighbouring rows become rectangles.
CoreRanges joined(std::vector<LogicalCore> cores, bool by_rows) {
    const auto turned = [by_rows](LogicalCore core) { return by_rows ? core : LogicalCore{core.y, core.x}; };
    for (LogicalCore& core : cores) core = turned(core);
    std::sort(cores.begin(), cores.end(),
              [](LogicalCore a, LogicalCore b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); });
    cores.erase(std::unique(cores.begin(), cores.end()), cores.end());
    CoreRanges ranges;
    std::map<std::pair<uint32_t, uint32_t>, size_t> open;  // by first and last column: the rectangle that may grow
    for (size_t i = 0; i < cores.size();) {
        size_t last = i;
        while (last + 1 < cores.size() && cores[last + 1].y == cores[i].y && cores[last + 1].x == cores[last].x + 1)
            ++last;
        const auto [known, fresh] = open.try_emplace({cores[i].x, cores[last].x}, ranges.size());
        if (!fresh && ranges[known->second].end.y + 1 == cores[i].y) {
            ranges[known->second].end.y = cores[i].y;
        } else {
            known->second = ranges.size();
            ranges.push_back({cores[i], cores[last]});
        }
        i = last + 1;
    }
    for (CoreRange& range : ranges) range = {turned(range.start), turned(range.end)};
    std::sort(ranges.begin(), ranges.end(), [](const CoreRange& a, const CoreRange& b) {
        return std::pair(a.start.y, a.start.x) < std::pair(b.start.y, b.start.x);
    });
    return ranges;
}

}  // namespace

CoreRanges rectangles_of(const std::vector<LogicalCore>& cores) {
    CoreRanges rows = joined(cores, true);
    CoreRanges columns = joined(cores, false);
    return columns.size() < rows.size() ? columns : rows;
}

std::string cores_text(const std::vector<LogicalCore>& cores) {
    constexpr size_t kRectanglesMax = 4;
    const CoreRanges ranges = rectangles_of(cores);
    std::string text;
    uint32_t left = 0, count = 0;
    for (size_t i = 0; i < ranges.size(); ++i) {
        count += ranges[i].size();
        if (i < kRectanglesMax) {
            text += (i == 0 ? "" : ", ") + ranges[i].str();
        } else {
            left += ranges[i].size();
        }
    }
    if (left != 0) text += " and " + std::to_string(left) + " more";
    return (count == 1 ? "core " : "cores ") + text;
}

std::string cores_text(const std::vector<std::string>& cores) {
    std::vector<LogicalCore> parsed(cores.size());
    std::string as_given;
    bool all = true;
    for (size_t i = 0; i < cores.size(); ++i) {
        all &= std::sscanf(cores[i].c_str(), "(%u,%u)", &parsed[i].x, &parsed[i].y) == 2;
        as_given += (i == 0 ? "" : ", ") + cores[i];
    }
    return all ? cores_text(parsed) : (cores.size() == 1 ? "core " : "cores ") + as_given;
}

}  // namespace tilewright
