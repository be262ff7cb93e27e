// Rounding up to a power of two.
#pragma once

#include <type_traits>

namespace tt {

// The first multiple of `alignment`, a power of two, that is not below `addr`.
template <typename T1, typename T2>
constexpr std::common_type_t<T1, T2> align(T1 addr, T2 alignment) {
    static_assert(std::is_integral_v<T1> && std::is_integral_v<T2>, "align() takes integers");
    using Value = std::common_type_t<T1, T2>;
    const Value below = static_cast<Value>(alignment) - 1;
    return (static_cast<Value>(addr) + below) & ~below;
}

}  // namespace tt
