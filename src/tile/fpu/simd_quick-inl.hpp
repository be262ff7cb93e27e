// `Numerics::Card`, closed forms: the rules of card_rules.hpp as a few float instructions, for exponents in the middle
// of the range. Each form says which lanes it cannot serve; those go the general way (simd_card-inl.hpp).
//
// The tool is a float M = 1.5 * 2^n: its last bit is worth 2^(n-23), so adding x to it rounds x to that grid, to
// nearest. A tie would go to even; operands have at most 11 significant bits, so a tie is broken by changing x by less
// than any bit it has, in the direction that the card takes. Grids here are 2^-10 of a leading exponent E: n = E + 13.
#if defined(TILEWRIGHT_TILE_SIMD_QUICK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEWRIGHT_TILE_SIMD_QUICK_INL
#undef TILEWRIGHT_TILE_SIMD_QUICK_INL
#else
#define TILEWRIGHT_TILE_SIMD_QUICK_INL
#endif

#include "tile/fpu/simd_combine-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {
namespace card {

constexpr uint32_t exponent_bits(int32_t exponent) { return static_cast<uint32_t>(exponent) << 23; }

// Exponents that keep everything a closed form touches (13 above, 31 below) inside the float range.
constexpr int32_t kQuickLow = 40, kQuickHigh = 230;
// M over E, as a difference of words.
constexpr uint32_t kGridOverExponent = exponent_bits(13) | 0x400000u;

HWY_INLINE VU exponent_field(VU words) { return hn::And(words, set_u(kInfinity)); }

// Round to 8 significant bits, ties away from zero.
HWY_INLINE VU to_bf16_away(VU words) { return hn::And(hn::Add(words, set_u(0x8000)), set_u(kBf16Mask)); }

// Unsigned, on every target.
HWY_INLINE hn::Mask<DU> at_most(VU words, uint32_t limit) { return hn::Eq(hn::Min(words, set_u(limit)), words); }

// Lanes whose leading exponent field is zero or well inside the range.
HWY_INLINE hn::Mask<DU> is_quick(VU field) {
    const VU moved = hn::Sub(field, set_u(exponent_bits(kQuickLow)));
    return hn::Or(at_most(moved, exponent_bits(kQuickHigh - kQuickLow)), hn::Eq(field, hn::Zero(du)));
}

// ---- add ------------------------------------------------------------------------------------------------------------
// Both operands onto the grid of the larger exponent, half away from zero (the larger one is there already), then an
// exact sum. A field below kQuickLow is zero here, and so large a grid flushes subnormals.
template <bool kFp32>
HWY_INLINE VU quick_sum(VU a, VU b, VU field) {
    const VF grid = as_f(hn::Add(hn::Max(field, set_u(exponent_bits(kQuickLow))), set_u(kGridOverExponent)));
    const VU away = set_u(1);
    const VF left = hn::Add(grid, as_f(hn::Or(a, away)));
    const VU sum = as_u(hn::Sub(hn::Add(left, as_f(hn::Or(b, away))), grid));
    return kFp32 ? sum : to_bf16_away(sum);
}

// ---- multiply -------------------------------------------------------------------------------------------------------
// The operand bits that the phases of a fidelity take: SrcA 5 and 5 bits, SrcB 7 and 4.
constexpr uint32_t kHighA = 0xFFF80000u, kBothA = 0xFFFFC000u, kHighB = 0xFFFE0000u;

// A cleared 32-bit DST: no phase rounds, so the result is an exact float product of the bits that the fidelity takes.
struct ExactProduct {
    uint32_t mask_a, mask_b;
    bool third_only;  // HiFi3: the low bits of SrcB meet the high bits of SrcA only

    explicit ExactProduct(int phases)
        : mask_a(phases == 1 ? kHighA : kBothA), mask_b(phases == 4 ? ~0u : kHighB), third_only(phases == 3) {}

    HWY_INLINE VU operator()(VU a, VU b) const {
        const VF high = as_f(hn::And(b, set_u(mask_b)));
        const VF product = hn::Mul(as_f(hn::And(a, set_u(mask_a))), high);
        if (!third_only) return as_u(product);
        return as_u(hn::Add(product, hn::Mul(as_f(hn::And(a, set_u(kHighA))), hn::Sub(as_f(b), high))));
    }
};

// A cleared 16-bit DST: the first product is rounded to 8 bits; each later one lies below the leading exponent, is
// rounded to its grid (ties upward, as groups are), added and rounded to 8 bits again. All phases have one sign.
struct RoundedProduct {
    int phases;

    HWY_INLINE VU operator()(VU a, VU b) const {
        const VF high_a = as_f(hn::And(a, set_u(kHighA))), high_b = as_f(hn::And(b, set_u(kHighB)));
        const VF low_a = hn::Sub(as_f(hn::And(a, set_u(kBothA))), high_a), low_b = hn::Sub(as_f(b), high_b);
        VU sum = to_bf16_away(as_u(hn::Mul(high_a, high_b)));
        if (phases > 1) sum = next(sum, low_a, high_b);
        if (phases > 2) sum = next(sum, high_a, low_b);
        if (phases > 3) sum = next(sum, low_a, low_b);
        return sum;
    }

private:
    static HWY_INLINE VU next(VU sum, VF a, VF b) {
        const VU field = exponent_field(sum);
        const VF grid = as_f(hn::Add(field, set_u(kGridOverExponent)));
        const VF upward = as_f(hn::Sub(field, set_u(exponent_bits(26))));  // 2^-16 of the grid
        const VF product = hn::Add(hn::Mul(a, b), upward);
        return to_bf16_away(as_u(hn::Sub(hn::Add(hn::Add(grid, as_f(sum)), product), grid)));
    }
};

// Lanes that a product form serves; `zero`: lanes with a zero factor. Exponent 255 is an ordinary binade on the card,
// but not for a float product.
HWY_INLINE bool products_are_quick(VU a, VU b, hn::Mask<DU> zero) {
    const VU field_a = exponent_field(a), field_b = exponent_field(b);
    const VU moved = hn::Sub(hn::Add(field_a, field_b), set_u(exponent_bits(127 + kQuickLow)));
    const auto inside = hn::And(at_most(moved, exponent_bits(kQuickHigh - kQuickLow)),
                                hn::Ne(hn::Max(field_a, field_b), set_u(kInfinity)));
    return hn::AllTrue(du, hn::Or(inside, zero));
}

}  // namespace card
}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
