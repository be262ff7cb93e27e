// tilewright time: what it prints, the keys of its JSON, the trace it leaves.
#if TILEWRIGHT_HAVE_OPS
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "unit/cli/ran.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kTime = {"time", "variance_w_rm", "--shape", "1,1,64,128", "--cores", "2x1"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

TEST(Time, SaysHowLongAndWhy) {
    const Ran ran = run(kTime);
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(" us on wormhole_b0 ("));
    for (const char* said :
         {"slowest", "median", "NCRISC", "UNPACK", "MATH", "PACK", "BRISC", "busy", "-bound: ", "at best", "what if: "})
        EXPECT_THAT(ran.out, HasSubstr(said));
}

TEST(Time, AsJson) {
    const Ran ran = run(with(kTime, {"--json"}));
    ASSERT_EQ(ran.status, 0) << ran.err;
    const nlohmann::json json = nlohmann::json::parse(ran.out);
    for (const char* key :
         {"program", "arch", "cycles", "ns", "uncertainty", "slowest_core", "median_core_ns", "threads", "bottleneck",
          "roofline", "what_if", "guessed_order", "seconds_build", "seconds_record"})
        EXPECT_TRUE(json.contains(key)) << key;
    EXPECT_GT(json["cycles"].get<uint64_t>(), 1000u);
    EXPECT_EQ(json["threads"].size(), 5u);
    EXPECT_FALSE(json.contains("trace"));
}

TEST(Time, LeavesATrace) {
    const std::string file = testing::TempDir() + "/tilewright_time_test.pftrace";
    const Ran ran = run(with(kTime, {"--trace", file, "--trace-cores", "0,0", "--json"}));
    ASSERT_EQ(ran.status, 0) << ran.err;
    const nlohmann::json json = nlohmann::json::parse(ran.out);
    EXPECT_GT(json["trace"]["slices"].get<uint64_t>(), 100u);
    EXPECT_EQ(json["trace"]["left_out"].get<uint64_t>(), 0u);
    EXPECT_GT(std::filesystem::file_size(file), 1000u);
    std::remove(file.c_str());
    const Ran traced = run({"run", "variance_w_rm", "--shape", "32,64", "--trace", file});
    EXPECT_EQ(traced.status, 0) << traced.err;
    EXPECT_GT(std::filesystem::file_size(file), 1000u);
    std::remove(file.c_str());
}

TEST(Time, LeavesAPageWithPictures) {
    const std::string file = testing::TempDir() + "/tilewright_time_test.html";
    const Ran ran = run(with(kTime, {"--html", file}));
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("  pictures: " + file));
    std::ifstream in(file);
    const std::string page{std::istreambuf_iterator<char>(in), {}};
    for (const char* part : {"variance_w_rm 1x1x64x128", "-bound: ", "id=\"timeline-first\"", "id=\"cores\"",
                             "id=\"l1\"", "id=\"roofline\"", "1 of 1 on core (", "2 of 64 cores"})
        EXPECT_THAT(page, HasSubstr(part));
    EXPECT_THAT(page, Not(HasSubstr("timeline-slowest"))) << "one tile-row is shown whole";
    std::remove(file.c_str());
    const Ran refused = run(with(kTime, {"--html", "/proc/no/such/page.html"}));
    EXPECT_EQ(refused.status, 3);
    EXPECT_THAT(refused.err, HasSubstr("TW3310"));
    EXPECT_EQ(nlohmann::json::parse(run(with(kTime, {"--html", file, "--json"})).out).at("html"), file);
    std::remove(file.c_str());
}

TEST(Time, APartOfATraceThatMakesNoSenseIsRefused) {
    const Ran ran = run(with(kTime, {"--trace", "x.pftrace", "--trace-window", "20:10"}));
    EXPECT_EQ(ran.status, 4);
    EXPECT_THAT(ran.err, HasSubstr("TW3904"));
    EXPECT_FALSE(std::filesystem::exists("x.pftrace"));
    EXPECT_EQ(run(with(kTime, {"--trace-cores", "0,0"})).status, 4);  // without --trace
}

}  // namespace
}  // namespace tilewright::cli
#endif
