// A pair of coordinates, and one with a chip in front.
#pragma once

#include <cstddef>
#include <functional>
#include <ostream>
#include <string>

namespace tt {

struct xy_pair {
    constexpr xy_pair() : x{}, y{} {}
    constexpr xy_pair(std::size_t x, std::size_t y) : x(x), y(y) {}

    std::size_t x;
    std::size_t y;

    std::string str() const { return "(x=" + std::to_string(x) + ",y=" + std::to_string(y) + ")"; }
};

constexpr bool operator==(const xy_pair& a, const xy_pair& b) { return a.x == b.x && a.y == b.y; }
constexpr bool operator!=(const xy_pair& a, const xy_pair& b) { return !(a == b); }
constexpr bool operator<(const xy_pair& a, const xy_pair& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }
inline std::ostream& operator<<(std::ostream& os, const xy_pair& pair) { return os << pair.str(); }

struct cxy_pair : public xy_pair {
    constexpr cxy_pair() : xy_pair{}, chip{} {}
    constexpr cxy_pair(std::size_t chip, xy_pair pair) : xy_pair(pair), chip(chip) {}
    constexpr cxy_pair(std::size_t chip, std::size_t x, std::size_t y) : xy_pair(x, y), chip(chip) {}

    std::size_t chip;

    std::string str() const {
        return "(chip=" + std::to_string(chip) + ",x=" + std::to_string(x) + ",y=" + std::to_string(y) + ")";
    }
};

constexpr bool operator==(const cxy_pair& a, const cxy_pair& b) { return a.chip == b.chip && a.x == b.x && a.y == b.y; }
constexpr bool operator<(const cxy_pair& a, const cxy_pair& b) {
    return a.chip < b.chip || (a.chip == b.chip && static_cast<const xy_pair&>(a) < static_cast<const xy_pair&>(b));
}

}  // namespace tt

using tt_xy_pair = tt::xy_pair;
using tt_cxy_pair = tt::cxy_pair;

template <>
struct std::hash<tt::xy_pair> {
    std::size_t operator()(const tt::xy_pair& pair) const noexcept {
        return std::hash<std::size_t>{}(pair.x) * 1000003u ^ std::hash<std::size_t>{}(pair.y);
    }
};

template <>
struct std::hash<tt::cxy_pair> {
    std::size_t operator()(const tt::cxy_pair& pair) const noexcept {
        return std::hash<tt::xy_pair>{}(pair) * 31u + pair.chip;
    }
};
