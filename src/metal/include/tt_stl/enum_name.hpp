// The name of an enum's value, taken from the compiler. Values from 0 to 255 are known.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ttsl::enum_detail {

template <typename E, E V>
constexpr std::string_view raw_name() {
    const std::string_view text = __PRETTY_FUNCTION__;
    // gcc: "... [with E = X; E V = X::NAME; std::string_view = ...]", clang: "... [E = X, V = X::NAME]"
    std::size_t begin = text.find("V = ");
    if (begin == std::string_view::npos) return {};
    begin += 4;
    std::size_t end = begin;
    while (end < text.size() && text[end] != ';' && text[end] != ']' && text[end] != ',') ++end;
    std::string_view name = text.substr(begin, end - begin);
    if (name.empty() || name[0] == '(' || (name[0] >= '0' && name[0] <= '9')) return {};
    const std::size_t colon = name.rfind(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

template <typename E, std::size_t... I>
constexpr auto names(std::index_sequence<I...>) {
    return std::array<std::string_view, sizeof...(I)>{raw_name<E, static_cast<E>(I)>()...};
}

template <typename E>
constexpr std::string_view type_name() {
    const std::string_view text = __PRETTY_FUNCTION__;
    std::size_t begin = text.find("E = ");
    begin += 4;
    std::size_t end = begin;
    while (end < text.size() && text[end] != ';' && text[end] != ']' && text[end] != ',') ++end;
    const std::string_view name = text.substr(begin, end - begin);
    const std::size_t colon = name.rfind(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

}  // namespace ttsl::enum_detail

namespace ttsl {

// "TensorMemoryLayout::HEIGHT_SHARDED", or the number where no name is known.
template <typename E>
    requires std::is_enum_v<E>
std::string enum_name(E value) {
    static constexpr auto known = enum_detail::names<E>(std::make_index_sequence<256>{});
    const auto number = static_cast<std::underlying_type_t<E>>(value);
    std::string text(enum_detail::type_name<E>());
    text += "::";
    if (number >= 0 && static_cast<std::size_t>(number) < known.size() &&
        !known[static_cast<std::size_t>(number)].empty()) {
        return text += known[static_cast<std::size_t>(number)];
    }
    return text += std::to_string(+number);
}

}  // namespace ttsl
