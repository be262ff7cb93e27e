// `Numerics::Card`, closed forms of the sixteen-term dot product, as the reductions use it (simd_quick-inl.hpp says
// how closed forms work; simd_quick_matmul-inl.hpp has matmul). A vector holds neighbouring results; one side of the
// product is a vector per k, the other one value per k.
#if defined(TILEWRIGHT_TILE_SIMD_QUICK_DOT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEWRIGHT_TILE_SIMD_QUICK_DOT_INL
#undef TILEWRIGHT_TILE_SIMD_QUICK_DOT_INL
#else
#define TILEWRIGHT_TILE_SIMD_QUICK_DOT_INL
#endif

#include "tile/fpu/simd_quick_accumulate-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {
namespace card {

// An operand taken apart: its power of two, and the slices that the multipliers take.
struct Slices {
    VF power, high, low;
};
template <bool kSideA>
HWY_INLINE Slices slices_of(VU words) {
    const VF high = as_f(hn::And(words, set_u(kSideA ? kHighA : kHighB)));
    const VF all = as_f(kSideA ? hn::And(words, set_u(kBothA)) : words);
    return {as_f(exponent_field(words)), high, hn::Sub(all, high)};
}

// The side with one value per k. Its slices are enlarged by less than any bit of a product, so that rounding a product
// to a grid never meets a tie: half goes away from zero, as the card has it.
template <uint32_t kCount>
struct SingleValues {
    alignas(64) float power[kCount], high[kCount], low[kCount];
    bool has_low = false;
    // A subnormal of the other side is zero on the card; unless a value here is large, no grid is fine enough to show
    // it.
    bool hides_subnormals = true;

