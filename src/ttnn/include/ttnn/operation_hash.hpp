// Hashes of whatever attributes an op has, by reflection: numbers, enums, strings, optionals, variants, containers,
// classes that publish attribute_values(), and plain aggregates of up to twelve of these. References in aggregates are
// fine: nothing is copied or default-constructed.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <variant>

namespace tt::stl::hash {

using hash_t = std::uint64_t;

inline constexpr hash_t DEFAULT_SEED = 1234;

constexpr hash_t mix(hash_t seed, hash_t value) {
    seed ^= value + 0x9e3779b97f4a7c15ull + (seed << 6) + (seed >> 2);
    seed ^= seed >> 29;
    return seed * 0xbf58476d1ce4e5b9ull;
}

template <typename T>
inline const hash_t type_hash = std::hash<std::string>{}(typeid(T).name());

namespace detail {

// Stands for any member while counting them.
struct AnyMember {
    template <typename T>
    operator T&() const;
    template <typename T>
    operator T&&() const;
};
template <std::size_t>
using AnyAt = AnyMember;

template <typename T, typename Sequence>
struct Braces;
template <typename T, std::size_t... I>
struct Braces<T, std::index_sequence<I...>> {
    static constexpr bool fit = requires { T{AnyAt<I>{}...}; };
};

template <typename T, std::size_t N = 12>
consteval std::size_t members() {
    if constexpr (Braces<T, std::make_index_sequence<N>>::fit)
        return N;
    else if constexpr (N == 0)
        return 0;
    else
        return members<T, N - 1>();
}

// The members of an aggregate as references.
template <typename T>
constexpr auto tie(const T& object) {
    constexpr std::size_t count = members<T>();
    if constexpr (count == 0) {
        return std::tie();
    } else if constexpr (count == 1) {
        const auto& [a] = object;
        return std::tie(a);
    } else if constexpr (count == 2) {
        const auto& [a, b] = object;
        return std::tie(a, b);
    } else if constexpr (count == 3) {
        const auto& [a, b, c] = object;
        return std::tie(a, b, c);
    } else if constexpr (count == 4) {
        const auto& [a, b, c, d] = object;
        return std::tie(a, b, c, d);
    } else if constexpr (count == 5) {
        const auto& [a, b, c, d, e] = object;
        return std::tie(a, b, c, d, e);
    } else if constexpr (count == 6) {
        const auto& [a, b, c, d, e, f] = object;
        return std::tie(a, b, c, d, e, f);
    } else if constexpr (count == 7) {
        const auto& [a, b, c, d, e, f, g] = object;
        return std::tie(a, b, c, d, e, f, g);
    } else if constexpr (count == 8) {
        const auto& [a, b, c, d, e, f, g, h] = object;
        return std::tie(a, b, c, d, e, f, g, h);
    } else if constexpr (count == 9) {
        const auto& [a, b, c, d, e, f, g, h, i] = object;
        return std::tie(a, b, c, d, e, f, g, h, i);
    } else if constexpr (count == 10) {
        const auto& [a, b, c, d, e, f, g, h, i, j] = object;
        return std::tie(a, b, c, d, e, f, g, h, i, j);
    } else if constexpr (count == 11) {
        const auto& [a, b, c, d, e, f, g, h, i, j, k] = object;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k);
    } else {
        const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = object;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l);
    }
}

template <typename T>
inline constexpr bool is_optional = false;
template <typename T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <typename T>
inline constexpr bool is_variant = false;
template <typename... T>
inline constexpr bool is_variant<std::variant<T...>> = true;
template <typename T>
inline constexpr bool is_reference_wrapper = false;
template <typename T>
inline constexpr bool is_reference_wrapper<std::reference_wrapper<T>> = true;
template <typename T>
inline constexpr bool is_tuple = false;
template <typename... T>
inline constexpr bool is_tuple<std::tuple<T...>> = true;
template <typename A, typename B>
inline constexpr bool is_tuple<std::pair<A, B>> = true;

}  // namespace detail

template <typename T>
hash_t hash_object(const T& object);

// Calls `visit` with every part of an aggregate, container, optional or variant, or with the object itself.
template <typename... T>
hash_t hash_objects(hash_t seed, const T&... objects) {
    ((seed = mix(seed, hash_object(objects))), ...);
    return seed;
}
template <typename... T>
hash_t hash_objects_with_default_seed(const T&... objects) {
    return hash_objects(DEFAULT_SEED, objects...);
}

template <typename T>
hash_t hash_object(const T& object) {
    if constexpr (std::is_enum_v<T>) {
        return static_cast<hash_t>(object);
    } else if constexpr (std::is_same_v<T, float>) {
        return std::bit_cast<uint32_t>(object);
    } else if constexpr (std::is_same_v<T, double>) {
        return std::bit_cast<uint64_t>(object);
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<hash_t>(object);
    } else if constexpr (std::is_convertible_v<T, std::string_view>) {
        return std::hash<std::string_view>{}(std::string_view(object));
    } else if constexpr (detail::is_reference_wrapper<T>) {
        return hash_object(object.get());
    } else if constexpr (detail::is_optional<T>) {
        return object.has_value() ? mix(1, hash_object(*object)) : 0;
    } else if constexpr (detail::is_variant<T>) {
        return mix(object.index(), std::visit([](const auto& held) { return hash_object(held); }, object));
    } else if constexpr (std::is_same_v<T, std::monostate>) {
        return 0;
    } else if constexpr (detail::is_tuple<T>) {
        return std::apply([](const auto&... parts) { return hash_objects(sizeof...(parts), parts...); }, object);
    } else if constexpr (requires { object.attribute_values(); }) {
        return std::apply([](const auto&... parts) { return hash_objects(sizeof...(parts), parts...); },
                          object.attribute_values());
    } else if constexpr (requires {
                             object.begin();
                             object.end();
                         }) {
        hash_t seed = 0;
        for (const auto& part : object) seed = mix(seed, hash_object(part));
        return seed;
    } else if constexpr (requires {
                             { std::hash<T>{}(object) } -> std::convertible_to<std::size_t>;
                         }) {
        return std::hash<T>{}(object);
    } else if constexpr (std::is_aggregate_v<T>) {
        return hash_object(detail::tie(object));
    } else {
        static_assert(sizeof(T) == 0,
                      "this attribute cannot be hashed: give its class attribute_names and attribute_values(), "
                      "or give the device operation a compute_program_hash");
    }
}

}  // namespace tt::stl::hash

namespace ttsl::hash {
using namespace ::tt::stl::hash;
}
