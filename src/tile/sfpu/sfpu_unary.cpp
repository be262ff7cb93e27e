// One-tile float operations, element by element: the scalar bodies that rows of tw/sfpu/table.def name, and their
// choice.
#include <cmath>
#include <limits>
#include <numbers>

#include "tile/sfpu/sfpu_card.hpp"
#include "tile/sfpu/sfpu_lanes.hpp"
#include "tile/sfpu/sfpu_scalar.hpp"
#include "tile/sfpu/sfpu_values.hpp"

namespace tilewright::tile {

using lane::as_bits;
using lane::as_float;

namespace {

bool has_exponent(float v, uint32_t low) { return lane::exponent(as_bits(v)) - low < 255 - low; }

}  // namespace

// Away from subnormal numbers, Inf and NaN these are IEEE's; the scalar definition does not take the short way.
float sfpu_add(const SfpuContext& c, float a, float b) {
    const float sum = a + b;
    if (c.numerics == Numerics::Float) return sum;
    return c.simd && has_exponent(a, 1) && has_exponent(b, 1) && has_exponent(sum, 2) ? sum : lane::add(a, b);
}
float sfpu_mul(const SfpuContext& c, float a, float b) {
    const float product = a * b;
    if (c.numerics == Numerics::Float) return product;
    return c.simd && has_exponent(a, 1) && has_exponent(b, 1) && has_exponent(product, 2) ? product : lane::mul(a, b);
}

namespace {

float power_of_ten(int32_t n) {
    if (n > 38) return std::numeric_limits<float>::infinity();
    if (n < -45) return 0.0f;
    return static_cast<float>(std::pow(10.0, n));
}

float round_decimals(const SfpuContext& c, float x, int32_t decimals) {
    const float scaled = sfpu_mul(c, x, power_of_ten(decimals));
    return sfpu_mul(c, power_of_ten(-decimals), std::nearbyintf(scaled));
}

float power_iterative(const SfpuContext& c, float x, uint32_t n) {
    float result = 1.0f;
    for (; n; n >>= 1) {
        if (n & 1) result = sfpu_mul(c, result, x);
        x = sfpu_mul(c, x, x);
    }
    return result;
}

double softplus(double x) { return x > 30 ? x + std::exp(-x) : std::log1p(std::exp(x)); }

double gelu_tanh(double x) {
    return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}
double gelu_derivative(double x) {
    const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    return 0.5 * std::erfc(-x * std::numbers::sqrt2 / 2) + x * density;
}
double rdiv(const uint32_t p[3], double x) {
    const float quotient = static_cast<float>(static_cast<double>(as_float(p[0])) / x);
    return p[1] == 1 ? std::trunc(quotient) : p[1] == 2 ? std::floor(quotient) : quotient;
}

// Functions without a sequence of their own: correctly rounded to float32, short of halfway cases.
double in_double(SfpuOp op, const uint32_t p[3], double x) {
    [[maybe_unused]] const auto arg = [&](int i) { return static_cast<double>(as_float(p[i])); };
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_UNARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: scalar break;
#define DOUBLE(...) return __VA_ARGS__;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

// Functions in float32 steps of the chosen numerics; false: not one of them.
bool in_float(const SfpuContext& c, SfpuOp op, const uint32_t p[3], float x, float& y) {
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_UNARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: scalar break;
#define FLOAT(...) y = __VA_ARGS__; return true;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return false;
}

float card_exp(const SfpuContext& c, const uint32_t p[3], float x) {
    const bool clamp = p[0] & TW_SFPU_CLAMP_NEGATIVE;
    if (p[0] & TW_SFPU_SCALE) x = lane::mul(x, as_float(p[1] << 16));
    if (p[0] & TW_SFPU_APPROX) return card_sfpu::exp_approx(x, p[2] ? as_float(p[2]) : 1.0f, clamp);
    return c.dst_fp32 ? card_sfpu::exp_fp32(x) : card_sfpu::exp_bf16(x, clamp);
}

float card_rsqrt(const SfpuContext& c, const uint32_t p[3], float x) {
    const bool approx = p[0] & TW_SFPU_APPROX;
    if (!(p[0] & TW_SFPU_LEGACY)) return card_sfpu::square_root(x, approx, p[0] & TW_SFPU_FAST, true);
    // The root passes through DST on its way to the reciprocal.
    uint32_t root = as_bits(card_sfpu::square_root_legacy(x, approx));
    if (!c.dst_fp32) root &= 0xFFFF0000u;
    return card_sfpu::reciprocal_legacy(as_float(root), approx);
}

float card_rdiv(const SfpuContext& c, const uint32_t p[3], float x) {
    float r = card_sfpu::reciprocal(x, c.dst_fp32 ? 2 : 1);
    if (!c.dst_fp32) r = as_float(lane::round_bf16_away(as_bits(r)));
    const float y = lane::mul(r, as_float(p[0]));
    return p[1] == 0 ? y : p[1] == 1 ? std::trunc(y) : std::floor(y);
}

// Sequences of the card; false: this operation has none.
bool on_card(const SfpuContext& c, SfpuOp op, const uint32_t p[3], float x, float& y) {
    const auto arg = [&](int i) { return as_float(p[i]); };
    const bool approx = p[0] & TW_SFPU_APPROX;
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_UNARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: scalar break;
#define CARD(...) y = __VA_ARGS__; return true;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return false;
}

}  // namespace

float sfpu_unary_value(const SfpuContext& c, SfpuOp op, const uint32_t p[3], float x) {
    float y = 0.0f;
    if (c.numerics == Numerics::Card && on_card(c, op, p, x, y)) return y;
    if (one_lane::vector_unary(ScalarLanes(), op, p, x, y)) return y;
    if (in_float(c, op, p, x, y)) return y;
    return static_cast<float>(in_double(op, p, x));
}

}  // namespace tilewright::tile
