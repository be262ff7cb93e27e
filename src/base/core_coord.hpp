// Logical core coordinates and sets of them: the worker grid as programs see it, (0,0) upper left.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace tilewright {

struct LogicalCore {
    uint32_t x = 0;
    uint32_t y = 0;
    auto operator<=>(const LogicalCore&) const = default;
    std::string str() const { return "(" + std::to_string(x) + "," + std::to_string(y) + ")"; }
};

// Inclusive rectangle.
struct CoreRange {
    LogicalCore start;
    LogicalCore end;
    auto operator<=>(const CoreRange&) const = default;

    bool contains(LogicalCore core) const {
        return core.x >= start.x && core.x <= end.x && core.y >= start.y && core.y <= end.y;
    }
    uint32_t size() const { return (end.x - start.x + 1) * (end.y - start.y + 1); }
    std::string str() const { return start == end ? start.str() : start.str() + "-" + end.str(); }
};

using CoreRanges = std::vector<CoreRange>;

inline bool contains(const CoreRanges& ranges, LogicalCore core) {
    for (const CoreRange& range : ranges) {
        if (range.contains(core)) return true;
    }
    return false;
}

inline std::string to_string(const CoreRanges& ranges) {
    std::string text;
    for (const CoreRange& range : ranges) text += (text.empty() ? "" : ", ") + range.str();
    return text.empty() ? "no cores" : text;
}

// Every core once, in the order of the ranges, x fastest within a range.
inline std::vector<LogicalCore> cores_of(const CoreRanges& ranges) {
    std::vector<LogicalCore> cores;
    for (const CoreRange& range : ranges) {
        for (uint32_t y = range.start.y; y <= range.end.y; ++y) {
            for (uint32_t x = range.start.x; x <= range.end.x; ++x) cores.push_back({x, y});
        }
    }
    return cores;
}

// The same cores in few rectangles, from the top.
CoreRanges rectangles_of(const std::vector<LogicalCore>& cores);
// "core (1,0)", "cores (0,0)-(7,3)", "cores (0,0)-(3,0), (5,2)"; given as cores, or as their str().
std::string cores_text(const std::vector<LogicalCore>& cores);
std::string cores_text(const std::vector<std::string>& cores);

}  // namespace tilewright
