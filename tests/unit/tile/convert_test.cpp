// Conversions of single values, blocks and tiles: ties, specials, subnormals, saturation.
#include "tile/formats/convert.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "base/error.hpp"

namespace tilewright::tile::test {
namespace {

float f(uint32_t bits) { return bits_float(bits); }

TEST(Bf16, TiesTellTheThreeRulesApart) {
    // 1.0 + half a unit, and 1.0 + one and a half units of bf16
    EXPECT_EQ(bf16_nearest_even(f(0x3F808000)), 0x3F80);
    EXPECT_EQ(bf16_nearest_even(f(0x3F818000)), 0x3F82);
    EXPECT_EQ(bf16_ties_away(f(0x3F808000)), 0x3F81);
    EXPECT_EQ(bf16_ties_away(f(0xBF808000)), 0xBF81);
    EXPECT_EQ(bf16_ties_away(f(0x3F807FFF)), 0x3F80);
    EXPECT_EQ(bf16_truncate(f(0x3F80FFFF)), 0x3F80);
    EXPECT_EQ(bf16_truncate(f(0xBF80FFFF)), 0xBF80);
    EXPECT_EQ(bf16_nearest_even(f(0x3F808001)), 0x3F81);
}

TEST(Bf16, SpecialsStay) {
    for (const auto convert : {bf16_nearest_even, bf16_ties_away, bf16_truncate}) {
        EXPECT_EQ(convert(f(0x7F800000)), 0x7F80);
        EXPECT_EQ(convert(f(0xFF800000)), 0xFF80);
        EXPECT_EQ(convert(f(0x80000000)), 0x8000);
        EXPECT_TRUE(std::isnan(float_from_bf16(convert(f(0x7F800001)))));
        EXPECT_TRUE(std::isnan(float_from_bf16(convert(f(0xFFFFFFFF)))));
    }
    EXPECT_EQ(bf16_nearest_even(f(0x7F7FFFFF)), 0x7F80) << "overflow rounds to infinity";
    EXPECT_EQ(bf16_truncate(f(0x7F7FFFFF)), 0x7F7F);
    EXPECT_EQ(bf16_nearest_even(f(0x00018000)), 0x0002) << "subnormals round like the rest";
}

TEST(Bf16, EveryPatternSurvivesARoundTrip) {
    for (uint32_t half = 0; half < 0x10000; ++half) {
        const float value = float_from_bf16(static_cast<uint16_t>(half));
        if (std::isnan(value)) {
            EXPECT_TRUE(std::isnan(float_from_bf16(bf16_nearest_even(value))));
            continue;
        }
        ASSERT_EQ(bf16_nearest_even(value), half);
        ASSERT_EQ(bf16_ties_away(value), half);
        ASSERT_EQ(bf16_truncate(value), half);
    }
}

TEST(Tf32, TruncatesToTenBits) {
    EXPECT_EQ(float_bits(tf32_truncate(f(0x3F801FFF))), 0x3F800000u);
    EXPECT_EQ(float_bits(tf32_truncate(f(0xBF803FFF))), 0xBF802000u);
    EXPECT_TRUE(std::isnan(tf32_truncate(f(0x7F800001))));
}

TEST(Fp16, EveryPatternSurvivesARoundTrip) {
    for (uint32_t half = 0; half < 0x10000; ++half) {
        const float value = float_from_fp16(static_cast<uint16_t>(half));
        if (std::isnan(value)) {
            EXPECT_TRUE(std::isnan(float_from_fp16(fp16_nearest_even(value))));
            continue;
        }
        ASSERT_EQ(fp16_nearest_even(value), half) << value;
    }
}

TEST(Fp16, RoundsToNearestEvenEverywhere) {
    // Between every two neighbours: the middle goes to the even one, anything nearer to the nearer one.
    for (uint32_t half = 0; half < 0x7BFF; ++half) {
        const float low = float_from_fp16(static_cast<uint16_t>(half)),
                    high = float_from_fp16(static_cast<uint16_t>(half + 1));
        const float middle = low + (high - low) / 2;
        ASSERT_EQ(fp16_nearest_even(middle), half + (half & 1)) << middle;
        ASSERT_EQ(fp16_nearest_even(std::nextafter(middle, 0.0f)), half);
        ASSERT_EQ(fp16_nearest_even(std::nextafter(middle, 1e9f)), half + 1);
    }
    EXPECT_EQ(fp16_nearest_even(65519.0f), 0x7BFF);
    EXPECT_EQ(fp16_nearest_even(65520.0f), 0x7C00);
    EXPECT_EQ(fp16_nearest_even(-1e30f), 0xFC00);
    EXPECT_EQ(fp16_nearest_even(f(0x00000001)), 0x0000);
}

TEST(BlockFloat, HostRoundsToEvenOnTheSharedExponent) {
    // 64.x on the exponent of 64: one unit is 1.0 for 7 magnitude bits.
    const auto first_code = [](float value) {
        float values[16] = {value, 64.0f};
        uint8_t codes[16];
        EXPECT_EQ(block_from_floats_host(7, values, codes), 133);
        return codes[0];
    };
    EXPECT_EQ(first_code(64.75f), 0x41);
    EXPECT_EQ(first_code(65.25f), 0x41);
    EXPECT_EQ(first_code(64.5f), 0x40);
    EXPECT_EQ(first_code(65.5f), 0x42);
    EXPECT_EQ(first_code(-65.5f), 0xC2);
    EXPECT_EQ(first_code(127.75f), 0x7F) << "a carry out of the magnitude saturates";
    EXPECT_EQ(first_code(0.25f), 0x00);
    EXPECT_EQ(first_code(-0.25f), 0x00) << "no minus zero";
    EXPECT_EQ(first_code(1.5f), 0x02);
}

TEST(BlockFloat, PackerRoundsTiesAway) {
    uint16_t values[16] = {bf16_nearest_even(64.5f), bf16_nearest_even(-64.5f), bf16_nearest_even(127.5f),
                           bf16_nearest_even(64.0f), bf16_nearest_even(0.5f),   bf16_nearest_even(0.25f)};
    uint8_t codes[16];
    EXPECT_EQ(block_from_bf16_packer(7, values, codes), 133);
    EXPECT_EQ(codes[0], 0x41);
    EXPECT_EQ(codes[1], 0xC1);
    EXPECT_EQ(codes[2], 0x7F);
    EXPECT_EQ(codes[3], 0x40);
    EXPECT_EQ(codes[4], 0x01);
    EXPECT_EQ(codes[5], 0x00);
    EXPECT_EQ(block_from_bf16_packer(3, values, codes), 133);
    EXPECT_EQ(codes[0], 0x4) << "the narrower formats truncate";
    EXPECT_EQ(codes[2], 0x7);
}

TEST(BlockFloat, UnpackerNormalises) {
    EXPECT_EQ(bf16_from_block_datum(7, 0x40, 127), 0x3F80);
    EXPECT_EQ(bf16_from_block_datum(7, 0x7F, 127), 0x3FFE);
    EXPECT_EQ(bf16_from_block_datum(7, 0x01, 127), (127 - 6) << 7);
    EXPECT_EQ(bf16_from_block_datum(7, 0xC0, 127), 0xBF80);
    EXPECT_EQ(bf16_from_block_datum(7, 0x80, 127), 0xFF80) << "minus zero reads as minus infinity";
    EXPECT_EQ(bf16_from_block_datum(7, 0x00, 127), 0);
    EXPECT_EQ(bf16_from_block_datum(7, 0x01, 2), ((2 - 6) & 255) << 7) << "the exponent wraps";
    EXPECT_EQ(bf16_from_block_datum(3, 0x7, 127), 0x3FE0);
    EXPECT_EQ(bf16_from_block_datum(1, 0x3, 127), 0xBF80);
    EXPECT_EQ(float_from_block_datum(7, 0x80, 127), 0.0f);
    EXPECT_EQ(float_from_block_datum(7, 0x01, 2), 0.0f);
}

TEST(Tiles, RoundTripInEveryHostFormat) {
    std::mt19937 random(11);
    for (const DataFormat format : {DataFormat::Float32, DataFormat::Float16_b, DataFormat::Float16, DataFormat::Bfp8_b,
                                    DataFormat::Bfp4_b, DataFormat::Bfp2_b, DataFormat::Int32, DataFormat::UInt32,
                                    DataFormat::UInt16, DataFormat::Int8, DataFormat::UInt8})
        for (const auto& [height, width] : {std::pair{32u, 32u}, {16u, 32u}, {1u, 32u}, {32u, 16u}}) {
            SCOPED_TRACE(format_name(format));
            const uint32_t count = height * width;
            std::vector<float> values(count), once(count), twice(count);
            for (float& value : values)
                value =
                    is_integer(format) ? static_cast<float>(random() % 100) : std::normal_distribution<float>()(random);
            std::vector<uint8_t> tile(tile_bytes(format, height, width) + 1, 0xAB);
            tile_from_floats(format, values.data(), tile.data(), height, width);
            EXPECT_EQ(tile.back(), 0xAB) << "wrote past the tile";
            tile_to_floats(format, tile.data(), once.data(), height, width);
            tile_from_floats(format, once.data(), tile.data(), height, width);
            tile_to_floats(format, tile.data(), twice.data(), height, width);
            EXPECT_EQ(once, twice) << "a converted value converts to itself";
            const float tolerance = format == DataFormat::Bfp2_b ? 4.0f : format == DataFormat::Bfp4_b ? 0.6f : 0.05f;
            for (uint32_t i = 0; i < count; ++i) ASSERT_NEAR(values[i], once[i], tolerance) << i;
        }
}

TEST(Tiles, IntegersTruncateAndSaturate) {
    const float values[] = {1.9f, -1.9f, 300.0f, -300.0f, 1e20f, -1e20f, std::nanf("")};
    int8_t small[7];
    datums_from_floats(DataFormat::Int8, values, small, 7);
    EXPECT_EQ(std::vector<int>(small, small + 7), (std::vector<int>{1, -1, 127, -128, 127, -128, 0}));
    uint8_t unsigned_small[7];
    datums_from_floats(DataFormat::UInt8, values, unsigned_small, 7);
    EXPECT_EQ(std::vector<int>(unsigned_small, unsigned_small + 7), (std::vector<int>{1, 0, 255, 0, 255, 0, 0}));
    int32_t wide[7];
    datums_from_floats(DataFormat::Int32, values, wide, 7);
    EXPECT_EQ(wide[4], std::numeric_limits<int32_t>::max());
    EXPECT_EQ(wide[5], std::numeric_limits<int32_t>::min());
}

TEST(Tiles, FormatsWithoutHostConversionAreRefusedByName) {
    std::vector<float> values(1024);
    std::vector<uint8_t> tile(4096);
    for (const DataFormat format : {DataFormat::Tf32, DataFormat::Bfp8, DataFormat::Fp8_e4m3, DataFormat::Invalid}) {
        try {
            tile_from_floats(format, values.data(), tile.data());
            FAIL() << format_name(format);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), "TW0601");
            EXPECT_NE(std::string(error.what()).find(format_name(format)), std::string::npos) << error.what();
        }
    }
}

}  // namespace
}  // namespace tilewright::tile::test
