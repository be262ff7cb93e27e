// Card numerics: the lane's multiply-add, the accuracy of the known sequences, and the stores into a 16-bit DST.
#include <gtest/gtest.h>

#include <functional>

#include "unit/sfpu/sfpu_test_tools.hpp"
#include "tile/sfpu/sfpu_card.hpp"
#include "tile/sfpu/sfpu_lanes.hpp"

namespace tilewright::tile::test {
namespace {

uint32_t flushed(float v) { return (bits(v) & 0x7F800000u) ? bits(v) : 0; }

// On their own, additions and multiplications are IEEE's with subnormals as +0.
TEST(SfpuLane, AddAndMultiplyAreIeeeWithFlush) {
    std::mt19937 gen(7);
    for (int i = 0; i < 200000; ++i) {
        const uint32_t x = (gen() & 0x807FFFFFu) | ((1 + gen() % 254) << 23);
        const uint32_t z = (gen() & 0x807FFFFFu) | ((i % 2 ? 1 + gen() % 254 : (x >> 23 & 255)) << 23);
        if ((z & 0x7F800000u) == 0) continue;
        ASSERT_EQ(lane::mad_bits(x, 0x3F800000u, z), flushed(real(x) + real(z))) << std::hex << x << " + " << z;
        ASSERT_EQ(lane::mad_bits(x, z, 0), flushed(real(x) * real(z))) << std::hex << x << " * " << z;
    }
}

TEST(SfpuLane, MultiplyAddIsOnlyPartlyFused) {
    // (1 + 2^-23)(1 - 2^-23) - 1 = -2^-46: below the three extra bits, but the sticky bit remembers that it is not 1.
    const uint32_t x = 0x3F800001u, y = 0x3F7FFFFEu;
    EXPECT_EQ(real(lane::mad_bits(x, y, bits(-1.0f))), -0x1p-26f);  // fmaf gives -2^-46, two roundings give 0
    EXPECT_EQ(real(x) * real(y), 1.0f);
    EXPECT_EQ(std::fmaf(real(x), real(y), -1.0f), -0x1p-46f);
}

TEST(SfpuLane, SpecialValues) {
    const uint32_t inf = 0x7F800000u, one = 0x3F800000u;
    EXPECT_EQ(lane::mad_bits(inf, one, bits(5.0f)), inf);
    EXPECT_EQ(lane::mad_bits(inf, 0, 0), 0x7F800001u);  // NaN carries bit 0
    EXPECT_EQ(lane::mad_bits(inf, one, 0xFF800000u) & 0x7F800001u, 0x7F800001u);
    EXPECT_EQ(lane::mad_bits(1, one, 0x80000000u), 0u);         // subnormal and -0: +0
    EXPECT_EQ(lane::mad_bits(0x00800000u, bits(0.5f), 0), 0u);  // subnormal result: +0
    EXPECT_EQ(lane::mad_bits(0x7F7FFFFFu, bits(2.0f), 0), inf);
}

struct Accuracy {
    const char* name;
    SfpuOp op;
    uint32_t flags;
    bool fp32;
    double low, high;
    std::function<double(double)> truth;
    double bound;  // ulp of the format of DST
};

TEST(SfpuCard, SequencesReachTheirAccuracy) {
    const auto recip = [](double x) { return 1 / x; };
    const auto root = [](double x) { return std::sqrt(x); };
    const auto rsqrt = [](double x) { return 1 / std::sqrt(x); };
    const auto exp = [](double x) { return std::exp(x); };
    const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
    const auto clamp = TW_SFPU_CLAMP_NEGATIVE;
    const std::vector<Accuracy> all = {
        {"recip fp32", SfpuOp::RECIP, 0, true, 0.01, 100, recip, 1.0},
        {"recip bf16", SfpuOp::RECIP, 0, false, 0.01, 100, recip, 0.52},
        {"recip legacy bf16", SfpuOp::RECIP, TW_SFPU_LEGACY, false, 0.01, 100, recip, 1.01},
        {"sqrt fp32", SfpuOp::SQRT, 0, true, 0.01, 1000, root, 1.5},
        {"sqrt bf16", SfpuOp::SQRT, 0, false, 0.01, 1000, root, 0.51},
        {"sqrt legacy bf16", SfpuOp::SQRT, TW_SFPU_LEGACY, false, 0.01, 1000, root, 1.1},
        {"rsqrt fp32", SfpuOp::RSQRT, 0, true, 1e-5, 1000, rsqrt, 1.5},
        {"rsqrt bf16", SfpuOp::RSQRT, 0, false, 1e-5, 1000, rsqrt, 0.51},
        {"rsqrt legacy bf16", SfpuOp::RSQRT, TW_SFPU_LEGACY, false, 1e-5, 1000, rsqrt, 2.1},
        {"exp fp32", SfpuOp::EXP, clamp, true, -80, 80, exp, 2.0},
        {"exp bf16", SfpuOp::EXP, clamp, false, -80, 80, exp, 1.0},
        {"log fp32", SfpuOp::LOG, 0, true, 0.01, 1000, [](double x) { return std::log(x); }, 3.0},
        {"sigmoid fp32", SfpuOp::SIGMOID, 0, true, -20, 20, sigmoid, 3.0},
        {"sigmoid bf16", SfpuOp::SIGMOID, 0, false, -20, 20, sigmoid, 1.0},
        {"tanh fp32", SfpuOp::TANH, 0, true, -9, 9, [](double x) { return std::tanh(x); }, 2.0},
        {"tanh bf16", SfpuOp::TANH, 0, false, -4, 4, [](double x) { return std::tanh(x); }, 3.0},
    };
    for (const Accuracy& c : all) {
        const Tile in = c.fp32 ? range_tile(c.low, c.high) : to_bf16(range_tile(c.low, c.high));
        const Tile out = unary(Numerics::Card, c.fp32, c.op, in, c.flags);
        double worst = 0, at = 0;
        for (int i = 0; i < kTileWords; ++i) {
            if (in[i] == 0) continue;
            const double u = ulps(real(out[i]), c.truth(real(in[i])), c.fp32 ? 24 : 8);
            if (u > worst) {
                worst = u;
                at = real(in[i]);
            }
        }
        EXPECT_LE(worst, c.bound) << c.name << " at " << at;
    }
}

// Ordinary values, where the vector versions do not fall back to the scalar definition.
TEST(SfpuCard, VectorSequencesEqualTheScalarOnes) {
    std::mt19937 gen(11);
    for (const SfpuOp op : {SfpuOp::EXP, SfpuOp::RECIP, SfpuOp::SQRT, SfpuOp::RSQRT, SfpuOp::SIGMOID, SfpuOp::SILU,
                            SfpuOp::TANH, SfpuOp::LOG, SfpuOp::LOG_BASE}) {
        for (const uint32_t flags :
             {0u, uint32_t{TW_SFPU_LEGACY}, uint32_t{TW_SFPU_FAST}, uint32_t{TW_SFPU_CLAMP_NEGATIVE},
              uint32_t{TW_SFPU_SCALE | TW_SFPU_CLAMP_NEGATIVE}, uint32_t{TW_SFPU_BASE_TWO}}) {
            for (const bool fp32 : {false, true}) {
                const uint32_t parameter = op == SfpuOp::LOG_BASE ? bits(1.4427f) : 0x3FC0;  // a scale: float32, bf16
                for (int round = 0; round < 20; ++round) {
                    Tile in(kTileWords);
                    for (uint32_t& w : in) w = (gen() & 0x807FFFFFu) | ((127 - 12 + gen() % 20) << 23);
                    if (!fp32) in = to_bf16(in);
                    const Tile with = unary(Numerics::Card, fp32, op, in, flags, parameter, 0, true);
                    const Tile without = unary(Numerics::Card, fp32, op, in, flags, parameter, 0, false);
                    for (int i = 0; i < kTileWords; ++i) {
                        ASSERT_EQ(with[i], without[i])
                            << sfpu_name(op) << " flags " << flags << " fp32 " << fp32 << " of " << real(in[i]) << ": "
                            << real(with[i]) << ", " << real(without[i]);
                    }
                }
            }
        }
    }
}

TEST(SfpuCard, ApproximateExpIsWithinFourPercent) {
    const Tile in = to_bf16(range_tile(-80, 80));
    const Tile out = unary(Numerics::Card, false, SfpuOp::EXP, in, TW_SFPU_APPROX | TW_SFPU_CLAMP_NEGATIVE);
    for (int i = 0; i < kTileWords; ++i) {
        const double truth = std::exp(static_cast<double>(real(in[i])));
        ASSERT_NEAR(real(out[i]) / truth, 1.0, 0.04) << real(in[i]);
    }
}

TEST(SfpuCard, EdgesOfTheRootSequences) {
    const auto at = [](SfpuOp op, float x) { return real(unary(Numerics::Card, true, op, tile_of(x))[0]); };
    const float inf = std::numeric_limits<float>::infinity();
    EXPECT_EQ(at(SfpuOp::SQRT, 0.0f), 0.0f);
    EXPECT_EQ(at(SfpuOp::SQRT, 4.0f), 2.0f);
    EXPECT_TRUE(std::isnan(at(SfpuOp::SQRT, -4.0f)));
    EXPECT_EQ(at(SfpuOp::RSQRT, 0.0f), inf);
    EXPECT_EQ(at(SfpuOp::RSQRT, inf), 0.0f);
    EXPECT_TRUE(std::isnan(at(SfpuOp::RSQRT, -1.0f)));
    EXPECT_EQ(at(SfpuOp::RECIP, 0.0f), inf);
    EXPECT_EQ(at(SfpuOp::RECIP, -4.0f), -0.25f);
    EXPECT_EQ(at(SfpuOp::EXP, -200.0f), 0.0f);
    EXPECT_EQ(at(SfpuOp::EXP, 200.0f), inf);
    EXPECT_TRUE(std::isnan(at(SfpuOp::EXP, std::numeric_limits<float>::quiet_NaN())));
    EXPECT_EQ(at(SfpuOp::LOG, 1.0f), 0.0f);
    EXPECT_EQ(at(SfpuOp::LOG, 0.0f), -inf);
}

TEST(SfpuCard, StoresIntoSixteenBits) {
    // 1 + 1.5 * 2^-7, halfway: the bare store of an addition truncates, a multiplication rounds to even, exp away.
    const float halfway = 1.0f + 0x1p-8f, above = 1.0f + 0x3p-8f;
    EXPECT_EQ(unary(Numerics::Card, false, SfpuOp::ADD_SCALAR, tile_of(1.0f), bits(0x3p-8f))[0], bits(1.0f + 0x1p-7f));
    EXPECT_EQ(binary(Numerics::Card, false, SfpuOp::MUL, tile_of(halfway), tile_of(1.0f))[0], bits(1.0f));
    EXPECT_EQ(binary(Numerics::Card, false, SfpuOp::MUL, tile_of(above), tile_of(1.0f))[0], bits(1.0f + 0x1p-6f));
    EXPECT_EQ(lane::round_bf16_away(bits(halfway)), bits(1.0f + 0x1p-7f));
    EXPECT_EQ(binary(Numerics::Card, false, SfpuOp::ADD_NEAREST, tile_of(1.0f), tile_of(0x3p-8f))[0],
              bits(1.0f + 0x1p-6f));
    // NaN cannot be rounded to 16 bits and becomes Inf.
    EXPECT_EQ(lane::round_bf16_away(0x7FC00000u), 0x7F800000u);
    // On 16 bits anything times zero is zero.
    EXPECT_EQ(binary(Numerics::Card, false, SfpuOp::MUL, tile_of(INFINITY), tile_of(0.0f))[0], 0u);
}

TEST(SfpuCard, Division) {
    const auto at = [](float a, float b) {
        return real(binary(Numerics::Card, true, SfpuOp::DIV, tile_of(a), tile_of(b))[0]);
    };
    EXPECT_EQ(at(6.0f, 3.0f), 2.0f);
    EXPECT_EQ(at(1.0f, 0.0f), INFINITY);
    EXPECT_EQ(at(-1.0f, 0.0f), -INFINITY);
    EXPECT_TRUE(std::isnan(at(0.0f, 0.0f)));
    std::mt19937 gen(3);
    std::uniform_real_distribution<float> any(-100.0f, 100.0f);
    for (int i = 0; i < 2000; ++i) {
        const float a = any(gen), b = any(gen);
        ASSERT_LE(ulps(card_sfpu::divide(a, b, true), static_cast<double>(a) / b), 1.0) << a << " / " << b;
    }
}

}  // namespace
}  // namespace tilewright::tile::test
