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
    using value_type = T;
    using tag_type = Tag;

    constexpr StrongType() noexcept
        requires std::default_initializable<T>
        : value_(T{}) {}
    constexpr explicit StrongType(T v) noexcept : value_(std::move(v)) {}

    constexpr const T& operator*() const { return value_; }
    constexpr const T& get() const { return value_; }
    auto operator<=>(const StrongType&) const = default;

    static constexpr auto attribute_names = std::forward_as_tuple("value");
    constexpr auto attribute_values() const { return std::forward_as_tuple(value_); }

private:
    T value_;
};

template <typename T>
struct is_strong_type : std::false_type {};
template <typename T, typename Tag>
struct is_strong_type<StrongType<T, Tag>> : std::true_type {};
template <typename T>
inline constexpr bool is_strong_type_v = is_strong_type<T>::value;

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
