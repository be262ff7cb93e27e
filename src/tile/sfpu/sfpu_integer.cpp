// Operations on whole 32-bit words: integers (two's complement; UInt16 and UInt8 in the low bits), casts, selection.
//
// The bodies that rows of tw/sfpu/table.def name, and their choice. The format of an integer operation is a parameter:
// p[1] for one tile, p[0] for two.
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "tile/sfpu/sfpu_lanes.hpp"
#include "tile/sfpu/sfpu_values.hpp"

namespace tilewright::tile {

using lane::as_bits;
using lane::as_float;

namespace {

bool is_unsigned(uint32_t format) {
    const auto f = static_cast<DataFormat>(format);
    return f == DataFormat::UInt32 || f == DataFormat::UInt16 || f == DataFormat::UInt8;
}

// What a word of this format can hold.
uint32_t width_mask(uint32_t format) {
    const auto f = static_cast<DataFormat>(format);
    return f == DataFormat::UInt16 ? 0xFFFFu : f == DataFormat::UInt8 ? 0xFFu : 0xFFFFFFFFu;
}

bool less(uint32_t format, uint32_t a, uint32_t b) {
    return is_unsigned(format) ? a < b : static_cast<int32_t>(a) < static_cast<int32_t>(b);
}

uint32_t float_to_integer(DataFormat to, uint32_t bits) {
    const float x = as_float(bits);
    switch (to) {
        case DataFormat::UInt16: return bits >> 31 ? 0 : lane::to_small_int(bits, 65535, false);
        case DataFormat::UInt8:
            return static_cast<uint32_t>(static_cast<int64_t>(std::fabs(x) < 9e18f ? std::trunc(x) : 0.0f)) & 0xFF;
        case DataFormat::UInt32:
            if (!(x >= 0.0f)) return 0;
            return x >= 4294967296.0f ? 0xFFFFFFFFu : static_cast<uint32_t>(x);
        default:  // out of range, Inf and NaN alike: the most negative number
            if (!(x < 2147483648.0f && x >= -2147483648.0f)) return 0x80000000u;
            return static_cast<uint32_t>(static_cast<int32_t>(x));
    }
}

uint32_t integer_to_integer(DataFormat from, DataFormat to, uint32_t x) {
    if (to == DataFormat::UInt16) {
        if (from == DataFormat::Int32 && x >> 31) return 0;
        return x > 65535 ? 65535 : x;
    }
    return to == DataFormat::UInt8 ? x & 0xFF : x;
}

// The card's cast has signed numbers only: of a larger one it takes what is above 2^31 and adds that, each rounded.
float unsigned_to_float(const SfpuContext& c, uint32_t x) {
    if (c.numerics != Numerics::Card || x >> 31 == 0) return static_cast<float>(x);
    return static_cast<float>(x & 0x7FFFFFFFu) + 2147483648.0f;
}

uint32_t cast(const SfpuContext& c, uint32_t from_code, uint32_t to_code, uint32_t x) {
    const auto from = static_cast<DataFormat>(from_code);
    const auto to = static_cast<DataFormat>(to_code);
    if (is_integer(from)) x &= width_mask(from_code);
    if (is_integer(from) && is_integer(to)) return integer_to_integer(from, to, x);
    if (is_integer(to)) return float_to_integer(to, x);
    if (!is_integer(from)) {
        // Between floats only a narrowing changes anything, and it rounds to nearest even.
        const bool narrows = from == DataFormat::Float32 && to != DataFormat::Float32;
        return narrows && (x & 0x7F800000u) != 0x7F800000u ? lane::round_bf16_even(x) : x;
    }
    const float value = is_unsigned(from_code) ? unsigned_to_float(c, x) : static_cast<float>(static_cast<int32_t>(x));
    if (to == DataFormat::Float32 && c.dst_fp32) return as_bits(value);
    return c.numerics == Numerics::Card ? lane::round_bf16_away(as_bits(value)) : lane::round_bf16_even(as_bits(value));
}

uint32_t shift_left(uint32_t x, uint32_t n) { return n < 32 ? x << n : 0; }
uint32_t shift_right(uint32_t x, uint32_t n) { return n < 32 ? x >> n : 0; }
uint32_t shift_right_signed(uint32_t x, uint32_t n) {
    return static_cast<uint32_t>(static_cast<int32_t>(x) >> (n < 32 ? n : 31));
}

int32_t divide_floor(int32_t a, int32_t b) {
    const int64_t q = static_cast<int64_t>(a) / b;
    return static_cast<int32_t>(q - (static_cast<int64_t>(a) % b != 0 && (a < 0) != (b < 0)));
}

int32_t modulo_int(int32_t a, int32_t b) {
    const int64_t r = static_cast<int64_t>(a) % b;
    return static_cast<int32_t>(r != 0 && (r < 0) != (b < 0) ? r + b : r);
}

uint32_t magnitude(uint32_t x) { return x >> 31 ? 0u - x : x; }

uint32_t clamp(uint32_t low, uint32_t high, uint32_t x) {
    const auto s = static_cast<int32_t>(x), l = static_cast<int32_t>(low), h = static_cast<int32_t>(high);
    return static_cast<uint32_t>(s < l ? l : s > h ? h : s);
}

uint32_t least_common_multiple(uint32_t a, uint32_t b) {
    const uint32_t g = std::gcd(magnitude(a), magnitude(b));
    return g ? magnitude(a) / g * magnitude(b) : 0;
}

// round(value * scale) + zero point, saturated to the target: Int32 keeps int8's range, as the card's quantiser does.
uint32_t quantise(const SfpuContext& c, const SfpuState& state, float value, float scale) {
    const float zero_point = as_float(state.init[0]);
    const bool to_uint8 = state.init[1] == static_cast<uint32_t>(DataFormat::UInt8);
    const float scaled =
        c.numerics == Numerics::Card ? lane::mad(value, scale, zero_point) : value * scale + zero_point;
    const uint32_t small = lane::to_small_int(as_bits(scaled), to_uint8 ? 255 : 127, !to_uint8);
    if (to_uint8) return as_bits(scaled) >> 31 ? 0 : small;
    return small >> 31 ? 0u - (small & 0x7FFFFFFFu) : small;
}

}  // namespace

uint32_t sfpu_unary_word(const SfpuContext& c, SfpuOp op, const uint32_t p[3], uint32_t x) {
    const uint32_t v = p[0];
    const uint32_t format = p[1] ? p[1] : static_cast<uint32_t>(DataFormat::Int32);
    const uint32_t mask = width_mask(format);
    const auto lt = [&](uint32_t a, uint32_t b) { return less(format, a, b); };
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_UNARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: scalar break;
#define WORD(...) return __VA_ARGS__;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return x;
}

uint32_t sfpu_binary_word(const SfpuContext& c, SfpuOp op, const uint32_t p[2], const SfpuState& state, uint32_t a,
                          uint32_t b) {
    const uint32_t format = p[0] ? p[0] : static_cast<uint32_t>(DataFormat::Int32);
    const uint32_t mask = width_mask(format);
    const auto sa = static_cast<int32_t>(a), sb = static_cast<int32_t>(b);
    const auto lt = [&](uint32_t x, uint32_t y) { return less(format, x, y); };
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_BINARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: scalar break;
#define WORD(...) return __VA_ARGS__;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return a;
}

uint32_t sfpu_ternary_word(const SfpuContext&, SfpuOp op, uint32_t p, uint32_t a, uint32_t b, uint32_t c) {
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_TERNARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: scalar break;
#define WORD(...) return __VA_ARGS__;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return a;
}

}  // namespace tilewright::tile
