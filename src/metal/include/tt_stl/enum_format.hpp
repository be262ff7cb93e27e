// Enums in format strings: their enumerator. Headers that declare enums for host code, or print, bring it along.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <type_traits>

#include "tt_stl/enum_name.hpp"

namespace ttsl::fmt_detail {

struct NoSpec {
    constexpr auto parse(fmt::format_parse_context& ctx) { return ctx.begin(); }
};

}  // namespace ttsl::fmt_detail

template <typename T>
    requires(std::is_enum_v<T> && !std::is_same_v<T, std::byte>)
struct fmt::formatter<T> : ttsl::fmt_detail::NoSpec {
    auto format(const T& value, format_context& ctx) const {
        return fmt::format_to(ctx.out(), "{}", ttsl::enum_name(value));
    }
};
