// Stand-in for the driver's pair of coordinates.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace tt {

struct xy_pair {
    constexpr xy_pair() = default;
    constexpr xy_pair(std::size_t x_, std::size_t y_) : x(x_), y(y_) {}
    std::size_t x = 0, y = 0;
    std::string str() const;
    auto operator<=>(const xy_pair&) const = default;
};

}  // namespace tt

namespace tt::umd {
using tt::xy_pair;
}

using tt_xy_pair = tt::xy_pair;

template <>
struct std::hash<tt::xy_pair> {
    std::size_t operator()(const tt::xy_pair& pair) const { return pair.x ^ pair.y; }
};
