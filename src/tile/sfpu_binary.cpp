// Two- and three-tile float operations, element by element.
#include <cmath>
#include <limits>

#include "tile/sfpu_card.hpp"
#include "tile/sfpu_lanes.hpp"
#include "tile/sfpu_scalar.hpp"
#include "tile/sfpu_values.hpp"

namespace tilewright::tile {

using lane::as_bits;
using lane::as_float;

namespace {

double modulo(double x, double y) {
    const double r = std::fmod(x, y);
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}

double sigmoid(double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }

bool is_close(float a, float b, float rtol, float atol, bool equal_nan) {
    if (std::isnan(a) || std::isnan(b)) return equal_nan && std::isnan(a) && std::isnan(b);
    if (std::isinf(a) || std::isinf(b)) return a == b;
    return std::fabs(a - b) <= atol + rtol * std::fabs(b);
}

// logsigmoid_tile is given e^-x and must not need a logarithm: for x > 4 it is -e^-x, for x <= -4 it is x.
double log_sigmoid(double x, double exp_minus_x) {
    if (x > 4) return -exp_minus_x;
    return x <= -4 ? x : -std::log1p(std::exp(-x));
}

bool on_card(const SfpuContext& c, SfpuOp op, float a, float b, float& y) {
    switch (op) {
        case SfpuOp::ADD:
        case SfpuOp::ADD_NEAREST: y = lane::add(a, b); return true;
        case SfpuOp::SUB:
        case SfpuOp::SUB_NEAREST: y = lane::sub(a, b); return true;
        case SfpuOp::RSUB:
        case SfpuOp::RSUB_NEAREST: y = lane::sub(b, a); return true;
        case SfpuOp::MUL:
            y = lane::mul(a, b);
            // On a 16-bit DST anything times zero is zero, even Inf and NaN.
            if (!c.dst_fp32 && ((as_bits(a) << 1) == 0 || (as_bits(b) << 1) == 0)) y = 0.0f;
            return true;
        case SfpuOp::DIV: y = card_sfpu::divide(a, b, c.dst_fp32); return true;
        default: return false;
    }
}

}  // namespace

float sfpu_binary_value(const SfpuContext& c, SfpuOp op, const uint32_t p[2], float a, float b) {
    float y = 0.0f;
    if (c.numerics == Numerics::Card && on_card(c, op, a, b, y)) return y;
    if (one_lane::vector_binary(ScalarLanes(), op, a, b, y)) return y;
    const double da = a, db = b;
    switch (op) {
        case SfpuOp::POW: return static_cast<float>(std::pow(da, db));
        case SfpuOp::XLOGY: return a == 0 && !std::isnan(b) ? 0.0f : static_cast<float>(da * std::log(db));
        case SfpuOp::ATAN2: return static_cast<float>(std::atan2(da, db));
        case SfpuOp::FMOD_BINARY: return static_cast<float>(std::fmod(da, db));
        case SfpuOp::REMAINDER_BINARY: return static_cast<float>(modulo(da, db));
        case SfpuOp::ISCLOSE:
        case SfpuOp::ISCLOSE_EQUAL_NAN:
            return is_close(a, b, as_float(p[0]), as_float(p[1]), op == SfpuOp::ISCLOSE_EQUAL_NAN) ? 1.0f : 0.0f;
        case SfpuOp::LOGSIGMOID: return static_cast<float>(log_sigmoid(da, db));
        case SfpuOp::LGAMMA_STIRLING_FLOAT: return static_cast<float>(std::lgamma(da < 0.5 ? 1 - da : da));
        case SfpuOp::MASK_POSINF: return b == 0 ? std::numeric_limits<float>::infinity() : a;
        case SfpuOp::MASK_INT: return as_bits(b) == 0 ? 0.0f : a;
        case SfpuOp::BCAST_COL_ADD:
        case SfpuOp::BCAST_ROW_ADD: return sfpu_add(c, a, b);
        case SfpuOp::BCAST_COL_SUB:
        case SfpuOp::BCAST_ROW_SUB: return sfpu_add(c, a, -b);
        case SfpuOp::BCAST_COL_MUL:
        case SfpuOp::BCAST_ROW_MUL: return sfpu_mul(c, a, b);
        case SfpuOp::SITU_GLU: return static_cast<float>(4 * std::tanh(da / 4) * sigmoid(da) * 25 * std::tanh(db / 25));
        case SfpuOp::ADD_TOP_ROW: return sfpu_add(c, a, b);
        case SfpuOp::DIV_INT32: {
            const double ia = static_cast<int32_t>(as_bits(a)), ib = static_cast<int32_t>(as_bits(b));
            return static_cast<float>(ia / ib);
        }
        default: return std::numeric_limits<float>::quiet_NaN();
    }
}

float sfpu_ternary_value(const SfpuContext& c, SfpuOp op, uint32_t p, float x, float y, float z) {
    const bool card = c.numerics == Numerics::Card;
    const float value = as_float(p);
    switch (op) {
        case SfpuOp::LERP:
            return card ? lane::mad(z, lane::sub(y, x), x)
                        : static_cast<float>(x + static_cast<double>(z) * (static_cast<double>(y) - x));
        case SfpuOp::MAC: return card ? lane::mad(x, y, z) : static_cast<float>(static_cast<double>(x) * y + z);
        case SfpuOp::ADDCMUL:
            return card ? lane::mad(lane::mul(value, y), z, x)
                        : static_cast<float>(x + static_cast<double>(value) * y * z);
        case SfpuOp::ADDCDIV:
            return card ? lane::mad(lane::mul(value, y), card_sfpu::reciprocal(z, 2), x)
                        : static_cast<float>(x + static_cast<double>(value) * y / z);
        case SfpuOp::SNAKE_BETA: {
            const double s = std::sin(static_cast<double>(y) * x);
            return static_cast<float>(x + s * s / z);
        }
        case SfpuOp::LGAMMA_ADJUSTED: {
            // x: Stirling part, y: log of abs(sin(pi * input)), z: the input.
            if (std::isinf(z) && z > 0) return z;
            return z < 0.5f ? static_cast<float>(1.1447298858494002 - static_cast<double>(y) - x) : x;
        }
        default: return std::numeric_limits<float>::quiet_NaN();
    }
}

}  // namespace tilewright::tile
