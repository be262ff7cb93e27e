// Stand-in for enchantum: the names of an enumeration's values, as the headers of tt-metal ask for them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace enchantum {

template <typename T>
concept Enum = std::is_enum_v<T>;
template <typename T>
concept ScopedEnum = Enum<T> && !std::is_convertible_v<T, std::underlying_type_t<T>>;

template <typename E>
inline constexpr std::size_t count = 1;
template <typename E>
inline constexpr std::array<E, 1> values{};
template <typename E>
inline constexpr std::array<E, 1> values_generator{};
template <typename E>
inline constexpr std::array<std::string_view, 1> names{};
template <typename E>
inline constexpr std::array<std::pair<E, std::string_view>, 1> entries{};
template <typename E>
inline constexpr E min{};
template <typename E>
inline constexpr E max{};

template <typename E>
constexpr std::string_view to_string(E) {
    return {};
}
template <typename E>
constexpr std::underlying_type_t<E> to_underlying(E value) {
    return static_cast<std::underlying_type_t<E>>(value);
}
template <typename E>
constexpr std::string_view type_name = {};
template <typename E, typename... Args>
constexpr std::optional<E> cast(Args&&...) {
    return std::nullopt;
}
template <typename E, typename... Args>
constexpr bool contains(Args&&...) {
    return false;
}

template <typename E, std::size_t... Range>
struct enum_traits {
    static constexpr long min = 0, max = 0;
};

}  // namespace enchantum
