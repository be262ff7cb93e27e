// Height and width.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <tuple>
#include <utility>

namespace tt::tt_metal {

class Shape2D final {
public:
    Shape2D(std::size_t height, std::size_t width) : height_(height), width_(width) {}
    Shape2D(const std::pair<std::size_t, std::size_t>& size) : height_(size.first), width_(size.second) {}
    Shape2D(const std::array<std::size_t, 2>& size) : height_(size[0]), width_(size[1]) {}
    Shape2D(const std::array<std::uint32_t, 2>& size) : height_(size[0]), width_(size[1]) {}

    operator std::pair<std::size_t, std::size_t>() const { return {height_, width_}; }
    operator std::array<std::size_t, 2>() const { return {height_, width_}; }
    operator std::array<std::uint32_t, 2>() const {
        return {static_cast<std::uint32_t>(height_), static_cast<std::uint32_t>(width_)};
    }
    Shape2D operator*(std::size_t scalar) const { return Shape2D(height_ * scalar, width_ * scalar); }
    bool operator==(const Shape2D&) const = default;
    [[nodiscard]] std::size_t height() const { return height_; }
    [[nodiscard]] std::size_t width() const { return width_; }

    static constexpr auto attribute_names = std::forward_as_tuple("height", "width");
    auto attribute_values() const { return std::tie(height_, width_); }

    template <std::size_t I>
    std::size_t get() const {
        static_assert(I < 2, "Shape2D has two parts");
        return I == 0 ? height_ : width_;
    }

private:
    std::size_t height_ = 0;
    std::size_t width_ = 0;
};

inline std::ostream& operator<<(std::ostream& os, const Shape2D& size) {
    return os << "(" << size.height() << ", " << size.width() << ")";
}

}  // namespace tt::tt_metal

template <>
struct fmt::formatter<tt::tt_metal::Shape2D> {
    constexpr auto parse(fmt::format_parse_context& ctx) { return ctx.begin(); }
    auto format(const tt::tt_metal::Shape2D& size, fmt::format_context& ctx) const {
        return fmt::format_to(ctx.out(), "({}, {})", size.height(), size.width());
    }
};

template <>
struct std::tuple_size<tt::tt_metal::Shape2D> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I>
struct std::tuple_element<I, tt::tt_metal::Shape2D> {
    using type = std::size_t;
};
