// Operations on whole 32-bit words: integers (two's complement; UInt16 and UInt8 in the low bits), casts, selection.
//
// The format of an integer operation is a parameter: p[1] for one tile, p[0] for two.
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "tile/sfpu_lanes.hpp"
#include "tile/sfpu_values.hpp"

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

bool is_integer_code(uint32_t format) { return is_integer(static_cast<DataFormat>(format)); }

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
    const float value = is_unsigned(from_code) ? static_cast<float>(x) : static_cast<float>(static_cast<int32_t>(x));
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

int32_t modulo(int32_t a, int32_t b) {
    const int64_t r = static_cast<int64_t>(a) % b;
    return static_cast<int32_t>(r != 0 && (r < 0) != (b < 0) ? r + b : r);
}

uint32_t magnitude(uint32_t x) { return x >> 31 ? 0u - x : x; }

// round(value) + zero point, saturated to the target: Int32 keeps int8's range, as the card's quantiser does.
uint32_t quantise(float value, bool to_uint8) {
    const uint32_t small = lane::to_small_int(as_bits(value), to_uint8 ? 255 : 127, !to_uint8);
    if (to_uint8) return as_bits(value) >> 31 ? 0 : small;
    return small >> 31 ? 0u - (small & 0x7FFFFFFFu) : small;
}

}  // namespace

uint32_t sfpu_unary_word(const SfpuContext& c, SfpuOp op, const uint32_t p[3], uint32_t x) {
    const uint32_t v = p[0];
    const uint32_t format = p[1] ? p[1] : static_cast<uint32_t>(DataFormat::Int32);
    const uint32_t mask = width_mask(format);
    const auto lt = [&](uint32_t a, uint32_t b) { return less(format, a, b); };
    switch (op) {
        case SfpuOp::TYPECAST: return cast(c, p[0], p[1], x);
        case SfpuOp::IDENTITY_INT: return x;
        case SfpuOp::FILL_INT: return v & mask;
        case SfpuOp::ABS_INT: return magnitude(x);
        case SfpuOp::NEG_INT: return 0u - x;
        case SfpuOp::SIGNBIT_INT: return x >> 31;
        case SfpuOp::RELU_MAX_INT: {
            const uint32_t capped = lt(v, x) ? v : x;
            return lt(capped, 0) ? 0 : capped;
        }
        case SfpuOp::RELU_MIN_INT:
        case SfpuOp::MAX_SCALAR_INT: return lt(x, v) ? v : x;
        case SfpuOp::MIN_SCALAR_INT: return lt(v, x) ? v : x;
        case SfpuOp::CLAMP_INT: {
            const auto s = static_cast<int32_t>(x);
            const auto low = static_cast<int32_t>(p[0]), high = static_cast<int32_t>(p[1]);
            return static_cast<uint32_t>(s < low ? low : s > high ? high : s);
        }
        case SfpuOp::EQZ_INT:
        case SfpuOp::LOGICAL_NOT_INT: return (x & mask) == 0;
        case SfpuOp::NEZ_INT: return (x & mask) != 0;
        case SfpuOp::LTZ_INT: return lt(x, 0);
        case SfpuOp::GTZ_INT: return lt(0, x);
        case SfpuOp::LEZ_INT: return !lt(0, x);
        case SfpuOp::GEZ_INT: return !lt(x, 0);
        case SfpuOp::UNARY_EQ_INT: return x == v;
        case SfpuOp::UNARY_NE_INT: return x != v;
        case SfpuOp::UNARY_LT_INT: return lt(x, v);
        case SfpuOp::UNARY_GT_INT: return lt(v, x);
        case SfpuOp::UNARY_LE_INT: return !lt(v, x);
        case SfpuOp::UNARY_GE_INT: return !lt(x, v);
        case SfpuOp::ADD_SCALAR_INT: return x + v;
        case SfpuOp::SUB_SCALAR_INT: return x - v;
        case SfpuOp::RSUB_SCALAR_INT: return v - x;
        case SfpuOp::AND_SCALAR: return x & v;
        case SfpuOp::OR_SCALAR: return (x | v) & mask;
        case SfpuOp::XOR_SCALAR: return (x ^ v) & mask;
        case SfpuOp::NOT: return ~x;
        case SfpuOp::SHL_SCALAR: return shift_left(x, v) & mask;
        case SfpuOp::SHR_SCALAR: return is_unsigned(format) ? shift_right(x & mask, v) : shift_right_signed(x, v);
        case SfpuOp::REMAINDER_SCALAR_UINT: return v ? x % v : x;
        default: return x;
    }
}

