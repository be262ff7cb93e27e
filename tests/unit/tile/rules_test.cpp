// The rules of the Wormhole FPU written a second time, another way: signed integers and floor division instead of
// magnitudes and shifts, one result at a time. Random calls of every kind (formats of the two sides, fidelity, DST
// width, broadcast, accumulation, pool, dimension, generation of kernels) must give what these rules give; the golden
// vectors cover only some of the combinations.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>

#include "tile/formats/convert.hpp"
#include "tile/fpu/math.hpp"
#include "tile/fpu/math_rules.hpp"

namespace tilewright::tile::test {
namespace {

using Tile = std::array<uint32_t, kTileWords>;

// ---- the rules
// --------------------------------------------------------------------------------------------------------
int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

// A number as the unit holds it: significand (with sign) times 2^(exponent - bits), `bits` by context. Exponent 0:
// zero.
struct Number {
    int64_t significand = 0;
    int exponent = 0;
};

Number operand(uint32_t word, DataFormat side) {  // 11 bits, of which the format may keep 8
    const int exponent = (word >> 23) & 255;
    if (exponent == 0) return {};
    int64_t m = 1024 + ((word >> 13) & 1023);
    if (side != DataFormat::Tf32) m -= m % 8;
    return {word >> 31 ? -m : m, exponent};
}

// To a multiple of 2^distance; ties upward (groups) or away from zero (DST, single operands).
int64_t rounded(int64_t v, int distance, bool upward) {
    if (distance >= 31) return 0;
    if (distance == 0) return v;
    const int64_t unit = int64_t{1} << distance, half = unit / 2;
    return upward || v >= 0 ? floor_div(v + half, unit) : -floor_div(-v + half, unit);
}

uint32_t combine(bool fp32, std::vector<Number> groups, uint32_t dst) {
    Number old;  // 24 bits
    old.exponent = (dst >> 23) & 255;
    if (old.exponent) old.significand = (dst >> 31 ? -1 : 1) * int64_t((dst & 0x7FFFFF) + 0x800000);
    int top = old.exponent;
    for (const Number& g : groups) top = std::max(top, g.exponent);
    if (top <= 0) return 0;
    int64_t sum = 0;
    const auto take = [&](const Number& n, bool upward) {
        const int64_t v = rounded(n.significand, top - n.exponent, upward);
        sum += fp32 ? v : rounded(v, 13, upward) * 8192;
    };
    for (const Number& g : groups) take(g, true);
    take(old, false);
    if (sum == 0) return 0;
    const uint32_t sign = sum < 0 ? kSign : 0;
    uint64_t m = static_cast<uint64_t>(std::abs(sum));
    int exponent = top;
    if (sum == -1) {
        m = 1 << 23;
        exponent += 4;
    } else {
        while (m < (1u << 23)) m *= 2, --exponent;
        int right = 0;
        while (m >> right >= (1u << 24)) ++right, ++exponent;
        const int drop = right + (fp32 ? 0 : 16);
        if (drop) m = static_cast<uint64_t>(rounded(static_cast<int64_t>(m), drop, false)) << (drop - right);
        if (m == (1u << 24)) m /= 2, ++exponent;
    }
    if (exponent <= 0) return 0;
    if (exponent >= 255) return sign | kInfinity;
    return sign | static_cast<uint32_t>(exponent) << 23 | static_cast<uint32_t>(m & 0x7FFFFF);
}

uint32_t sum_rule(bool fp32, Number a, Number b, uint32_t dst) {
    const auto size = [](const Number& n) { return n.exponent * 4096 + std::abs(n.significand); };
    if (size(b) > size(a)) std::swap(a, b);
    const int distance = a.exponent - b.exponent;
    const int64_t small = distance >= 12 ? 0 : rounded(b.significand, distance, false);
    return combine(fp32, {{(a.significand + small) * 8192, a.exponent}}, dst);
}

int phases_of(Fidelity f) { return f == Fidelity::LoFi ? 1 : int(f); }
int64_t part_a(int phase, int64_t m) { return phase % 2 ? m % 64 / 2 : m / 64; }
int64_t part_b(int phase, int64_t m) { return phase / 2 ? m % 16 * 8 : m / 16; }
int phase_shift(int phase) { return 127 + (phase % 2) * 5 + (phase / 2) * 7; }

uint32_t product_rule(bool fp32, Fidelity fidelity, Number a, Number b, uint32_t dst) {
    for (int phase = 0; phase < phases_of(fidelity); ++phase) {
        const int exponent = a.exponent + b.exponent - phase_shift(phase);
        Number term;
        if (a.exponent && b.exponent && exponent > 0)
            term = {part_a(phase, a.significand) * part_b(phase, b.significand) * 8192, exponent};
        dst = combine(fp32, {term}, dst);
    }
    return dst;
}

using Sixteen = std::array<Number, 16>;

uint32_t dot_rule(bool fp32, int phase, const Sixteen& a, const Sixteen& b, uint32_t dst) {
    std::vector<Number> groups;
    for (int group = 0; group < 2; ++group) {
        int exponents[8], top = 0;
        for (int k = 0; k < 8; ++k) {
            const Number &x = a[group * 8 + k], &y = b[group * 8 + k];
            exponents[k] = x.exponent && y.exponent ? x.exponent + y.exponent - phase_shift(phase) : 0;
            top = k ? std::max(top, exponents[k]) : exponents[k];
        }
        Number sum;
        for (int k = 0; k < 8 && top > 0; ++k) {
            const Number &x = a[group * 8 + k], &y = b[group * 8 + k];
            const int64_t product = part_a(phase, x.significand) * part_b(phase, y.significand);
            if (product) sum.significand += rounded(product, std::min(top - exponents[k], 30), false);
            sum.exponent = top;
        }
        sum.significand *= 8192;
        groups.push_back(sum);
    }
    return combine(fp32, groups, dst);
}

// ---- calls
// ------------------------------------------------------------------------------------------------------------
uint32_t at(uint32_t row, uint32_t column) { return (row / 16 * 2 + column / 16) * 256 + row % 16 * 16 + column % 16; }

class Random {
public:
    explicit Random(uint32_t seed) : random_(seed) {}
    uint32_t below(uint32_t limit) { return random_() % limit; }
    Tile tile() {
        static constexpr uint32_t kSpecials[] = {
            0,          0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F810000,
            0x00010000, 0x807F0000, 0x00800000, 0x80800000, 0x7F7F0000, 0xFF7F0000, 0x3F810000, 0x3F7F0000,
            0x40000000, 0x43800000, 0x3B800000, 0x00FF0000, 0x7F000000, 0x01000000, 0x3F808000, 0x3F80A000};
        Tile words;
        const uint32_t kind = below(6), base = 1 + below(250);
        for (uint32_t& w : words) {
            const uint32_t raw = random_();
            switch (kind) {
                case 0: w = float_bits(std::normal_distribution<float>()(random_)); break;
                case 1: w = float_bits(std::normal_distribution<float>(1000.0f, 1.0f)(random_)); break;
                case 2: w = kSpecials[below(std::size(kSpecials))]; break;
                case 3: w = raw; break;
                case 4: w = (raw & 0x807FFFFF) | (97 + below(61)) << 23; break;
                default: w = (raw & 0x80700000) | std::min(254u, base + below(14)) << 23; break;  // few bits: ties
            }
        }
        return words;
    }
    MathConfig config() {
        static constexpr DataFormat kFormats[] = {DataFormat::Float16_b, DataFormat::Tf32, DataFormat::Bfp8_b};
        static constexpr Fidelity kFidelities[] = {Fidelity::LoFi, Fidelity::HiFi2, Fidelity::HiFi3, Fidelity::HiFi4};
        return {.src_a = kFormats[below(3)],
                .src_b = kFormats[below(3)],
                .dst_fp32 = below(2) == 0,
                .fidelity = kFidelities[below(4)],
                .generation = static_cast<LlkGeneration>(below(3)),
                .whole_row_results = below(2) == 0};
    }
    Tile dst(const MathConfig& config) {
        Tile words = tile();
        for (uint32_t& w : words) w &= config.dst_fp32 ? ~0u : 0xFFFF0000u;
        return words;
    }

private:
    std::mt19937 random_;
};

int rounds(int quick) { return std::getenv("TILEWRIGHT_DEEP") ? quick * 20 : quick; }

template <typename Want>
void expect_all(const Tile& got, const std::string& what, Want want) {
    for (uint32_t i = 0; i < kTileWords; ++i) ASSERT_EQ(got[i], want(i)) << what << " word " << i;
}

std::string text(const MathConfig& c) {
    return std::string(format_name(c.src_a)) + "," + std::string(format_name(c.src_b)) +
           (c.dst_fp32 ? " fp32" : " 16bit") + " fidelity " + std::to_string(int(c.fidelity)) + " llk " +
           std::to_string(int(c.generation)) + (c.whole_row_results ? " whole" : "");
}

TEST(Rules, Eltwise) {
    Random random(41);
    for (int round = 0; round < rounds(250) && !HasFailure(); ++round) {
        const MathConfig c = random.config();
        const auto op = std::array{EltwiseOp::Add, EltwiseOp::Sub, EltwiseOp::Mul}[random.below(3)];
        const auto broadcast = static_cast<Broadcast>(random.below(4));
        const bool accumulate = random.below(2), clear = random.below(2);
        const uint32_t row = random.below(32);
        const Tile a = random.tile(), b = random.tile(), old = random.dst(c);
        Tile got = old;
        tile_math(Numerics::Card, false)
            .eltwise(c, op, broadcast, accumulate, row, {a.data(), false}, {b.data(), false}, clear, got.data());
        expect_all(got, "eltwise " + std::to_string(int(op)) + " " + text(c), [&](uint32_t i) {
            const uint32_t r = i / 512 * 16 + i / 16 % 16, column = i / 256 % 2 * 16 + i % 16;
            const uint32_t j = broadcast == Broadcast::Col      ? at(r, 0)
                               : broadcast == Broadcast::Row    ? at(row, column)
                               : broadcast == Broadcast::Scalar ? 0
                                                                : i;
            Number x = operand(a[i], c.src_a), y = operand(b[j], c.src_b);
            const uint32_t before = clear ? 0 : old[i];
            if (op == EltwiseOp::Mul) return product_rule(c.dst_fp32, c.fidelity, x, y, before);
            if (op == EltwiseOp::Sub) y.significand = -y.significand;
            return sum_rule(c.dst_fp32, x, y, accumulate ? before : 0);
        });
    }
}

TEST(Rules, Matmul) {
    Random random(42);
    for (int round = 0; round < rounds(16) && !HasFailure(); ++round) {
        const MathConfig c = random.config();
        const Tile in0 = random.tile(), in1 = random.tile(), old = random.dst(c);
        Tile got = old;
        tile_math(Numerics::Card, false).matmul(c, {in0.data(), false}, {in1.data(), false}, false, got.data());
        expect_all(got, "matmul " + text(c), [&](uint32_t i) {
            const uint32_t r = i / 512 * 16 + i / 16 % 16, column = i / 256 % 2 * 16 + i % 16;
            uint32_t word = old[i];
            for (int phase = 0; phase < phases_of(c.fidelity); ++phase)
                for (uint32_t half = 0; half < 2; ++half) {
                    Sixteen a, b;
                    for (uint32_t k = 0; k < 16; ++k) {
                        a[k] = operand(in1[at(half * 16 + k, column)], c.src_a);
                        b[k] = operand(in0[at(r, half * 16 + k)], c.src_b);
                    }
                    word = dot_rule(c.dst_fp32, phase, a, b, word);
                }
            return word;
        });
    }
}

// One result of a sum: `position` is its row or column. Data and scalers of all faces differ.
struct SumRule {
    const MathConfig& c;
    const Tile &data, &scaler;

