// Vector versions of the card's instruction sequences, compiled once per instruction set and chosen at run time.
//
// A vector of lanes is tried with the quick forms first; if a lane is outside what these serve, with the general
// multiply-add; and if that does not serve it either (Inf, NaN, subnormal numbers), by the scalar definition.
#include "tile/simd/simd_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/sfpu/sfpu_card_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tile/sfpu/sfpu_scalar.hpp"
#include "tile/sfpu/sfpu_values.hpp"
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "tile/sfpu/sfpu_card_vector-inl.hpp"
#include "tile/sfpu/sfpu_quick_sequences-inl.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

// The last-resort target has nothing to gain; the scalar definition does it.
bool Sequence(SfpuOp, const uint32_t*, DstStore, uint32_t*, uint32_t) { return false; }
bool Binary(SfpuOp, DstStore, const uint32_t*, const uint32_t*, uint32_t*, uint32_t) { return false; }
bool Ternary(SfpuOp, uint32_t, DstStore, const uint32_t* const*, uint32_t*, uint32_t) { return false; }

#else
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE CardVector::U ExpSteps(CardVector& v, const uint32_t p[3], bool fp32, CardVector::U x) {
    if (p[0] & TW_SFPU_SCALE) x = v.mul(x, v.word(p[1] << 16));
    return fp32 ? v.exp_fp32(x) : v.exp_21(x, p[0] & TW_SFPU_CLAMP_NEGATIVE, 1.001953125f);
}