uint32_t sfpu_binary_word(const SfpuContext& c, SfpuOp op, const uint32_t p[2], const SfpuState& state, uint32_t a,
                          uint32_t b) {
    const uint32_t format = p[0] ? p[0] : static_cast<uint32_t>(DataFormat::Int32);
    const uint32_t mask = width_mask(format);
    const auto sa = static_cast<int32_t>(a), sb = static_cast<int32_t>(b);
    const auto lt = [&](uint32_t x, uint32_t y) { return less(format, x, y); };
    const float zero_point = as_float(state.init[0]);
    switch (op) {
        case SfpuOp::ADD_INT:
        case SfpuOp::ADD_TOP_ROW_INT: return (a + b) & mask;
        case SfpuOp::SUB_INT: return (a - b) & mask;
        case SfpuOp::RSUB_INT: return (b - a) & mask;
        case SfpuOp::MUL_INT: return (a * b) & mask;
        case SfpuOp::EQ_INT: return a == b;
        case SfpuOp::NE_INT: return a != b;
        case SfpuOp::LT_INT: return lt(a, b);
        case SfpuOp::GT_INT: return lt(b, a);
        case SfpuOp::LE_INT: return !lt(b, a);
        case SfpuOp::GE_INT: return !lt(a, b);
        case SfpuOp::MAX_INT: return lt(a, b) ? b : a;
        case SfpuOp::MIN_INT: return lt(b, a) ? b : a;
        case SfpuOp::AND: return a & b;
        case SfpuOp::OR: return (a | b) & mask;
        case SfpuOp::XOR: return (a ^ b) & mask;
        case SfpuOp::SHL: return shift_left(a, b) & mask;
        case SfpuOp::SHR: return is_unsigned(format) ? shift_right(a & mask, b) : shift_right_signed(a, b);
        case SfpuOp::SHR_LOGICAL: return shift_right(a & mask, b);
        // Division by zero: the card returns what its reciprocal of zero gives; here 0 with the dividend kept as rest.
        case SfpuOp::DIV_INT32_FLOOR: return b ? static_cast<uint32_t>(divide_floor(sa, sb)) : 0;
        case SfpuOp::DIV_INT32_TRUNC: return b ? static_cast<uint32_t>(static_cast<int64_t>(sa) / sb) : 0;
        case SfpuOp::REMAINDER_INT: return !b ? a : is_unsigned(format) ? a % b : static_cast<uint32_t>(modulo(sa, sb));
        case SfpuOp::FMOD_INT: return !b ? a : static_cast<uint32_t>(static_cast<int64_t>(sa) % sb);
        case SfpuOp::GCD: return std::gcd(magnitude(a), magnitude(b));
        case SfpuOp::LCM: {
            const uint32_t g = std::gcd(magnitude(a), magnitude(b));
            return g ? magnitude(a) / g * magnitude(b) : 0;
        }
        case SfpuOp::QUANT: {
            const float value = c.numerics == Numerics::Card ? lane::mad(as_float(a), as_float(b), zero_point)
                                                             : as_float(a) * as_float(b) + zero_point;
            return quantise(value, state.init[1] == static_cast<uint32_t>(DataFormat::UInt8));
        }
        case SfpuOp::REQUANT: {
            const float value = static_cast<float>(sa);
            const float scaled = c.numerics == Numerics::Card ? lane::mad(value, as_float(b), zero_point)
                                                              : value * as_float(b) + zero_point;
            return quantise(scaled, state.init[1] == static_cast<uint32_t>(DataFormat::UInt8));
        }
        default: return a;
    }
}

uint32_t sfpu_ternary_word(const SfpuContext&, SfpuOp op, uint32_t p, uint32_t a, uint32_t b, uint32_t c) {
    switch (op) {
        // A float condition of -0 is false too.
        case SfpuOp::WHERE: return (is_integer_code(p) ? a : a << 1) ? b : c;
        case SfpuOp::ADDCMUL_INT: return a + p * b * c;
        default: return a;
    }
}

}  // namespace tilewright::tile
