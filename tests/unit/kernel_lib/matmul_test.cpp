// matmul_block over two K-blocks: partial sums through the spill CB, in L1, and output by tile-row.
#include "helper_test.hpp"

namespace tilewright::testing {
namespace {

// 2 x 4 tiles times 4 x 4 tiles, K in two blocks of 2, subblocks of 1 x 2.
constexpr uint32_t kM = 2, kN = 4, kK = 4;

void check_blocks(const std::string& arguments) {
    SCOPED_TRACE(arguments);
    std::vector<Tile> a, b, feed_a, feed_b;
    for (uint32_t i = 0; i < kM * kK; ++i) {
        a.push_back(tile_of([=](uint32_t r, uint32_t c) { return float((r + c + i) % 16 == 0); }));
    }
    for (uint32_t i = 0; i < kK * kN; ++i) b.push_back(pattern(i, 4));
    for (uint32_t block = 0; block < 2; ++block) {
        for (uint32_t m = 0; m < kM; ++m) {
            for (uint32_t k = 0; k < 2; ++k) feed_a.push_back(a[m * kK + block * 2 + k]);
        }
        for (uint32_t k = 0; k < 2; ++k) {
            for (uint32_t n = 0; n < kN; ++n) feed_b.push_back(b[(block * 2 + k) * kN + n]);
        }
    }
    const auto got =
        run_helper({.includes = "matmul_block_helpers.hpp",
                    .body = "CircularBuffer in0(0), in1(1), out(16), interm(24);\nckl::matmul_block<" + arguments +
                            ">(in0, in1, out, interm, ckl::MatmulBlockShape::of(2, 2, 1, 2, 2, 2));",
                    .feeds = {{0, {feed_a.begin(), feed_a.begin() + 4}},
                              {1, {feed_b.begin(), feed_b.begin() + 8}},
                              {0, {feed_a.begin() + 4, feed_a.end()}},
                              {1, {feed_b.begin() + 8, feed_b.end()}}},
                    .cbs = {{0, 4}, {1, 8}, {16, 8}, {24, 8}},
                    .out_tiles = 8,
                    .ledger = {{0, {8, 8}}, {1, {16, 16}}, {16, {8, 8}}, {24, {8, 8}}},
                    .prelude = "mm_block_init(0, 1, 16, 0, 2, 1, 2);"});
    for (uint32_t m = 0; m < kM; ++m) {
        for (uint32_t n = 0; n < kN; ++n) {
            const uint32_t at = m * kN + n;  // a subblock is one row of two tiles, so both orders agree within a row
            expect_tile(got[at], [&](uint32_t r, uint32_t c) {
                float sum = 0;
                for (uint32_t k = 0; k < kK; ++k) {
                    for (uint32_t x = 0; x < 32; ++x) sum += a[m * kK + k][r * 32 + x] * b[k * kN + n][x * 32 + c];
                }
                return sum;
            });
        }
    }
}

TEST(MatmulBlock, SpillsAndReloadsPartialSums) { check_blocks(""); }
TEST(MatmulBlock, AddsPartialSumsInL1) { check_blocks("false, true"); }
TEST(MatmulBlock, WritesTileRows) {
    check_blocks("false, false, ckl::LastBlockTarget::Out, ckl::OutputCBLayout::TileRowMajor");
}

}  // namespace
}  // namespace tilewright::testing
