// What the two arithmetics promise, on small cases that can be checked by hand. The exhaustive comparisons are in
// golden_test.cpp (card) and simd_test.cpp (vector against scalar).
#include "tile/fpu/math.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "base/error.hpp"
#include "tile/formats/convert.hpp"
#include "tile/formats/layout.hpp"

namespace tilewright::tile::test {
namespace {

using Tile = std::array<uint32_t, kTileWords>;

Tile filled(float value) {
    Tile tile;
    tile.fill(float_bits(value));
    return tile;
}
Tile scaler_tile(float value) {
    Tile tile{};
    for (uint32_t face = 0; face < 4; ++face)
        for (uint32_t column = 0; column < 16; ++column) tile[face * 256 + column] = float_bits(value);
    return tile;
}
Operand of(const Tile& tile) { return {tile.data(), false}; }

class BothNumerics : public ::testing::TestWithParam<Numerics> {
protected:
    const TileMath& math = tile_math(GetParam());
    bool is_float = GetParam() == Numerics::Float;
};
INSTANTIATE_TEST_SUITE_P(All, BothNumerics, ::testing::Values(Numerics::Float, Numerics::Card),
                         [](const auto& info) { return info.param == Numerics::Float ? "Float" : "Card"; });

TEST_P(BothNumerics, MulAlwaysAccumulatesAddOnlyOnRequest) {
    const Tile two = filled(2), three = filled(3);
    Tile dst = filled(10);
    math.eltwise({}, EltwiseOp::Mul, Broadcast::None, false, 0, of(two), of(three), false, dst.data());
    EXPECT_EQ(dst, filled(16));
    math.eltwise({}, EltwiseOp::Add, Broadcast::None, true, 0, of(two), of(three), false, dst.data());
    EXPECT_EQ(dst, filled(21));
    math.eltwise({}, EltwiseOp::Sub, Broadcast::None, false, 0, of(two), of(three), false, dst.data());
    EXPECT_EQ(dst, filled(-1));
    math.eltwise({}, EltwiseOp::Mul, Broadcast::None, false, 0, of(two), of(three), true, dst.data());
    EXPECT_EQ(dst, filled(6));
}

TEST_P(BothNumerics, BroadcastsReadTheRightElements) {
    Tile b;
    for (uint32_t row = 0; row < 32; ++row)
        for (uint32_t column = 0; column < 32; ++column)
            b[face_index(row, column)] = float_bits(float(row * 32 + column));
    MathConfig config{.src_a = DataFormat::Tf32, .src_b = DataFormat::Tf32, .dst_fp32 = true};
    const Tile zero = filled(0);
    const auto check = [&](Broadcast broadcast, uint32_t bcast_row, auto expected) {
        Tile dst;
        math.eltwise(config, EltwiseOp::Add, broadcast, false, bcast_row, of(zero), of(b), true, dst.data());
        for (uint32_t row = 0; row < 32; ++row)
            for (uint32_t column = 0; column < 32; ++column)
                ASSERT_EQ(bits_float(dst[face_index(row, column)]), float(expected(row, column)));
    };
    check(Broadcast::None, 0, [](uint32_t r, uint32_t c) { return r * 32 + c; });
    check(Broadcast::Col, 0, [](uint32_t r, uint32_t) { return r * 32; });
    check(Broadcast::Row, 0, [](uint32_t, uint32_t c) { return c; });
    check(Broadcast::Row, 21, [](uint32_t, uint32_t c) { return 21 * 32 + c; });
    check(Broadcast::Scalar, 0, [](uint32_t, uint32_t) { return 0; });
}

TEST_P(BothNumerics, ReductionsPutResultsWhereTheMaskKeepsThem) {
    const Tile ones = filled(1), scaler = scaler_tile(0.5f);
    const MathConfig config{.dst_fp32 = true};
    Tile dst;
    math.reduce(config, Pool::Sum, ReduceDim::Row, of(ones), of(scaler), true, dst.data());
    for (uint32_t row = 0; row < 32; ++row) EXPECT_EQ(bits_float(dst[face_index(row, 0)]), 16.0f);
    EXPECT_EQ(dst[1], 0u);
    math.reduce(config, Pool::Sum, ReduceDim::Row, of(ones), of(scaler), false, dst.data());
    EXPECT_EQ(bits_float(dst[0]), 32.0f) << "the second tile adds";
    math.reduce(config, Pool::Avg, ReduceDim::Col, of(ones), of(scaler), true, dst.data());
    for (uint32_t column = 0; column < 32; ++column) EXPECT_EQ(bits_float(dst[face_index(0, column)]), 16.0f);
    math.reduce(config, Pool::Sum, ReduceDim::Scalar, of(ones), of(scaler), true, dst.data());
    EXPECT_EQ(bits_float(dst[0]), 256.0f) << "the scaler counts twice";
    Tile data = filled(-3);
    data[face_index(5, 20)] = float_bits(-2.0f);
    const Tile one = scaler_tile(1);
    math.reduce(config, Pool::Max, ReduceDim::Row, of(data), of(one), true, dst.data());
    EXPECT_EQ(bits_float(dst[face_index(5, 0)]), -2.0f);
    EXPECT_EQ(bits_float(dst[face_index(6, 0)]), -3.0f) << "a cleared slot is minus infinity for MAX";
}

// Maxima of rows are pooled in row 0 of faces 0 and 2, where the next call goes on; column 0 is the result.
TEST_P(BothNumerics, MaximaOfRowsGoOnFromTheRow) {
    const MathConfig config{.dst_fp32 = true};
    const Tile one = scaler_tile(1);
    Tile first = filled(-8), second = filled(-8), dst;
    for (uint32_t row = 0; row < 32; ++row)
        (row % 3 == 0 ? first : second)[face_index(row, row)] = float_bits(-float(row % 7) - 1);
    math.reduce(config, Pool::Max, ReduceDim::Row, of(first), of(one), true, dst.data());
    math.reduce(config, Pool::Max, ReduceDim::Row, of(second), of(one), false, dst.data());
    for (uint32_t row = 0; row < 32; ++row) {
        EXPECT_EQ(bits_float(dst[face_index(row, 0)]), -float(row % 7) - 1) << row;
        EXPECT_EQ(dst[face_index(row / 16 * 16, row % 16)], dst[face_index(row, 0)]) << row;
    }

    Tile column{}, turned{};
    for (uint32_t row = 0; row < 32; ++row) {
        column[face_index(row, 0)] = float_bits(9);
        turned[face_index(row / 16 * 16, row % 16)] = float_bits(9);
    }
    math.reduce(config, Pool::Max, ReduceDim::Row, of(first), of(one), false, column.data());
    math.reduce(config, Pool::Max, ReduceDim::Row, of(first), of(one), false, turned.data());
    for (uint32_t row = 0; row < 32; ++row) {
        EXPECT_EQ(bits_float(column[face_index(row, 0)]), row % 16 == 0 ? 9.0f : 0.0f) << "a column is not seen";
        EXPECT_EQ(bits_float(turned[face_index(row, 0)]), 9.0f) << row;
    }
}

// The exponent of the scaler counts, and a scaler of zero leaves its row or column out.
TEST_P(BothNumerics, MaximumTakesThePowerOfTwoOfTheScaler) {
    const MathConfig config{.dst_fp32 = true};
    Tile data = filled(99), dst;
    for (uint32_t row = 0; row < 32; ++row)
        for (uint32_t k = 0; k < 20; ++k) data[face_index(row, k)] = float_bits(-float(k) - 1);
    Tile partial{};
    for (uint32_t k = 0; k < 20; ++k)
        for (const uint32_t lower : {0u, 16u}) partial[face_index(lower, k)] = float_bits(1);
    math.reduce(config, Pool::Max, ReduceDim::Row, of(data), of(partial), true, dst.data());
    for (uint32_t row = 0; row < 32; ++row) EXPECT_EQ(bits_float(dst[face_index(row, 0)]), -1.0f);

    Tile turned, columns{};
    for (uint32_t row = 0; row < 32; ++row)
        for (uint32_t k = 0; k < 32; ++k) turned[face_index(k, row)] = data[face_index(row, k)];
    for (uint32_t k = 0; k < 20; ++k)
        for (const uint32_t right : {0u, 16u}) columns[face_index(k / 16 * 16, right + k % 16)] = float_bits(1);
    math.reduce(config, Pool::Max, ReduceDim::Col, of(turned), of(columns), true, dst.data());
    for (uint32_t column = 0; column < 32; ++column) EXPECT_EQ(bits_float(dst[face_index(0, column)]), -1.0f);

    const Tile three = scaler_tile(3), values = filled(5);
    math.reduce(config, Pool::Max, ReduceDim::Row, of(values), of(three), true, dst.data());
    EXPECT_EQ(bits_float(dst[0]), 10.0f) << "3 counts as 2";
    math.reduce(config, Pool::Max, ReduceDim::Scalar, of(values), of(three), true, dst.data());
    EXPECT_EQ(bits_float(dst[0]), 20.0f) << "twice for a single value";
}

TEST_P(BothNumerics, MatmulOfIdentity) {
    Tile identity{}, values;
    for (uint32_t i = 0; i < 32; ++i) identity[face_index(i, i)] = float_bits(1);
    for (uint32_t i = 0; i < kTileWords; ++i) values[i] = float_bits(float(int(i % 63) - 31));
    Tile dst;
    math.matmul({}, of(identity), of(values), true, dst.data());
    EXPECT_EQ(dst, values);
    math.matmul({}, of(values), of(identity), true, dst.data());
    EXPECT_EQ(dst, values);
}

TEST_P(BothNumerics, NanSurvivesFloatAndBecomesInfinityOnTheCard) {
    const Tile nan = filled(std::nanf("")), one = filled(1);
    Tile dst;
    std::array<uint16_t, kTileWords> l1;
    math.eltwise({}, EltwiseOp::Add, Broadcast::None, false, 0, of(nan), of(one), true, dst.data());
    math.pack({}, dst.data(), l1.data());
    EXPECT_EQ(l1[0], is_float ? 0x7FC0 : 0x7F80);
}

TEST_P(BothNumerics, PackerRoundsTiesAwayAndFlushes) {
    Tile dst = filled(0);
    const uint32_t in[] = {0x3F808000, 0xBF808000, 0x80000000, 0x00400000, 0x007FFFFF, 0x3F807FFF, 0x7F7FFFFF};
    const uint16_t want[] = {0x3F81, 0xBF81, 0, 0, 0x0080, 0x3F80, 0x7F80};
    std::copy(std::begin(in), std::end(in), dst.begin());
    std::array<uint16_t, kTileWords> l1;
    math.pack({.dst_fp32 = true}, dst.data(), l1.data());
    for (uint32_t i = 0; i < std::size(in); ++i) EXPECT_EQ(l1[i], want[i]) << i;
}

TEST_P(BothNumerics, ReluModes) {
    Tile dst = filled(0);
    const float in[] = {-1, 0.5f, 1, 2, 6, 7};
    for (uint32_t i = 0; i < 6; ++i) dst[i] = float_bits(in[i]);
    const auto packed = [&](ReluMode mode, float threshold) {
        std::array<float, kTileWords> out;
        PackConfig config{.source = DataFormat::Float32,
                          .destination = DataFormat::Float32,
                          .dst_fp32 = true,
                          .relu = mode,
                          .relu_threshold = float_bits(threshold)};
        math.pack(config, dst.data(), out.data());
        return std::vector<float>(out.begin(), out.begin() + 6);
    };
    EXPECT_EQ(packed(ReluMode::None, 0), (std::vector<float>{-1, 0.5f, 1, 2, 6, 7}));
    EXPECT_EQ(packed(ReluMode::Zero, 0), (std::vector<float>{0, 0.5f, 1, 2, 6, 7}));
    EXPECT_EQ(packed(ReluMode::MinThreshold, 1), (std::vector<float>{0, 0, 0, 2, 6, 7}));
    EXPECT_EQ(packed(ReluMode::MaxThreshold, 6), (std::vector<float>{0, 0.5f, 1, 2, 6, 6}));
}

TEST_P(BothNumerics, L1Accumulation) {
    const Tile dst = filled(1.5f);
    std::array<uint16_t, kTileWords> l1;
    l1.fill(bf16_nearest_even(2.25f));
    math.pack({.l1_accumulate = true}, dst.data(), l1.data());
    EXPECT_EQ(l1[7], bf16_nearest_even(3.75f));
    std::array<float, kTileWords> wide;
    wide.fill(0.25f);
    math.pack(
        {.source = DataFormat::Float32, .destination = DataFormat::Float32, .dst_fp32 = true, .l1_accumulate = true},
        dst.data(), wide.data());
    EXPECT_EQ(wide[9], 1.75f);
}

TEST_P(BothNumerics, IntegersPassThrough) {
    std::array<uint32_t, kTileWords> words, out;
    std::mt19937 random(3);
    for (uint32_t& word : words) word = static_cast<uint32_t>(random());
    const MathConfig config{.src_a = DataFormat::Int32, .src_b = DataFormat::Int32, .dst_fp32 = true};
    Tile source, dst;
    math.unpack(DataFormat::Int32, DataFormat::Int32, words.data(), source.data());
    math.copy(config, Broadcast::None, of(source), dst.data());
    math.pack({.source = DataFormat::Int32, .destination = DataFormat::Int32, .dst_fp32 = true}, dst.data(),
              out.data());
    EXPECT_EQ(out, words);
    EXPECT_THROW(
        math.eltwise(config, EltwiseOp::Add, Broadcast::None, false, 0, of(source), of(source), true, dst.data()),
        Error);
}

TEST_P(BothNumerics, RefusalsNameWhatIsWrong) {
    Tile tile{};
    const auto expect = [](const char* code, const char* word, auto call) {
        try {
            call();
            ADD_FAILURE() << code << ": no error";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), code) << error.what();
            EXPECT_NE(error.finding().message.find(word), std::string::npos) << error.what();
        }
    };
    expect("TW0602", "Float16_b",
           [&] { math.unpack(DataFormat::Float16, DataFormat::Float16_b, tile.data(), tile.data()); });
    expect("TW0602", "Int32", [&] { math.pack({.destination = DataFormat::Int32}, tile.data(), tile.data()); });
    expect("TW0605", "minimum",
           [&] { math.reduce({}, Pool::Min, ReduceDim::Row, of(tile), of(tile), true, tile.data()); });
    expect("TW0605", "division",
           [&] { math.eltwise({}, EltwiseOp::Div, Broadcast::None, false, 0, of(tile), of(tile), true, tile.data()); });
    expect("TW0604", "do not mix",
           [&] { math.matmul({.src_a = DataFormat::Float16}, of(tile), of(tile), true, tile.data()); });
    expect("TW0601", "Bfp8_b",
           [&] { math.unpack_tilize(DataFormat::Bfp8_b, DataFormat::Float16_b, tile.data(), 64, tile.data()); });
}

