// Vector versions of the card's instruction sequences, compiled once per instruction set and chosen at run time.
//
// A vector of lanes is tried with the quick forms first; if a lane is outside what these serve, with the general
// multiply-add; and if that does not serve it either (Inf, NaN, subnormal numbers), by the scalar definition.
#include "tile/simd_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/sfpu_card_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tile/sfpu_scalar.hpp"
#include "tile/sfpu_values.hpp"
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "tile/sfpu_card_vector-inl.hpp"
#include "tile/sfpu_quick_sequences-inl.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

// The last-resort target has nothing to gain; the scalar definition does it.
bool Sequence(SfpuOp, const uint32_t*, DstStore, uint32_t*, uint32_t) { return false; }
bool Quotient(DstStore, const uint32_t*, const uint32_t*, uint32_t*, uint32_t) { return false; }
bool Ternary(SfpuOp, uint32_t, DstStore, const uint32_t* const*, uint32_t*, uint32_t) { return false; }

#else
namespace hn = hwy::HWY_NAMESPACE;

// False: no general vector version of this variant.
HWY_INLINE bool Value(CardVector& v, SfpuOp op, const uint32_t p[3], bool fp32, CardVector::U x, CardVector::U& y) {
    if (p[0] & (TW_SFPU_APPROX | TW_SFPU_LEGACY)) return false;
    switch (op) {
        case SfpuOp::EXP:
            if (p[0] & TW_SFPU_SCALE) x = v.mul(x, v.word(p[1] << 16));
            y = fp32 ? v.exp_fp32(x) : v.exp_21(x, p[0] & TW_SFPU_CLAMP_NEGATIVE, 1.001953125f);
            return true;
        case SfpuOp::RECIP: y = v.reciprocal(x, fp32); return true;
        case SfpuOp::SQRT:
        case SfpuOp::RSQRT: y = v.square_root(x, p[0] & TW_SFPU_FAST, op == SfpuOp::RSQRT); return true;
        case SfpuOp::SIGMOID: y = v.sigmoid(x, fp32); return true;
        case SfpuOp::SILU: y = v.mul(x, v.sigmoid(x, fp32)); return true;
        case SfpuOp::TANH: y = fp32 ? v.tanh_fp32(x) : v.tanh_bf16(x); return true;
        case SfpuOp::LOG: y = v.logarithm(x, fp32, false, v.real(1.0f), false); return true;
        case SfpuOp::LOG_BASE: y = v.logarithm(x, fp32, p[0] & TW_SFPU_BASE_TWO, v.word(p[1]), true); return true;
        default: return false;
    }
}

// How a result goes into DST; as one_lane::stored has it.
HWY_INLINE hn::Vec<CardVector::Du> Stored(hn::Vec<CardVector::Du> y, DstStore store) {
    const CardVector::Du du;
    if (store == DstStore::Whole) return y;
    const auto upper = hn::Set(du, 0xFFFF0000u), infinity = hn::Set(du, 0x7F800000u);
    if (store == DstStore::Truncate) return hn::And(y, upper);
    if (store == DstStore::Even) {
        const auto odd = hn::And(hn::ShiftRight<16>(y), hn::Set(du, 1));
        return hn::And(hn::Add(y, hn::Add(odd, hn::Set(du, 0x7FFF))), upper);
    }
    const auto e = hn::And(y, infinity);
    const auto rounded = hn::And(hn::Add(y, hn::Set(du, 0x8000)), upper);
    y = hn::IfThenElse(hn::Eq(e, infinity), hn::And(y, hn::Set(du, 0xFF800000u)), rounded);
    return hn::IfThenZeroElse(hn::Eq(e, hn::Zero(du)), y);
}

// One vector that the quick form did not serve.
HWY_NOINLINE void SlowStep(SfpuOp op, const uint32_t p[3], DstStore store, uint32_t* words) {
    const bool fp32 = store == DstStore::Whole;
    const CardVector::Du du;
    CardVector v;
    auto y = hn::Zero(du);
    if (!Value(v, op, p, fp32, hn::LoadU(du, words), y) || v.any_special())
        return scalar_unary(op, p, fp32, words, static_cast<uint32_t>(hn::Lanes(du)));
    hn::StoreU(Stored(y, store), du, words);
}

