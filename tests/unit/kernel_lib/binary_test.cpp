// add, sub, mul, square: every broadcast with every input policy, in place, and the January forms.
#include "helper_test.hpp"

namespace tilewright::testing {
namespace {

std::vector<Tile> grid(uint32_t count, uint32_t seed) {
    std::vector<Tile> tiles;
    for (uint32_t i = 0; i < count; ++i) tiles.push_back(pattern(i + seed, 8));
    return tiles;
}

struct Broadcast {
    const char* name;
    uint32_t tiles;  // of B, for 2 rows of 3
    float at(const std::vector<Tile>& b, uint32_t row, uint32_t col, uint32_t r, uint32_t c) const {
        switch (tiles) {
            case 6: return b[row * 3 + col][r * 32 + c];
            case 3: return b[col][c];
            case 2: return b[row][r * 32];
            default: return b[0][0];
        }
    }
};
constexpr Broadcast kBroadcasts[] = {{"NONE", 6}, {"ROW", 3}, {"COL", 2}, {"SCALAR", 1}};

// What a policy leaves in the CB: everything it has read, or nothing.
struct Policy {
    const char* name;
    bool pops;
};

void check(const Broadcast& dim, const Policy& a, const Policy& b, const char* out) {
    SCOPED_TRACE(std::string(dim.name) + ", A " + a.name + ", B " + b.name + ", out " + out);
    const auto tiles_a = grid(6, 0), tiles_b = grid(dim.tiles, 9);
    const bool waited = std::string(a.name).starts_with("NoWait");
    const auto got = run_helper(
        {.includes = "binary_op_helpers.hpp",
         .body = std::string(waited ? "cb_wait_front(0, 6);" : "") + "ckl::sub<ckl::BroadcastDim::" + dim.name +
                 ", ckl::BinaryInputPolicy::" + a.name + ", ckl::BinaryInputPolicy::" + b.name +
                 ", ckl::BinaryOutputPolicy::" + out + ">(0, 1, 16, ckl::BinaryInputBlockShape::of(2, 3));",
         .feeds = {{1, tiles_b}, {0, tiles_a}},
         .cbs = {{0, 6}, {1, 6}, {16, 6}},
         .out_tiles = 6,
         .ledger = {{0, {6, a.pops ? 6u : 0u}}, {1, {dim.tiles, b.pops ? dim.tiles : 0u}}, {16, {6, 6}}}});
    for (uint32_t t = 0; t < 6; ++t) {
        expect_tile(got[t], [&](uint32_t r, uint32_t c) {
            return tiles_a[t][r * 32 + c] - dim.at(tiles_b, t / 3, t % 3, r, c);
        });
    }
}

TEST(Binary, StreamingPopsEveryPageOnceUnderEveryBroadcast) {
    for (const Broadcast& dim : kBroadcasts)
        check(dim, {"WaitAndPopPerTile", true}, {"WaitAndPopPerTile", true}, "PerTile");
}
TEST(Binary, ChunksPopEveryPageOnceUnderEveryBroadcast) {
    for (const Broadcast& dim : kBroadcasts)
        check(dim, {"WaitAndPopPerChunk", true}, {"WaitAndPopPerChunk", true}, "PerChunk");
}
TEST(Binary, UpfrontOperandsStayOrGoAtTheEnd) {
    for (const Broadcast& dim : kBroadcasts)
        check(dim, {"WaitUpfrontNoPop", false}, {"WaitUpfrontPopAtEnd", true}, "Bulk");
}
TEST(Binary, CallerManagedOperandsArePoppedOnlyWhenAsked) {
    check(kBroadcasts[2], {"NoWaitPopAtEnd", true}, {"WaitUpfrontNoPop", false}, "PerTile");
    check(kBroadcasts[1], {"NoWaitNoPop", false}, {"WaitAndPopPerTile", true}, "PerChunk");
}

TEST(Binary, JanuaryPoliciesWithPostOp) {
    const auto a = grid(3, 0), b = grid(1, 4);
    const auto got = run_helper({.includes = "binary_op_helpers.hpp",
                                 .body = R"(using namespace compute_kernel_lib;
    using WaitUpfrontPopAtEnd = cb_policies::InputPolicy<cb_policies::WaitUpfront, cb_policies::PopAtEnd>;
    binary_op<BinaryOpType::SUB, BroadcastDim::SCALAR, cb_policies::Streaming, WaitUpfrontPopAtEnd>(
        0, 1, 2, BinaryTileShape::row(3));
    square<WaitUpfrontPopAtEnd, cb_policies::OutputBulk>(2, 16, BinaryTileShape::row(3));)",
                                 .feeds = {{1, b}, {0, a}},
                                 .cbs = {{0, 1}, {1, 1}, {2, 3}, {16, 3}},
                                 .out_tiles = 3,
                                 .ledger = {{0, {3, 3}}, {1, {1, 1}}, {2, {3, 3}}},
                                 .era = program::Era::Jan2026});
    for (uint32_t t = 0; t < 3; ++t) {
        expect_tile(got[t], [&](uint32_t r, uint32_t c) {
            const float difference = a[t][r * 32 + c] - b[0][0];
            return difference * difference;
        });
    }
}

// The working CB is full all the time: each result takes the page its operand left.
TEST(Binary, InPlaceWorksInAFullCb) {
    const auto a = grid(4, 0), b = grid(2, 3);
    const auto got = run_helper({.includes = "binary_op_helpers.hpp\ncopy_tile_helpers.hpp",
                                 .body = R"(const auto shape = ckl::BinaryInputBlockShape::of(2, 2);
    ckl::copy_tiles(0, 2, 4);
    ckl::add_in_place<ckl::BroadcastDim::COL>(2, 1, shape);
    ckl::square_in_place(2, shape);
    ckl::copy_tiles(2, 16, 4);)",
                                 .feeds = {{1, b}, {0, a}},
                                 .cbs = {{0, 1}, {1, 2}, {2, 4}, {16, 1}},
                                 .out_tiles = 4,
                                 .ledger = {{0, {4, 4}}, {1, {2, 2}}, {2, {12, 12}}}});
    for (uint32_t t = 0; t < 4; ++t) {
        expect_tile(got[t], [&](uint32_t r, uint32_t c) {
            const float sum = a[t][r * 32 + c] + b[t / 2][r * 32];
            return sum * sum;
        });
    }
}

}  // namespace
}  // namespace tilewright::testing