TEST(FloatNumerics, MatmulIsCloseToDouble) {
    std::mt19937 random(5);
    Tile a, b, dst;
    for (uint32_t i = 0; i < kTileWords; ++i) {
        a[i] = uint32_t{bf16_nearest_even(std::normal_distribution<float>()(random))} << 16;
        b[i] = uint32_t{bf16_nearest_even(std::normal_distribution<float>()(random))} << 16;
    }
    tile_math(Numerics::Float).matmul({.dst_fp32 = true}, of(a), of(b), true, dst.data());
    for (uint32_t row = 0; row < 32; ++row)
        for (uint32_t column = 0; column < 32; ++column) {
            double sum = 0;
            for (uint32_t k = 0; k < 32; ++k)
                sum += double(bits_float(a[face_index(row, k)])) * bits_float(b[face_index(k, column)]);
            ASSERT_NEAR(bits_float(dst[face_index(row, column)]), sum, 1e-5);
        }
}

TEST(FloatNumerics, SixteenBitDstRoundsToNearestEven) {
    const Tile a = filled(1.0f), b = filled(bits_float(0x3B800000));  // 1 + half a unit of bf16
    Tile dst;
    tile_math(Numerics::Float).eltwise({}, EltwiseOp::Add, Broadcast::None, false, 0, of(a), of(b), true, dst.data());
    EXPECT_EQ(dst[0], 0x3F800000u);
    tile_math(Numerics::Card).eltwise({}, EltwiseOp::Add, Broadcast::None, false, 0, of(a), of(b), true, dst.data());
    EXPECT_EQ(dst[0], 0x3F810000u) << "the card rounds ties away";
}

