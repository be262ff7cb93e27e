// Products of sizes that cannot wrap around: what is too large to count stays too large.
#pragma once

#include <cstdint>

namespace tilewright {

// No memory has as many elements, and eight bytes for each of them can still be counted in 64 bits.
inline constexpr uint64_t kMostElements = uint64_t{1} << 60;

// a * b, or kMostElements + 1 where that would be more.
constexpr uint64_t bounded_product(uint64_t a, uint64_t b) {
    uint64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) || product > kMostElements ? kMostElements + 1 : product;
}

// The product of all extents, by the same rule; 0 where one of them is 0.
template <typename Extents>
constexpr uint64_t bounded_volume(const Extents& extents) {
    uint64_t volume = 1;
    bool empty = false;
    for (const auto extent : extents) {
        empty |= extent == 0;
        volume = bounded_product(volume, extent);
    }
    return empty ? 0 : volume;
}

}  // namespace tilewright
