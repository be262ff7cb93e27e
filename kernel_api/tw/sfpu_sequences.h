// The vendor's instruction sequences for Wormhole, lane by lane: constants and order of operations decide the last
// bits, so each function is a plain list of multiply-adds (sfpu_lane.h). Accuracy and origin of each: docs/sfpu.md.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "tw/sfpu_lane.h"

namespace tw::sfpu {

using lane::add;
using lane::as_bits;
using lane::as_float;
using lane::mad;
using lane::mul;
using lane::sub;

namespace detail {

constexpr float kInf = __builtin_inff();
constexpr float kNan = __builtin_bit_cast(float, 0x7FC00000u);

// Order of sign-and-magnitude numbers, which is how the unit compares floats; NaN lies beyond Inf.
inline bool below(float a, float b) {
    const auto key = [](uint32_t u) {
        return u & 0x80000000u ? -static_cast<int64_t>(u & 0x7FFFFFFFu) : static_cast<int64_t>(u);
    };
    return key(as_bits(a)) < key(as_bits(b));
}
inline bool is_negative(float a) { return (as_bits(a) >> 31) && (as_bits(a) << 1); }
inline bool is_zero(float a) { return (as_bits(a) << 1) == 0; }

// 2^x from x + 127 in [0, 256): the integer part becomes the exponent, the fraction goes through a quadratic.
inline float exp_split(float biased, float c0) {
    const uint32_t bits = as_bits(biased);
    const int32_t shift = static_cast<int32_t>(lane::exponent(bits)) - 127;
    const uint32_t mantissa = (bits & 0x7FFFFF) | 0x800000;
    uint32_t fixed = 0;
    if (shift >= 0 && shift < 32) fixed = mantissa << shift;
    if (shift < 0 && shift > -32) fixed = mantissa >> -shift;
    const float fraction = static_cast<float>(fixed & 0x7FFFFF);
    const float inner = mad(fraction, 4.791750143340323e-15f, 7.839635491371155e-08f);
    return as_float(lane::set_exponent(as_bits(mad(inner, fraction, c0)), lane::exponent(fixed)));
}

inline float exp_21(float x, bool clamp_negative, float c0) {
    float biased = mad(x, 1.4426950216293334961f, 127.0f);
    if (clamp_negative && below(biased, 0.0f)) biased = 0.0f;
    if (below(255.0f, biased)) biased = 255.0f;
    return exp_split(biased, c0);
}

}  // namespace detail
using namespace detail;

inline float reciprocal(float x, int newton_steps) {
    const uint32_t bits = as_bits(x);
    const float minus_mantissa = as_float((bits & 0x7FFFFF) | 0xBF800000u);
    float y = mad(0.3232325017452239990234375f, minus_mantissa, 1.4545459747314453125f);
    y = mad(y, minus_mantissa, 2.121212482452392578125f);
    const float scale = mul(as_float(~bits & 0xFF800000u), 0.5f);
    // The first step is part of every variant.
    y = mad(y, mad(minus_mantissa, y, 1.0f), y);
    if (newton_steps > 1) y = mad(y, mad(minus_mantissa, y, 1.0f), y);
    return as_float(lane::copy_sign(as_bits(mul(y, scale)), bits));
}

inline float reciprocal_legacy(float x, bool approx) {
    const uint32_t bits = as_bits(x);
    const float value = as_float(lane::set_exponent(bits | 0x80000000u, 126));
    float result = mul(1.442695f, mad(value, 1.442695f, 2.0f));
    for (int i = 1; i < (approx ? 2 : 3); ++i) result = mul(result, mad(value, result, 2.0f));
    int32_t e = static_cast<int32_t>(lane::exponent(as_bits(result))) - 127;
    e -= static_cast<int32_t>(lane::exponent(bits)) - 127;
    e += 126;
    if (e < 0) {
        result = 0.0f;
        e = 0;
    }
    result = as_float(lane::set_exponent(as_bits(result), static_cast<uint32_t>(e)));
    return is_negative(x) ? -result : result;
}

inline float square_root(float x, bool approx, bool fast, bool reciprocal_root) {
    const uint32_t bits = as_bits(x);
    const uint32_t inf_minus_x = 0x7F800000u - bits;
    float y = as_float((approx ? 0x5F0B3892u : 0x5F1110A0u) - (bits >> 1));
    if (approx) {
        const float c = mul(x, y);
        const float t = mad(-y, c, 1.89099014875f);
        if (reciprocal_root) {
            y = inf_minus_x != 0 && bits != 0 ? mul(y, t) : as_float(inf_minus_x);
        } else {
            y = bits != 0x7F800000u ? mul(c, t) : c;
        }
    } else {
        float xy = mul(x, y);
        const float c = mul(-y, xy);
        y = mul(y, mad(c, add(2.2533049f, c), 2.2825186f));
        xy = mul(x, y);
        const float rest = mad(-y, xy, 1.0f);
        if (reciprocal_root) {
            const uint32_t y_bits = as_bits(y);
            const float half_y = as_float(lane::set_exponent(y_bits, lane::exponent(y_bits) - 1));
            y = inf_minus_x != 0 && bits != 0 ? mad(rest, half_y, y) : as_float(inf_minus_x);
        } else if (static_cast<int32_t>(bits) < 0x7F800000) {
            y = mad(rest, mul(0.5f, xy), xy);
        }
    }
    return !fast && is_negative(x) ? kNan : y;
}

inline float square_root_legacy(float x, bool approx) {
    const uint32_t bits = as_bits(x);
    if (approx) return as_float(((127u << 23) + bits) >> 1);
    if (is_zero(x)) return x;
    float y = as_float(0x5F370000u - (bits >> 1));
    for (int i = 0; i < 2; ++i) y = mul(mad(mul(y, y), mul(x, -0.5f), 1.5f), y);
    return mul(y, x);
}

// The tile loop loads its leading coefficient as a half-precision immediate: 1 + 2^-9.
inline float exp_bf16(float x, bool clamp_negative) { return exp_21(x, clamp_negative, 1.001953125f); }

inline float exp_fp32(float x) {
    float j = mul(1.442695f, x);
    const uint32_t whole = lane::to_small_int(as_bits(j), 32767, true);
    j = lane::from_sign_magnitude(whole);
    float f = mad(j, -6.93145752e-1f, x);
    f = mad(j, -1.42860677e-6f, f);
    float r = 1.37805939e-3f;
    r = mad(r, f, 8.37312452e-3f);
    r = mad(r, f, 4.16695364e-2f);
    r = mad(r, f, 1.66664720e-1f);
    r = mad(r, f, 4.99999851e-1f);
    float y = mad(r, f, 1.0f);
    r = mad(y, f, 1.0f);
    const int32_t magnitude = static_cast<int32_t>(whole & 0x7FFFFFFFu);
    const int32_t e = static_cast<int32_t>(lane::exponent(as_bits(r))) + (whole >> 31 ? -magnitude : magnitude);
    y = mul(as_float(as_bits(y) - 1), 0.0f);  // 0, or NaN for NaN; Inf has become the largest number
    if (e >= 1) y = e < 255 ? as_float(lane::set_exponent(as_bits(r), static_cast<uint32_t>(e))) : add(y, kInf);
    return y;
}

inline float exp_approx(float x, float scale, bool clamp_negative) {
    const float a = 256.0f * 1.4426950408889634f * scale;
    if (clamp_negative) {
        const float lowest = -88.5f / scale;
        if (below(x, lowest)) x = lowest;
        return as_float(lane::to_small_int(as_bits(mad(a, x, 32500.818359375f)), 65535, false) << 15);
    }
    const float z = mad(a, x, 32500.818359375f);
    return as_float((lane::to_small_int(as_bits(z), 32767, true) << 15) & 0x7FFFFFFFu);
}

inline float logarithm(float x, bool dst_fp32, bool fast, bool base_two, float scale, bool has_scale) {
    uint32_t e = (as_bits(x) - 0x3F400000u) & 0xFF800000u;
    if (!fast) x = mad(x, 1.0f, 0.0f);
    const float m = sub(as_float(as_bits(x) - e), 1.0f);
    if (as_bits(x) >> 31) return kNan;
    const float s = mul(m, m);
    float r;
    if (dst_fp32) {
        r = -0x1.92cp-5f;
        for (const float c : {0x1.b84p-4f, -0x1.0c4p-3f, 0x1.274p-3f, -0x1.55p-3f, 0x1.998p-3f, -0x1.00001ap-2f,
                              0x1.555572p-2f, -0.5f}) {
            r = mad(r, m, c);
        }
    } else {
        r = mad(mad(-0.25f, m, 0x1.744p-2f), m, -0x1.008p-1f);
    }
    r = mad(r, s, m);
    const int32_t whole = static_cast<int32_t>(e);
    const float magnitude = static_cast<float>(whole < 0 ? 0u - e : e);
    const float exponent = whole < 0 ? -magnitude : magnitude;
    float result;
    if (base_two) {
        result = mad(exponent, 1.19209290e-7f, mul(r, scale));
    } else {
        result = mad(exponent, 0.693147182f * 1.19209290e-7f, r);
        if (has_scale) result = mul(result, scale);
    }
    // Zero wraps to exponent 255 when its exponent is lowered, Inf and NaN keep theirs.
    const uint32_t x_exponent = lane::exponent(as_bits(x));
    if (x_exponent == 0) return mul(result, as_float(lane::set_exponent(as_bits(x), 255)));
    if (x_exponent == 255) return mul(result, x);
    return result;
}

inline float sigmoid(float x, bool dst_fp32) {
    const float e = dst_fp32 ? exp_fp32(-x) : exp_21(-x, true, 1.0017248f);
    return reciprocal(add(1.0f, e), dst_fp32 ? 2 : 1);
}

inline float tanh_bf16(float x) {
    const float a = as_float(as_bits(x) & 0x7FFFFFFFu);
    float r = 5.876733921468257904052734375e-3f;
    for (const float c : {-6.6649019718170166015625e-2f, 0.281917631626129150390625f, -0.4890659749507904052734375f,
                          3.0897438526153564453125e-2f, 0.999004364013671875f, 0.0f}) {
        r = mad(r, a, c);
    }
    if (below(1.0f, r)) r = 1.0f;
    return as_float(lane::copy_sign(as_bits(r), as_bits(x)));
}

inline float tanh_fp32(float x) {
    const uint32_t i = lane::to_small_int(as_bits(mul(x, 2.0f * 1.442695f)), 255, false);
    const float j = static_cast<float>(i);
    const float a = as_float(as_bits(add(x, x)) & 0x7FFFFFFFu);
    const float f = mad(j, -0.6931471805599453f, a);
    float r = 1.974105835e-04f;
    for (const float c : {1.393318176e-3f, 8.331298828e-3f, 4.166680202e-2f, 1.666667163e-1f, 0.5f}) r = mad(r, f, c);
    r = mad(r, mul(f, f), f);
    const float scale = as_float(((i + 126) & 0xFF) << 23);
    const float x0 = mad(r, scale, sub(scale, 0.5f));
    float y = mad(as_float(as_bits(a) - 1), 0.0f, 1.0f);
    const float x1 = add(x0, 1.0f);
    if (i < 61) {
        float rcp = as_float(0xFEF30000u - as_bits(x1));
        float t = mad(x1, rcp, 1.0f);
        t = mad(t, t, t);
        rcp = mad(rcp, t, rcp);
        const float y0 = mul(x0, rcp);
        t = mad(x1, y0, x0);
        y = lane::exponent(as_bits(x)) >= 115 ? mad(t, rcp, y0) : x;
    }
    return as_float(lane::copy_sign(as_bits(y), as_bits(x)));
}

inline float divide(float a, float b, bool dst_fp32) {
    const float r = reciprocal(b, 2);
    float result = mul(a, r);
    if (dst_fp32 && lane::exponent(as_bits(result)) != 255) result = mad(mad(-result, b, a), r, result);
    if (is_zero(b)) return is_zero(a) ? kNan : as_float(lane::copy_sign(0x7F800000u, as_bits(a)));
    return result;
}

}  // namespace tw::sfpu
