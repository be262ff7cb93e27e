// The card's instruction sequences on vectors of words, for lanes that the quick forms (sfpu_quick_sequences-inl.hpp)
// do not serve.
//
// The multiply-add works on 32-bit lanes: the product of two 24-bit mantissas, cut to 28 bits, is aligned with the
// addend and their sum becomes a float by the host's own conversion, which rounds as the card does. Lanes that leave
// the ordinary range anywhere on the way (Inf, NaN, results at or below the smallest normal number) are marked, and the
// group is done again by the scalar definition (tw/sfpu_lane.h).
#if defined(TILEWRIGHT_TILE_SFPU_CARD_VECTOR_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEWRIGHT_TILE_SFPU_CARD_VECTOR_INL
#undef TILEWRIGHT_TILE_SFPU_CARD_VECTOR_INL
#else
#define TILEWRIGHT_TILE_SFPU_CARD_VECTOR_INL
#endif

#include <bit>
#include <cstdint>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

class CardVector {
public:
    using Df = hn::ScalableTag<float>;
    using Du = hn::RebindToUnsigned<Df>;
    using Di = hn::RebindToSigned<Df>;
    using Dw = hn::RepartitionToWide<Du>;
    using U = hn::Vec<Du>;
    using I = hn::Vec<Di>;

    HWY_INLINE CardVector() : special_(hn::Zero(Du())) {}
    HWY_INLINE bool any_special() const { return !hn::AllTrue(Du(), hn::Eq(special_, hn::Zero(Du()))); }

    HWY_INLINE U word(uint32_t v) const { return hn::Set(Du(), v); }
    HWY_INLINE U real(float v) const { return word(std::bit_cast<uint32_t>(v)); }
    HWY_INLINE U exponent(U x) const { return hn::And(hn::ShiftRight<23>(x), word(255)); }
    HWY_INLINE U with_exponent(U x, U e) const {
        return hn::Or(hn::And(x, word(0x807FFFFFu)), hn::ShiftLeft<23>(hn::And(e, word(255))));
    }
    HWY_INLINE U negate(U x) const { return hn::Xor(x, word(0x80000000u)); }
    HWY_INLINE U copy_sign(U magnitude, U sign) const {
        return hn::Or(hn::And(magnitude, word(0x7FFFFFFFu)), hn::And(sign, word(0x80000000u)));
    }
    HWY_INLINE void mark(hn::Mask<Du> m) { special_ = hn::Or(special_, hn::VecFromMask(Du(), m)); }
    HWY_INLINE hn::Mask<Du> is_negative(U x) const {
        return hn::And(hn::Ne(hn::And(x, word(0x80000000u)), word(0)), hn::Ne(hn::And(x, word(0x7FFFFFFFu)), word(0)));
    }
    HWY_INLINE hn::Mask<Du> greater(U a, U b) const {
        return hn::RebindMask(Du(), hn::Gt(hn::BitCast(Df(), a), hn::BitCast(Df(), b)));
    }

