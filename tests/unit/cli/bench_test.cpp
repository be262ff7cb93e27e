// What `tilewright bench` makes of measurements: the card against float table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/bench/bench_card.hpp"

namespace tilewright::cli {
namespace {

using nlohmann::json;

json line(const char* name, double seconds) { return {{"name", name}, {"seconds", 9.0}, {"cpu_seconds", seconds}}; }

TEST(BenchCard, PairsCardWithFloat) {
    const json ratios = card_ratios(
        json::array({line("tile/mul/float/simd", 1e-6), line("tile/mul/card/simd", 3e-6),
                     line("tile/mul/card/scalar", 8e-6), line("sfpu/exp/card/simd", 2e-6), line("launch/64", 5e-6)}));
    ASSERT_EQ(ratios.size(), 1u);  // scalar versions, and what has no partner, are left out
    EXPECT_EQ(ratios[0]["name"], "tile/mul");
    EXPECT_NEAR(ratios[0]["ratio"].get<double>(), 3.0, 1e-9);
    EXPECT_THAT(card_table(ratios), testing::HasSubstr("3.00"));
}

TEST(BenchCard, SeedOpsHaveTheirRatio) {
    json row = {{"op", "layernorm"}, {"shape", {1, 1, 32, 32}}, {"dtype", "bfloat16"}};
    row["us_per_tile"] = 2.0;
    row["card_us_per_tile"] = 5.0;
    row["ratios"] = {{"card_over_float", 2.5}};
    const std::string table = card_ops_table({{"rows", json::array({row})}});
    EXPECT_THAT(table, testing::HasSubstr("layernorm 1x1x32x32 bfloat16"));
    EXPECT_THAT(table, testing::HasSubstr("2.50"));
}

}  // namespace
}  // namespace tilewright::cli
