// The vector unit's multiply-add as a few float instructions, where it can be one (docs/sfpu.md, "How card is fast").
//
// The definition (tw/sfpu_lane.h) in other words: with E the larger exponent of product (eX + eY, which the product
// itself may exceed by one) and addend, and u = 2^-26 of E, both are rounded to multiples of u, to odd where inexact
// (the sticky bit), added exactly, and rounded to 24 bits. Rounding to odd is not seen by the last rounding unless it
// is to less than two bits above u. So:
//
//  * the addend is not far below the product, and the sum not far below E: a fused multiply-add, bit for bit;
//  * they cancel: the high part of the product and the addend have an exact difference, the low part is rounded to odd;
//  * the addend is far below: both are rounded to odd and the rest is one fused multiply-add.
//
// Which of these a step of a sequence is follows from the range of its operands, given beside each step.
#if defined(TILEWRIGHT_TILE_SFPU_QUICK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEWRIGHT_TILE_SFPU_QUICK_INL
#undef TILEWRIGHT_TILE_SFPU_QUICK_INL
#else
#define TILEWRIGHT_TILE_SFPU_QUICK_INL
#endif

#include <bit>
#include <cstdint>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {
namespace quick {

namespace hn = hwy::HWY_NAMESPACE;

using Df = hn::ScalableTag<float>;
using Du = hn::RebindToUnsigned<Df>;
using Di = hn::RebindToSigned<Df>;
using F = hn::Vec<Df>;
using U = hn::Vec<Du>;
using I = hn::Vec<Di>;
using M = hn::Mask<Df>;

HWY_INLINE F real(float v) { return hn::Set(Df(), v); }
HWY_INLINE F real_bits(uint32_t v) { return hn::BitCast(Df(), hn::Set(Du(), v)); }
HWY_INLINE I whole(int32_t v) { return hn::Set(Di(), v); }
HWY_INLINE I bits(F v) { return hn::BitCast(Di(), v); }
HWY_INLINE F as_real(I v) { return hn::BitCast(Df(), v); }
HWY_INLINE M as_mask(hn::Mask<Di> m) { return hn::RebindMask(Df(), m); }
HWY_INLINE F fused(F x, F y, F z) { return hn::MulAdd(x, y, z); }

constexpr int32_t kExponentOne = 1 << 23;
constexpr int32_t kExponentField = 0x7F800000;
HWY_INLINE I field(F v) { return hn::And(bits(v), whole(kExponentField)); }

// Nothing below the smallest normal number, and no -0.
HWY_INLINE F flush(F v) { return hn::IfThenZeroElse(as_mask(hn::Eq(field(v), hn::Zero(Di()))), v); }

// To the nearest odd integer, unless it is an integer already.
HWY_INLINE F to_odd(F v) {
    const F odd = fused(hn::Floor(hn::Mul(v, real(0.5f))), real(2.0f), real(1.0f));
    return hn::IfThenElse(hn::Eq(hn::Floor(v), v), v, odd);
}

// Terms that cancel: high part of the product and addend differ exactly. `unit` and `per_unit` are u and its inverse.
HWY_INLINE F cancelling(F x, F y, F z, F unit, F per_unit) {
    const F high = hn::Mul(x, y);
    const F low = hn::MulSub(x, y, high);
    return fused(to_odd(hn::Mul(low, per_unit)), unit, hn::Add(high, z));
}
// The same with E known beforehand.
template <int kExponent>
HWY_INLINE F cancelling_at(F x, F y, F z) {
    return cancelling(x, y, z, real_bits((127u + kExponent - 26) << 23), real_bits((127u - kExponent + 26) << 23));
}
// Terms that may or may not cancel, product not above the addend's exponent kExponent: fused down to half of that.
template <int kExponent>
HWY_INLINE F near_at(F x, F y, F z) {
    const F sum = fused(x, y, z);
    const auto kept = hn::Ge(hn::Abs(sum), real_bits((127u + kExponent - 1) << 23));
    return hn::IfThenElse(kept, sum, cancelling_at<kExponent>(x, y, z));
}

// Products and addends of about the same size and opposite sign; E as it comes.
HWY_INLINE F cancelling_any(F x, F y, F z) {
    const I product = hn::Add(field(x), hn::Sub(field(y), whole(127 * kExponentOne)));
    const I larger = hn::Max(product, field(z));
    return cancelling(x, y, z, as_real(hn::Sub(larger, whole(26 * kExponentOne))),
                      as_real(hn::Sub(whole(static_cast<int32_t>(280u << 23)), larger)));
}

// Nearest integer, ties away from zero: a little less than a half is added and the fraction dropped. Below 2^22.
HWY_INLINE I nearest(F v) { return hn::ConvertTo(Di(), hn::Add(v, hn::CopySign(real_bits(0x3EFFFFFFu), v))); }

// Lanes that a form cannot serve.
class Marks {
public:
    HWY_INLINE Marks() : marks_(hn::Zero(Di())) {}
    HWY_INLINE void add(M m) { marks_ = hn::Or(marks_, hn::VecFromMask(Di(), hn::RebindMask(Di(), m))); }
    HWY_INLINE void add(hn::Mask<Di> m) { marks_ = hn::Or(marks_, hn::VecFromMask(Di(), m)); }
    // Exponents outside [low, high].
    HWY_INLINE void outside(F v, int32_t low, int32_t high) {
        const I e = field(v);
        add(hn::Or(hn::Lt(e, whole(low << 23)), hn::Gt(e, whole(high << 23))));
    }
    template <class... V>
    HWY_INLINE void all_outside(int32_t low, int32_t high, V... v) {
        (outside(v, low, high), ...);
    }
    HWY_INLINE bool any() const { return !hn::AllTrue(Di(), hn::Eq(marks_, hn::Zero(Di()))); }

private:
    I marks_;
};

// A product by itself. Around the smallest normal number rounding and flushing have an order: not served.
HWY_INLINE F mul(F x, F y, Marks& marks) {
    const F product = hn::Mul(x, y);
    const I size = hn::And(bits(product), whole(0x7FFFFFFF));
    marks.add(hn::And(hn::Lt(size, whole(0x800001)), hn::Gt(size, hn::Zero(Di()))));
    return hn::Add(product, real(0.0f));  // no -0
}

// Any multiply-add in the middle of the exponent range; everything else is marked.
HWY_INLINE F any_mad(F x, F y, F z, Marks& marks) {
    const F high = hn::Mul(x, y);
    const F low = hn::MulSub(x, y, high);
    const F sum = fused(x, y, z);
    I product = hn::Add(field(x), hn::Sub(field(y), whole(127 * kExponentOne)));
    product = hn::IfThenZeroElse(hn::Eq(field(high), hn::Zero(Di())), product);
    const I addend = field(z), larger = hn::Max(product, addend);
    marks.add(hn::Or(hn::Lt(larger, whole(60 * kExponentOne)), hn::Gt(larger, whole(240 * kExponentOne))));
    const F unit = as_real(hn::Sub(larger, whole(26 * kExponentOne)));
    const F per_unit = as_real(hn::Sub(whole(static_cast<int32_t>(280u << 23)), larger));
    const M far = as_mask(hn::Gt(product, hn::Add(addend, whole(2 * kExponentOne))));
    // An addend below the unit leaves no trace.
    const F units = hn::Mul(z, per_unit);
    const F rest = hn::IfThenElseZero(hn::And(far, hn::Ge(hn::Abs(units), real(1.0f))), to_odd(units));
    const F low_units = to_odd(hn::Mul(low, per_unit));
    const F count = hn::Add(low_units, rest);
    marks.add(hn::Gt(hn::Abs(count), real(0x1p24f)));
    const F exact = fused(count, unit, hn::Add(high, hn::IfThenZeroElse(far, z)));
    const auto kept = as_mask(hn::Gt(field(sum), hn::Sub(larger, whole(kExponentOne + 1))));
    const F result = hn::IfThenElse(hn::AndNot(far, kept), sum, exact);
    // A sum two places longer than E loses its second bit before it is rounded. That bit decides only where the first
    // is not set: the product is cut at an even place, or the addend reaches down to it.
    const auto is_long = hn::Gt(field(result), hn::Add(larger, whole(kExponentOne)));
    if (HWY_UNLIKELY(!hn::AllFalse(Di(), is_long))) {
        const auto even = hn::Eq(hn::Floor(hn::Mul(low_units, real(0.5f))), hn::Mul(low_units, real(0.5f)));
        const auto cut = hn::AndNot(hn::Eq(low_units, real(0.0f)), even);
        const auto reaches = as_mask(hn::Gt(product, hn::Add(addend, whole(kExponentOne))));
        marks.add(hn::And(as_mask(is_long), hn::Or(cut, reaches)));
    }
    return result;
}

}  // namespace quick
}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
