// tilize and untilize in every spelling: values, and pages pushed and popped.
#include "helper_test.hpp"

namespace tilewright::testing {
namespace {

std::vector<Tile> patterns(uint32_t count) {
    std::vector<Tile> tiles;
    for (uint32_t i = 0; i < count; ++i) tiles.push_back(pattern(i, 64));
    return tiles;
}

struct Case {
    const char* name;
    const char* body;
    program::Era era = program::Era::Aug2026;
};

class TilizeForms : public ::testing::TestWithParam<Case> {};

TEST_P(TilizeForms, TurnsSticksIntoTiles) {
    const auto tiles = patterns(6);
    const auto got = run_helper({.includes = "tilize_helpers.hpp",
                                 .body = GetParam().body,
                                 .feeds = {{0, tiles, Layout::Sticks, 3}},
                                 .cbs = {{0, 3}, {1, 1}, {16, 3}},
                                 .out_tiles = 6,
                                 .ledger = {{0, {6, 6}}, {16, {6, 6}}},
                                 .era = GetParam().era,
                                 .config = {},
                                 .prelude = "compute_kernel_hw_startup(0, 16);"});
    EXPECT_EQ(got, tiles);
}

INSTANTIATE_TEST_SUITE_P(Spellings, TilizeForms,
                         ::testing::Values(Case{"january", "ckl::tilize(0, 3, 16, 2);", program::Era::Jan2026},
                                           Case{"january_switches", "ckl::tilize<true, true, true>(0, 3, 16, 1, 2);",
                                                program::Era::Jan2026},
                                           Case{"february", "ckl::tilize<0, 16>(3, 2);", program::Era::Mar2026},
                                           Case{"head", "ckl::tilize<3, 0, 16>(2);"}, Case{"head_split", R"(
    using namespace ckl::tilize_config;
    ckl::tilize<3, 0, 16, InitUninitMode::InitOnly>(1);
    ckl::tilize<3, 0, 16, InitUninitMode::UninitOnly, WaitMode::WaitUpfront>(1);)"}),
                         [](const auto& info) { return info.param.name; });

struct Width {
    uint32_t tiles;
};
class UntilizeWidths : public ::testing::TestWithParam<Width> {};

// 12 goes through DST in two parts, 11 tile by tile, since it has no divisor below the limit.
TEST_P(UntilizeWidths, TurnsTilesIntoSticks) {
    const uint32_t width = GetParam().tiles;
    const auto tiles = patterns(2 * width);
    const auto got = run_helper({.includes = "untilize_helpers.hpp",
                                 .body = "ckl::untilize<" + std::to_string(width) + ", 0, 16>(2);",
                                 .feeds = {{0, tiles}},
                                 .cbs = {{0, width}, {16, width}},
                                 .out_tiles = 2 * width,
                                 .out_layout = Layout::Sticks,
                                 .out_width = width,
                                 .ledger = {{0, {2 * width, 2 * width}}, {16, {2 * width, 2 * width}}},
                                 .prelude = "compute_kernel_hw_startup(0, 16);"});
    EXPECT_EQ(got, tiles);
}
INSTANTIATE_TEST_SUITE_P(Widths, UntilizeWidths, ::testing::Values(Width{3}, Width{8}, Width{11}, Width{12}),
                         [](const auto& info) { return std::to_string(info.param.tiles); });

TEST(Untilize, JanuaryFormWaitsForEverythingFirst) {
    const auto tiles = patterns(4);
    const auto got = run_helper({.includes = "untilize_helpers.hpp",
                                 .body = "ckl::untilize<2, 0, 16, true, true, true>(2, 1, 4);",
                                 .feeds = {{0, tiles}},
                                 .cbs = {{0, 4}, {16, 2}},
                                 .out_tiles = 4,
                                 .out_layout = Layout::Sticks,
                                 .out_width = 2,
                                 .ledger = {{0, {4, 4}}},
                                 .era = program::Era::Jan2026,
                                 .prelude = "compute_kernel_hw_startup(0, 16);"});
    EXPECT_EQ(got, tiles);
}

}  // namespace
}  // namespace tilewright::testing
