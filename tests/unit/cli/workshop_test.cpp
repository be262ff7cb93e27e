// plan, new and fuzz-specs as commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/paths.hpp"
#include "unit/cli/ran.hpp"

using namespace tilewright::cli;
using ::testing::HasSubstr;

TEST(WorkshopCommands, PlanPrintsAndProves) {
    const Ran ran = run({"plan", "made", "--expr", "x - mean(x)", "--shape", "40,100"});
    EXPECT_THAT(ran.out, HasSubstr("x       input [..., W] = [40, 100], bfloat16 or float32"));
    EXPECT_EQ(ran.status, 0) << ran.err;
    for (const char* part : {"Row program", "Phases", "Circular buffers", "L1 over time", "Why resident", "balanced"}) {
        EXPECT_THAT(ran.out, HasSubstr(part));
    }
}

TEST(WorkshopCommands, SizesOfProductsAreGivenInTheirOrder) {
    const std::vector<std::string> plan = {"plan", "made", "--expr", "softmax(q @ k^T) @ v", "--shape", "40,100"};
    const auto with = [&](const std::string& sizes) {
        std::vector<std::string> all = plan;
        all.insert(all.end(), {"--sizes", sizes});
        return run(all);
    };
    const Ran ran = with("70,33");
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("k       input [..., W, K] = [100, 70]"));
    EXPECT_THAT(ran.out, HasSubstr("result  [..., H, D] = [40, 33]"));
    const Ran one = with("70");
    EXPECT_EQ(one.status, 4);
    EXPECT_THAT(one.err, HasSubstr("--sizes: 1 given, but made has 2"));
    EXPECT_THAT(one.err, HasSubstr("give them in this order: K of q, D of v"));
    EXPECT_THAT(with("70,x").err, HasSubstr("\"x\" is no number"));
    EXPECT_THAT(run({"plan", "made", "--expr", "exp(x)", "--sizes", "1"}).err, HasSubstr("leave --sizes out"));
}

TEST(WorkshopCommands, PlanExplainsItsDecisions) {
    const Ran text = run({"plan", "made", "--expr", "x - mean(x)", "--shape", "64,1000", "--explain"});
    EXPECT_EQ(text.status, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("a second page for the last tile, which has 8 columns"));
    const auto json = nlohmann::json::parse(
        run({"plan", "made", "--expr", "x - mean(x)", "--shape", "64,1000", "--explain", "--json"}).out);
    std::set<std::string> rules, explained, planned;
    for (const auto& one : json["decisions"]) {
        rules.insert(one["rule"]);
        EXPECT_FALSE(one["why"].get<std::string>().empty()) << one;
        if (one["rule"] == "cb.pages") explained.insert(one["what"].get<std::string>().substr(0, 4));
    }
    for (const char* rule :
         {"plan.kind", "plan.block", "plan.passes", "cb.index", "cb.pages", "cb.format", "cb.kept"}) {
        EXPECT_EQ(rules.count(rule), 1u) << rule;
    }
    EXPECT_EQ(explained.size(), json["cbs"].size());
}

TEST(WorkshopCommands, DiffTellsTwoPlansApart) {
    const std::string op = "centralize_w_rm";
    const Ran same = run({"diff", op, op, "--shape", "64,1024"});
    EXPECT_EQ(same.status, 0) << same.err;
    EXPECT_THAT(same.out, HasSubstr("no difference"));
    const auto json =
        nlohmann::json::parse(run({"diff", op, op + "@streaming,block=4", "--shape", "64,1024", "--json"}).out);
    std::map<std::string, std::pair<std::string, std::string>> found;
    for (const auto& one : json["differences"]) found[one["what"]] = {one["first"], one["second"]};
    EXPECT_EQ(found["kind"].second, "streaming");
    EXPECT_EQ(found["tiles of a block"].second, "4");
    EXPECT_EQ(found.count("c_1"), 1u);
    EXPECT_GT(json["second_ns"].get<double>(), json["first_ns"].get<double>());  // it reads its input twice
    EXPECT_EQ(run({"diff", op, op + "@sideways"}).status, 4);
}

TEST(WorkshopCommands, ExportRefusesOlderTrees) {
    const Ran ran = run({"export", "centralize_w_rm", "--era", "2026-01"});
    EXPECT_EQ(ran.status, 4);
    EXPECT_THAT(ran.err, HasSubstr("error[TW4135]"));
    EXPECT_EQ(run({"export", "no_such_op"}).status, 4);
}

TEST(WorkshopCommands, PlanRefusesFaultyFormulas) {
    const Ran ran = run({"plan", "made", "--expr", "x - maen(x)"});
    EXPECT_EQ(ran.status, 4);
    EXPECT_THAT(ran.err, HasSubstr("did you mean \"mean\"?"));
    EXPECT_EQ(run({"plan", "no_such_file.toml"}).status, 4);
    EXPECT_THAT(run({"plan", "no_such_file.toml"}).err, HasSubstr("error[TW4100]"));
    EXPECT_EQ(run({"plan", "made", "--expr", "exp(x)", "--shape", "32,none"}).status, 4);
    EXPECT_THAT(run({"plan", "made", "--expr", "exp(x)", "--shape", "32,none"}).err, HasSubstr("error[TW4003]"));
}

TEST(WorkshopCommands, NewWritesAFolderOnce) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("tilewright_new_" + std::to_string(::getpid()));
    const std::vector<std::string> command = {"new",    "made",  "--expr",        "exp(x) * gamma",
                                              "--json", "--out", folder.string(), "--skip-proof"};
    const auto first = nlohmann::json::parse(run(command).out);
    EXPECT_GE(first["written"].size(), 25u);
    EXPECT_TRUE(std::filesystem::exists(folder / "made_entry.cpp"));
    EXPECT_TRUE(nlohmann::json::parse(run(command).out)["written"].empty());
    std::filesystem::remove_all(folder);
}

