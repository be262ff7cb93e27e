// Float numerics: every one-tile float function against double precision, and vector version = scalar definition.
#include <gtest/gtest.h>

#include <functional>
#include <numbers>
#include <set>

#include "unit/sfpu/sfpu_test_tools.hpp"

namespace tilewright::tile::test {
namespace {

struct Case {
    SfpuOp op;
    double low, high;
    std::function<double(double)> truth;
    double bound = 0.5001;  // ulp of float32
    uint32_t p0 = 0, p1 = 0, p2 = 0;
};

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double gelu(double x) { return 0.5 * x * std::erfc(-x / std::sqrt(2.0)); }

std::vector<Case> cases() {
    const uint32_t half = bits(0.5f), two = bits(2.0f), one = bits(1.0f), three = bits(3.0f);
    const double inf = std::numeric_limits<double>::infinity();
    return {
        {SfpuOp::EXP, -100, 88, [](double x) { return std::exp(x); }, 2.0},
        {SfpuOp::EXP2, -120, 120, [](double x) { return std::exp2(x); }},
        {SfpuOp::EXPM1, -5, 5, [](double x) { return std::expm1(x); }},
        {SfpuOp::LOG, 1e-6, 1e6, [](double x) { return std::log(x); }, 2.0},
        {SfpuOp::LOG, 0.5, 2, [](double x) { return std::log(x); }, 2.0},
        {SfpuOp::LOG_BASE, 0.01, 100, [](double x) { return std::log(x) * 2; }, 0.5001, 0, two},
        {SfpuOp::LOG1P, -0.9, 10, [](double x) { return std::log1p(x); }},
        {SfpuOp::SQRT, 0, 1e6, [](double x) { return std::sqrt(x); }},
        {SfpuOp::RSQRT, 1e-6, 1e6, [](double x) { return 1 / std::sqrt(x); }, 1.5},
        {SfpuOp::RECIP, -50, 50, [inf](double x) { return x == 0 ? inf : 1 / x; }},
        {SfpuOp::CBRT, -100, 100, [](double x) { return std::cbrt(x); }},
        {SfpuOp::SQUARE, -10, 10, [](double x) { return x * x; }},
        {SfpuOp::POWER, 0, 10, [](double x) { return std::pow(x, 3.0); }, 0.5001, three},
        {SfpuOp::POWER_ITERATIVE, -5, 5, [](double x) { return x * x * x; }, 2.0, 3},
        {SfpuOp::RPOW, -10, 10, [](double x) { return std::pow(2.0, x); }, 0.5001, two},
        {SfpuOp::RELU, -5, 5, [](double x) { return std::max(x, 0.0); }},
        {SfpuOp::RELU_MAX, -5, 5, [](double x) { return std::max(std::min(x, 2.0), 0.0); }, 0, two},
        {SfpuOp::RELU_MIN, -5, 5, [](double x) { return std::max(x, 2.0); }, 0, two},
        {SfpuOp::LEAKY_RELU, -5, 5, [](double x) { return x < 0 ? x * 0.5 : x; }, 0, half},
        {SfpuOp::PRELU, -5, 5, [](double x) { return x < 0 ? x * 0.5 : x; }, 0, half},
        {SfpuOp::ELU, -8, 8, [](double x) { return x < 0 ? 2 * std::expm1(x) : x; }, 0.5001, two},
        {SfpuOp::CELU, -8, 8, [](double x) { return x < 0 ? 2 * std::expm1(x / 2) : x; }, 0.5001, two, half},
        {SfpuOp::SELU, -8, 8, [](double x) { return 2 * (x < 0 ? 3 * std::expm1(x) : x); }, 0.5001, two, three},
        {SfpuOp::GELU, -6, 6, gelu},
        {SfpuOp::GELU_TANH, -5, 5,
         [](double x) {
             return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
         }},
        {SfpuOp::GELU_DERIV, -5, 5,
         [](double x) {
             return 0.5 * std::erfc(-x / std::sqrt(2.0)) + x * std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
         }},
        {SfpuOp::SIGMOID, -80, 80, sigmoid, 2.0},
        {SfpuOp::SILU, -80, 80, [](double x) { return x * sigmoid(x); }, 2.5},
        {SfpuOp::TANH, -10, 10, [](double x) { return std::tanh(x); }, 2.0},
        {SfpuOp::TANH, -0.01, 0.01, [](double x) { return std::tanh(x); }, 2.0},
        {SfpuOp::TANH_DERIV, -5, 5, [](double x) { return 1 / (std::cosh(x) * std::cosh(x)); }},
        {SfpuOp::TANHSHRINK, -5, 5, [](double x) { return x - std::tanh(x); }},
        {SfpuOp::HARDSIGMOID, -8, 8, [](double x) { return std::min(std::max(x / 6 + 0.5, 0.0), 1.0); }},
        {SfpuOp::HARDTANH, -8, 8, [](double x) { return std::min(std::max(x, 0.5), 2.0); }, 0, half, two},
        {SfpuOp::HARDMISH, -5, 5, [](double x) { return x * std::min(std::max(x + 2, 0.0), 2.0) / 2; }},
        {SfpuOp::MISH, -8, 8, [](double x) { return x * std::tanh(std::log1p(std::exp(x))); }},
        {SfpuOp::SOFTPLUS, -5, 20, [](double x) { return x * 2 > 3 ? x : std::log1p(std::exp(2 * x)) / 2; }, 0.5001,
         two, half, three},
        {SfpuOp::SOFTSIGN, -8, 8, [](double x) { return x / (1 + std::fabs(x)); }},
        {SfpuOp::SOFTSHRINK, -3, 3, [](double x) { return x > 0.5    ? x - 0.5
                                                          : x < -0.5 ? x + 0.5
                                                                     : 0.0; }, 0.5001,
         half},
        {SfpuOp::HARDSHRINK, -3, 3, [](double x) { return std::fabs(x) > 0.5 ? x : 0.0; }, 0, half},
        {SfpuOp::SOFTCAP, -9, 9, [](double x) { return 2 * std::tanh(x / 2); }, 0.5001, two, half},
        {SfpuOp::THRESHOLD, -3, 3, [](double x) { return x > 0.5 ? x : 3.0; }, 0, half, three},
        {SfpuOp::XIELU, -5, 5,
         [](double x) { return x > 0 ? 2 * x * x + 0.5 * x : 0.5 * (std::expm1(x) - x) + 0.5 * x; }, 0.5001, two, half},
        {SfpuOp::HEAVISIDE, -3, 3, [](double x) { return x < 0   ? 0.0
                                                         : x > 0 ? 1.0
                                                                 : 0.5; }, 0, half},
        {SfpuOp::ABS, -3, 3, [](double x) { return std::fabs(x); }, 0},
        {SfpuOp::NEG, -3, 3, [](double x) { return -x; }, 0},
        {SfpuOp::SIGN, -3, 3, [](double x) { return x < 0   ? -1.0
                                                    : x > 0 ? 1.0
                                                            : 0.0; }, 0},
        {SfpuOp::SIGNBIT, -3, 3, [](double x) { return x < 0 ? 1.0 : 0.0; }, 0},
        {SfpuOp::FLOOR, -9, 9, [](double x) { return std::floor(x); }, 0},
        {SfpuOp::CEIL, -9, 9, [](double x) { return std::ceil(x); }, 0},
        {SfpuOp::TRUNC, -9, 9, [](double x) { return std::trunc(x); }, 0},
        {SfpuOp::FRAC, -9, 9, [](double x) { return x - std::trunc(x); }, 0},
        {SfpuOp::ROUND, -9, 9, [](double x) { return std::nearbyint(x); }, 0, 0},
        {SfpuOp::FMOD, -9, 9, [](double x) { return std::fmod(x, 2.0); }, 0, two, 0, 1},
        {SfpuOp::REMAINDER, -9, 9, [](double x) { return x - 2 * std::floor(x / 2); }, 1, two, 0, 1},
        {SfpuOp::ADD_SCALAR, -9, 9, [](double x) { return x + 2; }, 0.5, two},
        {SfpuOp::SUB_SCALAR, -9, 9, [](double x) { return x - 2; }, 0.5, two},
        {SfpuOp::MUL_SCALAR, -9, 9, [](double x) { return x * 3; }, 0.5, three},
        {SfpuOp::DIV_SCALAR, -9, 9, [](double x) { return x * 0.5; }, 0.5, half},
        {SfpuOp::RSUB_SCALAR, -9, 9, [](double x) { return 2 - x; }, 0.5, two},
        {SfpuOp::RDIV, 0.5, 9, [](double x) { return 3 / x; }, 0.5001, three},
        {SfpuOp::CLAMP, -9, 9, [](double x) { return std::min(std::max(x, 0.5), 2.0); }, 0, half, two},
        {SfpuOp::MAX_SCALAR, -9, 9, [](double x) { return std::max(x, 2.0); }, 0, two},
        {SfpuOp::MIN_SCALAR, -9, 9, [](double x) { return std::min(x, 2.0); }, 0, two},
        {SfpuOp::SIN, -9, 9, [](double x) { return std::sin(x); }},
        {SfpuOp::COS, -9, 9, [](double x) { return std::cos(x); }},
        {SfpuOp::TAN, -1.5, 1.5, [](double x) { return std::tan(x); }},
        {SfpuOp::ASIN, -1, 1, [](double x) { return std::asin(x); }},
        {SfpuOp::ACOS, -1, 1, [](double x) { return std::acos(x); }},
        {SfpuOp::ATAN, -9, 9, [](double x) { return std::atan(x); }},
        {SfpuOp::SINH, -9, 9, [](double x) { return std::sinh(x); }},
        {SfpuOp::COSH, -9, 9, [](double x) { return std::cosh(x); }},
        {SfpuOp::ASINH, -9, 9, [](double x) { return std::asinh(x); }},
        {SfpuOp::ACOSH, 1, 9, [](double x) { return std::acosh(x); }},
        {SfpuOp::ATANH, -0.99, 0.99, [](double x) { return std::atanh(x); }},
        {SfpuOp::ERF, -4, 4, [](double x) { return std::erf(x); }},
        {SfpuOp::ERFC, -4, 4, [](double x) { return std::erfc(x); }},
        {SfpuOp::I0, -40, 40, [](double x) { return std::cyl_bessel_i(0.0, std::fabs(x)); }, 0.51},
        {SfpuOp::I1, 0, 40, [](double x) { return std::cyl_bessel_i(1.0, x); }, 0.51},
        {SfpuOp::LGAMMA_STIRLING, 0.5, 20, [](double x) { return std::lgamma(x); }},
        {SfpuOp::LOGICAL_NOT, -1, 1, [](double x) { return x == 0 ? 1.0 : 0.0; }, 0},
        {SfpuOp::IDENTITY, -9, 9, [](double x) { return x; }, 0},
        {SfpuOp::FILL, -9, 9, [](double) { return 3.0; }, 0, three},
        {SfpuOp::UNARY_EQ, -9, 9, [](double x) { return x == 1.0 ? 1.0 : 0.0; }, 0, one},
        {SfpuOp::UNARY_NE, -9, 9, [](double x) { return x != 1.0 ? 1.0 : 0.0; }, 0, one},
        {SfpuOp::UNARY_LT, -9, 9, [](double x) { return x < 1.0 ? 1.0 : 0.0; }, 0, one},
        {SfpuOp::UNARY_GT, -9, 9, [](double x) { return x > 1.0 ? 1.0 : 0.0; }, 0, one},
        {SfpuOp::UNARY_LE, -9, 9, [](double x) { return x <= 1.0 ? 1.0 : 0.0; }, 0, one},
        {SfpuOp::UNARY_GE, -9, 9, [](double x) { return x >= 1.0 ? 1.0 : 0.0; }, 0, one},
        {SfpuOp::EQZ, -2, 2, [](double x) { return x == 0.0 ? 1.0 : 0.0; }, 0},
        {SfpuOp::NEZ, -2, 2, [](double x) { return x != 0.0 ? 1.0 : 0.0; }, 0},
        {SfpuOp::LTZ, -2, 2, [](double x) { return x < 0.0 ? 1.0 : 0.0; }, 0},
        {SfpuOp::GTZ, -2, 2, [](double x) { return x > 0.0 ? 1.0 : 0.0; }, 0},
        {SfpuOp::LEZ, -2, 2, [](double x) { return x <= 0.0 ? 1.0 : 0.0; }, 0},
        {SfpuOp::GEZ, -2, 2, [](double x) { return x >= 0.0 ? 1.0 : 0.0; }, 0},
    };
}

TEST(SfpuFloat, EveryFunctionIsWithinItsBound) {
    for (const Case& c : cases()) {
        const Tile in = range_tile(c.low, c.high);
        const Tile out = unary(Numerics::Float, true, c.op, in, c.p0, c.p1, c.p2);
        double worst = 0, at = 0;
        for (int i = 0; i < kTileWords; ++i) {
            const double u = ulps(real(out[i]), c.truth(real(in[i])));
            if (u > worst) {
                worst = u;
                at = real(in[i]);
            }
        }
        EXPECT_LE(worst, c.bound) << sfpu_name(c.op) << " at " << at << " in [" << c.low << ", " << c.high << "]";
    }
}

// A row of tw/sfpu/table.def for one tile of floats needs a case above; these have tests of their own.
TEST(SfpuFloat, EveryFunctionHasACase) {
    std::set<SfpuOp> tested = {SfpuOp::ERFINV,   SfpuOp::DIGAMMA,  SfpuOp::POLYGAMMA, SfpuOp::STOCHASTIC_ROUND,
                               SfpuOp::ISINF,    SfpuOp::ISPOSINF, SfpuOp::ISNEGINF,  SfpuOp::ISNAN,
                               SfpuOp::ISFINITE, SfpuOp::RAND,     SfpuOp::DROPOUT,   SfpuOp::TILED_PROD,
                               SfpuOp::ROTATE90, SfpuOp::CUMSUM,   SfpuOp::REDUCE};
    for (const Case& c : cases()) tested.insert(c.op);
    for (uint32_t number = 0; number < TW_SFPU_COUNT; ++number) {
        const auto op = static_cast<SfpuOp>(number);
        if (sfpu_kind(op) != SfpuKind::Unary || sfpu_info(op).store == SfpuStore::Raw) continue;
        EXPECT_TRUE(tested.count(op)) << sfpu_name(op) << " has a row in kernel_api/tw/sfpu and no case here";
    }
}

TEST(SfpuFloat, SpecialFunctionsAtKnownPoints) {
    const auto at = [](SfpuOp op, float x, uint32_t p0 = 0, uint32_t p1 = 0) {
        return real(unary(Numerics::Float, true, op, tile_of(x), p0, p1)[0]);
    };
    EXPECT_FLOAT_EQ(at(SfpuOp::ERFINV, 0.5f), 0.47693628f);
    EXPECT_FLOAT_EQ(at(SfpuOp::ERFINV, -0.9999f), -2.7510354f);
    EXPECT_TRUE(std::isinf(at(SfpuOp::ERFINV, 1.0f)));
    EXPECT_FLOAT_EQ(at(SfpuOp::DIGAMMA, 1.0f), -0.5772157f);
    EXPECT_FLOAT_EQ(at(SfpuOp::DIGAMMA, 0.5f), -1.9635100f);
    EXPECT_FLOAT_EQ(at(SfpuOp::DIGAMMA, -0.5f), 0.03648998f);
    // psi'(1) = pi^2 / 6; psi''(1) = -2 zeta(3).
    EXPECT_FLOAT_EQ(at(SfpuOp::POLYGAMMA, 1.0f, bits(1.0f), bits(1.0f)), 1.6449341f);
    EXPECT_FLOAT_EQ(at(SfpuOp::POLYGAMMA, 1.0f, bits(2.0f), bits(-2.0f)), -2.4041138f);
    EXPECT_FLOAT_EQ(at(SfpuOp::ROUND, 1.2345f, 2), 1.23f);
}

TEST(SfpuFloat, SpecialValues) {
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    const auto at = [](SfpuOp op, float x) { return real(unary(Numerics::Float, true, op, tile_of(x))[0]); };
    EXPECT_EQ(at(SfpuOp::EXP, inf), inf);
    EXPECT_EQ(at(SfpuOp::EXP, -inf), 0.0f);
    EXPECT_TRUE(std::isnan(at(SfpuOp::EXP, nan)));
    EXPECT_EQ(at(SfpuOp::LOG, 0.0f), -inf);
    EXPECT_EQ(at(SfpuOp::LOG, inf), inf);
    EXPECT_TRUE(std::isnan(at(SfpuOp::LOG, -1.0f)));
    EXPECT_NEAR(at(SfpuOp::LOG, 1e-40f), std::log(1e-40), 1e-4);
    EXPECT_EQ(at(SfpuOp::TANH, inf), 1.0f);
    EXPECT_EQ(at(SfpuOp::TANH, -inf), -1.0f);
    EXPECT_EQ(at(SfpuOp::SIGMOID, -inf), 0.0f);
    EXPECT_EQ(at(SfpuOp::SIGMOID, inf), 1.0f);
    EXPECT_TRUE(std::isnan(at(SfpuOp::SQRT, -1.0f)));
    EXPECT_EQ(at(SfpuOp::RECIP, 0.0f), inf);
    EXPECT_TRUE(std::isnan(at(SfpuOp::RELU, nan)));
    for (const auto& [op, x, y] : std::vector<std::tuple<SfpuOp, float, float>>{{SfpuOp::ISINF, inf, 1},
                                                                                {SfpuOp::ISINF, nan, 0},
                                                                                {SfpuOp::ISPOSINF, -inf, 0},
                                                                                {SfpuOp::ISNEGINF, -inf, 1},
                                                                                {SfpuOp::ISNAN, nan, 1},
                                                                                {SfpuOp::ISNAN, 1.0f, 0},
                                                                                {SfpuOp::ISFINITE, inf, 0},
                                                                                {SfpuOp::ISFINITE, 2.0f, 1}}) {
        EXPECT_EQ(at(op, x), y) << sfpu_name(op) << " of " << x;
    }
}

// The vector versions must equal the scalar definition on every input, in both numerics and both widths.
TEST(SfpuFloat, VectorEqualsScalar) {
    for (uint32_t number = 0; number < TW_SFPU_COUNT; ++number) {
        const auto op = static_cast<SfpuOp>(number);
        if (op == SfpuOp::RAND || op == SfpuOp::DROPOUT) continue;
        for (const Numerics numerics : {Numerics::Float, Numerics::Card}) {
            for (const bool fp32 : {false, true}) {
                for (uint32_t seed = 1; seed < 4; ++seed) {
                    const Tile a = fp32 ? wild_tile(seed) : to_bf16(wild_tile(seed));
                    const Tile b = fp32 ? wild_tile(seed + 100) : to_bf16(wild_tile(seed + 100));
                    Tile with, without;
                    if (sfpu_kind(op) == SfpuKind::Unary) {
                        const uint32_t p = seed == 1 ? 0 : bits(seed * 0.75f);
                        with = unary(numerics, fp32, op, a, p, bits(2.5f), 0, true);
                        without = unary(numerics, fp32, op, a, p, bits(2.5f), 0, false);
                    } else if (sfpu_kind(op) == SfpuKind::Binary) {
                        with = binary(numerics, fp32, op, a, b, 0, 0, true);
                        without = binary(numerics, fp32, op, a, b, 0, 0, false);
                    }
                    for (size_t i = 0; i < with.size(); ++i) {
                        const bool both_nan =
                            std::isnan(real(with[i])) && std::isnan(real(without[i])) && numerics == Numerics::Float;
                        ASSERT_TRUE(with[i] == without[i] || both_nan)
                            << sfpu_name(op) << " numerics " << int(numerics) << " fp32 " << fp32 << " word " << i
                            << std::hex << ": in " << a[i] << ", " << b[i] << " vector " << with[i] << " scalar "
                            << without[i];
                    }
                }
            }
        }
    }
}

TEST(SfpuFloat, SixteenBitDstRoundsToNearestEven) {
    // 1 + 2^-8 lies halfway between two bf16 numbers: to the even one below; 1 + 3 * 2^-8 to the even one above.
    EXPECT_EQ(unary(Numerics::Float, false, SfpuOp::ADD_SCALAR, tile_of(1.0f), bits(0x1p-8f))[0], 0x3F800000u);
    EXPECT_EQ(unary(Numerics::Float, false, SfpuOp::ADD_SCALAR, tile_of(1.0f), bits(0x3p-8f))[0], 0x3F820000u);
    EXPECT_EQ(unary(Numerics::Float, true, SfpuOp::ADD_SCALAR, tile_of(1.0f), bits(0x1p-8f))[0], 0x3F808000u);
}

}  // namespace
}  // namespace tilewright::tile::test
