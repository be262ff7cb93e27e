// Cores, core ranges and the division of work.
#include <gtest/gtest.h>

#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/work_split.hpp>
#include <tt_stl/fmt.hpp>
#include <type_traits>

using namespace tt::tt_metal;

static_assert(std::is_same_v<tt::tt_metal::CoreCoord, ::tt_xy_pair>);

TEST(MetalCores, PrintsAsTheRealApiDoes) {
    EXPECT_EQ(CoreCoord(1, 2).str(), "(x=1,y=2)");
    EXPECT_EQ(CoreRange({0, 0}, {7, 7}).str(), "[(x=0,y=0) - (x=7,y=7)]");
    EXPECT_EQ(fmt::format("{}", CoreRangeSet(CoreRange({0, 0}, {1, 1}))), "{[(x=0,y=0) - (x=1,y=1)]}");
}

TEST(MetalCores, RangeIteratesRowByRow) {
    std::vector<CoreCoord> seen;
    for (const CoreCoord& core : CoreRange({1, 2}, {2, 3})) seen.push_back(core);
    EXPECT_EQ(seen, (std::vector<CoreCoord>{{1, 2}, {2, 2}, {1, 3}, {2, 3}}));
}

TEST(MetalCores, SetsRefuseOverlapsAndDoSetAlgebra) {
    EXPECT_THROW(CoreRangeSet(std::vector<CoreRange>{CoreRange({0, 0}, {1, 1}), CoreRange({1, 1}, {2, 2})}),
                 std::runtime_error);
    const CoreRangeSet all(CoreRange({0, 0}, {3, 3}));
    const CoreRangeSet hole(CoreRange({1, 1}, {2, 2}));
    const CoreRangeSet ring = all.subtract(hole);
    EXPECT_EQ(ring.num_cores(), 12u);
    EXPECT_FALSE(ring.intersects(hole));
    EXPECT_EQ(ring.merge(hole), all);
    EXPECT_EQ(ring.merge(hole).size(), 1u);
    EXPECT_EQ(all.intersection(hole), hole);
    EXPECT_TRUE(all.contains(ring));
    EXPECT_FALSE(ring.contains(all));
}

TEST(MetalCores, CoordsMergeToRectangles) {
    std::vector<CoreCoord> cores;
    for (const CoreCoord& core : CoreRange({0, 0}, {4, 3})) cores.push_back(core);
    const CoreRangeSet set{ttsl::Span<const CoreCoord>(cores)};
    EXPECT_EQ(set.size(), 1u);
    EXPECT_EQ(set.bounding_box(), CoreRange({0, 0}, {4, 3}));
}

TEST(MetalWorkSplit, ColumnsFirst) {
    EXPECT_EQ(grid_to_cores(3, 8, 2), (std::vector<CoreCoord>{{0, 0}, {0, 1}, {1, 0}}));
    EXPECT_EQ(grid_to_cores(3, 2, 8, true), (std::vector<CoreCoord>{{0, 0}, {1, 0}, {0, 1}}));
}

TEST(MetalWorkSplit, UnevenWorkGivesTheFirstCoresOneMore) {
    const auto [cores, all, first, second, units_first, units_second] = split_work_to_cores({8, 8}, 150);
    EXPECT_EQ(cores, 64u);
    EXPECT_EQ(all.num_cores(), 64u);
    EXPECT_EQ(all.size(), 1u);
    EXPECT_EQ(first.num_cores(), 22u);  // 150 = 22 * 3 + 42 * 2
    EXPECT_EQ(second.num_cores(), 42u);
    EXPECT_EQ(units_first, 3u);
    EXPECT_EQ(units_second, 2u);
    // Columns 0 and 1 in full, then (2,0) to (2,5); the second group starts at (2,6).
    EXPECT_EQ(first.ranges(), (std::vector<CoreRange>{CoreRange({0, 0}, {1, 7}), CoreRange({2, 0}, {2, 5})}));
    EXPECT_EQ(second.ranges(), (std::vector<CoreRange>{CoreRange({2, 6}, {2, 7}), CoreRange({3, 0}, {7, 7})}));
}

TEST(MetalWorkSplit, EveryAmountIsDividedCompletely) {
    for (bool row_wise : {false, true}) {
        for (uint32_t units = 0; units <= 100; ++units) {
            const auto [cores, all, first, second, a, b] = split_work_to_cores({5, 3}, units, row_wise);
            EXPECT_EQ(cores, std::min(units, 15u));
            EXPECT_EQ(first.num_cores() * a + second.num_cores() * b, units);
            EXPECT_EQ(first.num_cores() + second.num_cores(), cores);
            EXPECT_FALSE(first.intersects(second));
            if (cores != 0) {
                EXPECT_EQ(first.merge(second), all);
            }
            const CoreRangeSet grid(CoreRange({0, 0}, {4, 2}));
            const auto [cores_2, all_2, first_2, second_2, a_2, b_2] = split_work_to_cores(grid, units, row_wise);
            EXPECT_EQ(cores_2, cores);
            EXPECT_EQ(all_2, all);
            EXPECT_EQ(first_2, first);
            EXPECT_EQ(second_2, second);
            EXPECT_EQ(a_2, a);
            EXPECT_EQ(b_2, b);
        }
    }
}

TEST(MetalWorkSplit, StartCoreGivesThreeRanges) {
    const CoreRangeSet set = num_cores_to_corerangeset({0, 6}, 21, {8, 8});
    EXPECT_EQ(set.ranges(), (std::vector<CoreRange>{CoreRange({0, 6}, {0, 7}), CoreRange({1, 0}, {2, 7}),
                                                    CoreRange({3, 0}, {3, 2})}));
    EXPECT_THROW(num_cores_to_corerangeset(65, {8, 8}), std::runtime_error);
}

TEST(MetalFormat, EnumsPrintTheirNames) {
    enum class Colour { Red, Blue = 5 };
    EXPECT_EQ(fmt::format("{}", Colour::Blue), "Colour::Blue");
}
