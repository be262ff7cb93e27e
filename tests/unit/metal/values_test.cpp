// bfloat16, tile layouts, shapes, sizes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/buffer_types.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/math.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/shape.hpp>
#include <tt-metalium/tile.hpp>
#include <tt-metalium/tilize_utils.hpp>
#include <tt-metalium/tt_align.hpp>
#include <tt_stl/fmt.hpp>

using namespace tt::tt_metal;

static_assert(tt::tile_size(tt::DataFormat::Bfp8_b) == 1088);
static_assert(tt::tile_size(tt::DataFormat::Float16_b) == 2048);
static_assert(tt::align(5, 4) == 8 && tt::round_up(33, 32) == 64 && tt::div_up(7u, 2u) == 4);

TEST(MetalBfloat16, RoundsToNearestEven) {
    EXPECT_EQ(std::bit_cast<uint16_t>(bfloat16(1.0f)), 0x3f80);
    EXPECT_EQ(std::bit_cast<uint16_t>(bfloat16(std::bit_cast<float>(0x3f808000u))), 0x3f80);  // tie, even below
    EXPECT_EQ(std::bit_cast<uint16_t>(bfloat16(std::bit_cast<float>(0x3f818000u))), 0x3f82);  // tie, even above
    EXPECT_EQ(std::bit_cast<uint16_t>(bfloat16::truncate(std::bit_cast<float>(0x3f81ffffu))), 0x3f81);
    EXPECT_TRUE(std::isnan(static_cast<float>(bfloat16(std::numeric_limits<float>::quiet_NaN()))));
    EXPECT_EQ(pack_two_bfloat16_into_uint32({bfloat16(1.0f), bfloat16(2.0f)}), 0x40003f80u);
}

TEST(MetalBfloat16, RandomVectorsRepeat) {
    const auto a = create_random_vector_of_bfloat16(64, 10, 3), b = create_random_vector_of_bfloat16(64, 10, 3);
    EXPECT_EQ(a, b);
    EXPECT_EQ(unpack_uint32_vec_into_bfloat16_vec(a), create_random_vector_of_bfloat16_native(64, 10, 3));
}

TEST(MetalTilize, FacesInOrder) {
    std::vector<uint32_t> rows(64 * 64);
    for (uint32_t i = 0; i < rows.size(); ++i) rows[i] = i;
    const auto tiles = tilize_nfaces(rows, 64, 64);
    EXPECT_EQ(tiles[1], 1u);                 // face 0, row 0
    EXPECT_EQ(tiles[16], 64u);               // face 0, row 1
    EXPECT_EQ(tiles[256], 16u);              // face 1: top right
    EXPECT_EQ(tiles[512], 16u * 64u);        // face 2: bottom left
    EXPECT_EQ(tiles[768], 16u * 64u + 16u);  // face 3
    EXPECT_EQ(tiles[1024], 32u);             // second tile
    EXPECT_EQ(tiles[2048], 32u * 64u);       // third tile
    EXPECT_EQ(untilize_nfaces(tiles, 64, 64), rows);
    EXPECT_EQ(untilize_swizzled(tilize_swizzled(rows, 64, 64), 64, 64), rows);
    EXPECT_THROW(tilize_nfaces(rows, 64, 48), std::runtime_error);
}

TEST(MetalShapes, NegativeIndexReachesThePadding) {
    Shape shape({5, 7});
    EXPECT_EQ(shape[-1], 7u);
    EXPECT_EQ(shape[-4], 1u);
    EXPECT_EQ(shape.rank(), 2u);
    EXPECT_EQ(shape.volume(), 35u);
    EXPECT_EQ(shape.to_rank(4), Shape({1, 1, 5, 7}));
    EXPECT_EQ(fmt::format("{}", shape), "Shape([5, 7])");
    EXPECT_THROW(shape[2], std::runtime_error);
}

TEST(MetalShapes, MeshCoordinates) {
    using namespace tt::tt_metal::distributed;
    const MeshCoordinateRange range(MeshShape(2, 3));
    std::vector<size_t> seen;
    for (const MeshCoordinate& coord : range) seen.push_back(coord.to_linear_index(MeshShape(2, 3)));
    EXPECT_EQ(seen, (std::vector<size_t>{0, 1, 2, 3, 4, 5}));
    const MeshCoordinate last(1, 2), beyond(2, 0);
    EXPECT_TRUE(range.contains(last));
    EXPECT_FALSE(range.contains(beyond));
    EXPECT_EQ(fmt::format("{}", MeshShape(1, 1)), "MeshShape([1, 1])");
}

TEST(MetalTile, SizesOfSmallTiles) {
    EXPECT_EQ(Tile().get_tile_size(tt::DataFormat::Float16_b), 2048u);
    EXPECT_EQ(Tile({16, 32}).get_tile_size(tt::DataFormat::Float16_b), 1024u);
    EXPECT_EQ(Tile({16, 32}).get_num_faces(), 2u);
    EXPECT_THROW(Tile({24, 32}), std::runtime_error);
}

TEST(MetalFormat, Names) {
    EXPECT_EQ(fmt::format("{}", tt::DataFormat::Float16_b), "Float16_b");
    EXPECT_EQ(fmt::format("{}", TensorMemoryLayout::HEIGHT_SHARDED), "TensorMemoryLayout::HEIGHT_SHARDED");
    EXPECT_EQ(fmt::format("{}", std::vector<int>{1, 2}), "{1, 2}");
}

TEST(MetalHal, FiguresOfWormhole) {
    EXPECT_EQ(hal::get_arch(), tt::ARCH::WORMHOLE_B0);
    EXPECT_EQ(hal::get_l1_alignment(), 16u);
    EXPECT_EQ(hal::get_dram_alignment(), 32u);
    EXPECT_EQ(hal::get_l1_size(), 1464u * 1024u);
    EXPECT_EQ(hal::get_arch_num_circular_buffers(), 32u);
}
