// The arithmetic of the Wormhole FPU, as rules on single elements. Everything `Numerics::Card` computes is built from
// the functions here; docs/numerics.md says them in words.
//
// Scale: significands and products are integers. 1.0 is 2^10 for operands and products (11 and 12 bits), 2^23 for
// terms of the accumulate step. Exponents are biased.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "tile/fpu/math_rules.hpp"

namespace tilewright::tile {

// How the exponents of one call are biased. The A family (fp16) computes with 5-bit exponents; a 32-bit DST lifts
// its products into the range of float32.
struct FpuMode {
    DstKind dst = DstKind::Bf16;
    int word_bias = 0;          // taken off the exponent of a register word: 112 for the A family
    int dst_bias = 0;           // the same for DST: 112 only when DST itself is fp16
    int product_offset = -127;  // exponent of a product: eA + eB + this
    int sum_offset = 0;         // exponent of a sum: max(eA, eB) + this
};

inline FpuMode fpu_mode(const MathConfig& config) {
    const DstKind dst = dst_kind(config);
    if (!is_a_exponent(config.src_a)) return {dst, 0, 0, -127, 0};
    if (dst == DstKind::Fp32) return {dst, 112, 0, 97, 112};
    return {dst, 112, 112, -15, 0};
}

// An operand as the multipliers see it: 11-bit significand, 0 for zero and subnormals.
struct Source {
    bool negative = false;
    int exponent = 0;
    uint32_t significand = 0;
};

inline Source source_from_word(const FpuMode& mode, uint32_t word, uint32_t mask) {
    word &= mask;
    const int exponent = static_cast<int>((word >> 23) & 255) - mode.word_bias;
    if (is_subnormal_or_zero(word) || exponent <= 0) return {(word & kSign) != 0, 0, 0};
    return {(word & kSign) != 0, exponent, ((word >> 13) & 0x3FF) | 0x400};
}

// A summand of the accumulate step. `exponent` counts even when the magnitude is zero.
struct Term {
    bool negative = false;
    int exponent = 0;
    uint32_t magnitude = 0;
};

// Right shift, half of the last kept unit added first; `less` is 1 for negative groups, whose ties go toward zero.
inline uint32_t shift_half_up(uint32_t magnitude, int distance, uint32_t less) {
    if (distance >= 31) return 0;
    if (distance == 0) return magnitude;
    return (magnitude + (1u << (distance - 1)) - less) >> distance;
}

inline int32_t aligned_term(const Term& term, int exponent, bool is_group, DstKind dst) {
    const uint32_t less = is_group && term.negative ? 1 : 0;
    uint32_t magnitude = shift_half_up(term.magnitude, exponent - term.exponent, less);
    if (dst != DstKind::Fp32) magnitude = (magnitude + 0x1000 - less) & ~0x1FFFu;  // a multiple of 2^13
    return term.negative ? -static_cast<int32_t>(magnitude) : static_cast<int32_t>(magnitude);
}

inline Term term_from_dst(const FpuMode& mode, uint32_t word) {
    const int exponent = static_cast<int>((word >> 23) & 255) - mode.dst_bias;
    if (is_subnormal_or_zero(word) || exponent <= 0) return {};
    return {(word & kSign) != 0, exponent, (word & 0x7FFFFF) | 0x800000};
}

// Sum in units of 2^-23 at `exponent` -> DST word.
inline uint32_t normalised(const FpuMode& mode, int32_t sum, int exponent) {
    if (sum == 0) return 0;
    const uint32_t sign = sum < 0 ? kSign : 0;
    uint32_t magnitude = sum < 0 ? 0u - static_cast<uint32_t>(sum) : static_cast<uint32_t>(sum);
    if (sum == -1) {
        // The leading-zero counter misreads exactly this sum: -4 instead of 23.
        magnitude = 0x800000;
        exponent += 4;
    } else {
        const int kept_bits = mode.dst == DstKind::Fp32 ? 24 : mode.dst == DstKind::Bf16 ? 8 : 11;
        int top = std::bit_width(magnitude) - 1;
        if (top >= kept_bits) {
            const int dropped = top + 1 - kept_bits;
            magnitude = (magnitude + (1u << (dropped - 1))) >> dropped << dropped;
            top = std::bit_width(magnitude) - 1;
        }
        magnitude = top > 23 ? magnitude >> (top - 23) : magnitude << (23 - top);
        exponent += top - 23;
    }
    if (exponent <= 0) return 0;
    if (mode.dst == DstKind::Fp16) {
        if (exponent >= 32) return sign | kFp16Largest;
    } else if (exponent >= 255) {
        return sign | kInfinity;
    }
    return sign | (static_cast<uint32_t>(exponent + mode.dst_bias) << 23) | (magnitude & 0x7FFFFF);
}

// The accumulate step of every FPU instruction: one or two groups and the old DST datum.
inline uint32_t combine(const FpuMode& mode, const Term& group0, const Term& group1, uint32_t dst) {
    const Term old = term_from_dst(mode, dst);
    const int exponent = std::max({group0.exponent, group1.exponent, old.exponent});
    if (exponent <= 0) return 0;
    const int32_t sum = aligned_term(group0, exponent, true, mode.dst) +
                        aligned_term(group1, exponent, true, mode.dst) + aligned_term(old, exponent, false, mode.dst);
    return normalised(mode, sum, exponent);
}

// ADD and SUB (negate `b` first): the smaller operand is aligned on 11 bits before anything else.
inline uint32_t add(const FpuMode& mode, Source a, Source b, uint32_t dst) {
    const bool b_larger = b.exponent > a.exponent || (b.exponent == a.exponent && b.significand > a.significand);
    if (b_larger) std::swap(a, b);
    const int distance = a.exponent - b.exponent;
    const uint32_t small = distance >= 12 ? 0 : shift_half_up(b.significand, distance, 0);
    const uint32_t sum = a.negative == b.negative ? a.significand + small : a.significand - small;
    const int exponent = a.exponent == 0 ? 0 : a.exponent + mode.sum_offset;
    return combine(mode, {a.negative, exponent, sum << 13}, {}, dst);
}

// ---- fidelity phases -----------------------------------------------------------------------------------------------
inline int phase_count(Fidelity fidelity) { return fidelity == Fidelity::LoFi ? 1 : static_cast<int>(fidelity); }

// One multiply takes 5 bits of SrcA and 7 bits of SrcB; bit 0 of SrcA is never used.
inline uint32_t slice_a(int phase, uint32_t significand) {
    return phase & 1 ? (significand >> 1) & 31 : significand >> 6;
}
inline uint32_t slice_b(int phase, uint32_t significand) {
    return phase & 2 ? (significand & 15) << 3 : significand >> 4;
}
constexpr int phase_exponent(int phase) { return (phase & 1 ? -5 : 0) + (phase & 2 ? -7 : 0); }

inline bool is_zero(const Source& source) { return source.exponent == 0; }

// One phase of an element-wise MUL: the product is dropped when a factor is zero or its exponent is not positive.
inline uint32_t multiply_phase(const FpuMode& mode, int phase, const Source& a, const Source& b, uint32_t dst) {
    const int exponent = a.exponent + b.exponent + mode.product_offset + phase_exponent(phase);
    Term product;
    if (!is_zero(a) && !is_zero(b) && exponent > 0)
        product = {a.negative != b.negative, exponent,
                   slice_a(phase, a.significand) * slice_b(phase, b.significand) << 13};
    return combine(mode, product, {}, dst);
}

// Eight products of a dot product, aligned to the largest exponent among them.
inline Term product_group(const FpuMode& mode, int phase, const Source a[8], const Source b[8]) {
    const int offset = mode.product_offset + phase_exponent(phase);
    int exponents[8], largest = 0;
    for (int k = 0; k < 8; ++k) {
        const bool zero = is_zero(a[k]) || is_zero(b[k]);
        exponents[k] = zero ? std::max(offset, 0) : a[k].exponent + b[k].exponent + offset;
        largest = k == 0 ? exponents[0] : std::max(largest, exponents[k]);
    }
    if (largest <= 0) return {};
    int32_t sum = 0;
    for (int k = 0; k < 8; ++k) {
        if (is_zero(a[k]) || is_zero(b[k])) continue;
        const uint32_t product = slice_a(phase, a[k].significand) * slice_b(phase, b[k].significand);
        const auto aligned = static_cast<int32_t>(shift_half_up(product, std::min(largest - exponents[k], 30), 0));
        sum += a[k].negative != b[k].negative ? -aligned : aligned;
    }
    return {sum < 0, largest, static_cast<uint32_t>(sum < 0 ? -sum : sum) << 13};
}

// One MVMUL or GAPOOL element: sixteen products, two groups, one accumulate step.
inline uint32_t dot16(const FpuMode& mode, int phase, const Source a[16], const Source b[16], uint32_t dst) {
    return combine(mode, product_group(mode, phase, a, b), product_group(mode, phase, a + 8, b + 8), dst);
}

// A move from a source register into DST flushes subnormals; with a 32-bit DST the copy is an addition of zero.
inline uint32_t moved_to_dst(const FpuMode& mode, uint32_t word, uint32_t mask) {
    if (mode.dst == DstKind::Fp32) return add(mode, source_from_word(mode, word, mask), {}, 0);
    word &= mode.dst == DstKind::Bf16 ? kBf16Mask : mask;
    return flush_to_plus_zero(word);
}

// Maximum pooling takes subnormals for +0 and compares ranks: sign and magnitude with an exponent of nine bits, the sum
// of those of value and scaler. A DST value has a scaler of one. The ninth bit is lost on the way back to DST.
using Rank = int64_t;
inline Rank signed_rank(uint32_t word, uint32_t exponent) {
    const Rank magnitude = Rank{word & ~kSign} + (Rank{exponent} << 23);
    return word & kSign ? -magnitude : magnitude;
}
inline Rank rank_of_dst(uint32_t word) { return signed_rank(word, kUnitExponent); }
inline Rank rank_of_source(uint32_t word, uint32_t mask, uint32_t exponent) {
    const uint32_t value = flush_to_plus_zero(word & mask);
    return value == 0 ? 0 : signed_rank(value, exponent);
}
inline uint32_t word_of_rank(Rank rank) {
    const Rank magnitude = rank < 0 ? -rank : rank;
    if (magnitude >> 23 == 0) return 0;
    const uint32_t low = static_cast<uint32_t>(magnitude - (Rank{kUnitExponent} << 23)) & ~kSign;
    return (rank < 0 ? kSign : 0) | low;
}

}  // namespace tilewright::tile
