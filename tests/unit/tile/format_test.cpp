// Names, families and sizes of the data formats.
#include "tile/formats/format.hpp"

#include <gtest/gtest.h>

namespace tilewright::tile::test {
namespace {

struct Expected {
    DataFormat format;
    const char* name;
    int number;
    uint32_t datum_bytes, tile_bytes;
    bool block, integer, b_exponent;
};

constexpr Expected kFormats[] = {
    {DataFormat::Float32, "Float32", 0, 4, 4096, false, false, true},
    {DataFormat::Float16, "Float16", 1, 2, 2048, false, false, false},
    {DataFormat::Bfp8, "Bfp8", 2, 0, 1088, true, false, false},
    {DataFormat::Bfp4, "Bfp4", 3, 0, 576, true, false, false},
    {DataFormat::Tf32, "Tf32", 4, 4, 0, false, false, true},
    {DataFormat::Float16_b, "Float16_b", 5, 2, 2048, false, false, true},
    {DataFormat::Bfp8_b, "Bfp8_b", 6, 0, 1088, true, false, true},
    {DataFormat::Bfp4_b, "Bfp4_b", 7, 0, 576, true, false, true},
    {DataFormat::Int32, "Int32", 8, 4, 4096, false, true, false},
    {DataFormat::UInt16, "UInt16", 9, 2, 2048, false, true, false},
    {DataFormat::Lf8, "Lf8", 10, 1, 1024, false, false, false},
    {DataFormat::Bfp2, "Bfp2", 11, 0, 320, true, false, false},
    {DataFormat::Int8, "Int8", 14, 1, 1024, false, true, false},
    {DataFormat::Bfp2_b, "Bfp2_b", 15, 0, 320, true, false, true},
    {DataFormat::UInt32, "UInt32", 24, 4, 4096, false, true, false},
    {DataFormat::Fp8_e4m3, "Fp8_e4m3", 26, 1, 1024, false, false, false},
    {DataFormat::UInt8, "UInt8", 30, 1, 1024, false, true, false},
    {DataFormat::RawUInt8, "RawUInt8", 240, 1, 1024, false, true, false},
    {DataFormat::RawUInt16, "RawUInt16", 241, 2, 2048, false, true, false},
    {DataFormat::RawUInt32, "RawUInt32", 242, 4, 4096, false, true, false},
    {DataFormat::Invalid, "Invalid", 255, 0, 0, false, false, false},
};

TEST(Format, TableOfAllFormats) {
    for (const Expected& e : kFormats) {
        SCOPED_TRACE(e.name);
        EXPECT_EQ(static_cast<int>(e.format), e.number);
        EXPECT_EQ(format_name(e.format), e.name);
        EXPECT_EQ(datum_bytes(e.format), e.datum_bytes);
        EXPECT_EQ(tile_bytes(e.format), e.tile_bytes);
        EXPECT_EQ(is_block_float(e.format), e.block);
        EXPECT_EQ(is_integer(e.format), e.integer);
        EXPECT_EQ(is_b_exponent(e.format), e.b_exponent);
    }
}

TEST(Format, SmallTiles) {
    EXPECT_EQ(tile_bytes(DataFormat::Float16_b, 16, 32), 1024u);
    EXPECT_EQ(tile_bytes(DataFormat::Float32, 1, 32), 128u);
    EXPECT_EQ(tile_bytes(DataFormat::Bfp8_b, 16, 32), 32u + 512u);
    EXPECT_EQ(tile_bytes(DataFormat::Bfp8_b, 16, 16), 16u + 256u);
    EXPECT_EQ(tile_bytes(DataFormat::Bfp8_b, 1, 32), 16u + 32u) << "2 exponents, rounded up to 16 bytes";
    EXPECT_EQ(tile_bytes(DataFormat::Bfp4_b, 32, 16), 32u + 256u);
}

TEST(Format, BlockFloatParts) {
    EXPECT_EQ(block_magnitude_bits(DataFormat::Bfp8_b), 7u);
    EXPECT_EQ(block_magnitude_bits(DataFormat::Bfp4), 3u);
    EXPECT_EQ(block_magnitude_bits(DataFormat::Bfp2_b), 1u);
    EXPECT_EQ(block_magnitude_bits(DataFormat::Float32), 0u);
    EXPECT_EQ(block_exponent_bytes(), 64u);
}

}  // namespace
}  // namespace tilewright::tile::test
