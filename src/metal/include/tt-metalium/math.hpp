// Integer division and rounding, in the type both operands convert to.
#pragma once

#include <type_traits>

namespace tt {

namespace math_detail {
template <typename T>
struct Division {
    T value, unit;
    constexpr T rest() const { return static_cast<T>(value % unit); }
    constexpr T down() const { return static_cast<T>(value - rest()); }
    constexpr T up() const { return static_cast<T>(rest() > 0 ? down() + unit : down()); }
};

template <typename A, typename B, typename T = std::common_type_t<A, B>>
constexpr Division<T> division(A a, B b) {
    return {static_cast<T>(a), static_cast<T>(b)};
}
}  // namespace math_detail

// The nearest multiple of b that is not above, or not below, a.
template <typename A, typename B>
constexpr auto round_down(A a, B b) {
    return math_detail::division(a, b).down();
}
template <typename A, typename B>
constexpr auto round_up(A a, B b) {
    return math_detail::division(a, b).up();
}

// How many b make a, the last of them perhaps in part.
template <typename A, typename B>
constexpr auto div_up(A a, B b) noexcept -> std::common_type_t<A, B> {
    const auto division = math_detail::division(a, b);
    const bool partly = division.rest() > 0;
    return static_cast<std::common_type_t<A, B>>(division.value / division.unit + partly);
}

}  // namespace tt
