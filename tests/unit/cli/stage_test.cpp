// tilewright stage and analyse: what they print, where they write, how they end.
#if TILEWRIGHT_HAVE_OPS
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "ops/common/seed_ops.hpp"
#include "report/op_pictures.hpp"
#include "tilewright/device.hpp"
#include "unit/cli/ran.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string out_folder(const char* name) {
    const auto folder = std::filesystem::temp_directory_path() / "tilewright_cli_stage" / name;
    std::filesystem::remove_all(folder);
    return folder.string();
}

TEST(Stage, HostStagesAsJson) {
    const std::string out = out_folder("json");
    const Ran ran = run({"stage", "variance_w_rm", "layernorm_fused_rm", "--to", "5", "--out", out, "--json"});
    ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
    const nlohmann::json json = nlohmann::json::parse(ran.out);
    EXPECT_EQ(json.at("passed"), true);
    ASSERT_EQ(json.at("stages").size(), 10u);
    EXPECT_EQ(json["stages"][0]["op"], "variance_w_rm");
    EXPECT_EQ(json["stages"][9]["stage"], 5);
    EXPECT_EQ(json["stages"][9]["classification"], "pass");
    EXPECT_GT(json["stages"][1]["checks"].get<int>(), 15);
    for (const nlohmann::json& report : json.at("reports"))
        EXPECT_TRUE(std::filesystem::exists(report.at("html").get<std::string>()));
}

TEST(Stage, EndsWithTheTableAndThePlaceOfTheReport) {
    const std::string out = out_folder("text");
    const Ran ran = run({"stage", "centralize_w_rm", "--from", "5", "--to", "5", "--out", out});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("centralize_w_rm stage 5 (program factory): passed"));
    EXPECT_THAT(ran.out, HasSubstr("centralize_w_rm  -  -  -  -  ok  -  -"));
    EXPECT_THAT(ran.out, HasSubstr("centralize_w_rm/report.html"));
}

TEST(Stage, KernelsThatRunAreDrawn) {
    const std::string out = out_folder("pictures");
    const Ran ran = run({"stage", "variance_w_rm", "--from", "6", "--to", "6", "--out", out});
    EXPECT_THAT(ran.out, HasSubstr("several tile-rows per core"));
    ASSERT_EQ(ran.status, 0) << ran.err;
    std::ifstream in(out + "/variance_w_rm/report.html");
    const std::string page{std::istreambuf_iterator<char>(in), {}};
    for (const char* part : {"id=\"timeline-first\"", "id=\"timeline-slowest\"", "tile-rows 1 to 2 of 4 on core (",
                             "64 of 64 cores", "id=\"l1\"", "id=\"roofline\"", "id=\"l1-measured\""})
        EXPECT_THAT(page, HasSubstr(part));
    EXPECT_THAT(page, Not(HasSubstr("No pictures: ")));
}

TEST(Stage, AMachineWithoutTimingFiguresHasNoPictures) {
    ::setenv("TILEWRIGHT_MACHINES", TILEWRIGHT_TEST_DIR "/data/machines", 1);
    DeviceOptions options;
    options.arch = "pebble";
    const auto device = open_device(options);
    ::unsetenv("TILEWRIGHT_MACHINES");
    report::OpReport report;
    report::add_pictures(report, ops::seed_op("variance_w_rm"), *device);
    EXPECT_FALSE(report.pictures.has_value());
    EXPECT_THAT(report.no_pictures, HasSubstr("pebble has no [timing] figures"));
    EXPECT_THAT(report::html_report(report), HasSubstr("<p>No pictures: "));
}

TEST(Stage, RefusesWhatIsNotThere) {
    EXPECT_EQ(run({"stage", "centralize_w_rn", "--out", out_folder("none")}).status, 4);
    EXPECT_THAT(run({"stage", "centralize_w_rn"}).err, HasSubstr("did you mean"));
    EXPECT_EQ(run({"stage", "centralize_w_rm", "--from", "8"}).status, 4);
    EXPECT_EQ(run({"stage", "centralize_w_rm", "--from", "5", "--to", "3", "--out", out_folder("order")}).status, 4);
    // A folder that is no op folder: stage 1 is red, as a set-up error.
    const std::string folder = out_folder("empty");
    std::filesystem::create_directories(folder);
    const Ran ran = run({"stage", folder, "--out", out_folder("red"), "--json"});
    EXPECT_EQ(ran.status, 3);
    const nlohmann::json json = nlohmann::json::parse(ran.out);
    EXPECT_EQ(json["stages"][0]["classification"], "setup_error");
    EXPECT_THAT(json["stages"][0]["failures"][0]["summary"].get<std::string>(), HasSubstr("no <op>_entry.cpp"));
}

TEST(Analyse, WritesTheDocument) {
    const std::string out = out_folder("analysis");
    const Ran ran = run({"analyse", "variance_w_rm", "--shape", "2,33,65", "--out", out, "--json"});
    ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
    const nlohmann::json json = nlohmann::json::parse(ran.out);
    EXPECT_EQ(json.at("work_unit").at("tile_rows"), 3);
    EXPECT_EQ(json.at("cores").at("used"), 3);
    EXPECT_EQ(json.at("kernels").size(), 3u);
    EXPECT_TRUE(std::filesystem::exists(json.at("document").get<std::string>()));
    EXPECT_EQ(run({"analyse", "variance_w_rm", "--out", "/proc/none"}).status, 3);
}

}  // namespace
}  // namespace tilewright::cli
#endif
