// A value with a type of its own, so that ids of different kinds cannot be mixed up.
#pragma once

#include <compare>
#include <concepts>
#include <functional>
#include <ostream>
#include <tuple>
#include <utility>

namespace ttsl {

template <typename T, typename Tag = decltype([]() {})>
class StrongType {
public:
    using tag_type = Tag;
    using value_type = T;

    constexpr StrongType() noexcept
        requires std::default_initializable<T>
    = default;
    constexpr explicit StrongType(T held) noexcept : held_{std::move(held)} {}

    constexpr const T& get() const { return held_; }
    constexpr const T& operator*() const { return get(); }
    auto operator<=>(const StrongType&) const = default;

    static constexpr auto attribute_names = std::forward_as_tuple("value");
    constexpr auto attribute_values() const { return std::tie(held_); }

private:
    T held_{};
};

template <typename>
inline constexpr bool is_strong_type_v = false;
template <typename T, typename Tag>
inline constexpr bool is_strong_type_v<StrongType<T, Tag>> = true;
template <typename T>
struct is_strong_type : std::bool_constant<is_strong_type_v<T>> {};

}  // namespace ttsl

template <typename T, typename Tag>
std::ostream& operator<<(std::ostream& os, const ttsl::StrongType<T, Tag>& value) {
    return os << +*value;
}

template <typename T, typename Tag>
struct std::hash<ttsl::StrongType<T, Tag>> {
    std::size_t operator()(const ttsl::StrongType<T, Tag>& value) const noexcept { return std::hash<T>{}(*value); }
};

namespace tt::stl {
using namespace ::ttsl;
}
