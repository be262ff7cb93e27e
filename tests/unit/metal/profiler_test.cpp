// The profiler's data and log, from a time that is made by hand.
#include "metal/profiler.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace tilewright {
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

clock::ThreadTime thread(LogicalCore core, TwProcessor processor, uint64_t begin, uint64_t end) {
    clock::ThreadTime made;
    made.core = core;
    made.processor = processor;
    made.kernel = "k.cpp";
    made.begin = begin;
    made.end = end;
    return made;
}

// Two cores at 1 GHz; core (1,0) has no writer. MATH has a zone.
std::shared_ptr<const clock::Timing> by_hand(double ghz = 1.0) {
    auto timing = std::make_shared<clock::Timing>();
    timing->arch = "wormhole_b0";
    timing->clock_ghz = ghz;
    timing->cycles = 500;
    timing->threads = {thread({0, 0}, TW_BRISC, 10, 500), thread({0, 0}, TW_NCRISC, 0, 300),
                       thread({0, 0}, TW_MATH, 5, 450), thread({1, 0}, TW_NCRISC, 20, 400)};
    timing->zones = {{2, "WORK", 100, 200}};
    return timing;
}

const char* kKernel = "DEVICE KERNEL DURATION [ns]";

}  // namespace

TEST(Profiler, AnalysesGoFromFirstStartToLastEnd) {
    const auto data = metal::analyse({7, 1000, 64, by_hand()});
    const auto& results = data.program_analyses_results;
    EXPECT_EQ(results.at(kKernel).duration, 500u);
    EXPECT_EQ(results.at(kKernel).start_timestamp, 1000u);
    EXPECT_EQ(results.at(kKernel).end_timestamp, 1500u);
    EXPECT_EQ(results.at("DEVICE BRISC KERNEL DURATION [ns]").duration, 490u);
    EXPECT_EQ(results.at("DEVICE NCRISC KERNEL DURATION [ns]").duration, 400u);
    EXPECT_EQ(results.at("DEVICE TRISC1 KERNEL DURATION [ns]").duration, 445u);
    EXPECT_EQ(results.at("DEVICE KERNEL FIRST TO LAST START [ns]").duration, 20u);
    EXPECT_EQ(results.at("DEVICE FW DURATION [ns]"), results.at(kKernel));
    EXPECT_EQ(data.core_count, 2u);
    EXPECT_EQ(data.num_available_cores, 64u);
    EXPECT_EQ(data.program_execution_uid.runtime_id, 7u);
}

TEST(Profiler, AProcessorThatNobodyUsedHasNoTime) {
    const auto data = metal::analyse({1, 0, 64, by_hand()});
    const auto& pack = data.program_analyses_results.at("DEVICE TRISC2 KERNEL DURATION [ns]");
    EXPECT_EQ(pack, tt::tt_metal::experimental::ProgramSingleAnalysisResult{});
}

TEST(Profiler, CyclesBecomeNanosecondsByTheClock) {
    const auto data = metal::analyse({1, 0, 64, by_hand(1.35)});
    EXPECT_EQ(data.program_analyses_results.at(kKernel).duration, 370u);
}

TEST(Profiler, TheLogHasTheVendorsColumns) {
    std::ostringstream out;
    metal::write_log_head(out, "wormhole_b0", 1.0, 64);
    metal::write_log(out, {7, 1000, 64, by_hand()}, 0,
                     [](LogicalCore core) { return std::pair{core.x + 18, core.y + 18}; });
    const std::string text = out.str();
    EXPECT_THAT(text, HasSubstr("ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000, Max Compute Cores: 64\nPCIe slot, core_x"));
    std::vector<std::string> math;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.find("TRISC_1") == std::string::npos) continue;
        EXPECT_EQ(std::count(line.begin(), line.end(), ','), 14) << line;
        std::vector<std::string> cells;
        std::istringstream row(line);
        for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
        math.push_back(cells[5] + " " + cells[10] + " " + cells[11]);
    }
    EXPECT_THAT(math, ElementsAre("1005 TRISC-FW ZONE_START", "1005 TRISC-KERNEL ZONE_START", "1100 WORK ZONE_START",
                                  "1200 WORK ZONE_END", "1450 TRISC-KERNEL ZONE_END", "1450 TRISC-FW ZONE_END"));
}

TEST(Profiler, ReadingMakesLatestAndKeepsAll) {
    namespace experimental = tt::tt_metal::experimental;
    setenv("TT_METAL_PROFILER_DISABLE_DUMP_TO_FILES", "1", 1);
    const auto place = [](LogicalCore core) { return std::pair{core.x, core.y}; };
    metal::Profiler profiler;
    profiler.add(0, 64, by_hand());
    profiler.add(0, 64, by_hand());
    profiler.read(3, 64, place);
    EXPECT_EQ(experimental::GetLatestProgramsPerfData().at(3).size(), 2u);
    profiler.add(0, 64, by_hand());
    profiler.read(3, 64, place);
    const auto latest = experimental::GetLatestProgramsPerfData().at(3);
    ASSERT_EQ(latest.size(), 1u);
    EXPECT_EQ(latest.begin()->program_execution_uid.runtime_id, 3u);
    EXPECT_EQ(experimental::GetAllProgramsPerfData().at(3).size(), 3u);
    EXPECT_EQ(experimental::GetAllKernelDurationSummary().at(3).avg_ns, 500.0);
    profiler.read(3, 64, place);
    EXPECT_EQ(experimental::GetLatestProgramsPerfData().count(3), 0u);
    unsetenv("TT_METAL_PROFILER_DISABLE_DUMP_TO_FILES");
}

TEST(Profiler, BucketsHoldEveryDuration) {
    const auto summary = metal::summarise({10, 20, 30, 100}, 0, 0, 3);
    EXPECT_THAT(summary.histogram.bucket_counts, ElementsAre(3, 0, 1));
    EXPECT_EQ(summary.min_ns, 10u);
    EXPECT_EQ(metal::summarise({10, 20}, 15, 18, 1).histogram.overflow, 1u);
    EXPECT_EQ(metal::summarise({10, 20}, 15, 18, 1).histogram.underflow, 1u);
}

}  // namespace tilewright
