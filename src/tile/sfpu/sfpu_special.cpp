// Special functions in double precision, good to float32 after rounding.
#include <cmath>
#include <limits>
#include <numbers>

#include "tile/sfpu/sfpu_values.hpp"

namespace tilewright::tile {

double special_gelu(double x) { return 0.5 * x * std::erfc(-x * std::numbers::sqrt2 / 2); }

double special_erfinv(double x) {
    if (!(std::fabs(x) <= 1)) return std::numeric_limits<double>::quiet_NaN();
    if (std::fabs(x) == 1) return x * std::numeric_limits<double>::infinity();
    // Winitzki's estimate, then Newton on erf (or on erfc near the ends, where erf has no digits left).
    const double w = std::log1p(-x * x);
    const double t = 2 / (std::numbers::pi * 0.147) + w / 2;
    double y = std::copysign(std::sqrt(std::sqrt(t * t - w / 0.147) - t), x);
    for (int i = 0; i < 4; ++i) {
        const double error =
            std::fabs(x) < 0.5 ? std::erf(y) - x : (x < 0 ? -1 : 1) * ((1 - std::fabs(x)) - std::erfc(std::fabs(y)));
        y -= error / (2 * std::numbers::inv_sqrtpi * std::exp(-y * y));
    }
    return y;
}

namespace {

// Modified Bessel function of the first kind: power series, and the asymptotic series where that is exact enough.
double bessel_i(int order, double x) {
    if (std::isnan(x) || std::isinf(x)) return std::fabs(x);
    const double a = std::fabs(x);
    if (a < 30) {
        double term = order ? a / 2 : 1;
        double sum = term;
        for (int k = 1; k < 200 && term > sum * 1e-18; ++k) {
            term *= (a / 2) * (a / 2) / (static_cast<double>(k) * (k + order));
            sum += term;
        }
        return sum;
    }
    const double mu = 4.0 * order * order;
    double term = 1, sum = 1;
    for (int k = 1; k < 15; ++k) {
        term *= -(mu - (2.0 * k - 1) * (2.0 * k - 1)) / (k * 8 * a);
        sum += term;
    }
    return std::exp(a - 0.5 * std::log(2 * std::numbers::pi * a)) * sum;
}

}  // namespace

double special_i0(double x) { return bessel_i(0, x); }
double special_i1(double x) { return std::copysign(bessel_i(1, x), x); }

double special_digamma(double x) {
    if (std::isnan(x)) return x;
    if (x <= 0 && x == std::floor(x)) return std::numeric_limits<double>::quiet_NaN();
    if (x < 0) return special_digamma(1 - x) - std::numbers::pi / std::tan(std::numbers::pi * x);
    double sum = 0;
    for (; x < 10; x += 1) sum -= 1 / x;
    const double i = 1 / (x * x);
    return sum + std::log(x) - 0.5 / x - i * (1.0 / 12 - i * (1.0 / 120 - i * (1.0 / 252 - i * (1.0 / 240 - i / 132))));
}

// scale * sum over k >= 0 of 1 / (x + k)^(order + 1); the kernel API passes scale = (-1)^(order+1) * order!.
double special_polygamma(double x, int order, double scale) {
    const double s = order + 1;
    double sum = 0;
    for (int k = 0; k < 16; ++k, x += 1) sum += std::pow(x, -s);
    // Euler-Maclaurin for the rest of the sum.
    const double at = std::pow(x, -s);
    sum += at * x / (s - 1) + at / 2 + s * at / (12 * x) - s * (s + 1) * (s + 2) * at / (720 * x * x * x) +
           s * (s + 1) * (s + 2) * (s + 3) * (s + 4) * at / (30240 * std::pow(x, 5));
    return scale * sum;
}

}  // namespace tilewright::tile
