// reduce: every dimension, policy and spelling; accumulation over blocks; partial scalers; the sum by addition.
#include "helper_test.hpp"

namespace tilewright::testing {
namespace {

std::vector<Tile> pattern_tiles(uint32_t count) {
    std::vector<Tile> tiles;
    for (uint32_t i = 0; i < count; ++i) tiles.push_back(pattern(i, 2));
    return tiles;
}
float row_sum(const std::vector<Tile>& tiles, uint32_t first, uint32_t count, uint32_t row, uint32_t columns = 32) {
    float sum = 0;
    for (uint32_t t = 0; t < count; ++t) {
        const uint32_t width = t + 1 == count ? columns : 32;
        for (uint32_t c = 0; c < width; ++c) sum += tiles[first + t][row * 32 + c];
    }
    return sum;
}
float column_sum(const std::vector<Tile>& tiles, uint32_t first, uint32_t step, uint32_t count, uint32_t column) {
    float sum = 0;
    for (uint32_t t = 0; t < count; ++t) {
        for (uint32_t r = 0; r < 32; ++r) sum += tiles[first + t * step][r * 32 + column];
    }
    return sum;
}

// `tiles` 2 rows of 3 in c_0, the scaler in c_1; `resident` says that the kernel pops nothing of c_0.
std::vector<Tile> reduce_2x3(const std::string& call, uint32_t outputs, bool resident = false,
                             program::Era era = program::Era::Aug2026) {
    return run_helper({.includes = "reduce_helpers_compute.hpp",
                       .body = call,
                       .feeds = {{1, {scaler_tile(1)}}, {0, pattern_tiles(6)}},
                       .cbs = {{0, 6}, {1, 1}, {16, outputs}},
                       .out_tiles = outputs,
                       .ledger = {{0, {6, resident ? 0u : 6u}}, {1, {1, 0}}, {16, {outputs, outputs}}},
                       .era = era});
}
void expect_row_sums(const std::vector<Tile>& got, float factor = 1) {
    const auto tiles = pattern_tiles(6);
    for (uint32_t row = 0; row < 2; ++row) {
        expect_tile(
            got[row], [&](uint32_t r, uint32_t) { return factor * row_sum(tiles, row * 3, 3, r); }, Part::Column);
    }
}

TEST(Reduce, RowStreamingTakesTileByTile) {
    expect_row_sums(reduce_2x3(
        "ckl::reduce<PoolType::SUM, ReduceDim::REDUCE_ROW, 0, 1, 16>(ckl::ReduceInputBlockShape::of(2, 3));", 2));
}
TEST(Reduce, RowBulkWithPostOp) {
    const auto got = reduce_2x3(R"(ckl::reduce<SUM, REDUCE_ROW, ckl::ReduceInputPolicy::BulkWaitBulkPop>(0, 1, 16,
        ckl::ReduceInputBlockShape::of(2, 3), ckl::ReduceInputMemoryLayout::contiguous(), ckl::NoAccumulation{},
        [](uint32_t dst) { binop_with_scalar_tile_init(); mul_unary_tile(dst, 0x40000000); });)",
                                2, false, program::Era::Mar2026);
    expect_row_sums(got, 2);
}
TEST(Reduce, RowUpfrontKeepsItsInput) {
    expect_row_sums(
        reduce_2x3("ckl::reduce<SUM, REDUCE_ROW, ckl::ReduceInputPolicy::WaitUpfrontNoPop>(0, 1, 16, "
                   "ckl::ReduceInputBlockShape::of(2, 3));",
                   2, true, program::Era::Mar2026));
}
TEST(Reduce, JanuaryPersistentAndPreloaded) {
    expect_row_sums(
        reduce_2x3("ckl::reduce<PoolType::SUM, ReduceDim::REDUCE_ROW, ckl::ReduceInputMode::PERSISTENT>(0, 1, 16, "
                   "ckl::TileShape::grid(2, 3));",
                   2, true, program::Era::Jan2026));
    expect_row_sums(
        reduce_2x3("cb_wait_front(0, 6); ckl::reduce<SUM, REDUCE_ROW, ckl::ReduceInputMode::PRELOADED>(0, 1, 16, "
                   "ckl::TileShape::grid(2, 3)); cb_pop_front(0, 6);",
                   2, false, program::Era::Jan2026));
}
TEST(Reduce, ColumnsGoThroughDstInSections) {
    // Streaming delivers a DST section of columns at a time; three columns fit one, so row-major order is right.
    const auto tiles = pattern_tiles(6);
    for (const char* policy : {"WaitAndPopPerTile", "BulkWaitBulkPop"}) {
        const auto got = reduce_2x3(
            std::string("ckl::reduce<PoolType::SUM, ReduceDim::REDUCE_COL, 0, 1, 16, ckl::ReduceInputPolicy::") +
                policy + ">(ckl::ReduceInputBlockShape::of(2, 3));",
            3);
        for (uint32_t col = 0; col < 3; ++col) {
            expect_tile(got[col], [&](uint32_t, uint32_t c) { return column_sum(tiles, col, 3, 2, c); }, Part::Row);
        }
    }
}
TEST(Reduce, ScalarOfEveryBatch) {
    // Two batches of one row of three tiles; 96 * 32 ones and zeros go beyond what bfloat16 counts exactly.
    const auto got = reduce_2x3(
        "ckl::reduce<PoolType::MAX, ReduceDim::REDUCE_SCALAR, 0, 1, 16>(ckl::ReduceInputBlockShape::of(1, 3, 2));", 2);
    for (const Tile& tile : got) expect_tile(tile, [](uint32_t, uint32_t) { return 1.0f; }, Part::Element);
}

