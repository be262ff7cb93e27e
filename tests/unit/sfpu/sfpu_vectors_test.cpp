// The card's sequences on vectors equal the scalar definition bit for bit: every variant, all bf16 inputs, and random
// float32 inputs of all kinds, on every instruction set of this processor.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdlib>
#include <functional>

#include "unit/sfpu/sfpu_test_tools.hpp"

namespace tilewright::tile::test {
namespace {

int random_tiles() { return std::getenv("TILEWRIGHT_DEEP") ? 10'000 : 120; }

// Makes the vector code use one instruction set after the other.
void for_all_targets(const std::function<void(const char*)>& body) {
    hwy::SetSupportedTargetsForTest(0);
    const int64_t all = hwy::SupportedTargets() & ~(HWY_SCALAR | HWY_EMU128);  // those get the definition
    for (int64_t rest = all; rest != 0; rest &= rest - 1) {
        hwy::SetSupportedTargetsForTest(rest & -rest);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        body(hwy::TargetName(rest & -rest));
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

// Tiles of inputs: all bf16 words, then random ones around 1, of all exponents, of few bits, close to multiples of
// log 2 (where a reduced argument vanishes), and raw bits.
class Inputs {
public:
    explicit Inputs(bool fp32) : fp32_(fp32) {}
    int count() const { return 64 + random_tiles(); }
    Tile next() {
        Tile t(kTileWords);
        const int number = number_++;
        for (uint32_t i = 0; i < kTileWords; ++i) {
            t[i] = number < 64 ? (static_cast<uint32_t>(number) * 1024 + i) << 16 : word(number % 6);
            if (!fp32_) t[i] &= 0xFFFF0000u;
        }
        return t;
    }

private:
    uint32_t word(int kind) {
        const uint32_t w = random_();
        const auto with_exponent = [&](uint32_t kept, uint32_t e) { return (w & kept) | (e << 23); };
        switch (kind) {
            case 0: return w;
            case 1:
            case 2: return with_exponent(0x807FFFFFu, 113 + random_() % 24);
            case 3: return with_exponent(0x807FFFFFu, 120 + random_() % 16);
            case 4: return with_exponent(0x807FF000u, 1 + random_() % 254);
            default: return bits(static_cast<float>(random_() % 2000) * 0.05f * 0.6931472f) + w % 64 - 32 + (w & kSign);
        }
    }
    static constexpr uint32_t kSign = 0x80000000u;
    bool fp32_;
    int number_ = 0;
    std::mt19937 random_{17};
};

struct Variant {
    SfpuOp op;
    std::vector<uint32_t> flags;  // values of the first parameter
    uint32_t p1 = 0;
    uint32_t init = 0;  // what the init call was given
};

std::vector<Variant> variants() {
    const uint32_t a = TW_SFPU_APPROX, l = TW_SFPU_LEGACY, f = TW_SFPU_FAST, s = TW_SFPU_SCALE;
    const uint32_t c = TW_SFPU_CLAMP_NEGATIVE, two = TW_SFPU_BASE_TWO;
    return {
        {SfpuOp::EXP, {0, a, s, c, a | s, a | c, s | c, a | s | c}, 0x3FC0},  // a bf16 scale
        {SfpuOp::EXP, {a, a | c}, 0, bits(0.125f)},
        {SfpuOp::RECIP, {0, a, l, a | l}},
        {SfpuOp::SQRT, {0, a, l, f, a | l, a | f, l | f}},
        {SfpuOp::RSQRT, {0, a, l, f, a | l, a | f, l | f}},
        {SfpuOp::SIGMOID, {0, a}},
        {SfpuOp::SILU, {0}},
        {SfpuOp::TANH, {0, a}},
        {SfpuOp::LOG, {0, f}},
        {SfpuOp::LOG_BASE, {0, f, two, two | f}, bits(1.442695f)},
        {SfpuOp::LOG_BASE, {0, two}, bits(-3.1e20f)},
        {SfpuOp::RDIV, {bits(1.7f), bits(-3e30f)}, 0},
        {SfpuOp::RDIV, {bits(100.0f)}, 1},
        {SfpuOp::RDIV, {bits(-100.0f)}, 2},
        {SfpuOp::POWER_ITERATIVE, {0, 1, 2, 3, 5, 16}},
        {SfpuOp::SQUARE, {0}},
        {SfpuOp::ADD_SCALAR, {bits(1.5f), bits(-0x1p-126f), 0x80000000u}},
        {SfpuOp::RSUB_SCALAR, {bits(0x1.8p-126f)}},
        {SfpuOp::MUL_SCALAR, {bits(0.3f), bits(0x1p-63f), bits(0x1p100f), 0x00400000u}},
        {SfpuOp::LEAKY_RELU, {bits(0.1f), bits(-3.0f)}},
        {SfpuOp::PRELU, {bits(0.25f)}},
    };
}

Tile value(const Variant& variant, uint32_t flags, bool fp32, bool simd, Tile t) {
    SfpuState state;
    if (variant.init) {
        state.init_op = static_cast<uint32_t>(variant.op);
        state.init[0] = variant.init;
    }
    const uint32_t p[3] = {flags, variant.p1, 0};
    sfpu_unary({Numerics::Card, fp32, simd}, variant.op, TW_VECTOR_RC, p, state, t.data());
    return t;
}

TEST(SfpuVectors, SequencesEqualTheDefinition) {
    for (const Variant& variant : variants())
        for (const uint32_t flags : variant.flags)
            for (const bool fp32 : {false, true}) {
                std::vector<Tile> given, want;
                Inputs inputs(fp32);
                for (int i = 0; i < inputs.count(); ++i) {
                    given.push_back(inputs.next());
                    want.push_back(value(variant, flags, fp32, false, given.back()));
                }
                for_all_targets([&](const char* target) {
                    for (size_t n = 0; n < given.size() && !HasFailure(); ++n) {
                        const Tile got = value(variant, flags, fp32, true, given[n]);
                        for (int i = 0; i < kTileWords && !HasFailure(); ++i)
                            ASSERT_EQ(got[i], want[n][i])
                                << target << ": " << sfpu_name(variant.op) << " flags " << flags << " fp32 " << fp32
                                << " of " << std::hex << given[n][i] << ": " << got[i] << ", not " << want[n][i];
                    }
                });
                if (HasFailure()) return;
            }
}

// A tile whose exponents lie around a common one, closely or widely; some with few bits, some with zeros, some raw.
Tile operands(std::mt19937& random, int round, bool fp32) {
    static constexpr uint32_t kSpread[] = {120, 1, 3, 12, 40, 120};
    const uint32_t spread = kSpread[round % 6];
    Tile t(kTileWords);
    for (uint32_t& w : t) {
        w = random();
        if (round % 6) w = (w & 0x807FFFFFu) | ((127 - spread + random() % (2 * spread)) << 23);
        if (round % 7 == 3 && random() % 16 == 0) w &= 0x80000000u;
        if (round % 7 == 4) w &= 0xFFFFF000u;
        if (!fp32 || round % 7 == 5) w &= 0xFFFF0000u;
    }
    return t;
}

TEST(SfpuVectors, TwoTilesEqualTheDefinition) {
    std::mt19937 random(23);
    for (const SfpuOp op : {SfpuOp::DIV, SfpuOp::MUL, SfpuOp::ADD, SfpuOp::SUB, SfpuOp::RSUB, SfpuOp::ADD_NEAREST,
                            SfpuOp::BCAST_COL_SUB, SfpuOp::BCAST_ROW_MUL})
        for (const bool fp32 : {false, true})
            for (int round = 0; round < 2 * random_tiles(); ++round) {
                const Tile a = operands(random, round, fp32), b = operands(random, round, fp32);
                const Tile want = binary(Numerics::Card, fp32, op, a, b, 0, 0, false);
                for_all_targets([&](const char* target) {
                    const Tile got = binary(Numerics::Card, fp32, op, a, b);
                    for (int i = 0; i < kTileWords && !HasFailure(); ++i)
                        ASSERT_EQ(got[i], want[i])
                            << target << ": " << sfpu_name(op) << " " << std::hex << a[i] << ", " << b[i];
                });
                if (HasFailure()) return;
            }
}

TEST(SfpuVectors, ThreeTilesEqualTheDefinition) {
    std::mt19937 random(29);
    for (const SfpuOp op : {SfpuOp::MAC, SfpuOp::LERP, SfpuOp::ADDCMUL, SfpuOp::ADDCDIV})
        for (const bool fp32 : {false, true})
            for (int round = 0; round < 2 * random_tiles(); ++round) {
                const Tile a = operands(random, round, fp32), b = operands(random, round, fp32);
                const Tile c = operands(random, round, fp32);
                const uint32_t p = round % 2 ? bits(0.5f) : bits(1.4427f);
                const auto value = [&](bool simd) {
                    Tile out(kTileWords);
                    sfpu_ternary({Numerics::Card, fp32, simd}, op, TW_VECTOR_RC, p, a.data(), b.data(), c.data(),
                                 out.data());
                    return out;
                };
                const Tile want = value(false);
                for_all_targets([&](const char* target) {
                    const Tile got = value(true);
                    for (int i = 0; i < kTileWords && !HasFailure(); ++i)
                        ASSERT_EQ(got[i], want[i]) << target << ": " << sfpu_name(op) << " " << std::hex << a[i] << ", "
                                                   << b[i] << ", " << c[i];
                });
                if (HasFailure()) return;
            }
}

// Products that round to the smallest normal number from below: gone if the 24 bits are below it, kept if not.
TEST(SfpuVectors, TheSmallestNormalNumber) {
    const Tile a(kTileWords, bits(0x1.fffffep-64f)), b(kTileWords, bits(0x1p-63f));
    const Tile c(kTileWords, bits(0x1.fffffcp-63f)), d(kTileWords, bits(0x1.000002p-64f));
    for_all_targets([&](const char* target) {
        for (const bool simd : {false, true}) {
            EXPECT_EQ(binary(Numerics::Card, true, SfpuOp::MUL, a, b, 0, 0, simd)[0], 0u) << target;
            EXPECT_EQ(binary(Numerics::Card, true, SfpuOp::MUL, c, d, 0, 0, simd)[0], 0x00800000u) << target;
            EXPECT_EQ(unary(Numerics::Card, true, SfpuOp::MUL_SCALAR, a, bits(0x1p-63f), 0, 0, simd)[0], 0u) << target;
        }
    });
}

}  // namespace
}  // namespace tilewright::tile::test
