// fmt formatters for standard containers and strong types.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <variant>
#include <vector>

#include "tt_stl/enum_format.hpp"
#include "tt_stl/small_vector.hpp"
#include "tt_stl/strong_type.hpp"

namespace ttsl::fmt_detail {

template <typename T>
auto format_value(fmt::format_context::iterator out, const T& value) {
    using Bare = std::remove_cv_t<std::remove_pointer_t<T>>;
    if constexpr (std::is_pointer_v<T> && !std::is_same_v<Bare, char> && !std::is_same_v<Bare, void>) {
        return value ? fmt::format_to(out, "{}", fmt::ptr(value)) : fmt::format_to(out, "nullptr");
    } else {
        return fmt::format_to(out, "{}", value);
    }
}

using Out = fmt::format_context::iterator;

inline Out put(Out out, std::string_view text) { return std::copy(text.begin(), text.end(), out); }

// `open`, then every element as `show(out, element)` writes it, commas in between, then `close`.
template <typename Range, typename Show>
Out format_list(Out out, const Range& range, std::string_view open, std::string_view close, Show show) {
    out = put(out, open);
    std::string_view before = "";
    for (const auto& element : range) {
        out = show(put(out, before), element);
        before = ", ";
    }
    return put(out, close);
}

template <typename Range>
Out format_range(fmt::format_context& ctx, const Range& range, std::string_view open, std::string_view close) {
    return format_list(ctx.out(), range, open, close,
                       [](Out out, const auto& element) { return format_value(out, element); });
}

template <typename Map>
Out format_map(fmt::format_context& ctx, const Map& map) {
    return format_list(ctx.out(), map, "{", "}", [](Out out, const auto& entry) {
        return format_value(put(format_value(out, entry.first), ": "), entry.second);
    });
}

}  // namespace ttsl::fmt_detail

template <>
struct fmt::formatter<std::filesystem::path> : ttsl::fmt_detail::NoSpec {
    auto format(const std::filesystem::path& path, format_context& ctx) const {
        return fmt::format_to(ctx.out(), "{}", path.string());
    }
};

template <typename T, typename Tag>
struct fmt::formatter<ttsl::StrongType<T, Tag>> : ttsl::fmt_detail::NoSpec {
    auto format(const ttsl::StrongType<T, Tag>& value, format_context& ctx) const {
        return fmt::format_to(ctx.out(), "{}", *value);
    }
};

template <typename T>
struct fmt::formatter<std::optional<T>> : ttsl::fmt_detail::NoSpec {
    auto format(const std::optional<T>& value, format_context& ctx) const {
        if (!value) return ttsl::fmt_detail::put(ctx.out(), "std::nullopt");
        return ttsl::fmt_detail::format_value(ctx.out(), *value);
    }
};

template <typename... Ts>
struct fmt::formatter<std::variant<Ts...>> : ttsl::fmt_detail::NoSpec {
    auto format(const std::variant<Ts...>& value, format_context& ctx) const {
        return std::visit([&](const auto& held) { return ttsl::fmt_detail::format_value(ctx.out(), held); }, value);
    }
};

template <typename A, typename B>
struct fmt::formatter<std::pair<A, B>> : ttsl::fmt_detail::NoSpec {
    auto format(const std::pair<A, B>& value, format_context& ctx) const {
        using namespace ttsl::fmt_detail;
        const auto first = format_value(put(ctx.out(), "("), value.first);
        return put(format_value(put(first, ", "), value.second), ")");
    }
};

template <typename T>
struct fmt::formatter<std::vector<T>> : ttsl::fmt_detail::NoSpec {
    auto format(const std::vector<T>& values, format_context& ctx) const {
        return ttsl::fmt_detail::format_range(ctx, values, "{", "}");
    }
};

template <typename T, std::size_t N>
struct fmt::formatter<ttsl::SmallVector<T, N>> : ttsl::fmt_detail::NoSpec {
    auto format(const ttsl::SmallVector<T, N>& values, format_context& ctx) const {
        return ttsl::fmt_detail::format_range(ctx, values, "SmallVector([", "])");
    }
};

template <typename T, std::size_t N>
struct fmt::formatter<std::array<T, N>> : ttsl::fmt_detail::NoSpec {
    auto format(const std::array<T, N>& values, format_context& ctx) const {
        return ttsl::fmt_detail::format_range(ctx, values, "{", "}");
    }
};

template <typename T>
struct fmt::formatter<std::set<T>> : ttsl::fmt_detail::NoSpec {
    auto format(const std::set<T>& values, format_context& ctx) const {
        return ttsl::fmt_detail::format_range(ctx, values, "{", "}");
    }
};

template <typename K, typename V>
struct fmt::formatter<std::map<K, V>> : ttsl::fmt_detail::NoSpec {
    auto format(const std::map<K, V>& values, format_context& ctx) const {
        return ttsl::fmt_detail::format_map(ctx, values);
    }
};

template <typename K, typename V>
struct fmt::formatter<std::unordered_map<K, V>> : ttsl::fmt_detail::NoSpec {
    auto format(const std::unordered_map<K, V>& values, format_context& ctx) const {
        return ttsl::fmt_detail::format_map(ctx, values);
    }
};
