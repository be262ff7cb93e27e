// bfloat16 as 16 bits: conversions and a comparison that needs no float unit.
#pragma once

#include <stdint.h>

#include <bit>

#include "internal/risc_attribs.h"

inline constexpr uint16_t NEG_INF_BFLOAT16 = 0xFF80;
inline constexpr uint16_t POS_INF_BFLOAT16 = 0x7F80;
inline constexpr uint16_t NAN_BFLOAT16 = 0x7FFF;
inline constexpr uint16_t BFLOAT16_SIGN_MASK = 0x8000;

FORCE_INLINE float bf16_to_fp32(uint16_t bf16) { return std::bit_cast<float>(static_cast<uint32_t>(bf16) << 16); }

// To nearest, ties to even.
FORCE_INLINE uint16_t fp32_to_bf16(float x) {
    const uint32_t bits = std::bit_cast<uint32_t>(x);
    return static_cast<uint16_t>((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16);
}

FORCE_INLINE uint16_t fp32_to_bf16_truncate(float x) { return static_cast<uint16_t>(std::bit_cast<uint32_t>(x) >> 16); }

struct FloatBits {
    uint16_t high16;
    uint16_t low16;
    explicit FloatBits(float value)
        : high16(static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16)),
          low16(static_cast<uint16_t>(std::bit_cast<uint32_t>(value))) {}
};

// Sign and magnitude: for two negatives the larger magnitude is the smaller number.
inline bool bfloat16_greater(uint16_t bf16_a, uint16_t bf16_b) {
    const bool a_negative = bf16_a & BFLOAT16_SIGN_MASK;
    const bool b_negative = bf16_b & BFLOAT16_SIGN_MASK;
    if (a_negative != b_negative) return b_negative;
    return a_negative ? bf16_a < bf16_b : bf16_a > bf16_b;
}
