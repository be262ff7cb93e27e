// Vectors of 32 lanes, lane predication, operators.
#pragma once

#include <cstdint>
#include <type_traits>

#include "tw/abi.h"
#include "tw/sfpu_lane.h"

#ifndef sfpi_inline
#define sfpi_inline inline __attribute__((always_inline))
#endif

// Arithmetic on 32 lanes is a call, not inlined code: kernels compile fast, and the loop is the cost anyway.
#define TW_SFPI_CALL inline __attribute__((noinline))

namespace sfpi {

constexpr int kLanes = 32;

// Timed builds count the vector instructions: in the upper part of what plain code costs, where the clock finds them.
inline void tw_count() {
#ifdef TW_TIMED
    tw_self->cycles += std::uint64_t{1} << TW_VECTOR_COUNT_SHIFT;
#endif
}

// Enabled lanes of this thread.
inline std::uint32_t tw_enabled = 0xFFFFFFFFu;

// Half-precision immediates: a value given as a float, or as the 16 bits themselves.
struct sFloat16b {
    float value;
    constexpr sFloat16b(float v)
        : value(__builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, v) & 0xFFFF0000u)) {}
    constexpr sFloat16b(double v) : sFloat16b(static_cast<float>(v)) {}
    template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
    constexpr sFloat16b(T bits) : value(__builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16)) {}
};
struct sFloat16a {
    float value;
    constexpr sFloat16a(float v) : value(v) {}
    template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
    constexpr sFloat16a(T bits) : value(from_bits(static_cast<std::uint32_t>(bits))) {}

private:
    static constexpr float from_bits(std::uint32_t h) {
        const std::uint32_t exponent = (h >> 10) & 31;
        const std::uint32_t bits = (h & 0x8000u) << 16 | (exponent ? (exponent + 112) << 23 | (h & 0x3FF) << 13 : 0);
        return __builtin_bit_cast(float, bits);
    }
};
using s2vFloat16b = sFloat16b;
using s2vFloat16a = sFloat16a;

// One bit per lane.
struct vBool {
    std::uint32_t lanes = 0;
    vBool operator&&(vBool o) const { return {lanes & o.lanes}; }
    vBool operator||(vBool o) const { return {lanes | o.lanes}; }
    vBool operator!() const { return {~lanes}; }
};

// What the vector types share: 32 words, assigned lane by lane where enabled.
struct vWords {
    std::uint32_t w[kLanes];
    void assign(const vWords& o) {
        if (tw_enabled == 0xFFFFFFFFu) {
            for (int i = 0; i < kLanes; ++i) w[i] = o.w[i];
        } else {
            for (int i = 0; i < kLanes; ++i) w[i] = tw_enabled >> i & 1 ? o.w[i] : w[i];
        }
    }
    void fill(std::uint32_t bits) {
        for (std::uint32_t& word : w) word = bits;
    }
};

#define TW_SFPI_VECTOR(name)         \
    name() = default;                \
    name(const name&) = default;     \
    name& operator=(const name& o) { \
        assign(o);                   \
        return *this;                \
    }

struct vProduct;

struct vFloat : vWords {
    TW_SFPI_VECTOR(vFloat)
    vFloat(float v) { fill(tw::lane::as_bits(v)); }
    vFloat(sFloat16b v) : vFloat(v.value) {}
    vFloat(sFloat16a v) : vFloat(v.value) {}
    float lane(int i) const { return tw::lane::as_float(w[i]); }
    template <class F>
    static vFloat map(F f) {
        tw_count();
        vFloat r;
        for (int i = 0; i < kLanes; ++i) r.w[i] = tw::lane::as_bits(f(i));
        return r;
    }
    vFloat operator-() const {
        vFloat r;
        for (int i = 0; i < kLanes; ++i) r.w[i] = w[i] ^ 0x80000000u;
        return r;
    }
    inline vFloat& operator+=(const vFloat& o);
    inline vFloat& operator-=(const vFloat& o);
    inline vFloat& operator*=(const vFloat& o);
};