TEST(CardNumerics, FidelityDropsOperandBits) {
    const Tile a = filled(bits_float(0x3FFF0000)), b = filled(bits_float(0x3FFF0000));  // 1.9921875
    Tile dst;
    const auto product = [&](Fidelity fidelity) {
        const MathConfig config{.dst_fp32 = true, .fidelity = fidelity};
        tile_math(Numerics::Card)
            .eltwise(config, EltwiseOp::Mul, Broadcast::None, false, 0, of(a), of(b), true, dst.data());
        return bits_float(dst[0]);
    };
    EXPECT_EQ(product(Fidelity::LoFi), 1.9375f * 1.984375f);
    EXPECT_EQ(product(Fidelity::HiFi2), 1.9921875f * 1.984375f);
    EXPECT_EQ(product(Fidelity::HiFi4), 1.9921875f * 1.9921875f);
}

// An infinity in DST is not sticky: a later phase may shift it out.
TEST(CardNumerics, InfinityIsAnOrdinaryBinade) {
    const Tile a = filled(bits_float(0x7AE00000)), b = filled(bits_float(0x74AD0000));
    Tile dst;
    tile_math(Numerics::Card)
        .eltwise({.dst_fp32 = true}, EltwiseOp::Mul, Broadcast::None, false, 0, of(a), of(b), true, dst.data());
    EXPECT_EQ(dst[0], 0u);
    const Tile inf = filled(INFINITY);
    tile_math(Numerics::Card)
        .eltwise({}, EltwiseOp::Sub, Broadcast::None, false, 0, of(inf), of(inf), true, dst.data());
    EXPECT_EQ(dst[0], 0u);
}

}  // namespace
}  // namespace tilewright::tile::test