// `value(x, marks)` is the quick form.
template <class Form>
HWY_INLINE bool Loop(SfpuOp op, const uint32_t p[3], DstStore store, uint32_t* words, uint32_t count, Form value) {
    const quick::Df df;
    const quick::Du du;
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(du));
    for (uint32_t i = 0; i < count; i += n) {
        quick::Marks marks;
        const auto y = hn::BitCast(du, value(hn::BitCast(df, hn::LoadU(du, words + i)), marks));
        if (HWY_UNLIKELY(marks.any()))
            SlowStep(op, p, store, words + i);
        else
            hn::StoreU(Stored(y, store), du, words + i);
    }
    return true;
}

bool Sequence(SfpuOp op, const uint32_t p[3], DstStore store, uint32_t* words, uint32_t count) {
    using quick::F;
    using quick::Marks;
    const bool fp32 = store == DstStore::Whole, approx = p[0] & TW_SFPU_APPROX, legacy = p[0] & TW_SFPU_LEGACY;
    const bool fast = p[0] & TW_SFPU_FAST, clamp = p[0] & TW_SFPU_CLAMP_NEGATIVE;
    const auto loop = [&](auto value) { return Loop(op, p, store, words, count, value); };
    const F scale = quick::real_bits(p[1]);
    switch (op) {
        case SfpuOp::EXP: {
            const auto scaled = [&](F x, Marks& m) {
                return p[0] & TW_SFPU_SCALE ? quick::mul(quick::flush(x), quick::real_bits(p[1] << 16), m) : x;
            };
            const float factor = p[2] ? std::bit_cast<float>(p[2]) : 1.0f;
            if (approx) return loop([&](F x, Marks& m) { return quick::exp_approx(scaled(x, m), factor, clamp, m); });
            if (fp32) return loop([&](F x, Marks& m) { return quick::exp_fp32(scaled(x, m), m); });
            return loop([&](F x, Marks& m) { return quick::exp_21(scaled(x, m), clamp, 1.001953125f, m); });
        }
        case SfpuOp::RECIP:
            if (legacy) return loop([&](F x, Marks&) { return quick::reciprocal_legacy(x, approx); });
            if (fp32 && !approx) return loop([](F x, Marks& m) { return quick::reciprocal(x, true, m); });
            return loop([](F x, Marks& m) { return quick::reciprocal(x, false, m); });
        case SfpuOp::SQRT:
            if (legacy) return loop([&](F x, Marks& m) { return quick::square_root_legacy(x, approx, m); });
            if (approx) return loop([&](F x, Marks& m) { return quick::square_root(x, true, fast, false, m); });
            return loop([&](F x, Marks& m) { return quick::square_root(x, false, fast, false, m); });
        case SfpuOp::RSQRT:
            if (legacy)
                return loop([&](F x, Marks& m) {
                    F root = quick::square_root_legacy(x, approx, m);  // passes through DST
                    if (!fp32) root = hn::And(root, quick::real_bits(0xFFFF0000u));
                    return quick::reciprocal_legacy(root, approx);
                });
            if (approx) return loop([&](F x, Marks& m) { return quick::square_root(x, true, fast, true, m); });
            return loop([&](F x, Marks& m) { return quick::square_root(x, false, fast, true, m); });
        case SfpuOp::SIGMOID:
            if (fp32) return loop([](F x, Marks& m) { return quick::sigmoid(x, true, m); });
            return loop([](F x, Marks& m) { return quick::sigmoid(x, false, m); });
        case SfpuOp::SILU:
            if (fp32)
                return loop([](F x, Marks& m) { return quick::mul(quick::flush(x), quick::sigmoid(x, true, m), m); });
            return loop([](F x, Marks& m) { return quick::mul(quick::flush(x), quick::sigmoid(x, false, m), m); });
        case SfpuOp::TANH:
            if (fp32) return loop([](F x, Marks& m) { return quick::tanh_fp32(x, m); });
            return loop([](F x, Marks& m) { return quick::tanh_bf16(x, m); });
        case SfpuOp::LOG:
            if (fp32) return loop([&](F x, Marks& m) { return quick::logarithm(x, true, false, scale, false, m); });
            return loop([&](F x, Marks& m) { return quick::logarithm(x, false, false, scale, false, m); });
        case SfpuOp::LOG_BASE: {
            const bool base_two = p[0] & TW_SFPU_BASE_TWO;
            return loop([&](F x, Marks& m) { return quick::logarithm(x, fp32, base_two, scale, true, m); });
        }
        case SfpuOp::RDIV:
            return loop([&](F x, Marks& m) { return quick::divided_by(x, quick::real_bits(p[0]), fp32, p[1], m); });
        case SfpuOp::POWER_ITERATIVE: return loop([&](F x, Marks& m) { return quick::integer_power(x, p[0], m); });
        default: return false;
    }
}

