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
    const int64_t all = hwy::SupportedTargets();
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
    std::vector<uint32_t> flags;  // first parameter
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

TEST(SfpuVectors, QuotientsEqualTheDefinition) {
    std::mt19937 random(23);
    for (const bool fp32 : {false, true})
        for (int round = 0; round < 4 * random_tiles(); ++round) {
            Tile a(kTileWords), b(kTileWords);
            const uint32_t spread = round % 4 == 1 ? 20 : round % 4 == 2 ? 60 : 120;
            for (Tile* t : {&a, &b})
                for (uint32_t& w : *t) {
                    w = random();
                    if (round % 4) w = (w & 0x807FFFFFu) | ((127 - spread + random() % (2 * spread)) << 23);
                    if (round % 8 == 3 && random() % 16 == 0) w &= 0x80000000u;
                    if (!fp32 || round % 8 == 7) w &= 0xFFFF0000u;
                }
            const Tile want = binary(Numerics::Card, fp32, SfpuOp::DIV, a, b, 0, 0, false);
            for_all_targets([&](const char* target) {
                const Tile got = binary(Numerics::Card, fp32, SfpuOp::DIV, a, b);
                for (int i = 0; i < kTileWords && !HasFailure(); ++i)
                    ASSERT_EQ(got[i], want[i]) << target << ": " << std::hex << a[i] << " / " << b[i];
            });
            if (HasFailure()) return;
        }
}

}  // namespace
}  // namespace tilewright::tile::test