TEST(WorkshopCommands, NewWritesATestThatCompiles) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("tilewright_new_test_" + std::to_string(::getpid()));
    ASSERT_EQ(run({"new", "made", "--expr", "x - max(x)", "--out", folder.string(), "--skip-proof"}).status, 0);
    const std::string tree = TILEWRIGHT_SOURCE_DIR;
    std::string command = "c++ -std=gnu++20 -Wall -Wextra -Werror -fsyntax-only";
    for (const char* root : {"/src", "/src/metal/include", "/src/ttnn/include", "/kernel_api", ""})
        command += " -I'" + tree + root + "'";
    EXPECT_EQ(std::system((command + " '" + (folder / "tests/made_stage_test.cpp").string() + "'").c_str()), 0);
    std::filesystem::remove_all(folder);
}

TEST(WorkshopCommands, NewSaysWhatItUnderstood) {
    const auto folder = std::filesystem::temp_directory_path() / ("signature_" + std::to_string(getpid()));
    const Ran ran = run({"new", "made", "--expr", "x * rsqrt(mean(square(x)) + eps) * gamma + shift", "--optional",
                         "gamma", "--column", "shift", "--out", folder.string(), "--skip-proof"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("made(x, shift, gamma=None, eps=1e-05)\n"));
    EXPECT_THAT(ran.out, HasSubstr("  x       input [..., W], bfloat16 or float32\n"));
    EXPECT_THAT(ran.out, HasSubstr("  shift   input [..., 1], bfloat16 or float32\n"));
    EXPECT_THAT(ran.out, HasSubstr("  gamma   input [W], bfloat16 or float32, optional\n"));
    EXPECT_THAT(ran.out, HasSubstr("  eps     float parameter > 0\n"));
    EXPECT_THAT(ran.out, HasSubstr("  result  [..., W]"));
    std::filesystem::remove_all(folder);
}

TEST(WorkshopCommands, WhatCannotBeMeantIsRefused) {
    struct Case {
        std::vector<std::string> arguments;
        const char *code, *said;
    };
    const std::vector<Case> cases = {
        {{"x * gamm"}, "TW4112", "did you mean \"gamma\"? If not: --input gamm"},
        {{"x + epsi"}, "TW4112", "did you mean \"eps\"?"},
        {{"scale * x + scal"}, "TW4112", "one letter away from \"scale\""},
        {{"x * nan"}, "TW4112", "NaN is no number"},
        {{"max(x, -inf)"}, "TW4112", "infinity is no number"},
        {{"x * rsqt(mean(x))"}, "TW4112", "did you mean \"rsqrt\"?"},
        {{"x * alpha", "--row", "gamma"}, "TW4116", "--row names \"gamma\", which the formula does not use"},
        {{"x * alpha", "--param", "beta=2"}, "TW4116", "--param names \"beta\""},
        {{"x * alpha", "--optional", "aplha"}, "TW4116", "did you mean \"alpha\"?"},
        {{"x * alpha", "--column", "c"}, "TW4116", "--column names \"c\""},
        {{"x * alpha", "--param", "alpha=abc"}, "TW4119", "\"abc\" is no number"},
        {{"x * alpha", "--param", "alpha=inf"}, "TW4119", "\"inf\" is no number"},
        {{"x * alpha", "--param", "alpha", "--row", "alpha"}, "TW4118", "both name \"alpha\""},
        {{"x + eps", "--optional", "eps"}, "TW4120", "is a parameter and has a default"},
    };
    for (const Case& one : cases) {
        std::vector<std::string> command = {"plan", "made", "--expr"};
        command.insert(command.end(), one.arguments.begin(), one.arguments.end());
        const Ran ran = run(command);
        EXPECT_EQ(ran.status, 4) << one.arguments[0];
        EXPECT_THAT(ran.err, HasSubstr(std::string("error[") + one.code + "]")) << one.arguments[0];
        EXPECT_THAT(ran.err, HasSubstr(one.said)) << one.arguments[0];
    }
    // What is declared is meant, and names that differ in a digit are two names.
    EXPECT_EQ(run({"plan", "made", "--expr", "x * gamm", "--input", "gamm"}).status, 0);
    EXPECT_EQ(run({"plan", "made", "--expr", "scale1 * x + scale2"}).status, 0);
    EXPECT_EQ(run({"plan", "made", "--expr", "x - mean(x, dim=-1, keepdim=True)"}).status, 0);
    EXPECT_EQ(run({"plan", "made.toml", "--row", "gamma"}).status, 4);
}

TEST(WorkshopCommands, NewSaysWhatCannotBeWritten) {
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / ("tilewright_no_folder_" + std::to_string(::getpid()));
    std::ofstream(file) << "in the way";
    const Ran ran = run({"new", "made", "--expr", "exp(x)", "--out", file.string(), "--skip-proof"});
    EXPECT_EQ(ran.status, 3);
    EXPECT_THAT(ran.err, HasSubstr("error[TW4100]"));
    std::filesystem::remove(file);
}

TEST(WorkshopCommands, FuzzedProgramIsRight) {
    const Ran ran = run({"fuzz-specs", "--count", "1", "--seed", "1", "--json"});
    EXPECT_EQ(ran.status, 0) << ran.out;
    EXPECT_EQ(nlohmann::json::parse(ran.out)["verdicts"]["right"], 1);
}
