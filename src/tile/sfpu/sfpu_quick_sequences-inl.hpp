// The vendor's instruction sequences (tw/sfpu_sequences.h) on the quick multiply-adds of sfpu_quick-inl.hpp.
//
// Beside each step stands the range that makes its form right: "a -> b" is the range of the sum, exponents are those of
// powers of two. Where nothing stands, the step is an addition or multiplication, which are IEEE's. Each function marks
// the lanes it does not serve.
#if defined(TILEWRIGHT_TILE_SFPU_QUICK_SEQUENCES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEWRIGHT_TILE_SFPU_QUICK_SEQUENCES_INL
#undef TILEWRIGHT_TILE_SFPU_QUICK_SEQUENCES_INL
#else
#define TILEWRIGHT_TILE_SFPU_QUICK_SEQUENCES_INL
#endif

#include "tile/sfpu/sfpu_quick-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {
namespace quick {

HWY_INLINE F not_a_number() { return real_bits(0x7FC00000u); }
HWY_INLINE F infinity() { return real_bits(0x7F800000u); }

// A polynomial by fused steps: each coefficient is larger than what is added to it, the sum at least half of it.
template <int n>
HWY_INLINE F polynomial(F x, const float (&c)[n]) {
    F r = real(c[0]);
    for (int i = 1; i < n; ++i) r = fused(r, x, real(c[i]));
    return r;
}

HWY_INLINE F reciprocal(F x, bool two_steps, Marks& marks) {
    marks.outside(x, 1, 251);  // the result stays normal
    const F m = as_real(hn::Or(hn::And(bits(x), whole(0x7FFFFF)), whole(static_cast<int32_t>(0xBF800000u))));
    F y = fused(real(0.3232325017452239990234375f), m, real(1.4545459747314453125f));  // 1.45 -> 0.80 to 1.14
    y = cancelling_at<1>(y, m, real(2.121212482452392578125f));                        // 2.12 -> 0.50 to 1.00
    y = fused(y, cancelling_at<0>(m, y, real(1.0f)), y);                               // a correction of 2^-6
    if (two_steps) y = fused(y, cancelling_at<0>(m, y, real(1.0f)), y);
    const F scale = as_real(hn::Sub(whole(254 << 23), field(x)));
    return hn::CopySign(hn::Mul(y, scale), x);
}

HWY_INLINE F reciprocal_legacy(F x, bool approx) {
    const F value = as_real(hn::Or(hn::And(bits(x), whole(0x7FFFFF)), whole(static_cast<int32_t>(0xBF000000u))));
    const F c = real(1.442695f), two = real(2.0f);
    F r = hn::Mul(c, near_at<1>(value, c, two));  // 2 -> 0.55 to 1.28, then about 1
    for (int i = 0; i < (approx ? 1 : 2); ++i) r = hn::Mul(r, near_at<1>(value, r, two));
    const I e = hn::Add(hn::Sub(field(r), field(x)), whole(126 << 23));
    r = as_real(hn::Or(hn::And(bits(r), whole(0x7FFFFF)), hn::And(e, whole(kExponentField))));
    r = hn::IfThenZeroElse(as_mask(hn::Lt(e, hn::Zero(Di()))), r);
    const auto is_zero = hn::Eq(hn::And(bits(x), whole(0x7FFFFFFF)), hn::Zero(Di()));
    return hn::CopySign(r, hn::IfThenZeroElse(as_mask(is_zero), x));
}

// +0 and positive normal numbers; negative ones give NaN unless `fast`.
HWY_INLINE F square_root(F x, bool approx, bool fast, bool inverse, Marks& marks) {
    const I b = bits(x), magnitude = hn::And(b, whole(0x7FFFFFFF));
    const auto zero = hn::Eq(b, hn::Zero(Di())), negative = hn::Lt(b, hn::Zero(Di()));
    const auto bad = hn::Or(hn::Lt(magnitude, whole(0x800000)), hn::Gt(magnitude, whole(0x7F7FFFFF)));
    marks.add(hn::AndNot(zero, bad));
    if (fast) marks.add(negative);
    const I half = hn::BitCast(Di(), hn::ShiftRight<1>(hn::BitCast(Du(), b)));
    F y = as_real(hn::Sub(whole(approx ? 0x5F0B3892 : 0x5F1110A0), half));
    F xy = hn::Mul(x, y);
    if (approx) {
        const F t = hn::NegMulAdd(y, xy, real(1.89099014875f));  // 1.89 -> 0.7 to 1.1
        y = hn::Mul(inverse ? y : xy, t);
    } else {
        const F c = hn::Neg(hn::Mul(y, xy));
        // c is about -1: 2.28 -> 1.01 to 1.12
        y = hn::Mul(y, fused(c, hn::Add(real(2.2533049f), c), real(2.2825186f)));
        xy = hn::Mul(x, y);
        const F rest = cancelling_at<0>(hn::Neg(y), xy, real(1.0f));
        if (inverse)
            y = fused(rest, hn::Mul(y, real(0.5f)), y);  // a correction of 2^-9
        else
            y = fused(rest, hn::Mul(xy, real(0.5f)), xy);
    }
    y = hn::IfThenElse(as_mask(zero), inverse ? infinity() : real(0.0f), y);
    return fast ? y : hn::IfThenElse(as_mask(negative), not_a_number(), y);
}

HWY_INLINE F square_root_legacy(F x, bool approx, Marks& marks) {
    const I b = bits(x);
    if (approx) return hn::BitCast(Df(), hn::ShiftRight<1>(hn::BitCast(Du(), hn::Add(b, whole(127 << 23)))));
    marks.add(hn::Or(hn::Lt(b, whole(2 << 23)), hn::Gt(b, whole(250 << 23))));  // y * y stays normal
    F y = as_real(hn::Sub(whole(0x5F370000), hn::ShiftRight<1>(b)));
    const F minus_half = hn::Mul(x, real(-0.5f));
    for (int i = 0; i < 2; ++i) y = hn::Mul(fused(hn::Mul(y, y), minus_half, real(1.5f)), y);  // 1.5 -> 0.9 to 1.1
    return hn::Mul(y, x);
}

// 32-bit DST. From 150 on the exponent decides, whatever the polynomial says.
HWY_INLINE F exp_fp32(F x, Marks& marks) {
    x = flush(x);
    marks.add(hn::Gt(field(x), whole(138 << 23)));  // below 4096
    const I i = nearest(hn::Mul(real(1.442695f), x));
    const F j = hn::ConvertTo(Df(), i);
    F f = fused(j, real(-6.93145752e-1f), x);  // an exact product: 15 bits times at most 9
    // The second product must lie well below the rest; it does but for x next to a multiple of log 2.
    marks.add(hn::Lt(hn::Abs(f), hn::Mul(hn::Abs(j), real(0x1p-17f))));
    f = fused(j, real(-1.42860677e-6f), f);
    // At most 0.36 in magnitude.
    static constexpr float kC[] = {
        1.37805939e-3f, 8.37312452e-3f, 4.16695364e-2f, 1.66664720e-1f, 4.99999851e-1f, 1.0f, 1.0f};
    const I r = bits(polynomial(f, kC));
    const I e = hn::Add(hn::ShiftRight<23>(r), i);
    F result = as_real(hn::Add(r, hn::ShiftLeft<23>(i)));
    result = hn::IfThenElse(as_mask(hn::Gt(e, whole(254))), infinity(), result);
    return hn::IfThenZeroElse(as_mask(hn::Lt(e, whole(1))), result);
}

// 16-bit DST: 2^x from x + 127.
HWY_INLINE F exp_21(F x, bool clamp_negative, float c0, Marks& marks) {
    marks.add(hn::Eq(field(x), whole(kExponentField)));
    // Beyond 120 the result is that of 120; below -120 only where it is clamped.
    x = hn::Min(x, real(120.0f));
    if (clamp_negative)
        x = hn::Max(x, real(-120.0f));
    else
        marks.add(hn::Lt(x, real(-120.0f)));
    F biased = near_at<6>(x, real(1.4426950216293334961f), real(127.0f));
    if (clamp_negative) biased = hn::Max(biased, real(0.0f));
    const F size = hn::Min(hn::Abs(biased), real(255.0f));
    const I exponent = hn::ConvertTo(Di(), size);
    const F fraction = hn::Floor(hn::Mul(hn::Sub(size, hn::ConvertTo(Df(), exponent)), real(0x1p23f)));
    const F inner = fused(fraction, real(4.791750143340323e-15f), real(7.839635491371155e-08f));  // to 1.2e-7
    const F r = fused(inner, fraction, real(c0));                                                 // 1 -> 1 to 2
    return as_real(hn::Or(hn::And(bits(r), whole(0x7FFFFF)), hn::ShiftLeft<23>(exponent)));
}

HWY_INLINE F exp_approx(F x, float scale, bool clamp_negative, Marks& marks) {
    const F a = real(256.0f * 1.4426950408889634f * scale);
    if (clamp_negative) {
        const F lowest = real(-88.5f / scale);
        x = hn::IfThenElse(hn::Lt(x, lowest), lowest, x);
    }
    marks.add(hn::Gt(field(hn::Mul(a, x)), whole(141 << 23)));
    const F z = near_at<14>(a, x, real(32500.818359375f));
    return as_real(hn::ShiftLeft<15>(hn::Min(nearest(hn::Abs(z)), whole(clamp_negative ? 65535 : 32767))));
}

HWY_INLINE F logarithm(F x, bool fp32, bool base_two, F scale, bool has_scale, Marks& marks) {
    marks.outside(x, 1, 254);
    const I b = bits(x), e = hn::And(hn::Sub(b, whole(0x3F400000)), whole(static_cast<int32_t>(0xFF800000u)));
    const F m = hn::Sub(as_real(hn::Sub(b, e)), real(1.0f));  // -0.25 to 0.5
    const F s = hn::Mul(m, m);
    F r;
    if (fp32) {
        static constexpr float kC[] = {-0x1.92cp-5f, 0x1.b84p-4f,     -0x1.0c4p-3f,   0x1.274p-3f, -0x1.55p-3f,
                                       0x1.998p-3f,  -0x1.00001ap-2f, 0x1.555572p-2f, -0.5f};
        r = polynomial(m, kC);
    } else {
        static constexpr float kC[] = {-0.25f, 0x1.744p-2f, -0x1.008p-1f};
        r = polynomial(m, kC);
    }
    r = fused(r, s, m);  // m - m^2 / 2: at least 0.6 m
    const F exponent = hn::ConvertTo(Df(), e);
    F result;
    if (base_two) {
        result = fused(exponent, real(1.19209290e-7f), mul(r, scale, marks));  // an exact product
    } else {
        const auto none = hn::Eq(exponent, real(0.0f));
        result = any_mad(exponent, real(0.693147182f * 1.19209290e-7f), hn::IfThenElse(none, real(1.0f), r), marks);
        result = hn::IfThenElse(none, r, result);
        if (has_scale) result = mul(result, scale, marks);
    }
    if (has_scale) {
        marks.outside(scale, 1, 254);
        marks.add(hn::Eq(field(result), whole(kExponentField)));
    }
    return hn::IfThenElse(as_mask(hn::Lt(b, hn::Zero(Di()))), not_a_number(), result);
}

HWY_INLINE F sigmoid(F x, bool fp32, Marks& marks) {
    const F e = fp32 ? exp_fp32(hn::Neg(x), marks) : exp_21(hn::Neg(x), true, 1.0017248f, marks);
    return reciprocal(hn::Add(real(1.0f), e), fp32, marks);
}

HWY_INLINE F tanh_bf16(F x, Marks& marks) {
    const F a = flush(hn::Abs(x));
    marks.add(hn::Not(hn::Le(a, real(3.2f))));
    F r = fused(real(5.876733921468257904052734375e-3f), a, real(-6.6649019718170166015625e-2f));  // -> 0.04 to 0.067
    r = fused(r, a, real(0.281917631626129150390625f));                                            // -> 0.128 to 0.282
    r = near_at<-2>(r, a, real(-0.4890659749507904052734375f));
    r = any_mad(r, a, real(3.0897438526153564453125e-2f), marks);
    r = fused(r, a, real(0.999004364013671875f));  // tanh(a) / a: 0.3 to 1
    r = hn::Min(mul(r, a, marks), real(1.0f));
    return hn::CopySign(r, x);
}

HWY_INLINE F tanh_fp32(F x, Marks& marks) {
    marks.add(hn::Eq(field(x), whole(kExponentField)));
    const I i = nearest(hn::Min(hn::Abs(hn::Mul(x, real(2.0f * 1.442695f))), real(255.0f)));
    const F j = hn::ConvertTo(Df(), i);
    const F a = hn::Abs(hn::Add(x, x));
    const F f = cancelling_any(j, real(-0.6931471805599453f), a);  // at most 0.36
    static constexpr float kC[] = {1.974105835e-04f, 1.393318176e-3f, 8.331298828e-3f,
                                   4.166680202e-2f,  1.666667163e-1f, 0.5f};
    const F r = fused(polynomial(f, kC), hn::Mul(f, f), f);  // f + f^2 / 2
    const F scale = as_real(hn::ShiftLeft<23>(hn::And(hn::Add(i, whole(126)), whole(0xFF))));
    const F x0 = fused(r, scale, hn::Sub(scale, real(0.5f)));  // a product with a power of two is exact
    const F x1 = hn::Add(x0, real(1.0f));
    F rcp = as_real(hn::Sub(whole(static_cast<int32_t>(0xFEF30000u)), bits(x1)));
    F t = cancelling_at<0>(x1, rcp, real(1.0f));  // at most 0.13
    t = fused(t, t, t);
    rcp = fused(rcp, t, rcp);
    const F y0 = hn::Mul(x0, rcp);
    t = cancelling_any(x1, y0, x0);
    F y = fused(t, rcp, y0);
    y = hn::IfThenElse(as_mask(hn::Lt(field(x), whole(115 << 23))), x, y);
    y = hn::IfThenElse(as_mask(hn::Gt(i, whole(60))), real(1.0f), y);
    return hn::CopySign(y, x);
}

HWY_INLINE F divide(F a, F b, bool fp32, Marks& marks) {
    const auto nothing = as_mask(hn::Eq(field(a), hn::Zero(Di())));
    const F top = hn::IfThenElse(nothing, real(1.0f), a);
    marks.outside(top, 40, 254);
    const F r = reciprocal(b, true, marks);
    F result = hn::Mul(top, r);
    marks.outside(result, 60, 253);  // what is added to it does not vanish
    // The remainder is far below `top`, the correction far below the quotient.
    if (fp32) result = fused(cancelling_any(hn::Neg(result), b, top), r, result);
    return hn::IfThenZeroElse(nothing, result);
}

// rdiv: the reciprocal passes through 16 bits where DST has them; `rounding` 1 truncates the quotient, 2 takes the
// floor.
HWY_INLINE F divided_by(F x, F value, bool fp32, uint32_t rounding, Marks& marks) {
    F r = reciprocal(x, fp32, marks);
    if (!fp32) {
        const I rounded = hn::And(hn::Add(bits(r), whole(0x8000)), whole(static_cast<int32_t>(0xFFFF0000u)));
        r = as_real(rounded);
    }
    marks.outside(value, 1, 254);
    F y = mul(r, value, marks);
    marks.add(hn::Eq(field(y), whole(kExponentField)));
    if (rounding) y = rounding == 1 ? hn::Trunc(y) : hn::Floor(y);
    return y;
}

HWY_INLINE F integer_power(F x, uint32_t n, Marks& marks) {
    x = flush(x);
    F result = real(1.0f);
    for (; n; n >>= 1) {
        if (n & 1) result = mul(result, x, marks);
        if (n > 1) x = mul(x, x, marks);
    }
    marks.add(hn::Eq(field(result), whole(kExponentField)));
    return result;
}

// ---- three tiles
// ------------------------------------------------------------------------------------------------------ Ordinary
// numbers only: what is zero, subnormal or out of the ordinary is marked.
HWY_INLINE F lerp(F x, F y, F z, Marks& marks) {
    marks.all_outside(60, 190, x, y, z);
    const F distance = hn::Sub(y, x);
    marks.outside(distance, 36, 200);
    return any_mad(z, distance, x, marks);
}
HWY_INLINE F multiply_add(F x, F y, F z, Marks& marks) {
    marks.all_outside(60, 190, x, y, z);
    return any_mad(x, y, z, marks);
}
// x + value * y * z, and x + value * y / z.
HWY_INLINE F add_scaled(F value, F x, F y, F z, bool divide, Marks& marks) {
    marks.all_outside(87, 167, value, x, y, z);
    return any_mad(hn::Mul(value, y), divide ? reciprocal(z, true, marks) : z, x, marks);
}

}  // namespace quick
}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
