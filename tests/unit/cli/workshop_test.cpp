// plan, new and fuzz-specs as commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "unit/cli/ran.hpp"

using namespace tilewright::cli;
using ::testing::HasSubstr;

TEST(WorkshopCommands, PlanPrintsAndProves) {
    const Ran ran = run({"plan", "made", "--expr", "x - mean(x)", "--shape", "40,100"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    for (const char* part : {"Row program", "Phases", "Circular buffers", "L1 over time", "Why resident", "balanced"}) {
        EXPECT_THAT(ran.out, HasSubstr(part));
    }
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
