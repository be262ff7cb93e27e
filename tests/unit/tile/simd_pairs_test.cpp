// The closed forms of `Numerics::Card` against the definition, pair by pair: every pair of bf16 significands at every
// distance (what a sum or product depends on while exponents stay inside the range), and random operand pairs of all
// kinds, ten million per primitive with TILEWRIGHT_DEEP=1.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <random>
#include <string>

#include "tile/formats/convert.hpp"
#include "tile/fpu/math.hpp"
#include "tile/fpu/tables.hpp"

namespace tilewright::tile::test {
namespace {

using Tile = std::array<uint32_t, kTileWords>;
constexpr Fidelity kFidelities[] = {Fidelity::LoFi, Fidelity::HiFi2, Fidelity::HiFi3, Fidelity::HiFi4};

uint32_t pair_count() { return std::getenv("TILEWRIGHT_DEEP") ? 10'000'000 : 60'000; }

template <typename Body>  // Body(vectorised table), the definition being tile_math(Card, false)
void for_card_targets(Body body) {
    for (const SimdTarget& target : simd_targets()) {
        SCOPED_TRACE(target.name);
        body(target.card_table);
        if (::testing::Test::HasFailure()) return;
    }
}

std::string hex(uint32_t word) {
    char text[16];
    std::snprintf(text, sizeof text, "%08x", word);
    return text;
}

// One eltwise call both ways; false (with a message) at the first difference.
bool same_eltwise(const TileMath& vectorised, const MathConfig& config, EltwiseOp op, const Tile& a, const Tile& b) {
    Tile want, got;
    const Operand x{a.data(), false}, y{b.data(), false};
    tile_math(Numerics::Card, false).eltwise(config, op, Broadcast::None, false, 0, x, y, true, want.data());
    vectorised.eltwise(config, op, Broadcast::None, false, 0, x, y, true, got.data());
    for (uint32_t i = 0; i < kTileWords; ++i)
        if (want[i] != got[i]) {
            ADD_FAILURE() << "op " << int(op) << " fidelity " << int(config.fidelity)
                          << (config.dst_fp32 ? " fp32" : " 16bit") << " a " << hex(a[i]) << " b " << hex(b[i]) << ": "
                          << hex(got[i]) << ", not " << hex(want[i]);
            return false;
        }
    return true;
}

// Collects pairs into tiles and hands full ones on.
template <typename Use>
struct Pairs {
    Use use;  // use(a, b) -> bool: go on
    Tile a{}, b{};
    uint32_t count = 0;
    bool going = true;
    bool add(uint32_t x, uint32_t y) {
        a[count] = x;
        b[count] = y;
        if (++count == kTileWords) {
            going = use(a, b);
            count = 0;
        }
        return going;
    }
    void finish() { use(a, b); }
};
template <typename Use>
Pairs(Use) -> Pairs<Use>;

TEST(SimdPairs, SumsOfAllSignificandsAtAllDistances) {
    for_card_targets([](const TileMath& vectorised) {
        for (const bool fp32 : {true, false}) {
            const MathConfig config{.dst_fp32 = fp32};
            Pairs pairs{
                [&](const Tile& a, const Tile& b) { return same_eltwise(vectorised, config, EltwiseOp::Add, a, b); }};
            for (uint32_t distance = 0; distance <= 14; ++distance)
                for (uint32_t i = 0; i < 128; ++i)
                    for (uint32_t j = 0; j < 128; ++j) {
                        const uint32_t big = (130u << 23) | (i << 16), small = ((130u - distance) << 23) | (j << 16);
                        if (!pairs.add(big, small) || !pairs.add(small | kSign, big) || !pairs.add(big, small | kSign))
                            return;
                    }
            pairs.finish();
        }
    });
}

TEST(SimdPairs, ProductsOfAllSignificands) {
    for_card_targets([](const TileMath& vectorised) {
        for (const bool fp32 : {true, false})
            for (const Fidelity fidelity : kFidelities) {
                const MathConfig config{.dst_fp32 = fp32, .fidelity = fidelity};
                Pairs pairs{[&](const Tile& a, const Tile& b) {
                    return same_eltwise(vectorised, config, EltwiseOp::Mul, a, b);
                }};
                for (uint32_t i = 0; i < 128; ++i)
                    for (uint32_t j = 0; j < 128; ++j) {
                        const uint32_t x = (127u << 23) | (i << 16), y = (127u << 23) | (j << 16);
                        if (!pairs.add(x, y) || !pairs.add(x, y | kSign)) return;
                    }
                pairs.finish();
            }
    });
}

// Operands whose exponents lie around a common one, somewhere or at an end of the range; some zeros, some raw bits.
class Operands {
public:
    explicit Operands(uint32_t seed) : random_(seed) {}
    uint32_t below(uint32_t limit) { return random_() % limit; }
    void next_tile() {
        base_ = below(3) ? 100 + below(56) : below(256);
        spread_ = below(4) ? 1 + below(16) : 1 + below(200);
        keep_ = below(2) ? 0xFFFF0000u : 0xFFFFE000u;
        rare_ = below(4);
    }
    uint32_t word() {
        if (rare_ == 0 && below(64) == 0) return below(2) ? random_() : below(2) * kSign;
        const uint32_t exponent = std::min(255u, base_ + below(spread_));
        return ((random_() & 0x807FFFFFu) | exponent << 23) & keep_;
    }
    Tile tile() {
        next_tile();
        return same_tile();
    }
    Tile same_tile() {
        Tile words;
        for (uint32_t& each : words) each = word();
        return words;
    }

private:
    std::mt19937 random_;
    uint32_t base_ = 127, spread_ = 1, keep_ = 0xFFFF0000u, rare_ = 0;
};

MathConfig random_pair_config(Operands& operands) {
    const auto format = [&] { return operands.below(2) ? DataFormat::Float16_b : DataFormat::Tf32; };
    return {.src_a = format(),
            .src_b = format(),
            .dst_fp32 = operands.below(2) == 0,
            .fidelity = kFidelities[operands.below(4)],
            .generation = operands.below(4) ? LlkGeneration::Aug2026 : LlkGeneration::Apr2026};
}

TEST(SimdPairs, RandomSumsAndProducts) {
    for_card_targets([](const TileMath& vectorised) {
        for (const EltwiseOp op : {EltwiseOp::Add, EltwiseOp::Sub, EltwiseOp::Mul}) {
            Operands operands(11 + int(op));
            for (uint32_t pairs = 0; pairs < pair_count(); pairs += kTileWords) {
                const Tile a = operands.tile(), b = operands.below(2) ? operands.same_tile() : operands.tile();
                if (!same_eltwise(vectorised, random_pair_config(operands), op, a, b)) return;
            }
        }
    });
}

// Dot products, called several times on one DST: sums grow, and the negated data bring them back to almost nothing.
template <typename Call>
void compare_dots(const TileMath& vectorised, uint32_t seed, uint32_t pairs_per_call, Call call) {
    const TileMath& definition = tile_math(Numerics::Card, false);
    Operands operands(seed);
    for (uint32_t pairs = 0; pairs < pair_count();) {
        const MathConfig config = random_pair_config(operands);
        Tile data = operands.tile();
        Tile other = operands.below(2) ? operands.same_tile() : operands.tile();
        const bool constant = operands.below(2);  // a scaler as ops have it
        if (constant) other.fill(operands.word());
        Tile want{}, got{};
        for (int step = 0; step < 4; ++step, pairs += pairs_per_call) {
            call(definition, config, data, other, step == 0, want);
            call(vectorised, config, data, other, step == 0, got);
            for (uint32_t i = 0; i < kTileWords; ++i)
                if (want[i] != got[i]) {
                    ADD_FAILURE() << "fidelity " << int(config.fidelity) << (config.dst_fp32 ? " fp32" : " 16bit")
                                  << " step " << step << " word " << i << ": " << hex(got[i]) << ", not "
                                  << hex(want[i]);
                    return;
                }
            if (step % 2 == 0)
                for (uint32_t& word : data) word ^= kSign;
            if (step == 1) data = operands.same_tile();
            if (step == 2) data[operands.below(kTileWords)] = operands.word();
        }
    }
}

TEST(SimdPairs, RandomRowSums) {
    for_card_targets([](const TileMath& vectorised) {
        for (const ReduceDim dim : {ReduceDim::Row, ReduceDim::Col, ReduceDim::Scalar})
            compare_dots(vectorised, 21 + int(dim), kTileWords,
                         [dim](const TileMath& math, const MathConfig& config, const Tile& data, const Tile& scaler,
                               bool clear, Tile& dst) {
                             math.reduce(config, Pool::Sum, dim, {data.data(), false}, {scaler.data(), false}, clear,
                                         dst.data());
                         });
    });
}

TEST(SimdPairs, RandomMatmuls) {
    for_card_targets([](const TileMath& vectorised) {
        compare_dots(
            vectorised, 31, kTileWords * 32,
            [](const TileMath& math, const MathConfig& config, const Tile& left, const Tile& right, bool clear,
               Tile& dst) { math.matmul(config, {left.data(), false}, {right.data(), false}, clear, dst.data()); });
    });
}

}  // namespace
}  // namespace tilewright::tile::test
