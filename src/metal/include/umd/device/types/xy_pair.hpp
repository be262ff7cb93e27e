// A pair of coordinates, and one with a chip in front.
#pragma once

#include <compare>
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

    // Column by column.
    constexpr auto operator<=>(const xy_pair&) const = default;
    std::string str() const { return "(" + coordinates() + ")"; }

protected:
    std::string coordinates() const { return "x=" + std::to_string(x) + ",y=" + std::to_string(y); }
};

inline std::ostream& operator<<(std::ostream& os, const xy_pair& pair) { return os << pair.str(); }

struct cxy_pair : public xy_pair {
    constexpr cxy_pair() : xy_pair{}, chip{} {}
    constexpr cxy_pair(std::size_t chip, xy_pair pair) : xy_pair(pair), chip(chip) {}
    constexpr cxy_pair(std::size_t chip, std::size_t x, std::size_t y) : xy_pair(x, y), chip(chip) {}

    std::size_t chip;

    // Chip by chip.
    constexpr bool operator==(const cxy_pair&) const = default;
    constexpr auto operator<=>(const cxy_pair& other) const {
        const auto chips = chip <=> other.chip;
        return chips != 0 ? chips : xy_pair::operator<=>(other);
    }
    std::string str() const { return "(chip=" + std::to_string(chip) + "," + coordinates() + ")"; }
};

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
