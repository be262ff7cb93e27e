// `Numerics::Card`, closed form of matmul. Each result goes through eight accumulate steps at HiFi4 (four phases, two
// halves of k), each rounding the last; what can be saved is the work around them:
//
//  * the largest exponents of the product groups, in lanes of 16 bits and once for all phases;
//  * loads: blocks of two rows;
//  * the last phase on a 16-bit DST with bf16 operands, where no result is smaller than its largest product: what it
//    adds is less than half of the last bit.
#if defined(TILEWRIGHT_TILE_SIMD_QUICK_MATMUL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEWRIGHT_TILE_SIMD_QUICK_MATMUL_INL
#undef TILEWRIGHT_TILE_SIMD_QUICK_MATMUL_INL
#else
#define TILEWRIGHT_TILE_SIMD_QUICK_MATMUL_INL
#endif

#include "tile/fpu/simd_quick_dot-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {
namespace card {

using D16 = hn::CappedTag<int16_t, 32>;  // two vectors of results
using V16 = hn::Vec<D16>;

constexpr int16_t kZeroFactor = -8192, kZeroGroup = -2048;  // exponents of zeros, and of groups of zeros at most

// SrcA by rows of 32 columns, SrcB by rows of 32 values of k, enlarged (SingleValues); exponents without the bias on
// one side.
struct MatmulOperands {
    alignas(64) float high_a[kTileWords], low_a[kTileWords], high_b[kTileWords], low_b[kTileWords];
    alignas(64) int16_t exponent_a[kTileWords];
    alignas(64) int32_t exponent_b[kTileWords];  // twice 16 bits: a value to fill a vector with in one load

    // False: an operand has exponent 255, which is an ordinary binade on the card, but none of a float.
    template <bool kSideA, typename Exponent>
    HWY_INLINE bool set(const uint32_t* words, float* high, float* low, Exponent* exponent) {
        const VF enlarge = hn::Set(df, kSideA ? 1.0f : 1.0f + 0x1p-21f);
        VI largest = hn::Zero(di);
        for (uint32_t row = 0; row < 32; ++row)
            for (uint32_t column = 0; column < 32; column += kLanes) {
                const uint32_t from = (row / 16 * 2 + column / 16) * 256 + row % 16 * 16 + column % 16;
                const uint32_t to = row * 32 + column;
                const VU word = flushed(hn::Load(du, words + from));
                const Slices slices = slices_of<kSideA>(word);
                hn::Store(hn::Mul(slices.high, enlarge), df, high + to);
                hn::Store(hn::Mul(slices.low, enlarge), df, low + to);
                largest = hn::Max(largest, exponent_of(word));
                const VI biased = hn::Sub(exponent_of(word), set_i(kSideA ? 0 : 127));
                const auto zero = hn::RebindMask(di, is_zero_word(word));
                const VI own = hn::IfThenElse(zero, set_i(kZeroFactor), biased);
                if constexpr (kSideA) {
                    const hn::Rebind<int16_t, DI> narrow;
                    hn::StoreU(hn::DemoteTo(narrow, own), narrow, exponent + to);
                } else {
                    const VI upper = hn::ShiftLeft<16>(own);
                    hn::Store(hn::Or(upper, hn::And(own, set_i(0xFFFF))), di, exponent + to);
                }
            }
        return hn::AllTrue(di, hn::Lt(largest, set_i(255)));
    }
};

// A block of results: some rows of in0 with two vectors of columns. With 32 registers two rows fit, and each value
// loaded serves four products.
constexpr uint32_t kBlockRows = kLanes == 16 ? 2 : 1, kBlock = kBlockRows * 2;

// The largest exponents of the four product groups, in place; then of both groups of a half.
struct GroupExponents {
    VI of[4][kBlock], of_half[2][kBlock];