// Blocks of 2 tiles, the last with only 5 valid columns; partial results wait in c_16 between the blocks.
TEST(Reduce, AccumulatesBlocksAndWeightsThePartialTile) {
    const auto tiles = pattern_tiles(6);
    const auto got = run_helper({.includes = "streaming_reduce_helpers.hpp",
                                 .body = R"(ckl::accumulate_reduce<PoolType::SUM, ReduceDim::REDUCE_ROW, 0, 1, 2>(
        ckl::ReduceInputBlockShape::of(1, 2), 3, ckl::ReducePartialScaler::last_tile_at(1));
    ckl::transform_in_place(2, [](uint32_t dst) { binop_with_scalar_tile_init(); add_unary_tile(dst, 0x3f800000); });
    reconfig_data_format_srca(2); pack_reconfig_data_format(16); copy_tile_to_dst_init_short(2);
    cb_wait_front(2, 1); tile_regs_acquire(); copy_tile(2, 0, 0); tile_regs_commit();
    cb_reserve_back(16, 1); tile_regs_wait(); pack_tile(0, 16); tile_regs_release(); cb_push_back(16, 1);
        cb_pop_front(2, 1);)",
                                 .feeds = {{1, {scaler_tile(1), scaler_tile(1, 5)}}, {0, tiles}},
                                 .cbs = {{0, 2}, {1, 2}, {2, 1}, {16, 1}},
                                 .ledger = {{0, {6, 6}}, {2, {4, 4}}}});
    expect_tile(got[0], [&](uint32_t r, uint32_t) { return row_sum(tiles, 0, 6, r, 5) + 1; }, Part::Column);
}

// The first call's result comes back from c_2 before the second one's tiles are compared with it.
TEST(Reduce, MaximumAccumulatesOverCalls) {
    std::vector<Tile> tiles;
    for (uint32_t i = 0; i < 4; ++i) tiles.push_back(pattern(i * 3, 50));
    const auto got = run_helper({.includes = "reduce_helpers_compute.hpp",
                                 .body = R"(using ckl::ReduceInputMemoryLayout;
    constexpr auto row = ckl::ReduceInputBlockShape::row(2);
    ckl::reduce<PoolType::MAX, ReduceDim::REDUCE_ROW, 0, 1, 2>(row, ReduceInputMemoryLayout::contiguous(),
        ckl::Accumulate::at(2, 0));
    ckl::reduce<PoolType::MAX, ReduceDim::REDUCE_ROW, 0, 1, 16>(row, ReduceInputMemoryLayout::contiguous(),
        ckl::Accumulate::at(2, 1));)",
                                 .feeds = {{1, {scaler_tile(1)}}, {0, tiles}},
                                 .cbs = {{0, 2}, {1, 1}, {2, 1}, {16, 1}},
                                 .ledger = {{0, {4, 4}}, {2, {1, 1}}}});
    expect_tile(
        got[0],
        [&](uint32_t r, uint32_t) {
            float most = 0;
            for (const Tile& tile : tiles) {
                for (uint32_t c = 0; c < 32; ++c) most = std::max(most, tile[r * 32 + c]);
            }
            return most;
        },
        Part::Column);
}

// Tiles added in DST, collapsed at the end: no scaler is read, and the mask blanks the padding of the last tile.
TEST(Reduce, SumByAdditionWithMask) {
    const auto tiles = pattern_tiles(3);
    const Tile mask = tile_of([](uint32_t, uint32_t c) { return c < 7 ? 1.0f : 0.0f; });
    const auto got = run_helper({.includes = "reduce_helpers_compute.hpp",
                                 .body = R"(ckl::reduce<PoolType::SUM, ReduceDim::REDUCE_ROW, 0, 1, 16,
        ckl::ReduceInputPolicy::BulkWaitBulkPop,
        ckl::ReduceDataFormatReconfigMode::INPUT_AND_OUTPUT, ReduceFp32Mode::Fast,
        ckl::ReduceAlgorithm::AccumulateViaAdd>(
        ckl::ReduceInputBlockShape::row(3), ckl::ReduceInputMemoryLayout::contiguous(), ckl::NoAccumulation{},
        ckl::NoOp{},
        ckl::ReducePartialScaler::partial_mask(7, 0));)",
                                 .feeds = {{1, {mask}}, {0, tiles}},
                                 .cbs = {{0, 3}, {1, 1}, {16, 1}},
                                 .ledger = {{0, {3, 3}}, {1, {1, 0}}}});
    expect_tile(got[0], [&](uint32_t r, uint32_t) { return row_sum(tiles, 0, 3, r, 7); }, Part::Column);
}

TEST(Reduce, MeanDividesByTheCount) {
    const auto tiles = pattern_tiles(2);
    const auto got = run_helper(
        {.includes = "reduce_helpers_compute.hpp",
         .body = "ckl::reduce_mean<ReduceDim::REDUCE_ROW, 0, 1, 16>(ckl::ReduceInputBlockShape::row(2), 64);",
         .feeds = {{0, tiles}},
         .cbs = {{0, 2}, {1, 1}, {16, 1}},
         .ledger = {{0, {2, 2}}}});
    expect_tile(got[0], [&](uint32_t r, uint32_t) { return row_sum(tiles, 0, 2, r) / 64; }, Part::Column, 0.01f);
}

}  // namespace
}  // namespace tilewright::testing
