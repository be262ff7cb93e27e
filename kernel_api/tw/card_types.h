// Where the host's headers differ from the card's: integers of 32 bits that are 64 wide here, macros of <cmath>, and
// what every kernel may call whatever its processor. Included after the standard headers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "internal/risc_attribs.h"

// Kernels name constants of their own like these, which a macro would not let them.
#undef M_E
#undef M_LOG2E
#undef M_LOG10E
#undef M_LN2
#undef M_LN10
#undef M_PI
#undef M_PI_2
#undef M_PI_4
#undef M_1_PI
#undef M_2_PI
#undef M_2_SQRTPI
#undef M_SQRT2
#undef M_SQRT1_2
inline constexpr double M_E = 2.71828182845904523536;
inline constexpr double M_LOG2E = 1.44269504088896340736;
inline constexpr double M_LOG10E = 0.43429448190325182765;
inline constexpr double M_LN2 = 0.69314718055994530942;
inline constexpr double M_LN10 = 2.30258509299404568402;
inline constexpr double M_PI = 3.14159265358979323846;
inline constexpr double M_PI_2 = 1.57079632679489661923;
inline constexpr double M_PI_4 = 0.78539816339744830962;
inline constexpr double M_1_PI = 0.31830988618379067154;
inline constexpr double M_2_PI = 0.63661977236758134308;
inline constexpr double M_2_SQRTPI = 1.12837916709551257390;
inline constexpr double M_SQRT2 = 1.41421356237309504880;
inline constexpr double M_SQRT1_2 = 0.70710678118654752440;

// size_t and uint32_t are one width on the card: std::min(count, sizeof(x)) compares two 32-bit numbers there.
namespace tw_card {
template <class A, class B>
concept OneWidthOnTheCard = std::is_unsigned_v<A> && std::is_unsigned_v<B> && sizeof(A) != sizeof(B) &&
                            sizeof(A) >= 4 && sizeof(B) >= 4 && sizeof(A) <= 8 && sizeof(B) <= 8;
}  // namespace tw_card
namespace std {
template <class A, class B>
    requires tw_card::OneWidthOnTheCard<A, B>
constexpr uint32_t min(const A& a, const B& b) {
    return static_cast<uint32_t>(a < b ? a : b);
}
template <class A, class B>
    requires tw_card::OneWidthOnTheCard<A, B>
constexpr uint32_t max(const A& a, const B& b) {
    return static_cast<uint32_t>(a < b ? b : a);
}
}  // namespace std

// L1 is coherent here; the compiler must still read volatile-free polled words again.
FORCE_INLINE void invalidate_l1_cache() { __asm__ volatile("" ::: "memory"); }

// A function of the vendor's that exists and that the virtual card does not have: it may be named by code that is never
// made, and is refused where a call of it is left.
#define TW_REFUSED(text) __attribute__((error("Tilewright: " text)))
