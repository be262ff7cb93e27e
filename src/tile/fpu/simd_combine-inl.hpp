// The FPU's accumulate step (card_rules.hpp: combine) on vectors, for operands with 8-bit exponents.
#if defined(TILEWRIGHT_TILE_SIMD_COMBINE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEWRIGHT_TILE_SIMD_COMBINE_INL
#undef TILEWRIGHT_TILE_SIMD_COMBINE_INL
#else
#define TILEWRIGHT_TILE_SIMD_COMBINE_INL
#endif

#include "tile/simd/simd_base-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {

HWY_INLINE VI exponent_of(VU words) { return as_i(hn::And(hn::ShiftRight<23>(words), set_u(255))); }
HWY_INLINE VI all_ones_if_negative(VU words) { return hn::BroadcastSignBit(as_i(words)); }

// Half of the last unit that a shift by `distance` keeps; 0 for distance 0.
HWY_INLINE VU half_unit(VU distance) { return hn::ShiftRight<1>(hn::Shl(set_u(1), distance)); }

// A summand: `sign` is all ones for negative ones.
struct VTerm {
    VI sign, exponent;
    VU magnitude;
};

HWY_INLINE VI with_sign(VU magnitude, VI sign) { return hn::Sub(hn::Xor(as_i(magnitude), sign), sign); }

// Magnitudes stay below 2^30, so a distance of 31 leaves nothing, as the rule asks.
template <bool kFp32, bool kGroup>
HWY_INLINE VI aligned(const VTerm& term, VI exponent) {
    const VU distance = as_u(hn::Min(hn::Sub(exponent, term.exponent), set_i(31)));
    VU rounding = half_unit(distance);
    if constexpr (kGroup) rounding = as_u(hn::Max(hn::Add(as_i(rounding), term.sign), hn::Zero(di)));
    VU magnitude = hn::Shr(hn::Add(term.magnitude, rounding), distance);
    if constexpr (!kFp32) {
        VU half = set_u(0x1000);
        if constexpr (kGroup) half = hn::Add(half, as_u(term.sign));
        magnitude = hn::And(hn::Add(magnitude, half), set_u(~0x1FFFu));
    }
    return with_sign(magnitude, term.sign);
}

HWY_INLINE VTerm dst_term(VU words) {
    const auto zero = is_zero_word(words);
    const VU magnitude = hn::Or(hn::And(words, set_u(0x7FFFFF)), set_u(0x800000));
    return {all_ones_if_negative(words), exponent_of(words), hn::IfThenZeroElse(zero, magnitude)};
}

// The position of the leading one, through the exponent of a float. Clearing the bit below it keeps the conversion
// from rounding up to the next power of two.
HWY_INLINE VI leading_one(VU magnitude) {
    const VU safe = hn::AndNot(hn::ShiftRight<1>(magnitude), magnitude);
    const VU as_float = as_u(hn::ConvertTo(df, as_i(safe)));
    return hn::Sub(as_i(hn::ShiftRight<23>(as_float)), set_i(127));
}

// Sum -> DST word. The hidden one is subtracted and exponents are added as integers, so a carry out of the rounding
// moves into the exponent by itself. `kQuirk`: sums of -1 can occur (they cannot where all terms are multiples of
// 2^13).
template <bool kFp32, bool kQuirk>
HWY_INLINE VU normalised_words(VI sum, VI exponent) {
    const VU magnitude = as_u(hn::Abs(sum));
    const VI top = hn::Max(leading_one(magnitude), set_i(kFp32 ? 0 : 13));
    const VI result_exponent = hn::Add(exponent, hn::Sub(top, set_i(23)));
    VI bits;
    if constexpr (kFp32) {
        const VU left = as_u(hn::Max(hn::Sub(set_i(23), top), hn::Zero(di)));
        const VU right = as_u(hn::Max(hn::Sub(top, set_i(23)), hn::Zero(di)));
        const VU significand = hn::Shr(hn::Add(hn::Shl(magnitude, left), half_unit(right)), right);
        bits = hn::Add(hn::ShiftLeft<23>(result_exponent), hn::Sub(as_i(significand), set_i(0x800000)));
    } else {
        const VU drop = as_u(hn::Sub(top, set_i(7)));
        const VU significand = hn::Shr(hn::Add(magnitude, half_unit(drop)), drop);
        bits = hn::Add(hn::ShiftLeft<23>(result_exponent), hn::ShiftLeft<16>(hn::Sub(as_i(significand), set_i(128))));
    }
    if constexpr (kFp32 && kQuirk) {
        const VI odd = hn::ShiftLeft<23>(hn::Min(hn::Add(exponent, set_i(4)), set_i(255)));
        bits = hn::IfThenElse(hn::Eq(sum, set_i(-1)), odd, bits);
    }
    // Exponents of 255 and more would overflow the word; the sum of -1 has a small exponent here and is not concerned.
    const VI infinity = set_i(static_cast<int32_t>(kInfinity));
    bits = hn::IfThenElse(hn::Gt(result_exponent, set_i(254)), infinity, hn::Min(bits, infinity));
    const auto alive =
        hn::And(hn::Gt(bits, set_i(0x7FFFFF)), hn::And(hn::Ne(sum, hn::Zero(di)), hn::Gt(exponent, hn::Zero(di))));
    const VU sign = hn::And(as_u(sum), set_u(kSign));
    return hn::IfThenElseZero(hn::RebindMask(du, alive), hn::Or(as_u(bits), sign));
}

template <bool kFp32>
HWY_INLINE VU combine_one(const VTerm& group, VU dst) {
    const VTerm old = dst_term(dst);
    const VI exponent = hn::Max(group.exponent, old.exponent);
    const VI sum = hn::Add(aligned<kFp32, true>(group, exponent), aligned<kFp32, false>(old, exponent));
    return normalised_words<kFp32, true>(sum, exponent);
}

// Not inlined: it is large, and called from many places.
template <bool kFp32>
HWY_NOINLINE VU combine_two(const VTerm& group0, const VTerm& group1, VU dst) {
    const VTerm old = dst_term(dst);
    const VI exponent = hn::Max(hn::Max(group0.exponent, group1.exponent), old.exponent);
    const VI sum = hn::Add(hn::Add(aligned<kFp32, true>(group0, exponent), aligned<kFp32, true>(group1, exponent)),
                           aligned<kFp32, false>(old, exponent));
    return normalised_words<kFp32, true>(sum, exponent);
}

}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
