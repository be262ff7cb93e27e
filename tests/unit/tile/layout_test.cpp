// Element positions, and tilize/untilize as inverses of each other.
#include "tile/formats/layout.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "base/error.hpp"
#include "tile/fpu/math.hpp"

namespace tilewright::tile::test {
namespace {

TEST(Layout, PositionsInATile) {
    EXPECT_EQ(face_index(0, 0), 0u);
    EXPECT_EQ(face_index(0, 15), 15u);
    EXPECT_EQ(face_index(0, 16), 256u);
    EXPECT_EQ(face_index(1, 0), 16u);
    EXPECT_EQ(face_index(16, 0), 512u);
    EXPECT_EQ(face_index(31, 31), 1023u);
    EXPECT_EQ(face_index(17, 20), 768u + 16u + 4u);
}

TEST(Layout, PositionsInSmallTiles) {
    EXPECT_EQ(face_index(0, 16, {1, 32}), 16u);
    EXPECT_EQ(face_index(3, 17, {4, 32}), 64u + 48u + 1u);
    EXPECT_EQ(face_index(16, 0, {32, 16}), 256u);
    EXPECT_EQ(face_index(15, 16, {16, 32}), 256u + 240u);
}

TEST(Layout, EveryPositionIsUsedOnce) {
    for (const TileShape shape :
         {TileShape{32, 32}, {16, 32}, {8, 32}, {4, 32}, {2, 32}, {1, 32}, {32, 16}, {16, 16}}) {
        std::vector<int> used(shape.datum_count());
        for (uint32_t row = 0; row < shape.height; ++row)
            for (uint32_t column = 0; column < shape.width; ++column) ++used.at(face_index(row, column, shape));
        EXPECT_EQ(used, std::vector<int>(shape.datum_count(), 1)) << shape.height << " x " << shape.width;
    }
}

template <typename Datum>
void round_trip(uint32_t rows, uint32_t columns, TileShape shape) {
    std::vector<Datum> matrix(rows * columns), tiles(rows * columns), back(rows * columns);
    std::iota(matrix.begin(), matrix.end(), Datum{1});
    tilize(matrix.data(), tiles.data(), rows, columns, sizeof(Datum), shape);
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t column = 0; column < columns; ++column) {
            const uint32_t tile = row / shape.height * (columns / shape.width) + column / shape.width;
            const uint32_t at =
                tile * shape.datum_count() + face_index(row % shape.height, column % shape.width, shape);
            ASSERT_EQ(tiles[at], matrix[row * columns + column]);
        }
    untilize(tiles.data(), back.data(), rows, columns, sizeof(Datum), shape);
    EXPECT_EQ(matrix, back);
}

TEST(Layout, TilizeRoundTrips) {
    round_trip<uint8_t>(64, 96, {});
    round_trip<uint16_t>(32, 32, {});
    round_trip<uint16_t>(96, 64, {});
    round_trip<uint32_t>(64, 128, {});
    round_trip<uint16_t>(8, 64, {4, 32});
    round_trip<uint32_t>(2, 64, {1, 32});
    round_trip<uint16_t>(64, 48, {32, 16});
}

TEST(Layout, FloatsToTilesAndBack) {
    const uint32_t rows = 64, columns = 96;
    std::vector<float> matrix(rows * columns), back(rows * columns);
    for (uint32_t i = 0; i < matrix.size(); ++i) matrix[i] = static_cast<float>(static_cast<int>(i % 31) - 15);
    for (const DataFormat format :
         {DataFormat::Float32, DataFormat::Float16_b, DataFormat::Float16, DataFormat::Bfp8_b}) {
        std::vector<uint8_t> tiles(rows * columns / 1024 * tile_bytes(format));
        tiles_from_row_major(format, matrix.data(), tiles.data(), rows, columns);
        tiles_to_row_major(format, tiles.data(), back.data(), rows, columns);
        EXPECT_EQ(matrix, back) << format_name(format) << " holds these small integers exactly";
    }
}

TEST(Layout, SizesThatDoNotFitAreRefused) {
    std::vector<uint16_t> data(33 * 32);
    const auto refusal = [](auto call) {
        try {
            call();
        } catch (const Error& error) {
            return error.code() + ": " + error.finding().message;
        }
        return std::string("no error");
    };
    EXPECT_EQ(refusal([&] { tilize(data.data(), data.data(), 33, 32, 2); }),
              "TW0603: a matrix of 33 x 32 is not a whole number of 32 x 32 tiles");
    EXPECT_EQ(refusal([&] { tilize(data.data(), data.data(), 32, 32, 2, {3, 32}); }),
              "TW0603: a tile of 3 x 32 does not exist");
    EXPECT_EQ(refusal([&] { untilize(data.data(), data.data(), 32, 24, 2); }),
              "TW0603: a matrix of 32 x 24 is not a whole number of 32 x 32 tiles");
}

// The device's tilize and untilize agree with the host's.
TEST(Layout, DeviceAgreesWithHost) {
    std::vector<uint16_t> sticks(1024), tile(1024), packed(1024), rows(1024);
    for (uint32_t i = 0; i < 1024; ++i) sticks[i] = static_cast<uint16_t>(0x3F80 + i % 0x300);
    tilize(sticks.data(), tile.data(), 32, 32, 2);
    for (const bool simd : {false, true}) {
        const TileMath& math = tile_math(Numerics::Card, simd);
        std::vector<uint32_t> source(kTileWords), dst(kTileWords);
        math.unpack_tilize(DataFormat::Float16_b, DataFormat::Float16_b, sticks.data(), 64, source.data());
        math.copy({}, Broadcast::None, {source.data(), false}, dst.data());
        math.pack({}, dst.data(), packed.data());
        EXPECT_EQ(packed, tile);
        math.pack_untilize({}, dst.data(), rows.data(), 64, 32);
        EXPECT_EQ(rows, sticks);
    }
}

}  // namespace
}  // namespace tilewright::tile::test