    // False: one is out of range.
    HWY_INLINE bool find(const int16_t* a, const int32_t* b) {
        const D16 d16;
        const hn::RepartitionToWide<D16> d32;
        auto bad = hn::Zero(d16);
        HWY_UNROLL(4) for (uint32_t group = 0; group < 4; ++group) {
            HWY_UNROLL(2) for (uint32_t row = 0; row < kBlockRows; ++row) {
                V16 top = hn::Set(d16, 2 * kZeroFactor);
                HWY_UNROLL(8)
                for (uint32_t k = group * 8; k < group * 8 + 8; ++k)
                    top = hn::Max(top,
                                  hn::Add(hn::Load(d16, a + k * 32), hn::BitCast(d16, hn::Set(d32, b[row * 32 + k]))));
                const auto low =
                    hn::And(hn::Lt(top, hn::Set(d16, kProductsLow)), hn::Gt(top, hn::Set(d16, kZeroGroup)));
                bad = hn::Or(bad, hn::VecFromMask(d16, hn::Or(low, hn::Gt(top, hn::Set(d16, kProductsHigh)))));
                top = hn::Max(top, hn::Set(d16, kEmptyGroup));
                of[group][row * 2] = hn::ShiftLeft<23>(hn::PromoteTo(di, hn::LowerHalf(top)));
                of[group][row * 2 + 1] = hn::ShiftLeft<23>(hn::PromoteTo(di, hn::UpperHalf(hn::Half<D16>(), top)));
            }
        }
        for (uint32_t i = 0; i < kBlock; ++i) {
            of_half[0][i] = hn::Max(of[0][i], of[1][i]);
            of_half[1][i] = hn::Max(of[2][i], of[3][i]);
        }
        return hn::AllTrue(d16, hn::Eq(bad, hn::Zero(d16)));
    }
};

template <int kPhases, bool kFp32>
struct MatmulBlock {
    const float *high_a, *low_a;  // at the first column
    const float *high_b, *low_b;  // of the first row
    GroupExponents exponents;
    VF sums[4][kPhases][kBlock];  // [group][phase]: the grid's start with the group's products on it

    // The sums of phases kFirst to kLast - 1 of one group.
    template <int kFirst, int kLast>
    HWY_INLINE void multiply(uint32_t group) {
        constexpr bool kLow = kLast > 1;
        VF total[kLast - kFirst][kBlock];
        HWY_UNROLL(4) for (uint32_t i = 0; i < kBlock; ++i) {
            HWY_UNROLL(4)
            for (int phase = kFirst; phase < kLast; ++phase)
                total[phase - kFirst][i] = group_start(exponents.of[group][i], phase);
        }
        HWY_UNROLL(8) for (uint32_t k = group * 8; k < group * 8 + 8; ++k) {
            const VF left[2] = {hn::Load(df, high_a + k * 32), hn::Load(df, high_a + k * 32 + kLanes)};
            const VF left_low[2] = {kLow ? hn::Load(df, low_a + k * 32) : left[0],
                                    kLow ? hn::Load(df, low_a + k * 32 + kLanes) : left[1]};
            HWY_UNROLL(2) for (uint32_t row = 0; row < kBlockRows; ++row) {
                const VF right = hn::Set(df, high_b[row * 32 + k]);
                const VF right_low = kLast > 2 ? hn::Set(df, low_b[row * 32 + k]) : right;
                HWY_UNROLL(2) for (uint32_t vector = 0; vector < 2; ++vector) {
                    HWY_UNROLL(4) for (int phase = kFirst; phase < kLast; ++phase) {
                        VF& sum = total[phase - kFirst][row * 2 + vector];
                        sum = hn::MulAdd(uses_low_a(phase) ? left_low[vector] : left[vector],
                                         uses_low_b(phase) ? right_low : right, sum);
                    }
                }
            }
        }
        HWY_UNROLL(4) for (uint32_t i = 0; i < kBlock; ++i) {
            HWY_UNROLL(4)
            for (int phase = kFirst; phase < kLast; ++phase) sums[group][phase][i] = total[phase - kFirst][i];
        }
    }