    HWY_INLINE U mad(U x, U y, U z) {
        const Du du;
        const Di di;
        const Dw dw;
        const U zero = hn::Zero(du);
        const U xe = exponent(x), ye = exponent(y), ze = exponent(z);
        mark(hn::Or(hn::Or(hn::Eq(xe, word(255)), hn::Eq(ye, word(255))), hn::Eq(ze, word(255))));
        const U xm = mantissa(x, xe), ym = mantissa(y, ye);
        U zm = hn::ShiftLeft<3>(mantissa(z, ze));
        const auto even = cut(hn::MulEven(xm, ym));
        const auto odd = cut(hn::MulEven(hn::BitCast(du, hn::ShiftRight<32>(hn::BitCast(dw, xm))),
                                         hn::BitCast(du, hn::ShiftRight<32>(hn::BitCast(dw, ym)))));
        U pm = hn::Or(hn::BitCast(du, even), hn::BitCast(du, hn::ShiftLeft<32>(odd)));
        I pe = hn::Sub(hn::BitCast(di, hn::Add(xe, ye)), hn::Set(di, 127));
        const auto dropped = hn::Or(hn::Eq(pm, zero), hn::RebindMask(du, hn::Lt(pe, hn::Zero(di))));
        pm = hn::IfThenZeroElse(dropped, pm);
        pe = hn::IfThenZeroElse(hn::RebindMask(di, dropped), pe);
        mark(hn::RebindMask(du, hn::Gt(pe, hn::Set(di, 254))));
        const I zei = hn::BitCast(di, ze);
        const I re = hn::Max(pe, zei);
        pm = shift_down(pm, hn::BitCast(du, hn::Sub(re, pe)));
        zm = shift_down(zm, hn::BitCast(du, hn::Sub(re, zei)));
        const U ps = hn::And(hn::Xor(x, y), word(0x80000000u)), zs = hn::And(z, word(0x80000000u));
        const auto product_first = hn::RebindMask(du, hn::Not(hn::Lt(hn::BitCast(di, pm), hn::BitCast(di, zm))));
        const U rs = hn::IfThenElse(product_first, ps, zs);
        const U difference = hn::IfThenElse(product_first, hn::Sub(pm, zm), hn::Sub(zm, pm));
        U rm = hn::IfThenElse(hn::Eq(ps, zs), hn::Add(pm, zm), difference);
        // A sum two places too long loses the bit before the last on its way to 27 bits.
        const auto long_sum = hn::RebindMask(du, hn::Gt(hn::BitCast(di, rm), hn::Set(di, (1 << 28) - 1)));
        rm = hn::IfThenElse(long_sum, hn::And(rm, word(~2u)), rm);
        const U rounded = hn::BitCast(du, hn::ConvertTo(Df(), hn::BitCast(di, rm)));
        const I up = hn::Sub(re, hn::Set(di, 153));  // 127 + 26: the mantissa is an integer so far
        const I e = hn::Add(hn::BitCast(di, hn::ShiftRight<23>(rounded)), up);
        const auto nonzero = hn::Ne(rm, zero);
        mark(hn::And(nonzero, hn::RebindMask(du, hn::Or(hn::Gt(e, hn::Set(di, 254)), hn::Lt(e, hn::Set(di, 2))))));
        const U shifted = hn::Add(rounded, hn::ShiftLeft<23>(hn::BitCast(du, up)));
        return hn::IfThenElseZero(nonzero, hn::Or(rs, shifted));
    }
    HWY_INLINE U mul(U x, U y) { return mad(x, y, word(0)); }
    HWY_INLINE U add(U x, U y) { return mad(x, real(1.0f), y); }

    HWY_INLINE U reciprocal(U x, bool two_steps) {
        const U m = hn::Or(hn::And(x, word(0x7FFFFFu)), word(0xBF800000u));
        U y = mad(real(0.3232325017452239990234375f), m, real(1.4545459747314453125f));
        y = mad(y, m, real(2.121212482452392578125f));
        const U scale = mul(hn::And(hn::Not(x), word(0xFF800000u)), real(0.5f));
        y = mad(y, mad(m, y, real(1.0f)), y);
        if (two_steps) y = mad(y, mad(m, y, real(1.0f)), y);
        return copy_sign(mul(y, scale), x);
    }

    HWY_INLINE U square_root(U x, bool fast, bool inverse) {
        mark(hn::Eq(exponent(x), word(0)));
        U y = hn::Sub(word(0x5F1110A0u), hn::ShiftRight<1>(x));
        U xy = mul(x, y);
        const U c = mul(negate(y), xy);
        y = mul(y, mad(c, add(real(2.2533049f), c), real(2.2825186f)));
        xy = mul(x, y);
        const U rest = mad(negate(y), xy, real(1.0f));
        if (inverse) {
            y = mad(rest, with_exponent(y, hn::Sub(exponent(y), word(1))), y);
        } else {
            y = mad(rest, mul(real(0.5f), xy), xy);
        }
        return fast ? y : hn::IfThenElse(is_negative(x), word(0x7FC00000u), y);
    }

