// The two placeholders every helper takes by default: no operation after the tile, no accumulation before it.
#pragma once

#include "api/compute/common_globals.h"

namespace compute_kernel_lib {

struct NoAccumulation {};

struct NoOp {
    ALWI void operator()(uint32_t = 0) const {}
};

namespace detail {

template <typename A, typename B>
inline constexpr bool same_type = false;
template <typename A>
inline constexpr bool same_type<A, A> = true;

// A parameter of this type takes no part in deduction: its template argument must be spelled out.
template <typename T>
struct Identity {
    using type = T;
};
template <typename T>
using NotDeduced = typename Identity<T>::type;

constexpr uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

// The largest divisor of `value` that is at most `limit`: equal sub-blocks keep every pack the same size.
constexpr uint32_t largest_divisor(uint32_t value, uint32_t limit) {
    for (uint32_t divisor = smaller(value, limit); divisor > 1; --divisor) {
        if (value % divisor == 0) return divisor;
    }
    return 1;
}

}  // namespace detail
}  // namespace compute_kernel_lib
