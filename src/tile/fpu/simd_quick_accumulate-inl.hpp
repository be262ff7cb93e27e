// `Numerics::Card`, closed forms of the accumulate step that ends every dot product (card_rules.hpp: combine), for
// exponents in the middle of the range (simd_quick-inl.hpp says how closed forms work).
#if defined(TILEWRIGHT_TILE_SIMD_QUICK_ACCUMULATE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEWRIGHT_TILE_SIMD_QUICK_ACCUMULATE_INL
#undef TILEWRIGHT_TILE_SIMD_QUICK_ACCUMULATE_INL
#else
#define TILEWRIGHT_TILE_SIMD_QUICK_ACCUMULATE_INL
#endif

#include "tile/fpu/card_rules.hpp"
#include "tile/fpu/simd_quick-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {
namespace card {

// Exponents of product groups that the forms serve. A group of zeros has none and is given kEmptyGroup: less than any
// sum has, for sums are multiples of 2^-23 of a group's exponent, phases lying 12 below it.
constexpr int16_t kProductsLow = 80, kProductsHigh = 230, kEmptyGroup = 40;

constexpr uint32_t offset_bits(int phase) { return exponent_bits(phase_exponent(phase)); }
HWY_INLINE VI moved(VI field, uint32_t by) { return hn::Add(field, set_i(static_cast<int32_t>(by))); }

// What the products of a group are added to.
HWY_INLINE VF group_start(VI field, int phase) {
    return as_f(as_u(moved(field, kGridOverExponent + offset_bits(phase))));
}

// One term of the accumulate step in one phase: a group's sum and the exponent of the group without the phase's offset.
struct GroupSum {
    VF sum;
    VI field;
};

// The accumulate step on a 16-bit DST; `exponent` is E. A group is rounded half up, first to 2^-23 of E and then to
// 2^-10: half a unit of the first grid and a little more is added, or a quarter of its own last bit.
HWY_INLINE VU combine_16(int phase, GroupSum a, GroupSum b, VI exponent, VU old) {
    const VF grid = as_f(as_u(moved(exponent, kGridOverExponent)));
    const VI first = moved(exponent, 0x200000u - exponent_bits(24));
    const uint32_t quarter = offset_bits(phase) - exponent_bits(12);
    const VF term_a = hn::Add(a.sum, as_f(as_u(hn::Max(moved(a.field, quarter), first))));
    const VF term_b = hn::Add(b.sum, as_f(as_u(hn::Max(moved(b.field, quarter), first))));
    const VF sum = hn::Add(hn::Add(hn::Add(grid, term_a), term_b), as_f(hn::Or(old, set_u(1))));  // old: ties away
    return to_bf16_away(as_u(hn::Sub(sum, grid)));
}

// The accumulate step on a 32-bit DST: terms as integers in units of 2^-23 of E, groups rounded half up, DST half away
// from zero (as `nearest` of sfpu_quick-inl.hpp does it). The sum of -1 goes to `bad`.
HWY_INLINE VU combine_32(GroupSum a, GroupSum b, VI exponent, VU old, VU& bad) {
    const VF per_unit = as_f(as_u(hn::Sub(set_i(static_cast<int32_t>(exponent_bits(277))), exponent)));
    const VF half = hn::Set(df, 0.5f);
    const VI term_a = hn::ConvertTo(di, hn::Floor(hn::MulAdd(a.sum, per_unit, half)));
    const VI term_b = hn::ConvertTo(di, hn::Floor(hn::MulAdd(b.sum, per_unit, half)));
    const VF under_half = as_f(hn::Or(set_u(0x3EFFFFFFu), hn::And(old, set_u(kSign))));
    const VI term_old = hn::ConvertTo(di, hn::MulAdd(as_f(old), per_unit, under_half));
    const VI sum = hn::Add(hn::Add(term_a, term_b), term_old);
    bad = hn::Or(bad, as_u(hn::VecFromMask(di, hn::Eq(sum, set_i(-1)))));
    // A conversion to float rounds ties to even: one more bit, set where bits will be dropped, makes a tie impossible.
    const auto drops = hn::Gt(hn::Abs(sum), set_i(0xFFFFFF));
    const VI away = hn::IfThenElseZero(drops, hn::Or(hn::BroadcastSignBit(sum), set_i(1)));
    const VI bits = as_i(as_u(hn::ConvertTo(df, hn::Add(hn::Add(sum, sum), away))));
    const VI scaled = hn::Add(bits, moved(exponent, 0u - exponent_bits(127 + 24)));
    return hn::IfThenZeroElse(hn::RebindMask(du, hn::Eq(sum, hn::Zero(di))), as_u(scaled));
}

// Values of DST that the form serves: zero, or well inside the range, so that no sum leaves it; 16 bits where DST has
// them.
template <bool kFp32>
HWY_INLINE void expect_old(VU words, VU& bad) {
    const VU field = exponent_field(words);
    const auto inside =
        at_most(hn::Sub(field, set_u(exponent_bits(kProductsLow))), exponent_bits(kProductsHigh - kProductsLow));
    bad = hn::Or(bad, hn::IfThenZeroElse(hn::Or(inside, hn::Eq(words, hn::Zero(du))), set_u(1)));
    if constexpr (!kFp32) bad = hn::Or(bad, hn::And(words, set_u(0xFFFF)));
}

}  // namespace card
}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