    HWY_INLINE U exp_21(U x, bool clamp_negative, float c0) {
        const Du du;
        const Di di;
        U biased = mad(x, real(1.4426950216293334961f), real(127.0f));
        if (clamp_negative) biased = hn::IfThenZeroElse(is_negative(biased), biased);
        biased = hn::IfThenElse(greater(biased, real(255.0f)), real(255.0f), biased);
        const I shift = hn::Sub(hn::BitCast(di, exponent(biased)), hn::Set(di, 127));
        const U m = hn::Or(hn::And(biased, word(0x7FFFFFu)), word(0x800000u));
        const I limit = hn::Set(di, 31);
        const U left = hn::Shl(m, hn::BitCast(du, hn::Min(hn::Max(shift, hn::Zero(di)), limit)));
        // Right by 31 leaves nothing of 24 bits, as does anything further.
        const U right = hn::Shr(m, hn::BitCast(du, hn::Min(hn::Max(hn::Neg(shift), hn::Zero(di)), limit)));
        const U fixed = hn::IfThenElse(hn::RebindMask(du, hn::Lt(shift, hn::Zero(di))), right, left);
        const U fraction = hn::BitCast(du, hn::ConvertTo(Df(), hn::BitCast(di, hn::And(fixed, word(0x7FFFFFu)))));
        const U inner = mad(fraction, real(4.791750143340323e-15f), real(7.839635491371155e-08f));
        return with_exponent(mad(inner, fraction, real(c0)), exponent(fixed));
    }

    HWY_INLINE U exp_fp32(U x) {
        const Du du;
        const Di di;
        const U j0 = mul(real(1.442695f), x);
        const I i = to_integer(j0, 32767);
        const U j = hn::BitCast(du, hn::ConvertTo(Df(), i));
        U f = mad(j, real(-6.93145752e-1f), x);
        f = mad(j, real(-1.42860677e-6f), f);
        U r = real(1.37805939e-3f);
        r = mad(r, f, real(8.37312452e-3f));
        r = mad(r, f, real(4.16695364e-2f));
        r = mad(r, f, real(1.66664720e-1f));
        r = mad(r, f, real(4.99999851e-1f));
        const U y = mad(r, f, real(1.0f));
        r = mad(y, f, real(1.0f));
        const I e = hn::Add(hn::BitCast(di, exponent(r)), i);
        U result = with_exponent(r, hn::BitCast(du, e));
        result = hn::IfThenElse(hn::RebindMask(du, hn::Gt(e, hn::Set(di, 254))), word(0x7F800000u), result);
        return hn::IfThenZeroElse(hn::RebindMask(du, hn::Lt(e, hn::Set(di, 1))), result);
    }

    HWY_INLINE U sigmoid(U x, bool fp32) {
        const U e = fp32 ? exp_fp32(negate(x)) : exp_21(negate(x), true, 1.0017248f);
        return reciprocal(add(real(1.0f), e), fp32);
    }

    HWY_INLINE U tanh_bf16(U x) {
        const U a = hn::And(x, word(0x7FFFFFFFu));
        U r = real(5.876733921468257904052734375e-3f);
        for (const float c : {-6.6649019718170166015625e-2f, 0.281917631626129150390625f, -0.4890659749507904052734375f,
                              3.0897438526153564453125e-2f, 0.999004364013671875f, 0.0f}) {
            r = mad(r, a, real(c));
        }
        return copy_sign(hn::IfThenElse(greater(r, real(1.0f)), real(1.0f), r), x);
    }

    HWY_INLINE U logarithm(U x, bool fp32, bool base_two, U scale, bool has_scale) {
        const Di di;
        mark(hn::Or(hn::Eq(exponent(x), word(0)), hn::Eq(exponent(x), word(255))));
        const U e = hn::And(hn::Sub(x, word(0x3F400000u)), word(0xFF800000u));
        const U m = mad(real(1.0f), real(-1.0f), hn::Sub(x, e));
        const U s = mul(m, m);
        U r;
        if (fp32) {
            r = real(-0x1.92cp-5f);
            for (const float c : {0x1.b84p-4f, -0x1.0c4p-3f, 0x1.274p-3f, -0x1.55p-3f, 0x1.998p-3f, -0x1.00001ap-2f,
                                  0x1.555572p-2f, -0.5f}) {
                r = mad(r, m, real(c));
            }
        } else {
            r = mad(mad(real(-0.25f), m, real(0x1.744p-2f)), m, real(-0x1.008p-1f));
        }
        r = mad(r, s, m);
        const U whole = hn::BitCast(Du(), hn::ConvertTo(Df(), hn::BitCast(di, e)));
        U result;
        if (base_two) {
            result = mad(whole, real(1.19209290e-7f), mul(r, scale));
        } else {
            result = mad(whole, real(0.693147182f * 1.19209290e-7f), r);
            if (has_scale) result = mul(result, scale);
        }
        return hn::IfThenElse(is_negative(x), word(0x7FC00000u), result);
    }

