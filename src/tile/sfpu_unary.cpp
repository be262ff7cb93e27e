// One-tile float operations, element by element.
#include <cmath>
#include <limits>
#include <numbers>

#include "tile/sfpu_card.hpp"
#include "tile/sfpu_lanes.hpp"
#include "tile/sfpu_scalar.hpp"
#include "tile/sfpu_values.hpp"

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

// Python's modulo: the sign follows the divisor.
double modulo(double x, double y) {
    const double r = std::fmod(x, y);
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}

double softplus(double x) { return x > 30 ? x + std::exp(-x) : std::log1p(std::exp(x)); }
double sigmoid(double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }

// Functions without a sequence of their own: correctly rounded to float32, short of halfway cases.
double in_double(SfpuOp op, const uint32_t p[3], double x) {
    const auto arg = [&](int i) { return static_cast<double>(as_float(p[i])); };
    const double phi = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    switch (op) {
        case SfpuOp::EXP2: return std::exp2(x);
        case SfpuOp::EXPM1: return std::expm1(x);
        case SfpuOp::LOG: return std::log(x);
        case SfpuOp::LOG_BASE: return std::log(x) * static_cast<double>(as_float(p[1]));
        case SfpuOp::LOG1P: return std::log1p(x);
        case SfpuOp::CBRT: return std::cbrt(x);
        case SfpuOp::POWER: return std::pow(x, arg(0));
        case SfpuOp::RPOW: return std::pow(arg(0), x);
        case SfpuOp::ELU: return x < 0 ? arg(0) * std::expm1(x) : x;
        case SfpuOp::CELU: return x < 0 ? arg(0) * std::expm1(x * arg(1)) : x;
        case SfpuOp::SELU: return arg(0) * (x < 0 ? arg(1) * std::expm1(x) : x);
        case SfpuOp::GELU: return special_gelu(x);
        case SfpuOp::GELU_TANH:
            return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
        case SfpuOp::GELU_DERIV: return 0.5 * std::erfc(-x * std::numbers::sqrt2 / 2) + x * phi;
        case SfpuOp::TANH_DERIV: return 1 / (std::cosh(x) * std::cosh(x));
        case SfpuOp::TANHSHRINK: return x - std::tanh(x);
        case SfpuOp::MISH: return x * std::tanh(softplus(x));
        case SfpuOp::SOFTPLUS: return x * arg(0) > arg(2) ? x : softplus(x * arg(0)) * arg(1);
        case SfpuOp::XIELU: return x > 0 ? arg(0) * x * x + 0.5 * x : arg(1) * (std::expm1(x) - x) + 0.5 * x;
        case SfpuOp::HARDSIGMOID: return std::fmin(std::fmax(x / 6 + 0.5, 0.0), 1.0);
        case SfpuOp::HARDMISH: return x * std::fmin(std::fmax(x + 2, 0.0), 2.0) / 2;
        case SfpuOp::SOFTSIGN: return x / (1 + std::fabs(x));
        case SfpuOp::SOFTSHRINK: return x > arg(0) ? x - arg(0) : x < -arg(0) ? x + arg(0) : 0.0;
        case SfpuOp::HARDSHRINK: return std::fabs(x) > arg(0) ? x : 0.0;
        case SfpuOp::SOFTCAP: return arg(0) * std::tanh(x * arg(1));
        case SfpuOp::THRESHOLD: return x > arg(0) ? x : arg(1);
        case SfpuOp::HEAVISIDE: return x < 0 ? 0.0 : x > 0 ? 1.0 : arg(0);
        case SfpuOp::SIGN: return x < 0 ? -1.0 : x == 0 ? 0.0 : 1.0;
        case SfpuOp::SIGNBIT: return std::signbit(x) ? 1.0 : 0.0;
        case SfpuOp::FLOOR: return std::floor(x);
        case SfpuOp::CEIL: return std::ceil(x);
        case SfpuOp::TRUNC: return std::trunc(x);
        case SfpuOp::FRAC: return x - std::trunc(x);
        case SfpuOp::STOCHASTIC_ROUND: return x;
        case SfpuOp::ISINF: return std::isinf(x);
        case SfpuOp::ISPOSINF: return std::isinf(x) && x > 0;
        case SfpuOp::ISNEGINF: return std::isinf(x) && x < 0;
        case SfpuOp::ISNAN: return std::isnan(x);
        case SfpuOp::ISFINITE: return std::isfinite(x);
        case SfpuOp::FMOD: return std::fmod(x, arg(0));
        case SfpuOp::REMAINDER: return modulo(x, arg(0));
        case SfpuOp::RDIV: {
            const float quotient = static_cast<float>(arg(0) / x);
            return p[1] == 1 ? std::trunc(quotient) : p[1] == 2 ? std::floor(quotient) : quotient;
        }
        case SfpuOp::SIN: return std::sin(x);
        case SfpuOp::COS: return std::cos(x);
        case SfpuOp::TAN: return std::tan(x);
        case SfpuOp::ASIN: return std::asin(x);
        case SfpuOp::ACOS: return std::acos(x);
        case SfpuOp::ATAN: return std::atan(x);
        case SfpuOp::SINH: return std::sinh(x);
        case SfpuOp::COSH: return std::cosh(x);
        case SfpuOp::ASINH: return std::asinh(x);
        case SfpuOp::ACOSH: return std::acosh(x);
        case SfpuOp::ATANH: return std::atanh(x);
        case SfpuOp::ERF: return std::erf(x);
        case SfpuOp::ERFC: return std::erfc(x);
        case SfpuOp::ERFINV: return special_erfinv(x);
        case SfpuOp::I0: return special_i0(x);
        case SfpuOp::I1: return special_i1(x);
        case SfpuOp::LGAMMA_STIRLING: return std::lgamma(x < 0.5 ? 1 - x : x);
        case SfpuOp::DIGAMMA: return special_digamma(x);
        case SfpuOp::POLYGAMMA: return special_polygamma(x, static_cast<int>(arg(0)), arg(1));
        case SfpuOp::SIGMOID: return sigmoid(x);
        case SfpuOp::SILU: return x * sigmoid(x);
        case SfpuOp::TANH: return std::tanh(x);
        default: return std::numeric_limits<double>::quiet_NaN();
    }
}

