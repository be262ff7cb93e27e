// Division by constants; the host divides.
#pragma once

#include <stdint.h>

inline unsigned int mulsi3(unsigned int a, unsigned int b) { return a * b; }
template <uint32_t d>
inline uint32_t udivsi3_const_divisor(uint32_t n) {
    return n / d;
}
template <uint32_t d>
inline uint32_t umodsi3_const_divisor(uint32_t n) {
    return n % d;
}