    template <int kPhase>
    HWY_INLINE void accumulate(VU words[kBlock], VU& bad) const {
        HWY_UNROLL(2) for (uint32_t half = 0; half < 2; ++half) {
            HWY_UNROLL(4) for (uint32_t i = 0; i < kBlock; ++i) {
                const auto group = [&](uint32_t g) -> GroupSum {
                    const VI field = exponents.of[g][i];
                    return {hn::Sub(sums[g][kPhase][i], group_start(field, kPhase)), field};
                };
                const GroupSum a = group(half * 2), b = group(half * 2 + 1);
                const VI exponent =
                    hn::Max(moved(exponents.of_half[half][i], offset_bits(kPhase)), as_i(exponent_field(words[i])));
                words[i] =
                    kFp32 ? combine_32(a, b, exponent, words[i], bad) : combine_16(kPhase, a, b, exponent, words[i]);
            }
        }
    }

    // No result lies below the largest product of its row and column.
    HWY_INLINE bool last_phase_vanishes(const VU words[kBlock]) const {
        auto below = hn::Zero(di);
        for (uint32_t i = 0; i < kBlock; ++i) {
            const VI top = hn::Max(exponents.of_half[0][i], exponents.of_half[1][i]);
            below = hn::Or(below, hn::Sub(as_i(exponent_field(words[i])), top));
        }
        return hn::AllTrue(di, hn::Eq(hn::BroadcastSignBit(below), hn::Zero(di)));
    }

    HWY_INLINE void run(bool few_bits, VU words[kBlock], VU& bad) {
        constexpr bool kLastApart = kPhases == 4 && !kFp32;
        constexpr int kTogether = kLastApart ? 3 : kPhases;
        for (uint32_t group = 0; group < 4; ++group) multiply<0, kTogether>(group);
        accumulate<0>(words, bad);
        if constexpr (kTogether > 1) accumulate<1>(words, bad);
        if constexpr (kTogether > 2) accumulate<2>(words, bad);
        if constexpr (kTogether > 3) accumulate<3>(words, bad);
        if constexpr (kLastApart) {
            if (few_bits && last_phase_vanishes(words)) return;
            for (uint32_t group = 0; group < 4; ++group) multiply<3, 4>(group);
            accumulate<3>(words, bad);
        }
    }
};

// `in0` is SrcB, `in1` SrcA, as words; `few_bits`: neither has bits below bf16. Writes `out` (not DST itself); false: a
// lane was out of range.
template <int kPhases, bool kFp32>
bool quick_matmul(const uint32_t* in0, const uint32_t* in1, bool few_bits, bool dst_clear, const uint32_t* dst,
                  uint32_t* out) {
    MatmulOperands operands;
    if (!operands.set<true>(in1, operands.high_a, operands.low_a, operands.exponent_a)) return false;
    if (!operands.set<false>(in0, operands.high_b, operands.low_b, operands.exponent_b)) return false;
    MatmulBlock<kPhases, kFp32> block;
    for (uint32_t row = 0; row < 32; row += kBlockRows)
        for (uint32_t column = 0; column < 32; column += 2 * kLanes) {
            block.high_a = operands.high_a + column;
            block.low_a = operands.low_a + column;
            block.high_b = operands.high_b + row * 32;
            block.low_b = operands.low_b + row * 32;
            if (HWY_UNLIKELY(!block.exponents.find(operands.exponent_a + column, operands.exponent_b + row * 32)))
                return false;
            uint32_t at[kBlock];
            VU words[kBlock], bad = hn::Zero(du);
            for (uint32_t i = 0; i < kBlock; ++i) {
                const uint32_t line = row + i / 2, first = column + i % 2 * kLanes;
                at[i] = (line / 16 * 2 + first / 16) * 256 + line % 16 * 16 + first % 16;
                words[i] = hn::Zero(du);
                if (dst_clear) continue;
                words[i] = hn::LoadU(du, dst + at[i]);
                expect_old<kFp32>(words[i], bad);
            }
            block.run(few_bits, words, bad);
            if (HWY_UNLIKELY(!hn::AllTrue(du, hn::Eq(bad, hn::Zero(du))))) return false;
            for (uint32_t i = 0; i < kBlock; ++i) hn::Store(words[i], du, out + at[i]);
        }
    return true;
}

}  // namespace card
}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
