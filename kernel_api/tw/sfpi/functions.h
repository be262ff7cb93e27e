// Field access, conversions and the small functions of SFPI.
#pragma once

#include "tw/sfpi/types.h"

namespace sfpi {

enum class RoundMode { Nearest, NearestEven = Nearest, NearestStochastic, Stochastic = NearestStochastic };
enum class ExponentMode { Unbiased, Biased };
enum class MantissaMode { Plain, ImplicitOne };
enum class ShiftMode { Arithmetic, Logical };

// The same 32 bits under another type.
template <class To, class From>
inline To as(const From& v) {
    static_assert(sizeof(From) == sizeof(vWords), "sfpi::as takes a vector");
    To r;
    for (int i = 0; i < kLanes; ++i) r.w[i] = v.w[i];
    return r;
}
template <class To>
inline To as(const vProduct& v) {
    return as<To>(vFloat(v));
}
template <class To, class From>
inline To reinterpret(const From& v) {
    return as<To>(v);
}

template <class F>
inline vFloat tw_map_bits(F f) {
    tw_count();
    vFloat r;
    for (int i = 0; i < kLanes; ++i) r.w[i] = f(i);
    return r;
}

inline vFloat abs(const vFloat& v) {
    return tw_map_bits([&](int i) { return v.w[i] & 0x7FFFFFFFu; });
}
inline vInt abs(const vInt& v) {
    return vInt::map([&](int i) { return v.lane(i) < 0 ? 0u - v.w[i] : v.w[i]; });
}
inline vFloat setsgn(const vFloat& v, int sign) {
    return tw_map_bits([&](int i) { return (v.w[i] & 0x7FFFFFFFu) | (sign ? 0x80000000u : 0); });
}
inline vFloat setsgn(const vFloat& v, const vFloat& sign) {
    return tw_map_bits([&](int i) { return tw::lane::copy_sign(v.w[i], sign.w[i]); });
}
inline vFloat setsgn(const vFloat& v, const vInt& sign) {
    return tw_map_bits([&](int i) { return tw::lane::copy_sign(v.w[i], sign.w[i]); });
}
inline vFloat copysgn(const vFloat& v, const vFloat& sign) { return setsgn(v, sign); }
inline vFloat setexp(const vFloat& v, int e) {
    return tw_map_bits([&](int i) { return tw::lane::set_exponent(v.w[i], static_cast<std::uint32_t>(e)); });
}
inline vFloat setexp(const vFloat& v, const vInt& e) {
    return tw_map_bits([&](int i) { return tw::lane::set_exponent(v.w[i], e.w[i]); });
}
inline vFloat setman(const vFloat& v, int m) {
    return tw_map_bits([&](int i) { return (v.w[i] & 0xFF800000u) | (static_cast<std::uint32_t>(m) & 0x7FFFFFu); });
}
inline vFloat setman(const vFloat& v, const vInt& m) {
    return tw_map_bits([&](int i) { return (v.w[i] & 0xFF800000u) | (m.w[i] & 0x7FFFFFu); });
}
inline vFloat copyexp(const vFloat& v, const vFloat& e) {
    return tw_map_bits([&](int i) { return tw::lane::set_exponent(v.w[i], tw::lane::exponent(e.w[i])); });
}
inline vFloat copyman(const vFloat& v, const vFloat& m) {
    return tw_map_bits([&](int i) { return (v.w[i] & 0xFF800000u) | (m.w[i] & 0x7FFFFFu); });
}
// Exponent plus n, modulo 256; Inf and NaN stay.
inline vFloat addexp(const vFloat& v, int n) {
    return tw_map_bits([&](int i) {
        const std::uint32_t e = tw::lane::exponent(v.w[i]);
        return e == 255 ? v.w[i] : tw::lane::set_exponent(v.w[i], e + static_cast<std::uint32_t>(n));
    });
}
inline vInt exexp(const vFloat& v, ExponentMode mode = ExponentMode::Unbiased) {
    const std::uint32_t bias = mode == ExponentMode::Biased ? 0 : 127;
    return vInt::map([&](int i) { return tw::lane::exponent(v.w[i]) - bias; });
}
inline vInt exexp_nodebias(const vFloat& v) { return exexp(v, ExponentMode::Biased); }
inline vInt exman8(const vFloat& v) {
    return vInt::map([&](int i) { return (v.w[i] & 0x7FFFFFu) | 0x800000u; });
}
inline vInt exman9(const vFloat& v) {
    return vInt::map([&](int i) { return v.w[i] & 0x7FFFFFu; });
}
inline vInt exman(const vFloat& v, MantissaMode mode = MantissaMode::Plain) {
    return mode == MantissaMode::ImplicitOne ? exman8(v) : exman9(v);
}
inline vInt lz(const vInt& v) {
    return vInt::map([&](int i) { return v.w[i] ? __builtin_clz(v.w[i]) : 32; });
}
inline vInt lz(const vUInt& v) { return lz(vInt(v)); }
// Left for n > 0, right for n < 0.
template <class V, class N>
inline V tw_shift(const V& v, const N& amount, ShiftMode mode) {
    V r;
    for (int i = 0; i < kLanes; ++i) {
        const std::int32_t n = static_cast<std::int32_t>(amount.w[i]);
        if (n >= 0) {
            r.w[i] = n < 32 ? v.w[i] << n : 0;
        } else if (mode == ShiftMode::Arithmetic && std::is_same_v<V, vInt>) {
            r.w[i] = static_cast<std::uint32_t>(static_cast<std::int32_t>(v.w[i]) >> (n > -32 ? -n : 31));
        } else {
            r.w[i] = n > -32 ? v.w[i] >> -n : 0;
        }
    }
    return r;
}
inline vUInt shft(const vUInt& v, const vInt& n) { return tw_shift(v, n, ShiftMode::Logical); }
inline vInt shft(const vInt& v, const vInt& n, ShiftMode mode = ShiftMode::Logical) { return tw_shift(v, n, mode); }
inline vUInt shft(const vUInt& v, const vInt& n, ShiftMode) { return shft(v, n); }

inline vFloat min(const vFloat& a, const vFloat& b) {
    return vFloat::map([&](int i) { return b.lane(i) < a.lane(i) ? b.lane(i) : a.lane(i); });
}
inline vFloat max(const vFloat& a, const vFloat& b) {
    return vFloat::map([&](int i) { return a.lane(i) < b.lane(i) ? b.lane(i) : a.lane(i); });
}
inline vFloat clamp(const vFloat& v, const vFloat& low, const vFloat& high) { return min(max(v, low), high); }
// The smaller into a, the larger into b, on enabled lanes.
inline void vec_min_max(vFloat& a, vFloat& b) {
    const vFloat low = min(a, b), high = max(a, b);
    a = low;
    b = high;
}
template <class V>
inline void vec_swap(V& a, V& b) {
    const V t = a;
    a = b;
    b = t;
}

// ---- conversions -------------------------------------------------------------------------------------------------
inline vUInt float_to_fp16b(const vFloat& v, RoundMode = RoundMode::Nearest) {
    return vUInt::map([&](int i) { return tw::lane::round_bf16_away(v.w[i]); });
}
inline vUInt float_to_uint16(const vFloat& v, RoundMode = RoundMode::Nearest) {
    return vUInt::map([&](int i) { return tw::lane::to_small_int(v.w[i], 65535, false); });
}
inline vInt float_to_int16(const vFloat& v, RoundMode = RoundMode::Nearest) {
    return vInt::map([&](int i) { return tw::lane::to_small_int(v.w[i], 32767, true); });
}
inline vUInt float_to_uint8(const vFloat& v, RoundMode = RoundMode::Nearest) {
    return vUInt::map([&](int i) { return tw::lane::to_small_int(v.w[i], 255, false); });
}
inline vInt float_to_int8(const vFloat& v, RoundMode = RoundMode::Nearest) {
    return vInt::map([&](int i) { return tw::lane::to_small_int(v.w[i], 127, true); });
}
// Takes a sign-and-magnitude integer.
inline vFloat int32_to_float(const vWords& v, RoundMode = RoundMode::Nearest) {
    return vFloat::map([&](int i) { return tw::lane::from_sign_magnitude(v.w[i]); });
}
template <class To>
inline auto convert(const vFloat& v, RoundMode mode) {
    if constexpr (std::is_same_v<To, vFloat16b>) {
        return as<vFloat>(float_to_fp16b(v, mode));
    } else if constexpr (std::is_same_v<To, vSMag16>) {
        return as<vSMag16>(float_to_int16(v, mode));
    } else if constexpr (std::is_same_v<To, vUInt16>) {
        return as<vMag>(vInt(float_to_uint16(v, mode)));
    } else if constexpr (std::is_same_v<To, vUInt8>) {
        return as<vMag>(vInt(float_to_uint8(v, mode)));
    } else {
        static_assert(!sizeof(To), "tilewright: this sfpi::convert from vFloat is not supported yet");
    }
}
template <class To>
inline vFloat convert(const vWords& v, RoundMode mode) {
    static_assert(std::is_same_v<To, vFloat>, "tilewright: this sfpi::convert is not supported yet");
    return int32_to_float(v, mode);
}
// Two's complement to sign and magnitude.
template <class To>
inline To convert(const vInt& v) {
    To r;
    for (int i = 0; i < kLanes; ++i) r.w[i] = v.lane(i) < 0 ? (0u - v.w[i]) | 0x80000000u : v.w[i];
    return r;
}

// ---- constants -----------------------------------------------------------------------------------------------------
// Plain values that become vectors where they are used, so that they need no initialisation at launch.
struct vConstFloat {
    float value;
    operator vFloat() const { return vFloat(value); }
};
struct vConstLaneId {
    operator vInt() const {
        return vInt::map([](int i) { return 2 * i; });
    }
};
inline constexpr vConstFloat vConst0{0.0f}, vConst1{1.0f}, vConstNeg1{-1.0f}, vConst0p8373{0.8373f};
inline constexpr vConstLaneId vConstTileId{};

// A programmable constant: one register, seen as float or as integer.
struct vConstPrgm {
    std::uint32_t bits = 0;
    vConstPrgm& operator=(float v) {
        bits = tw::lane::as_bits(v);
        return *this;
    }
    operator vFloat() const { return vFloat(tw::lane::as_float(bits)); }
};
struct vConstIntView {
    vConstPrgm& reg;
    const vConstIntView& operator=(std::uint32_t v) const {
        reg.bits = v;
        return *this;
    }
    operator vInt() const { return vInt(reg.bits); }
    friend vInt operator-(const vConstIntView& a, const vInt& b) { return vInt(a) - b; }
    friend vInt operator+(const vConstIntView& a, const vInt& b) { return vInt(a) + b; }
};
inline vConstPrgm vConstFloatPrgm0, vConstFloatPrgm1, vConstFloatPrgm2;
inline const vConstIntView vConstIntPrgm0{vConstFloatPrgm0}, vConstIntPrgm1{vConstFloatPrgm1},
    vConstIntPrgm2{vConstFloatPrgm2};

}  // namespace sfpi
