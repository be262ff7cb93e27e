// Vector modes, integers, casts, operations of two and three tiles, and those that are not element-wise.
#include <gtest/gtest.h>

#include "unit/sfpu/sfpu_test_tools.hpp"

namespace tilewright::tile::test {
namespace {

uint32_t word_of(uint32_t row, uint32_t column) {
    return ((row / 16) * 2 + column / 16) * 256 + (row % 16) * 16 + column % 16;
}

constexpr uint32_t code(DataFormat f) { return static_cast<uint32_t>(f); }

TEST(SfpuTiles, VectorModesSelectFaces) {
    const auto touched = [](uint32_t mode) {
        const Tile t = unary(Numerics::Float, true, SfpuOp::FILL, tile_of(0.0f), bits(1.0f), 0, 0, true, mode);
        std::string faces;
        for (uint32_t f = 0; f < 4; ++f) faces += t[f * 256] && t[f * 256 + 255] ? 'x' : t[f * 256] ? 'h' : '.';
        return faces;
    };
    EXPECT_EQ(touched(TW_VECTOR_RC), "xxxx");
    EXPECT_EQ(touched(TW_VECTOR_R), "xx..");
    EXPECT_EQ(touched(TW_VECTOR_C), "x.x.");
    EXPECT_EQ(touched(TW_VECTOR_NONE), "x...");
    EXPECT_EQ(touched(TW_VECTOR_NONE | 32 << TW_VECTOR_STEPS_SHIFT), "xxxx");
    EXPECT_EQ(touched(TW_VECTOR_C | 4 << TW_VECTOR_STEPS_SHIFT), "h.h.");
}

TEST(SfpuTiles, IntegerUnary) {
    const auto at = [](SfpuOp op, int32_t x, uint32_t p0 = 0, uint32_t p1 = 0) {
        return static_cast<int32_t>(
            unary(Numerics::Card, true, op, Tile(kTileWords, static_cast<uint32_t>(x)), p0, p1)[5]);
    };
    EXPECT_EQ(at(SfpuOp::ABS_INT, -7), 7);
    EXPECT_EQ(at(SfpuOp::NEG_INT, -7), 7);
    EXPECT_EQ(at(SfpuOp::SIGNBIT_INT, -7), 1);
    EXPECT_EQ(at(SfpuOp::RELU_MIN_INT, -7), 0);
    EXPECT_EQ(at(SfpuOp::RELU_MAX_INT, 7, 5), 5);
    EXPECT_EQ(at(SfpuOp::RELU_MAX_INT, -7, 5), 0);
    EXPECT_EQ(at(SfpuOp::CLAMP_INT, -7, static_cast<uint32_t>(-3), 3), -3);
    EXPECT_EQ(at(SfpuOp::MAX_SCALAR_INT, -7, 3), 3);
    EXPECT_EQ(at(SfpuOp::MAX_SCALAR_INT, -7, 3, code(DataFormat::UInt32)), -7);  // unsigned: a huge number
    EXPECT_EQ(at(SfpuOp::LTZ_INT, -7), 1);
    EXPECT_EQ(at(SfpuOp::GTZ_INT, -7), 0);
    EXPECT_EQ(at(SfpuOp::UNARY_LT_INT, -7, 0), 1);
    EXPECT_EQ(at(SfpuOp::UNARY_GE_INT, 7, 7), 1);
    EXPECT_EQ(at(SfpuOp::ADD_SCALAR_INT, 5, 6), 11);
    EXPECT_EQ(at(SfpuOp::RSUB_SCALAR_INT, 5, 6), 1);
    EXPECT_EQ(at(SfpuOp::AND_SCALAR, 0xFF, 0x0F), 0x0F);
    EXPECT_EQ(at(SfpuOp::NOT, 0), -1);
    EXPECT_EQ(at(SfpuOp::SHL_SCALAR, 3, 4), 48);
    EXPECT_EQ(at(SfpuOp::SHL_SCALAR, 0xFFFF, 4, code(DataFormat::UInt16)), 0xFFF0);
    EXPECT_EQ(at(SfpuOp::SHR_SCALAR, -8, 1), -4);
    EXPECT_EQ(at(SfpuOp::SHR_SCALAR, -8, 1, code(DataFormat::UInt32)), 0x7FFFFFFC);
    EXPECT_EQ(at(SfpuOp::REMAINDER_SCALAR_UINT, 17, 5), 2);
    EXPECT_EQ(at(SfpuOp::EQZ_INT, 0x10000, 0, code(DataFormat::UInt16)), 1);
}

TEST(SfpuTiles, IntegerBinary) {
    const auto at = [](SfpuOp op, int32_t a, int32_t b, DataFormat f = DataFormat::Int32) {
        return static_cast<int32_t>(binary(Numerics::Card, true, op, Tile(kTileWords, static_cast<uint32_t>(a)),
                                           Tile(kTileWords, static_cast<uint32_t>(b)), code(f))[9]);
    };
    EXPECT_EQ(at(SfpuOp::ADD_INT, 5, -6), -1);
    EXPECT_EQ(at(SfpuOp::ADD_INT, 0xFFFF, 2, DataFormat::UInt16), 1);
    EXPECT_EQ(at(SfpuOp::SUB_INT, 5, 6), -1);
    EXPECT_EQ(at(SfpuOp::RSUB_INT, 5, 6), 1);
    EXPECT_EQ(at(SfpuOp::MUL_INT, -5, 6), -30);
    EXPECT_EQ(at(SfpuOp::LT_INT, -5, 6), 1);
    EXPECT_EQ(at(SfpuOp::LT_INT, -5, 6, DataFormat::UInt32), 0);
    EXPECT_EQ(at(SfpuOp::MAX_INT, -5, 6), 6);
    EXPECT_EQ(at(SfpuOp::MIN_INT, -5, 6, DataFormat::UInt32), 6);
    EXPECT_EQ(at(SfpuOp::DIV_INT32_FLOOR, -7, 2), -4);
    EXPECT_EQ(at(SfpuOp::DIV_INT32_TRUNC, -7, 2), -3);
    EXPECT_EQ(at(SfpuOp::REMAINDER_INT, -7, 3), 2);
    EXPECT_EQ(at(SfpuOp::FMOD_INT, -7, 3), -1);
    EXPECT_EQ(at(SfpuOp::GCD, 12, -18), 6);
    EXPECT_EQ(at(SfpuOp::LCM, 4, 6), 12);
    EXPECT_EQ(at(SfpuOp::SHR, -8, 1), -4);
    EXPECT_EQ(at(SfpuOp::SHR_LOGICAL, -8, 1), 0x7FFFFFFC);
    EXPECT_EQ(real(binary(Numerics::Float, true, SfpuOp::DIV_INT32, Tile(kTileWords, 7u), Tile(kTileWords, 2u))[0]),
              3.5f);
}

TEST(SfpuTiles, Typecast) {
    const auto cast = [](DataFormat from, DataFormat to, uint32_t x, bool fp32 = true) {
        return unary(Numerics::Card, fp32, SfpuOp::TYPECAST, Tile(kTileWords, x), code(from), code(to))[1];
    };
    EXPECT_EQ(cast(DataFormat::Float32, DataFormat::Int32, bits(-3.9f)), static_cast<uint32_t>(-3));
    EXPECT_EQ(cast(DataFormat::Float32, DataFormat::Int32, bits(3e9f)), 0x80000000u);
    EXPECT_EQ(cast(DataFormat::Float32, DataFormat::UInt32, bits(3e9f)), 3000000000u);
    EXPECT_EQ(cast(DataFormat::Float32, DataFormat::UInt32, bits(-1.0f)), 0u);
    EXPECT_EQ(cast(DataFormat::Float32, DataFormat::UInt16, bits(2.5f)), 3u);  // nearest, ties away
    EXPECT_EQ(cast(DataFormat::Float32, DataFormat::UInt16, bits(1e6f)), 65535u);
    EXPECT_EQ(cast(DataFormat::Int32, DataFormat::Float32, static_cast<uint32_t>(-5)), bits(-5.0f));
    EXPECT_EQ(cast(DataFormat::Int32, DataFormat::Float16_b, 257), bits(258.0f));  // ties away from zero
    EXPECT_EQ(cast(DataFormat::UInt32, DataFormat::Float32, 0xFFFFFFFFu), bits(4294967296.0f));
    EXPECT_EQ(cast(DataFormat::Int32, DataFormat::UInt16, static_cast<uint32_t>(-5)), 0u);
    EXPECT_EQ(cast(DataFormat::UInt32, DataFormat::UInt8, 0x1FFu), 0xFFu);
    EXPECT_EQ(cast(DataFormat::Float32, DataFormat::Float16_b, 0x3F808000u), 0x3F800000u);
}

TEST(SfpuTiles, TwoAndThreeTiles) {
    const auto f2 = [](SfpuOp op, float a, float b, uint32_t p0 = 0, uint32_t p1 = 0) {
        return real(binary(Numerics::Float, true, op, tile_of(a), tile_of(b), p0, p1)[1023]);
    };
    EXPECT_EQ(f2(SfpuOp::ADD, 2, 3), 5);
    EXPECT_EQ(f2(SfpuOp::RSUB, 2, 3), 1);
    EXPECT_EQ(f2(SfpuOp::POW, 2, 3), 8);
    EXPECT_EQ(f2(SfpuOp::XLOGY, 0, 0), 0);
    EXPECT_FLOAT_EQ(f2(SfpuOp::XLOGY, 2, 3), 2 * std::log(3.0f));
    EXPECT_FLOAT_EQ(f2(SfpuOp::ATAN2, 1, -1), std::atan2(1.0f, -1.0f));
    EXPECT_EQ(f2(SfpuOp::FMOD_BINARY, -7, 3), -1);
    EXPECT_EQ(f2(SfpuOp::REMAINDER_BINARY, -7, 3), 2);
    EXPECT_EQ(f2(SfpuOp::MASK, 7, 0), 0);
    EXPECT_EQ(f2(SfpuOp::MASK, 7, 1), 7);
    EXPECT_EQ(f2(SfpuOp::MASK_POSINF, 7, 0), INFINITY);
    EXPECT_EQ(f2(SfpuOp::ISCLOSE, 1.0f, 1.001f, bits(0.01f), 0), 1);
    EXPECT_EQ(f2(SfpuOp::ISCLOSE, NAN, NAN, bits(0.01f), 0), 0);
    EXPECT_EQ(f2(SfpuOp::ISCLOSE_EQUAL_NAN, NAN, NAN, bits(0.01f), 0), 1);
    EXPECT_FLOAT_EQ(f2(SfpuOp::LOGSIGMOID, 0.5f, std::exp(-0.5f)), -0.47407699f);
    EXPECT_FLOAT_EQ(f2(SfpuOp::LOGSIGMOID, 8.0f, std::exp(-8.0f)), -std::exp(-8.0f));

    const auto f3 = [](SfpuOp op, float a, float b, float c, uint32_t p = 0) {
        Tile out(kTileWords);
        sfpu_ternary({Numerics::Float, true, true}, op, TW_VECTOR_RC, p, tile_of(a).data(), tile_of(b).data(),
                     tile_of(c).data(), out.data());
        return real(out[100]);
    };
    EXPECT_EQ(f3(SfpuOp::WHERE, 1, 2, 3), 2);
    EXPECT_EQ(f3(SfpuOp::WHERE, 0.0f, 2, 3), 3);
    EXPECT_EQ(f3(SfpuOp::WHERE, -0.0f, 2, 3), 2);  // by its bits it is not zero
    EXPECT_EQ(f3(SfpuOp::WHERE, -0.0f, 2, 3, code(DataFormat::Int32)), 2);
    EXPECT_EQ(f3(SfpuOp::LERP, 1, 5, 0.25f), 2);
    EXPECT_EQ(f3(SfpuOp::MAC, 2, 3, 4), 10);
    EXPECT_EQ(f3(SfpuOp::ADDCMUL, 1, 2, 3, bits(0.5f)), 4);
    EXPECT_EQ(f3(SfpuOp::ADDCDIV, 1, 6, 3, bits(0.5f)), 2);
    EXPECT_FLOAT_EQ(f3(SfpuOp::SNAKE_BETA, 2, 3, 4), 2 + std::sin(6.0f) * std::sin(6.0f) / 4);
}

TEST(SfpuTiles, BroadcastsReadOneColumnOrRow) {
    Tile a = tile_of(1.0f), b = tile_of(1000.0f);
    for (uint32_t i = 0; i < 32; ++i) b[word_of(i, 0)] = bits(static_cast<float>(i));
    const Tile by_column = binary(Numerics::Float, true, SfpuOp::BCAST_COL_ADD, a, b);
    EXPECT_EQ(real(by_column[word_of(20, 31)]), 21.0f);
    b = tile_of(1000.0f);
    for (uint32_t i = 0; i < 32; ++i) b[word_of(0, i)] = bits(static_cast<float>(i));
    const Tile by_row = binary(Numerics::Card, true, SfpuOp::BCAST_ROW_SUB, a, b);
    EXPECT_EQ(real(by_row[word_of(20, 31)]), -30.0f);
}

TEST(SfpuTiles, AColumnIsSpoiltByInfinityInTheEvenColumnsBesideIt) {
    for (const Numerics numerics : {Numerics::Float, Numerics::Card}) {
        for (uint32_t beside = 1; beside < 32; ++beside) {
            Tile a = tile_of(1.0f), b = tile_of(0.0f);
            b[word_of(20, beside)] = bits(beside == 6 ? NAN : INFINITY);
            const Tile sums = binary(numerics, true, SfpuOp::BCAST_COL_ADD, a, b);
            const bool loaded_together = beside % 2 == 0 && beside < 16;
            EXPECT_EQ(std::isnan(real(sums[word_of(20, 31)])), loaded_together) << beside;
            EXPECT_EQ(real(sums[word_of(19, 31)]), 1.0f);
        }
    }
}

TEST(SfpuTiles, AColumnIsSpoiltInEveryRowAndInBf16Too) {
    for (uint32_t word = 0; word < 1024; ++word) {
        const uint32_t row = word / 512 * 16 + word / 16 % 16, column = word / 256 % 2 * 16 + word % 16;
        const bool spoils = column % 2 == 0 && column != 0 && column < 16;
        std::array<uint16_t, 1024> halves{};
        Tile words = tile_of(0.0f);
        halves[word] = 0xFF80;
        words[word] = bits(-INFINITY);
        std::array<float, 32> of_halves{}, of_words{};
        tile::spoil_column(reinterpret_cast<const uint8_t*>(halves.data()), true, of_halves.data());
        tile::spoil_column(reinterpret_cast<const uint8_t*>(words.data()), false, of_words.data());
        for (uint32_t i = 0; i < 32; ++i) {
            EXPECT_EQ(std::isnan(of_halves[i]), spoils && i == row) << word;
            EXPECT_EQ(std::isnan(of_words[i]), spoils && i == row) << word;
        }
    }
}

TEST(SfpuTiles, GreaterAndSmallerAreTakenBySignAndMagnitude) {
    const float rising[] = {-NAN, -INFINITY, -1.0f, -1e-40f, -0.0f, 0.0f, 1e-40f, 1.0f, INFINITY, NAN};
    for (const Numerics numerics : {Numerics::Float, Numerics::Card}) {
        for (size_t i = 0; i < std::size(rising); ++i) {
            for (size_t j = 0; j < std::size(rising); ++j) {
                const uint32_t greater = bits(rising[std::max(i, j)]), smaller = bits(rising[std::min(i, j)]);
                const Tile a = tile_of(rising[i]), b = tile_of(rising[j]);
                EXPECT_EQ(binary(numerics, true, SfpuOp::MAX, a, b)[7], greater) << i << " " << j;
                EXPECT_EQ(binary(numerics, true, SfpuOp::MIN, a, b)[7], smaller) << i << " " << j;
                EXPECT_EQ(unary(numerics, true, SfpuOp::MAX_SCALAR, a, bits(rising[j]))[7], greater) << i << " " << j;
                EXPECT_EQ(unary(numerics, true, SfpuOp::MIN_SCALAR, a, bits(rising[j]))[7], smaller) << i << " " << j;
                Tile row = tile_of(rising[i]);
                row[word_of(5, 9)] = bits(rising[j]);
                EXPECT_EQ(unary(numerics, true, SfpuOp::REDUCE, row, uint32_t(Pool::Max),
                                uint32_t(ReduceDim::Row))[word_of(5, 0)],
                          greater);
                EXPECT_EQ(unary(numerics, true, SfpuOp::REDUCE, row, uint32_t(Pool::Min),
                                uint32_t(ReduceDim::Row))[word_of(5, 0)],
                          smaller);
            }
        }
    }
}

TEST(SfpuTiles, RowsAreAddedUpInTheCardsOrder) {
    // 2^24 swallows a 1 that is added to it alone: which of them survive tells the order.
    const auto sum = [](Numerics numerics, bool columns, std::initializer_list<uint32_t> ones, uint32_t large) {
        Tile t = tile_of(0.0f);
        const auto at = [&](uint32_t i) -> uint32_t& { return t[columns ? word_of(i, 3) : word_of(3, i)]; };
        at(large) = bits(16777216.0f);
        for (const uint32_t i : ones) at(i) = bits(1.0f);
        const Tile r = unary(numerics, true, SfpuOp::REDUCE, t, uint32_t(Pool::Sum),
                             uint32_t(columns ? ReduceDim::Col : ReduceDim::Row));
        return real(r[columns ? word_of(0, 3) : word_of(3, 0)]) - 16777216.0f;
    };
    for (const bool columns : {false, true}) {
        EXPECT_EQ(sum(Numerics::Float, columns, {1, 16}, 0), 0);
        EXPECT_EQ(sum(Numerics::Float, columns, {0, 1}, 31), 2);
    }
    EXPECT_EQ(sum(Numerics::Card, false, {1, 16}, 0), 2);  // within a lane: 1 + 16 first
    EXPECT_EQ(sum(Numerics::Card, false, {2, 8}, 0), 0);   // lanes 1 and 4 come at different times
    EXPECT_EQ(sum(Numerics::Card, false, {4, 12}, 0), 2);  // lanes 2 and 6 are a pair
    EXPECT_EQ(sum(Numerics::Card, true, {4, 12}, 0), 2);   // rows 4 and 12 are loaded beside row 0
    EXPECT_EQ(sum(Numerics::Card, true, {4, 20}, 0), 0);
    EXPECT_EQ(sum(Numerics::Card, true, {2, 3}, 0), 2);
}

TEST(SfpuTiles, ComparisonsTakeSubnormalNumbersForZeros) {
    for (const Numerics numerics : {Numerics::Float, Numerics::Card}) {
        const auto f = [&](SfpuOp op, float a, float b) {
            return real(binary(numerics, true, op, tile_of(a), tile_of(b))[9]);
        };
        EXPECT_EQ(f(SfpuOp::EQ, 1e-40f, -0.0f), 1);
        EXPECT_EQ(f(SfpuOp::NE, 1e-40f, -2e-40f), 0);
        EXPECT_EQ(f(SfpuOp::LT, -1e-40f, 1e-40f), 0);
        EXPECT_EQ(f(SfpuOp::GE, -1e-40f, 1e-40f), 1);
        EXPECT_EQ(f(SfpuOp::LT, 1e-40f, 1.2e-38f), 1);
        EXPECT_EQ(f(SfpuOp::GT, 1e-40f, -1.2e-38f), 1);
        EXPECT_EQ(f(SfpuOp::NE, NAN, NAN), 1);
        EXPECT_EQ(f(SfpuOp::LE, NAN, 0.0f), 0);
    }
}

TEST(SfpuTiles, CumulativeSumCarriesOn) {
    SfpuState state;
    Tile t = tile_of(1.0f);
    const uint32_t first[3] = {1, 0, 0}, next[3] = {0, 0, 0};
    sfpu_unary({Numerics::Card, true, true}, SfpuOp::CUMSUM, TW_VECTOR_RC, first, state, t.data());
    EXPECT_EQ(real(t[word_of(0, 5)]), 1.0f);
    EXPECT_EQ(real(t[word_of(31, 5)]), 32.0f);
    t = tile_of(1.0f);
    sfpu_unary({Numerics::Card, true, true}, SfpuOp::CUMSUM, TW_VECTOR_RC, next, state, t.data());
    EXPECT_EQ(real(t[word_of(0, 5)]), 33.0f);
    EXPECT_EQ(real(t[word_of(31, 31)]), 64.0f);
}

TEST(SfpuTiles, Reductions) {
    Tile t(kTileWords);
    for (uint32_t i = 0; i < 1024; ++i)
        t[word_of(i / 32, i % 32)] = bits(static_cast<float>(i / 32) + 100.0f * (i % 32));
    const auto pool = [&](Pool p, ReduceDim d) {
        return unary(Numerics::Float, true, SfpuOp::REDUCE, t, uint32_t(p), uint32_t(d));
    };
    EXPECT_EQ(real(pool(Pool::Sum, ReduceDim::Col)[word_of(0, 3)]), 496.0f + 32 * 300);
    EXPECT_EQ(real(pool(Pool::Max, ReduceDim::Col)[word_of(0, 3)]), 331.0f);
    EXPECT_EQ(real(pool(Pool::Avg, ReduceDim::Col)[word_of(0, 0)]), 15.5f);
    EXPECT_EQ(real(pool(Pool::Min, ReduceDim::Row)[word_of(7, 0)]), 7.0f);
    Tile n(kTileWords, static_cast<uint32_t>(-2));
    EXPECT_EQ(unary(Numerics::Card, true, SfpuOp::SUM_INT_COL, n)[word_of(0, 9)], static_cast<uint32_t>(-64));
    EXPECT_EQ(unary(Numerics::Card, true, SfpuOp::SUM_INT_ROW, n)[word_of(9, 0)], static_cast<uint32_t>(-64));
}

TEST(SfpuTiles, QuantisationUsesTheZeroPointOfItsInit) {
    SfpuState state;
    state.init[0] = bits(3.0f);
    const uint32_t p[2] = {0, 0};
    Tile out(kTileWords);
    const Tile x = tile_of(10.0f), scale = tile_of(0.5f);
    sfpu_binary({Numerics::Card, true, true}, SfpuOp::QUANT, TW_VECTOR_RC, p, state, x.data(), scale.data(),
                out.data());
    EXPECT_EQ(out[0], 8u);
    const Tile negative = tile_of(-1000.0f);
    sfpu_binary({Numerics::Card, true, true}, SfpuOp::QUANT, TW_VECTOR_RC, p, state, negative.data(), scale.data(),
                out.data());
    EXPECT_EQ(out[0], static_cast<uint32_t>(-127));
}

TEST(SfpuTiles, RandomNumbersFollowTheSeed) {
    SfpuState a, b, c;
    sfpu_seed(a, 5);
    sfpu_seed(b, 5);
    sfpu_seed(c, 6);
    const uint32_t p[3] = {bits(2.0f), bits(3.0f), 0};
    Tile ta = tile_of(0), tb = tile_of(0), tc = tile_of(0);
    sfpu_unary({Numerics::Card, true, true}, SfpuOp::RAND, TW_VECTOR_RC, p, a, ta.data());
    sfpu_unary({Numerics::Card, true, true}, SfpuOp::RAND, TW_VECTOR_RC, p, b, tb.data());
    sfpu_unary({Numerics::Card, true, true}, SfpuOp::RAND, TW_VECTOR_RC, p, c, tc.data());
    EXPECT_EQ(ta, tb);
    EXPECT_NE(ta, tc);
    double sum = 0;
    for (const uint32_t w : ta) {
        ASSERT_GE(real(w), 2.0f);
        ASSERT_LT(real(w), 5.0f);
        sum += real(w);
    }
    EXPECT_NEAR(sum / kTileWords, 3.5, 0.15);
    // Dropout with p = 1/4: about three quarters stay, scaled.
    const uint32_t q[3] = {0x1FFFFFFFu, bits(2.0f), 0};
    Tile d = tile_of(1.0f);
    sfpu_unary({Numerics::Card, true, true}, SfpuOp::DROPOUT, TW_VECTOR_RC, q, a, d.data());
    int kept = 0;
    for (const uint32_t w : d) {
        ASSERT_TRUE(w == 0 || w == bits(2.0f));
        kept += w != 0;
    }
    EXPECT_NEAR(kept, 768, 60);
}

TEST(SfpuTiles, RotateAndRunningProduct) {
    Tile t = tile_of(0);
    t[0] = bits(1.0f);
    t[1] = bits(2.0f);
    t = unary(Numerics::Float, true, SfpuOp::ROTATE90, t);
    EXPECT_EQ(real(t[0]), -2.0f);
    EXPECT_EQ(real(t[1]), 1.0f);
    // Lane 0 of a face walks rows 0, 0, 4, 4, 8, ... alternating columns 0 and 1.
    const Tile p = unary(Numerics::Float, true, SfpuOp::TILED_PROD, tile_of(2.0f), 0, 0, 0, true, TW_VECTOR_NONE);
    EXPECT_EQ(real(p[0]), 2.0f);
    EXPECT_EQ(real(p[1]), 4.0f);
    EXPECT_EQ(real(p[12 * 16 + 1]), 256.0f);
}

}  // namespace
}  // namespace tilewright::tile::test
