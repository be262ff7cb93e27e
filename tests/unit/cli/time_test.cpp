// tilewright time: what it prints, the keys of its JSON, the trace it leaves.
#if TILEWRIGHT_HAVE_OPS
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

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
    for (const char* said : {"give or take", "slowest", "median", "NCRISC", "UNPACK", "MATH", "PACK", "BRISC", "busy",
                             "-bound: ", "at best", "what if: ", "depends on: on blackhole: "})
        EXPECT_THAT(ran.out, HasSubstr(said));
}

TEST(Time, AsksOnlyWhatIsAskedFor) {
    const auto families = [](const std::vector<std::string>& more) {
        const Ran ran = run(with({"time", "variance_w_rm", "--shape", "1,1,64,128", "--cores", "1x1", "--json"}, more));
        EXPECT_EQ(ran.status, 0) << ran.err;
        std::set<std::string> all;
        const nlohmann::json json = ran.json();
        for (const auto& what_if : json["what_if"]) all.insert(what_if["family"].get<std::string>());
        return all;
    };
    EXPECT_THAT(families({"--what-if", "cores"}), testing::ElementsAre("cores"));
    EXPECT_THAT(families({"--what-if", "plan"}), testing::ElementsAre("plan"));
    EXPECT_THAT(families({"--what-if", "arch,cores"}), testing::ElementsAre("arch", "cores"));
    EXPECT_THAT(families({"--no-what-if"}), testing::IsEmpty());
    const Ran ran = run(with(kTime, {"--what-if", "dept"}));
    EXPECT_EQ(ran.status, 4);
    EXPECT_THAT(ran.err, HasSubstr("error[TW4000]: --what-if: there is no question \"dept\""));
    EXPECT_THAT(
        ran.err,
        HasSubstr(
            "depth, barriers, transfers, banks, noc, placement, machine, fidelity, fp32, math, plan, cores, arch"));
    EXPECT_EQ(run(with(kTime, {"--what-if", "depth", "--no-what-if"})).status, 4);
}

TEST(Time, OptionsOfTheCall) {
    const auto ns = [](const std::vector<std::string>& more) {
        const Ran ran = run(with(with(kTime, {"--json", "--no-what-if"}), more));
        EXPECT_EQ(ran.status, 0) << ran.err;
        return ran.json()["ns"].get<double>();
    };
    EXPECT_LT(ns({"--arch", "blackhole"}), ns({}));
    EXPECT_EQ(ns({"--fidelity", "HiFi4"}), ns({}));
    EXPECT_NE(ns({"--math", "fpu"}), ns({}));
    EXPECT_EQ(run(with(kTime, {"--fidelity", "HiFi5"})).status, 4);
}

TEST(Time, OfEachCore) {
    const Ran ran = run(with(kTime, {"--no-what-if", "--per-core"}));
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("      x=0      x=1\n  y=0   "));
}

TEST(Time, ComparesTwoSubjects) {
    const Ran ran =
        run({"time", "--compare", "variance_w_rm", "centralize_w_rm", "--shape", "1,1,64,64", "--no-what-if"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    for (const char* said : {"variance_w_rm", "centralize_w_rm", "time ", "MATH busy", "BRISC writer waiting",
                             "at best", "bytes of DRAM", "times as fast", "what differs most: ", "-bound: "})
        EXPECT_THAT(ran.out, HasSubstr(said));
}

TEST(Time, ComparesOneOpUnderTwoSetsOfOptions) {
    const Ran ran = run(with(kTime, {"--compare-with", "--math fpu", "--no-what-if", "--json"}));
    ASSERT_EQ(ran.status, 0) << ran.err;
    const nlohmann::json json = ran.json();
    ASSERT_EQ(json["sides"].size(), 2u);
    EXPECT_EQ(json["sides"][1]["title"], "--math fpu");
    const auto alone = [](const std::vector<std::string>& more) {
        return run(with(with(kTime, {"--no-what-if", "--json"}), more)).json()["cycles"];
    };
    EXPECT_EQ(json["sides"][0]["cycles"], alone({}));
    EXPECT_EQ(json["sides"][1]["cycles"], alone({"--math", "fpu"}));
    EXPECT_FALSE(json["differences"].empty());
    // Both forms are the same thing.
    const Ran other = run({"time", "--compare", "variance_w_rm", "variance_w_rm --math fpu", "--shape", "1,1,64,128",
                           "--cores", "2x1", "--no-what-if", "--json"});
    ASSERT_EQ(other.status, 0) << other.err;
    EXPECT_EQ(other.json()["ratio"], json["ratio"]);
}

TEST(Time, RefusesWhatMakesNoSense) {
    const auto refusal = [](const std::vector<std::string>& arguments) {
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.status, 4);
        return ran.err;
    };
    EXPECT_THAT(refusal({"time"}), HasSubstr("name is required"));
    EXPECT_THAT(refusal({"time", "--compare", "variance_w_rm"}), HasSubstr("TW4000"));
    EXPECT_THAT(refusal({"time", "x", "--compare", "a", "b"}), HasSubstr("two subjects and \"x\" besides"));
    EXPECT_THAT(refusal({"time", "--compare", "variance_w_rm", "variance_w_rm --maths fpu"}),
                HasSubstr("--compare: \"variance_w_rm --maths fpu\""));
    EXPECT_THAT(refusal(with(kTime, {"--compare-with", "--math fpu", "--trace", "x"})), HasSubstr("--trace"));
    EXPECT_THAT(refusal(with(kTime, {"--program", "2"})), HasSubstr("only scripts"));
    EXPECT_THAT(refusal(with(kTime, {"--nonsense"})), HasSubstr("was not expected: --nonsense"));
}

TEST(Time, OfARun) {
    const Ran ran = run({"run", "variance_w_rm", "--shape", "64,128", "--timed"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(" us on wormhole_b0 ("));
    const Ran json = run({"run", "variance_w_rm", "--shape", "64,128", "--timed", "--json"});
    EXPECT_GT(json.json()["card_ns"].get<double>(), 1000);
    EXPECT_FALSE(run({"run", "variance_w_rm", "--shape", "64,128", "--json"}).json().contains("card_ns"));
}

TEST(Time, AsJson) {
    const Ran ran = run(with(kTime, {"--json"}));
    ASSERT_EQ(ran.status, 0) << ran.err;
    const nlohmann::json json = nlohmann::json::parse(ran.out);
    for (const char* key :
         {"program", "arch", "cycles", "ns", "uncertainty", "slowest_core", "median_core_ns", "threads", "bottleneck",
          "roofline", "what_if", "guessed_order", "seconds_build", "seconds_record", "cores", "rests_on"})
        EXPECT_TRUE(json.contains(key)) << key;
    EXPECT_GT(json["cycles"].get<uint64_t>(), 1000u);
    EXPECT_EQ(json["threads"].size(), 5u);
    EXPECT_EQ(json["cores"].size(), 2u);
    EXPECT_GT(json["uncertainty"].get<double>(), 0.02);
    EXPECT_LT(json["uncertainty"].get<double>(), 0.5);
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