    HWY_INLINE U tanh_fp32(U x) {
        const Du du;
        const Di di;
        const I i = to_integer(hn::And(mul(x, real(2.0f * 1.442695f)), word(0x7FFFFFFFu)), 255);
        const U j = hn::BitCast(du, hn::ConvertTo(Df(), i));
        const U a = hn::And(add(x, x), word(0x7FFFFFFFu));
        const U f = mad(j, real(-0.6931471805599453f), a);
        U r = real(1.974105835e-04f);
        for (const float c : {1.393318176e-3f, 8.331298828e-3f, 4.166680202e-2f, 1.666667163e-1f, 0.5f})
            r = mad(r, f, real(c));
        r = mad(r, mul(f, f), f);
        const U scale = hn::ShiftLeft<23>(hn::And(hn::BitCast(du, hn::Add(i, hn::Set(di, 126))), word(0xFF)));
        const U x0 = mad(r, scale, mad(real(0.5f), real(-1.0f), scale));
        const U x1 = add(x0, real(1.0f));
        U rcp = hn::Sub(word(0xFEF30000u), x1);
        U t = mad(x1, rcp, real(1.0f));
        t = mad(t, t, t);
        rcp = mad(rcp, t, rcp);
        const U y0 = mul(x0, rcp);
        t = mad(x1, y0, x0);
        const auto tiny = hn::RebindMask(du, hn::Lt(hn::BitCast(di, exponent(x)), hn::Set(di, 115)));
        const U inside = hn::IfThenElse(tiny, x, mad(t, rcp, y0));
        const auto saturated = hn::RebindMask(du, hn::Gt(i, hn::Set(di, 60)));
        return copy_sign(hn::IfThenElse(saturated, real(1.0f), inside), x);
    }

private:
    HWY_INLINE U mantissa(U x, U e) const {
        return hn::IfThenZeroElse(hn::Eq(e, hn::Zero(Du())), hn::Or(hn::And(x, word(0x7FFFFFu)), word(0x800000u)));
    }
    // Product of two mantissas to its upper 28 bits with a sticky bit.
    template <class V>
    HWY_INLINE V cut(V product) const {
        const Dw dw;
        const V rest = hn::And(product, hn::Set(dw, 0xFFFFF));
        return hn::Or(hn::ShiftRight<20>(product), hn::IfThenZeroElse(hn::Eq(rest, hn::Zero(dw)), hn::Set(dw, 1)));
    }
    HWY_INLINE U shift_down(U v, U amount) const {
        const Du du;
        const U zero = hn::Zero(du);
        const U n = hn::Min(amount, word(31));
        const U kept = hn::IfThenZeroElse(hn::Gt(amount, word(31)), hn::Shr(v, n));
        const auto sticky = hn::And(hn::Ne(kept, zero), hn::Ne(hn::Shl(kept, n), v));
        return hn::Or(kept, hn::IfThenElseZero(sticky, word(1)));
    }
    // Nearest integer, ties away, at most `limit` in magnitude.
    HWY_INLINE I to_integer(U x, uint32_t limit) const {
        const Du du;
        const Di di;
        const I e = hn::Sub(hn::BitCast(di, exponent(x)), hn::Set(di, 127));
        const U m = hn::Or(hn::And(x, word(0x7FFFFFu)), word(0x800000u));
        const I place = hn::Min(hn::Max(hn::Sub(hn::Set(di, 22), e), hn::Zero(di)), hn::Set(di, 31));
        const U doubled = hn::Shr(m, hn::BitCast(du, place));  // with one bit below the point
        U magnitude = hn::Min(hn::ShiftRight<1>(hn::Add(doubled, word(1))), word(limit));
        magnitude = hn::IfThenElse(hn::RebindMask(du, hn::Gt(e, hn::Set(di, 15))), word(limit), magnitude);
        magnitude = hn::IfThenZeroElse(hn::RebindMask(du, hn::Lt(e, hn::Set(di, -1))), magnitude);
        const I value = hn::BitCast(di, magnitude);
        const auto negative = hn::RebindMask(di, hn::Ne(hn::And(x, word(0x80000000u)), word(0)));
        return hn::IfThenElse(negative, hn::Neg(value), value);
    }

    U special_;
};

}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