// a * b that has not been rounded yet: becomes a multiply-add with what is added to it.
struct vProduct {
    vFloat a, b;
    __attribute__((noinline)) operator vFloat() const {
        return vFloat::map([&](int i) { return tw::lane::mul(a.lane(i), b.lane(i)); });
    }
    vFloat operator-() const { return -vFloat(*this); }
};

TW_SFPI_CALL vFloat tw_mad(const vFloat& a, const vFloat& b, const vFloat& c) {
    return vFloat::map([&](int i) { return tw::lane::mad(a.lane(i), b.lane(i), c.lane(i)); });
}
inline vProduct operator*(const vFloat& a, const vFloat& b) { return {a, b}; }
TW_SFPI_CALL vFloat operator+(const vFloat& a, const vFloat& b) {
    return vFloat::map([&](int i) { return tw::lane::add(a.lane(i), b.lane(i)); });
}
TW_SFPI_CALL vFloat operator-(const vFloat& a, const vFloat& b) {
    return vFloat::map([&](int i) { return tw::lane::sub(a.lane(i), b.lane(i)); });
}
inline vFloat operator+(const vProduct& p, const vFloat& c) { return tw_mad(p.a, p.b, c); }
inline vFloat operator+(const vFloat& c, const vProduct& p) { return tw_mad(p.a, p.b, c); }
inline vFloat operator+(const vProduct& p, const vProduct& q) { return tw_mad(p.a, p.b, vFloat(q)); }
inline vFloat operator-(const vProduct& p, const vFloat& c) { return tw_mad(p.a, p.b, -c); }
inline vFloat operator-(const vFloat& c, const vProduct& p) { return tw_mad(-p.a, p.b, c); }
inline vFloat operator-(const vProduct& p, const vProduct& q) { return tw_mad(p.a, p.b, -vFloat(q)); }
inline vFloat& vFloat::operator+=(const vFloat& o) { return *this = *this + o; }
inline vFloat& vFloat::operator-=(const vFloat& o) { return *this = *this - o; }
inline vFloat& vFloat::operator*=(const vFloat& o) { return *this = vFloat(*this * o); }

template <class F>
inline vBool tw_compare(F f) {
    tw_count();
    std::uint32_t lanes = 0;
    for (int i = 0; i < kLanes; ++i) lanes |= static_cast<std::uint32_t>(f(i)) << i;
    return {lanes};
}

#define TW_SFPI_FLOAT_COMPARE(op)                                         \
    TW_SFPI_CALL vBool operator op(const vFloat& a, const vFloat& b) {    \
        return tw_compare([&](int i) { return a.lane(i) op b.lane(i); }); \
    }
TW_SFPI_FLOAT_COMPARE(<)
TW_SFPI_FLOAT_COMPARE(<=)
TW_SFPI_FLOAT_COMPARE(>)
TW_SFPI_FLOAT_COMPARE(>=)
TW_SFPI_FLOAT_COMPARE(==)
TW_SFPI_FLOAT_COMPARE(!=)
#undef TW_SFPI_FLOAT_COMPARE