// The same over several inputs; `slow(first)` does one vector by the definition.
template <class Form, class Slow>
HWY_INLINE bool LoopOver(DstStore store, uint32_t* out, uint32_t count, Form value, Slow slow) {
    const quick::Df df;
    const quick::Du du;
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(du));
    for (uint32_t i = 0; i < count; i += n) {
        quick::Marks marks;
        const auto load = [&](const uint32_t* from) { return hn::BitCast(df, hn::LoadU(du, from + i)); };
        const auto y = hn::BitCast(du, value(load, marks));
        if (HWY_UNLIKELY(marks.any()))
            slow(i, n);
        else
            hn::StoreU(Stored(y, store), du, out + i);
    }
    return true;
}

bool Quotient(DstStore store, const uint32_t* a, const uint32_t* b, uint32_t* out, uint32_t count) {
    const bool fp32 = store == DstStore::Whole;
    return LoopOver(
        store, out, count, [&](auto load, quick::Marks& m) { return quick::divide(load(a), load(b), fp32, m); },
        [&](uint32_t i, uint32_t n) { scalar_binary(SfpuOp::DIV, fp32, a + i, b + i, out + i, n); });
}

bool Ternary(SfpuOp op, uint32_t p, DstStore store, const uint32_t* const in[3], uint32_t* out, uint32_t count) {
    using quick::Marks;
    const auto loop = [&](auto form) {
        return LoopOver(
            store, out, count, [&](auto load, Marks& m) { return form(load(in[0]), load(in[1]), load(in[2]), m); },
            [&](uint32_t i, uint32_t n) {
                scalar_ternary(op, p, store == DstStore::Whole, in[0] + i, in[1] + i, in[2] + i, out + i, n);
            });
    };
    const auto value = quick::real_bits(p);
    switch (op) {
        case SfpuOp::LERP: return loop([](auto x, auto y, auto z, Marks& m) { return quick::lerp(x, y, z, m); });
        case SfpuOp::MAC: return loop([](auto x, auto y, auto z, Marks& m) { return quick::multiply_add(x, y, z, m); });
        case SfpuOp::ADDCMUL:
            return loop([&](auto x, auto y, auto z, Marks& m) { return quick::add_scaled(value, x, y, z, false, m); });
        case SfpuOp::ADDCDIV:
            return loop([&](auto x, auto y, auto z, Marks& m) { return quick::add_scaled(value, x, y, z, true, m); });
        default: return false;
    }
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace tilewright::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tilewright::tile {

HWY_EXPORT(Sequence);
HWY_EXPORT(Quotient);
HWY_EXPORT(Ternary);

bool simd_card_sequence(SfpuOp op, const uint32_t p[3], DstStore store, uint32_t* words, uint32_t count) {
    return HWY_DYNAMIC_DISPATCH(Sequence)(op, p, store, words, count);
}
bool simd_card_quotient(DstStore store, const uint32_t* a, const uint32_t* b, uint32_t* out, uint32_t count) {
    return HWY_DYNAMIC_DISPATCH(Quotient)(store, a, b, out, count);
}

bool simd_card_ternary(SfpuOp op, uint32_t p, DstStore store, const uint32_t* const in[3], uint32_t* out,
                       uint32_t count) {
    return HWY_DYNAMIC_DISPATCH(Ternary)(op, p, store, in, out, count);
}

}  // namespace tilewright::tile
#endif
