// One lane of the vector unit, bit for bit: multiply-add, conversions, field access.
//
// Shared by the engine (`card` arithmetic of the SFPU calls) and by kernels that program the vector unit themselves
// (sfpi.h), so that there is one definition of what a lane does.
#pragma once

#include <cstdint>

namespace tw::lane {

inline float as_float(uint32_t bits) { return __builtin_bit_cast(float, bits); }
inline uint32_t as_bits(float value) { return __builtin_bit_cast(uint32_t, value); }

inline uint32_t exponent(uint32_t bits) { return (bits >> 23) & 0xFF; }
inline uint32_t set_exponent(uint32_t bits, uint32_t e) { return (bits & 0x807FFFFFu) | ((e & 0xFF) << 23); }
inline uint32_t copy_sign(uint32_t magnitude, uint32_t sign) {
    return (magnitude & 0x7FFFFFFFu) | (sign & 0x80000000u);
}

// x * y + z, partly fused, Wormhole. The 48-bit product is cut to 24 bits plus three (guard, round, and a sticky bit
// that collects everything below); both addends carry these three bits. Alignment shifts keep a sticky bit only while
// some other bit of the operand is left: an operand shifted out whole leaves no trace. Rounds to nearest even.
// Subnormal inputs count as zero, a product below the normal range is dropped before the addition, results below it
// give +0, and an exact zero is +0. NaN results carry bit 0 of the mantissa and whatever the addition left above it.
inline uint32_t mad_bits(uint32_t x, uint32_t y, uint32_t z) {
    const int32_t xe = static_cast<int32_t>(exponent(x));
    const int32_t ye = static_cast<int32_t>(exponent(y));
    const int32_t ze = static_cast<int32_t>(exponent(z));
    const uint32_t xm = xe ? (x & 0x7FFFFF) | 0x800000 : 0;
    const uint32_t ym = ye ? (y & 0x7FFFFF) | 0x800000 : 0;
    uint32_t zm = ze ? ((z & 0x7FFFFF) | 0x800000) << 3 : 0;
    const uint32_t zs = z & 0x80000000u;
    const uint32_t ps = (x ^ y) & 0x80000000u;
    const uint64_t product = (static_cast<uint64_t>(xm) * ym) << 3;
    uint32_t pm = static_cast<uint32_t>(product >> 23) | ((product & 0x7FFFFF) != 0);
    int32_t pe = xe + ye - 127;

    uint32_t nan = 0;
    if (xe == 255 || ye == 255 || ze == 255 || pe >= 255) {
        const bool x_bad = xe == 255 && (xm != 0x800000 || ym == 0);  // NaN, or Inf * 0
        const bool y_bad = ye == 255 && (ym != 0x800000 || xm == 0);
        const bool z_inf = ze == 255 && zm == 0x4000000;
        const bool p_inf = xe == 255 || ye == 255 || pe >= 255;
        if (x_bad || y_bad || (z_inf && p_inf && zs != ps)) {
            nan = ps | 0x7F800001u;
        } else if (ze == 255 && !z_inf) {
            nan = zs | 0x7F800001u;
        } else {
            return ze == 255 ? z : ps | 0x7F800000u;
        }
        if (pe > 255) pe = 255;
    }
    if (pm == 0 || pe < 0) {
        if (!nan) return zm ? z : 0;
        pm = 0;
        pe = 0;
    }
    const auto shift_down = [](uint32_t value, int32_t amount) -> uint32_t {
        if (amount >= 32) return 0;
        const uint32_t kept = value >> amount;
        return kept && (kept << amount) != value ? kept | 1 : kept;
    };
    int32_t re = pe > ze ? pe : ze;
    if (pe < re) pm = shift_down(pm, re - pe);
    if (ze < re) zm = shift_down(zm, re - ze);
    const uint32_t rs = pm >= zm ? ps : zs;
    uint32_t rm = ps == zs ? pm + zm : pm >= zm ? pm - zm : zm - pm;
    if (rm == 0) return nan;
    const int32_t n = 5 - __builtin_clz(rm);  // to one bit before 26 fraction bits
    re += n;
    if (re >= 255) return nan ? nan : rs | 0x7F800000u;
    if (re < 0) return nan;
    rm = n <= 0 ? rm << -n : (rm >> n) | (rm & 1);
    uint32_t r = (static_cast<uint32_t>(re) << 23) + ((rm >> 3) & 0x7FFFFF);
    r += ((rm & 7) + (r & 1)) > 4;
    if (!(r >> 23)) return nan;
    return (nan ? nan : rs) | r;
}

inline float mad(float x, float y, float z) { return as_float(mad_bits(as_bits(x), as_bits(y), as_bits(z))); }
inline float add(float x, float y) { return mad(x, 1.0f, y); }
inline float sub(float x, float y) { return mad(y, -1.0f, x); }
inline float mul(float x, float y) { return mad(x, y, 0.0f); }

// float32 to bf16, ties away from zero: subnormals become +0, NaN becomes Inf of its sign.
inline uint32_t round_bf16_away(uint32_t bits) {
    const uint32_t e = exponent(bits);
    if (e == 0) return 0;
    if (e == 255) return bits & 0xFF800000u;
    return (bits + 0x8000) & 0xFFFF0000u;
}
// float32 to bf16, nearest even, as integer arithmetic on the bits.
inline uint32_t round_bf16_even(uint32_t bits) { return (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000u; }

// float32 to a sign-and-magnitude integer of at most `limit`, ties away from zero; sign in bit 31 if kept.
inline uint32_t to_small_int(uint32_t bits, uint32_t limit, bool keep_sign) {
    const int32_t e = static_cast<int32_t>(exponent(bits)) - 127;
    const uint32_t sign = keep_sign ? bits & 0x80000000u : 0;
    if (e < -1) return 0;
    if (e >= 16) return sign | limit;
    const uint64_t mantissa = 0x800000u | (bits & 0x7FFFFF);
    const uint64_t shifted = e >= 0 ? mantissa << e : mantissa >> -e;
    uint64_t magnitude = (shifted >> 23) + ((shifted & 0x7FFFFF) >= 0x400000);
    if (magnitude > limit) magnitude = limit;
    return magnitude ? sign | static_cast<uint32_t>(magnitude) : 0;
}

// Sign-and-magnitude integer to float32, nearest even.
inline float from_sign_magnitude(uint32_t bits) {
    const float magnitude = static_cast<float>(bits & 0x7FFFFFFFu);
    return as_float(as_bits(magnitude) | (bits & 0x80000000u));
}

}  // namespace tw::lane