    Sixteen line(const Tile& t, DataFormat side, uint32_t row, uint32_t column, bool down) const {
        Sixteen out;
        for (uint32_t k = 0; k < 16; ++k) out[k] = operand(t[down ? at(row + k, column) : at(row, column + k)], side);
        return out;
    }
    uint32_t all_phases(const Sixteen& a, const Sixteen& b, uint32_t word) const {
        for (int phase = 0; phase < phases_of(c.fidelity); ++phase) word = dot_rule(c.dst_fp32, phase, a, b, word);
        return word;
    }
    uint32_t column(uint32_t position, uint32_t word) const {
        for (const uint32_t top : {0u, 16u})
            word = all_phases(line(data, c.src_a, top, position, true),
                              line(scaler, c.src_b, top, position / 16 * 16, false), word);
        return word;
    }
    uint32_t row(uint32_t position, uint32_t word) const {
        if (c.generation == LlkGeneration::Aug2026) {
            for (int phase = 0; phase < phases_of(c.fidelity); ++phase)
                for (const uint32_t left : {0u, 16u})
                    word = dot_rule(c.dst_fp32, phase, line(scaler, c.src_a, 0, left, false),
                                    line(data, c.src_b, position, left, false), word);
            return word;
        }
        if (c.generation == LlkGeneration::Jul2026) {
            for (const uint32_t left : {0u, 16u})
                word =
                    all_phases(line(scaler, c.src_a, 0, left, false), line(data, c.src_b, position, left, false), word);
            return word;
        }
        for (const uint32_t left : {0u, 16u})
            word = all_phases(line(data, c.src_a, position, left, false),
                              line(scaler, c.src_b, position / 16 * 16, left, false), word);
        const auto mask = [](DataFormat f) { return f == DataFormat::Tf32 ? 0xFFFFE000u : 0xFFFF0000u; };
        return c.whole_row_results && c.dst_fp32 ? word : word & mask(c.src_a) & mask(c.src_b);
    }
    uint32_t whole(uint32_t word) const {
        Sixteen sums;
        for (uint32_t k = 0; k < 16; ++k) {
            uint32_t sum = 0;
            for (uint32_t face = 0; face < 4; ++face)
                sum = all_phases(line(data, c.src_a, face / 2 * 16, face % 2 * 16 + k, true),
                                 line(scaler, c.src_b, face / 2 * 16, face % 2 * 16, false), sum);
            sums[k] = operand(sum, c.src_a);
        }
        return all_phases(sums, line(scaler, c.src_b, 16, 16, false), word);
    }
};

TEST(Rules, Sums) {
    Random random(43);
    for (int round = 0; round < rounds(200) && !HasFailure(); ++round) {
        const MathConfig c = random.config();
        const auto dim = static_cast<ReduceDim>(random.below(3));
        const auto pool = random.below(2) ? Pool::Sum : Pool::Avg;
        const Tile data = random.tile(), scaler = random.tile(), old = random.dst(c);
        Tile got = old;
        tile_math(Numerics::Card, false)
            .reduce(c, pool, dim, {data.data(), false}, {scaler.data(), false}, false, got.data());
        const SumRule rule{c, data, scaler};
        const std::string what = "sum over " + std::to_string(int(dim)) + " " + text(c);
        if (dim == ReduceDim::Scalar) {
            ASSERT_EQ(got[0], rule.whole(old[0])) << what;
            continue;
        }
        for (uint32_t i = 0; i < 32; ++i) {
            const uint32_t w = dim == ReduceDim::Row ? at(i, 0) : at(0, i);
            ASSERT_EQ(got[w], dim == ReduceDim::Row ? rule.row(i, old[w]) : rule.column(i, old[w])) << what << " " << i;
        }
    }
}

}  // namespace
}  // namespace tilewright::tile::test