// Sequences of the card; false: this operation has none.
bool on_card(const SfpuContext& c, SfpuOp op, const uint32_t p[3], float x, float& y) {
    const auto arg = [&](int i) { return as_float(p[i]); };
    const bool approx = p[0] & TW_SFPU_APPROX;
    switch (op) {
        case SfpuOp::EXP:
            if (p[0] & TW_SFPU_SCALE) x = lane::mul(x, as_float(p[1] << 16));
            y = approx       ? card_sfpu::exp_approx(x, p[2] ? arg(2) : 1.0f, p[0] & TW_SFPU_CLAMP_NEGATIVE)
                : c.dst_fp32 ? card_sfpu::exp_fp32(x)
                             : card_sfpu::exp_bf16(x, p[0] & TW_SFPU_CLAMP_NEGATIVE);
            return true;
        case SfpuOp::RECIP:
            y = p[0] & TW_SFPU_LEGACY ? card_sfpu::reciprocal_legacy(x, approx)
                                      : card_sfpu::reciprocal(x, c.dst_fp32 && !approx ? 2 : 1);
            return true;
        case SfpuOp::SQRT:
            y = p[0] & TW_SFPU_LEGACY ? card_sfpu::square_root_legacy(x, approx)
                                      : card_sfpu::square_root(x, approx, p[0] & TW_SFPU_FAST, false);
            return true;
        case SfpuOp::RSQRT:
            if (p[0] & TW_SFPU_LEGACY) {
                // The root passes through DST on its way to the reciprocal.
                uint32_t root = as_bits(card_sfpu::square_root_legacy(x, approx));
                if (!c.dst_fp32) root &= 0xFFFF0000u;
                y = card_sfpu::reciprocal_legacy(as_float(root), approx);
            } else {
                y = card_sfpu::square_root(x, approx, p[0] & TW_SFPU_FAST, true);
            }
            return true;
        case SfpuOp::LOG: y = card_sfpu::logarithm(x, c.dst_fp32, p[0] & TW_SFPU_FAST, false, 1.0f, false); return true;
        case SfpuOp::LOG_BASE:
            y = card_sfpu::logarithm(x, c.dst_fp32, p[0] & TW_SFPU_FAST, p[0] & TW_SFPU_BASE_TWO, arg(1), true);
            return true;
        case SfpuOp::SIGMOID: y = card_sfpu::sigmoid(x, c.dst_fp32); return true;
        case SfpuOp::SILU: y = lane::mul(x, card_sfpu::sigmoid(x, c.dst_fp32)); return true;
        case SfpuOp::TANH: y = c.dst_fp32 ? card_sfpu::tanh_fp32(x) : card_sfpu::tanh_bf16(x); return true;
        case SfpuOp::SQUARE: y = lane::mul(x, x); return true;
        case SfpuOp::ADD_SCALAR: y = lane::add(x, arg(0)); return true;
        case SfpuOp::SUB_SCALAR: y = lane::sub(x, arg(0)); return true;
        case SfpuOp::RSUB_SCALAR: y = lane::sub(arg(0), x); return true;
        case SfpuOp::MUL_SCALAR:
        case SfpuOp::DIV_SCALAR: y = lane::mul(x, arg(0)); return true;
        case SfpuOp::FRAC: y = lane::sub(x, std::trunc(x)); return true;
        case SfpuOp::RDIV: {
            float r = card_sfpu::reciprocal(x, c.dst_fp32 ? 2 : 1);
            if (!c.dst_fp32) r = as_float(lane::round_bf16_away(as_bits(r)));
            y = lane::mul(r, arg(0));
            if (p[1]) y = p[1] == 1 ? std::trunc(y) : std::floor(y);
            return true;
        }
        default: return false;
    }
}

}  // namespace

float sfpu_unary_value(const SfpuContext& c, SfpuOp op, const uint32_t p[3], float x) {
    float y = 0.0f;
    if (c.numerics == Numerics::Card && on_card(c, op, p, x, y)) return y;
    if (one_lane::vector_unary(ScalarLanes(), op, p, x, y)) return y;
    if (op == SfpuOp::ROUND) return round_decimals(c, x, static_cast<int32_t>(p[0]));
    if (op == SfpuOp::POWER_ITERATIVE) return power_iterative(c, x, p[0]);
    return static_cast<float>(in_double(op, p, x));
}

}  // namespace tilewright::tile
