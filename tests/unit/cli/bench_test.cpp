// `tilewright bench`: what it makes of measurements, and one op as a command, shipped or from a folder. No time is
// judged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/bench/bench_card.hpp"
#include "unit/cli/ran.hpp"

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

// A row of measurements of one op at one shape.
void expect_row(const json& measured, const char* op, const char* dtype) {
    ASSERT_EQ(measured["ops"]["rows"].size(), 1u) << measured.dump(2);
    const json& row = measured["ops"]["rows"][0];
    EXPECT_EQ(row["op"], op);
    EXPECT_EQ(row["shape"], json({1, 1, 32, 32}));
    EXPECT_EQ(row["dtype"], dtype);
    for (const char* contender : {"fast_1", "fast_2", "strict_1", "card_1", "memcpy"}) {
        EXPECT_GT(row["seconds"][contender]["median"].get<double>(), 0) << contender;
    }
    for (const char* ratio : {"two_threads", "strict_over_fast", "card_over_float", "over_memcpy"}) {
        EXPECT_GT(row["ratios"][ratio].get<double>(), 0) << ratio;
    }
    const bool torch = measured["ops"]["peer"].get<std::string>().starts_with("torch");
    EXPECT_EQ(row["ratios"].contains("speed_against_peer"), torch) << row.dump(2);
    EXPECT_FALSE(measured.contains("medians") || measured.contains("growth"));
}

TEST(BenchCommand, MeasuresAShippedOp) {
    const Ran ran = run({"bench", "--op", "variance_w_rm", "--filter", "1x1x32x32 bfloat16", "--quick", "--json"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    expect_row(ran.json(), "variance_w_rm", "bfloat16");
}

TEST(BenchCommand, MeasuresAnOpFolder) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("tilewright_bench_" + std::to_string(::getpid()));
    ASSERT_EQ(run({"new", "measured", "--expr", "x * gamma", "--out", folder.string(), "--skip-proof"}).status, 0);
    const Ran ran = run({"bench", "--op", folder.string(), "--filter", "1x1x32x32 float32", "--quick", "--json"});
    std::filesystem::remove_all(folder);
    ASSERT_EQ(ran.status, 0) << ran.err;
    expect_row(ran.json(), "measured", "float32");
}

TEST(BenchCommand, MeasuresStrictModeBesideFastMode) {
    const Ran ran = run({"bench", "--part", "strict", "--op", "variance_w_rm", "--filter",
                         "1x1x1024x1024 bfloat16 sfpu", "--quick", "--json"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    const json rows = ran.json()["strict"];
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0]["case"], "variance_w_rm 1x1x1024x1024 bfloat16 sfpu");
    for (const char* numerics : {"float", "card"}) {
        EXPECT_GT(rows[0][numerics]["fast"].get<double>(), 0);
        EXPECT_GT(rows[0][numerics]["ratio"].get<double>(), 1) << "checks cost something";
    }
}

TEST(BenchCommand, SaysWhatItCannotMeasure) {
    const auto refused = [](std::vector<std::string> arguments, const char* code, const char* part) {
        arguments.insert(arguments.begin(), "bench");
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.status, 4) << ran.out;
        EXPECT_THAT(ran.err, testing::AllOf(testing::HasSubstr(code), testing::HasSubstr(part)));
    };
    refused({"--op", "varance_w_rm"}, "TW4002", "did you mean \"variance_w_rm\"?");
    refused({"--op", "/no/such/folder"}, "TW3300", "there is no such folder");
    refused({"--op", std::filesystem::temp_directory_path().string()}, "TW3300", "it has no <op>_entry.cpp");
    refused({"--op", "variance_w_rm", "--part", "growth"}, "TW4000", "--part growth");
    refused({"variance_w_rm", "--part", "growth"}, "TW4000", "--part growth");
    refused({"--against", "torch:torch.var(x)"}, "TW4000", "--against");
    refused({"--part", "ops", "--shape", "1,1,32,32"}, "TW4000", "--shape");
    refused({"--op", "variance_w_rm", "--filter", "7x7"}, "TW4002", "\"7x7\"");
    refused({"--part", "strict", "--filter", "no_such_op"}, "TW4002", "\"no_such_op\"");
    refused({"--part", "ops", "--filter", "no_such_op"}, "TW4002", "\"no_such_op\"");
}

}  // namespace
}  // namespace tilewright::cli