    template <bool kSideA>
    HWY_INLINE void set(uint32_t at, VU words) {
        const Slices slices = slices_of<kSideA>(flushed(words));
        hides_subnormals &= hn::AllTrue(du, at_most(exponent_field(words), exponent_bits(167 - 27)));
        const VF enlarge = hn::Set(df, 1.0f + 0x1p-21f);
        hn::Store(slices.power, df, power + at);
        hn::Store(hn::Mul(slices.high, enlarge), df, high + at);
        hn::Store(hn::Mul(slices.low, enlarge), df, low + at);
        has_low |= !hn::AllTrue(df, hn::Eq(slices.low, hn::Zero(df)));
    }
};
struct SingleView {
    const float *power, *high, *low;
    bool has_low;
    template <uint32_t kCount>
    SingleView(const SingleValues<kCount>& from, uint32_t at)
        : power(from.power + at), high(from.high + at), low(from.low + at), has_low(from.has_low) {}
};

// The vector side, cut into slices as it is read (`kSideA` as above): for operands that are used once.
template <bool kSideA>
struct WordVectors {
    const uint32_t* words;  // vectors 16 words apart
    HWY_INLINE VF power(uint32_t k) const { return as_f(exponent_field(hn::Load(du, words + k * 16))); }
    HWY_INLINE VF high(uint32_t k) const { return slices_of<kSideA>(hn::Load(du, words + k * 16)).high; }
    HWY_INLINE VF low(uint32_t k) const { return slices_of<kSideA>(hn::Load(du, words + k * 16)).low; }
};

// The sums of one dot product, and the groups' exponents in place (without the phase's offset).
template <int kPhases>
struct QuickGroups {
    VF sums[2][kPhases];
    VI fields[2];
};

constexpr bool uses_low_a(int phase) { return phase & 1; }
constexpr bool uses_low_b(int phase) { return phase & 2; }

// `bad` collects lanes out of range.
template <int kPhases, bool kVectorIsA, typename Vectors>
HWY_INLINE void quick_groups(Vectors x, SingleView y, QuickGroups<kPhases>& out, VU& bad) {
    HWY_UNROLL(2) for (uint32_t group = 0; group < 2; ++group) {
        const uint32_t first = group * 8;
        VU top = hn::Zero(du);
        HWY_UNROLL(8)
        for (uint32_t k = first; k < first + 8; ++k)
            top = hn::Max(top, as_u(hn::Mul(x.power(k), hn::Set(df, y.power[k]))));
        // Infinity times zero is a NaN, the largest word: it has exponent 255 and is out of range, like the infinity.
        const VU field = exponent_field(top);
        const auto inside =
            at_most(hn::Sub(field, set_u(exponent_bits(kProductsLow))), exponent_bits(kProductsHigh - kProductsLow));
        const auto empty = hn::Eq(field, hn::Zero(du));
        bad = hn::Or(bad, hn::IfThenZeroElse(hn::Or(inside, empty), set_u(1)));
        out.fields[group] = as_i(hn::Max(field, set_u(exponent_bits(kEmptyGroup))));
        HWY_UNROLL(4) for (int phase = 0; phase < kPhases; ++phase) {
            const bool vector_low = kVectorIsA ? uses_low_a(phase) : uses_low_b(phase);
            const bool single_low = kVectorIsA ? uses_low_b(phase) : uses_low_a(phase);
            if (single_low && !y.has_low) {
                out.sums[group][phase] = hn::Zero(df);
                continue;
            }
            const VF start = group_start(out.fields[group], phase);
            const float* single = single_low ? y.low : y.high;
            VF sum = start;
            HWY_UNROLL(8)
            for (uint32_t k = first; k < first + 8; ++k)
                sum = hn::MulAdd(vector_low ? x.low(k) : x.high(k), hn::Set(df, single[k]), sum);
            out.sums[group][phase] = hn::IfThenZeroElse(hn::RebindMask(df, empty), hn::Sub(sum, start));
        }
    }
}

// One phase of one dot product onto `old`. Products known to be zero leave a value alone unless their exponent is
// larger.
template <bool kFp32, bool kVectorIsA, int kPhases>
HWY_INLINE VU quick_phase(const QuickGroups<kPhases>& groups, int phase, bool has_low, VU old, VU& bad) {
    const VI groups_exponent = moved(hn::Max(groups.fields[0], groups.fields[1]), offset_bits(phase));
    const VI old_exponent = as_i(exponent_field(old));
    if (!has_low && (kVectorIsA ? uses_low_b(phase) : uses_low_a(phase))) {
        const auto larger = hn::Gt(groups_exponent, old_exponent);
        if (hn::AllFalse(di, hn::And(larger, hn::Ne(as_i(old), hn::Zero(di))))) return old;
    }
    const GroupSum a{groups.sums[0][phase], groups.fields[0]}, b{groups.sums[1][phase], groups.fields[1]};
    const VI exponent = hn::Max(groups_exponent, old_exponent);
    return kFp32 ? combine_32(a, b, exponent, old, bad) : combine_16(phase, a, b, exponent, old);
}

// ---- reductions -----------------------------------------------------------------------------------------------------
// Faces one after the other, all phases each; data in SrcA.
template <int kPhases, bool kFp32>
HWY_INLINE VU quick_pool(const uint32_t* data, const SingleValues<64>& scaler, std::initializer_list<uint32_t> faces,
                         uint32_t column, VU words, VU& bad) {
    for (const uint32_t face : faces) {
        QuickGroups<kPhases> groups;
        quick_groups<kPhases, true>(WordVectors<true>{data + face * 256 + column}, {scaler, face * 16}, groups, bad);
        for (int phase = 0; phase < kPhases; ++phase)
            words = quick_phase<kFp32, true>(groups, phase, scaler.has_low, words, bad);
    }
    return words;
}

// `data` is transposed within its faces. Returns false if a lane was out of range; `column` is then worthless.
template <int kPhases, bool kFp32, bool kAugust>
HWY_INLINE bool quick_row(const uint32_t* data, const SingleValues<64>& scaler, uint32_t cut_mask, uint32_t* column) {
    if (!scaler.hides_subnormals) return false;
    VU bad = hn::Zero(du);
    for (uint32_t half = 0; half < 2; ++half)
        for (uint32_t row = 0; row < 16; row += kLanes) {
            uint32_t* at = column + half * 16 + row;
            VU words = hn::Load(du, at);
            expect_old<kFp32>(words, bad);
            if constexpr (kAugust) {
                QuickGroups<kPhases> sides[2];
                for (uint32_t side = 0; side < 2; ++side)
                    quick_groups<kPhases, false>(WordVectors<false>{data + (half * 2 + side) * 256 + row},
                                                 {scaler, side * 16}, sides[side], bad);
                for (int phase = 0; phase < kPhases; ++phase)
                    for (const auto& side : sides)
                        words = quick_phase<kFp32, false>(side, phase, scaler.has_low, words, bad);
            } else {
                words = quick_pool<kPhases, kFp32>(data, scaler, {half * 2, half * 2 + 1}, row, words, bad);
                words = hn::And(words, set_u(cut_mask));
            }
            hn::Store(words, du, at);
        }
    return hn::AllTrue(du, hn::Eq(bad, hn::Zero(du)));
}

// Column sums: 32 of them through two faces each, or 16 through all four.
template <int kPhases, bool kFp32>
HWY_INLINE bool quick_column(const uint32_t* data, const SingleValues<64>& scaler, bool whole_tile, uint32_t* column) {
    if (!scaler.hides_subnormals) return false;
    VU bad = hn::Zero(du);
    for (uint32_t at = 0; at < (whole_tile ? 16u : 32u); at += kLanes) {
        const VU old = hn::Load(du, column + at);
        expect_old<kFp32>(old, bad);
        const uint32_t side = at / 16;
        const VU words = whole_tile ? quick_pool<kPhases, kFp32>(data, scaler, {0, 1, 2, 3}, at % 16, old, bad)
                                    : quick_pool<kPhases, kFp32>(data, scaler, {side, side + 2}, at % 16, old, bad);
        hn::Store(words, du, column + at);
    }
    return hn::AllTrue(du, hn::Eq(bad, hn::Zero(du)));
}

// The second pooling of a scalar reduction: the row of the first, as a column, with the scalers of face 3. One lane.
template <int kPhases, bool kFp32>
HWY_INLINE bool quick_total(const uint32_t row[16], const SingleValues<64>& scaler, uint32_t& total) {
    if (!scaler.hides_subnormals) return false;
    alignas(64) uint32_t column[256] = {}, lane[16] = {total};
    for (uint32_t k = 0; k < 16; ++k) column[k * 16] = row[k];
    VU bad = hn::Zero(du), words = hn::Load(du, lane);
    expect_old<kFp32>(words, bad);
    QuickGroups<kPhases> groups;
    quick_groups<kPhases, true>(WordVectors<true>{column}, {scaler, 48}, groups, bad);
    for (int phase = 0; phase < kPhases; ++phase)
        words = quick_phase<kFp32, true>(groups, phase, scaler.has_low, words, bad);
    if (!hn::AllTrue(du, hn::Eq(bad, hn::Zero(du)))) return false;
    total = hn::GetLane(words);
    return true;
}

}  // namespace card
}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
