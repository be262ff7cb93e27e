// Two- and three-tile float operations, element by element: the scalar bodies that rows of tw/sfpu/table.def name, and
// their choice.
#include <cmath>
#include <limits>

#include "tile/sfpu/sfpu_card.hpp"
#include "tile/sfpu/sfpu_lanes.hpp"
#include "tile/sfpu/sfpu_scalar.hpp"
#include "tile/sfpu/sfpu_values.hpp"

namespace tilewright::tile {

using lane::as_bits;
using lane::as_float;

namespace {

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

float integer_quotient(float a, float b) {
    const double ia = static_cast<int32_t>(as_bits(a)), ib = static_cast<int32_t>(as_bits(b));
    return static_cast<float>(ia / ib);
}

float snake_beta(float x, float y, float z) {
    const double s = std::sin(static_cast<double>(y) * x);
    return static_cast<float>(x + s * s / z);
}

// x: Stirling part, y: log of abs(sin(pi * input)), z: the input.
float lgamma_adjusted(float x, float y, float z) {
    if (std::isinf(z) && z > 0) return z;
    return z < 0.5f ? static_cast<float>(1.1447298858494002 - static_cast<double>(y) - x) : x;
}

// On a 16-bit DST anything times zero is zero, even Inf and NaN.
float card_mul(const SfpuContext& c, float a, float b) {
    if (!c.dst_fp32 && ((as_bits(a) << 1) == 0 || (as_bits(b) << 1) == 0)) return 0.0f;
    return lane::mul(a, b);
}

bool binary_on_card(const SfpuContext& c, SfpuOp op, float a, float b, float& y) {
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_BINARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: scalar break;
#define CARD(...) y = __VA_ARGS__; return true;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return false;
}

}  // namespace

float sfpu_binary_value(const SfpuContext& c, SfpuOp op, const uint32_t p[2], float a, float b) {
    float y = 0.0f;
    if (c.numerics == Numerics::Card && binary_on_card(c, op, a, b, y)) return y;
    if (one_lane::vector_binary(ScalarLanes(), op, a, b, y)) return y;
    const double da = a, db = b;
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_BINARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: scalar break;
#define FLOAT(...) return __VA_ARGS__;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return std::numeric_limits<float>::quiet_NaN();
}

float sfpu_ternary_value(const SfpuContext& c, SfpuOp op, uint32_t p, float x, float y, float z) {
    const bool card = c.numerics == Numerics::Card;
    const float value = as_float(p);
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_TERNARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: scalar break;
#define FLOAT(...) return __VA_ARGS__;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return std::numeric_limits<float>::quiet_NaN();
}

}  // namespace tilewright::tile