// False: no general vector version of this variant.
HWY_INLINE bool Value(CardVector& v, SfpuOp op, const uint32_t p[3], bool fp32, CardVector::U x, CardVector::U& y) {
    if (p[0] & (TW_SFPU_APPROX | TW_SFPU_LEGACY)) return false;
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_UNARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: vector break;
#define STEPS(...) y = __VA_ARGS__; return true;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return false;
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

// What chooses the form of a sequence.
struct Flags {
    bool fp32, approx, legacy, fast, clamp;
    Flags(uint32_t flags, DstStore store)
        : fp32(store == DstStore::Whole),
          approx(flags & TW_SFPU_APPROX),
          legacy(flags & TW_SFPU_LEGACY),
          fast(flags & TW_SFPU_FAST),
          clamp(flags & TW_SFPU_CLAMP_NEGATIVE) {}
};

using quick::F;
using quick::Marks;

// Quick forms with variants: each is a loop of its own, so that a constant chooses within it.
template <class Loop>
HWY_INLINE bool ExpForms(const uint32_t p[3], const Flags& f, Loop loop) {
    const auto scaled = [&](F x, Marks& m) {
        return p[0] & TW_SFPU_SCALE ? quick::mul(quick::flush(x), quick::real_bits(p[1] << 16), m) : x;
    };
    const float factor = p[2] ? std::bit_cast<float>(p[2]) : 1.0f;
    if (f.approx) return loop([&](F x, Marks& m) { return quick::exp_approx(scaled(x, m), factor, f.clamp, m); });
    if (f.fp32) return loop([&](F x, Marks& m) { return quick::exp_fp32(scaled(x, m), m); });
    return loop([&](F x, Marks& m) { return quick::exp_21(scaled(x, m), f.clamp, 1.001953125f, m); });
}
template <class Loop>
HWY_INLINE bool RecipForms(const Flags& f, Loop loop) {
    if (f.legacy) return loop([&](F x, Marks&) { return quick::reciprocal_legacy(x, f.approx); });
    if (f.fp32 && !f.approx) return loop([](F x, Marks& m) { return quick::reciprocal(x, true, m); });
    return loop([](F x, Marks& m) { return quick::reciprocal(x, false, m); });
}
template <bool kInverse, class Loop>
HWY_INLINE bool RootForms(const Flags& f, Loop loop) {
    if (f.legacy) {
        return loop([&](F x, Marks& m) {
            F root = quick::square_root_legacy(x, f.approx, m);
            if constexpr (!kInverse) return root;
            if (!f.fp32) root = hn::And(root, quick::real_bits(0xFFFF0000u));  // passes through DST
            return quick::reciprocal_legacy(root, f.approx);
        });
    }
    if (f.approx) return loop([&](F x, Marks& m) { return quick::square_root(x, true, f.fast, kInverse, m); });
    return loop([&](F x, Marks& m) { return quick::square_root(x, false, f.fast, kInverse, m); });
}
template <class Loop>
HWY_INLINE bool SigmoidForms(const Flags& f, Loop loop) {
    if (f.fp32) return loop([](F x, Marks& m) { return quick::sigmoid(x, true, m); });
    return loop([](F x, Marks& m) { return quick::sigmoid(x, false, m); });
}
template <class Loop>
HWY_INLINE bool SiluForms(const Flags& f, Loop loop) {
    if (f.fp32) return loop([](F x, Marks& m) { return quick::mul(quick::flush(x), quick::sigmoid(x, true, m), m); });
    return loop([](F x, Marks& m) { return quick::mul(quick::flush(x), quick::sigmoid(x, false, m), m); });
}
template <class Loop>
HWY_INLINE bool TanhForms(const Flags& f, Loop loop) {
    if (f.fp32) return loop([](F x, Marks& m) { return quick::tanh_fp32(x, m); });
    return loop([](F x, Marks& m) { return quick::tanh_bf16(x, m); });
}
template <class Loop>
HWY_INLINE bool LogForms(const Flags& f, Loop loop) {
    const F scale = quick::real(1.0f);  // not used
    if (f.fp32) return loop([&](F x, Marks& m) { return quick::logarithm(x, true, false, scale, false, m); });
    return loop([&](F x, Marks& m) { return quick::logarithm(x, false, false, scale, false, m); });
}
template <class Loop>
HWY_INLINE bool LogBaseForms(const uint32_t p[3], const Flags& f, Loop loop) {
    const F scale = quick::real_bits(p[1]);
    const bool base_two = p[0] & TW_SFPU_BASE_TWO;
    return loop([&](F x, Marks& m) { return quick::logarithm(x, f.fp32, base_two, scale, true, m); });
}

bool Sequence(SfpuOp op, const uint32_t p[3], DstStore store, uint32_t* words, uint32_t count) {
    const Flags f(p[0], store);
    const auto loop = [&](auto value) { return Loop(op, p, store, words, count, value); };
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_UNARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: vector break;
#define QUICK(...) return __VA_ARGS__;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return false;
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

bool Binary(SfpuOp op, DstStore store, const uint32_t* a, const uint32_t* b, uint32_t* out, uint32_t count) {
    const Flags f(0, store);
    const auto loop = [&](auto form) {
        return LoopOver(
            store, out, count, [&](auto load, Marks& m) { return form(load(a), load(b), m); },
            [&](uint32_t i, uint32_t n) { scalar_binary(op, f.fp32, a + i, b + i, out + i, n); });
    };
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_BINARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: vector break;
#define QUICK(...) return __VA_ARGS__;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return false;
}

bool Ternary(SfpuOp op, uint32_t p, DstStore store, const uint32_t* const in[3], uint32_t* out, uint32_t count) {
    const auto loop = [&](auto form) {
        return LoopOver(
            store, out, count, [&](auto load, Marks& m) { return form(load(in[0]), load(in[1]), load(in[2]), m); },
            [&](uint32_t i, uint32_t n) {
                scalar_ternary(op, p, store == DstStore::Whole, in[0] + i, in[1] + i, in[2] + i, out + i, n);
            });
    };
    const auto value = quick::real_bits(p);
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_TERNARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: vector break;
#define QUICK(...) return __VA_ARGS__;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return false;
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace tilewright::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tilewright::tile {

HWY_EXPORT(Sequence);
HWY_EXPORT(Binary);
HWY_EXPORT(Ternary);

bool simd_card_sequence(SfpuOp op, const uint32_t p[3], DstStore store, uint32_t* words, uint32_t count) {
    return HWY_DYNAMIC_DISPATCH(Sequence)(op, p, store, words, count);
}
bool simd_card_binary(SfpuOp op, DstStore store, const uint32_t* a, const uint32_t* b, uint32_t* out, uint32_t count) {
    return HWY_DYNAMIC_DISPATCH(Binary)(op, store, a, b, out, count);
}

bool simd_card_ternary(SfpuOp op, uint32_t p, DstStore store, const uint32_t* const in[3], uint32_t* out,
                       uint32_t count) {
    return HWY_DYNAMIC_DISPATCH(Ternary)(op, p, store, in, out, count);
}

}  // namespace tilewright::tile
#endif