// Integers: signed, unsigned. Mixed operands take the type of the left one.
template <class Derived, class Word>
struct vInteger : vWords {
    Word lane(int i) const { return static_cast<Word>(w[i]); }
    const Derived& self() const { return static_cast<const Derived&>(*this); }
    template <class F>
    static Derived map(F f) {
        tw_count();
        Derived r;
        for (int i = 0; i < kLanes; ++i) r.w[i] = static_cast<std::uint32_t>(f(i));
        return r;
    }
    Derived operator~() const {
        return map([&](int i) { return ~w[i]; });
    }
    Derived operator-() const {
        return map([&](int i) { return 0u - w[i]; });
    }
    Derived operator<<(std::uint32_t n) const {
        return map([&](int i) { return w[i] << n; });
    }
    Derived operator>>(std::uint32_t n) const {
        return map([&](int i) { return lane(i) >> n; });
    }
    Derived& operator<<=(std::uint32_t n) { return static_cast<Derived&>(*this) = *this << n; }
    Derived& operator>>=(std::uint32_t n) { return static_cast<Derived&>(*this) = *this >> n; }
    operator vBool() const {
        return tw_compare([&](int i) { return w[i] != 0; });
    }
#define TW_SFPI_INTEGER_OP(op)                                       \
    friend Derived operator op(const Derived& a, const Derived& b) { \
        return map([&](int i) { return a.w[i] op b.w[i]; });         \
    }                                                                \
    Derived& operator op##=(const Derived & o) { return static_cast<Derived&>(*this) = self() op o; }
    TW_SFPI_INTEGER_OP(+)
    TW_SFPI_INTEGER_OP(-)
    TW_SFPI_INTEGER_OP(&)
    TW_SFPI_INTEGER_OP(|)
    TW_SFPI_INTEGER_OP(^)
#undef TW_SFPI_INTEGER_OP
#define TW_SFPI_INTEGER_COMPARE(op)                                       \
    friend vBool operator op(const Derived& a, const Derived& b) {        \
        return tw_compare([&](int i) { return a.lane(i) op b.lane(i); }); \
    }
    TW_SFPI_INTEGER_COMPARE(<)
    TW_SFPI_INTEGER_COMPARE(<=)
    TW_SFPI_INTEGER_COMPARE(>)
    TW_SFPI_INTEGER_COMPARE(>=)
    TW_SFPI_INTEGER_COMPARE(==)
    TW_SFPI_INTEGER_COMPARE(!=)
#undef TW_SFPI_INTEGER_COMPARE
};

struct vUInt;
struct vInt : vInteger<vInt, std::int32_t> {
    TW_SFPI_VECTOR(vInt)
    template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
    vInt(T v) {
        fill(static_cast<std::uint32_t>(v));
    }
    inline vInt(const vUInt& v);
};
struct vUInt : vInteger<vUInt, std::uint32_t> {
    TW_SFPI_VECTOR(vUInt)
    template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
    vUInt(T v) {
        fill(static_cast<std::uint32_t>(v));
    }
    vUInt(const vInt& v) { static_cast<vWords&>(*this) = v; }
};
inline vInt::vInt(const vUInt& v) { static_cast<vWords&>(*this) = v; }

// Sign-and-magnitude integers, as the conversions make and take them.
struct vSMag : vInteger<vSMag, std::int32_t> {
    TW_SFPI_VECTOR(vSMag)
};
struct vMag : vInteger<vMag, std::uint32_t> {
    TW_SFPI_VECTOR(vMag)
    operator vInt() const {
        vInt r;
        static_cast<vWords&>(r) = *this;
        return r;
    }
    vMag(const vInt& v) { static_cast<vWords&>(*this) = v; }
};
struct vSMag16 : vWords {
    TW_SFPI_VECTOR(vSMag16)
};
// Targets of convert<>.
struct vFloat16b {};
struct vUInt8 {};
struct vUInt16 {};

// A scope of v_if: restores the outer set of lanes when it ends.
class tw_Predicate {
public:
    tw_Predicate() : outer_(tw_enabled) {}
    ~tw_Predicate() { tw_enabled = outer_; }
    tw_Predicate(const tw_Predicate&) = delete;
    void enter(vBool c) {
        taken_ = c.lanes;
        tw_enabled = outer_ & c.lanes;
    }
    void or_else(vBool c) {
        tw_enabled = outer_ & ~taken_ & c.lanes;
        taken_ |= c.lanes;
    }
    void otherwise() { tw_enabled = outer_ & ~taken_; }
    void narrow(vBool c) { tw_enabled &= c.lanes; }

private:
    std::uint32_t outer_;
    std::uint32_t taken_ = 0;
};

}  // namespace sfpi

#define v_if(...)                      \
    {                                  \
        ::sfpi::tw_Predicate tw_scope; \
        tw_scope.enter(__VA_ARGS__);
#define v_elseif(...) tw_scope.or_else(__VA_ARGS__);
#define v_else tw_scope.otherwise();
#define v_endif }
#define v_and(...) tw_scope.narrow(__VA_ARGS__)
#define v_block \
    {           \
        ::sfpi::tw_Predicate tw_scope;
#define v_endblock }
