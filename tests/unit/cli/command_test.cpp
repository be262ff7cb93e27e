// The command as a function: arguments in; text, JSON and exit status out.
#include "cli/schedule.hpp"
#include "unit/cli/ran.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace tilewright::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Command, HelpListsEverySubcommand) {
    const Ran ran = run({"--help"});
    EXPECT_EQ(ran.status, 0);
    for (const Subcommand& command : command_list()) EXPECT_THAT(ran.out, HasSubstr(command.name));
}

TEST(Command, WithoutArgumentsHelps) {
    const Ran ran = run({});
    EXPECT_EQ(ran.status, 0);
    EXPECT_THAT(ran.out, HasSubstr("card"));
}

TEST(Command, NamesAreUniqueAndEachHasJson) {
    std::set<std::string> names;
    for (const Subcommand& command : command_list()) {
        EXPECT_TRUE(names.insert(command.name).second) << command.name;
        const Ran ran = run({command.name, "--help"});
        EXPECT_EQ(ran.status, 0);
        EXPECT_THAT(ran.out, HasSubstr("--json")) << command.name;
    }
}

TEST(Command, UnknownSubcommandNamesTheNearest) {
    const Ran ran = run({"crad"});
    EXPECT_EQ(ran.status, 4);
    EXPECT_THAT(ran.err, HasSubstr("TW4001"));
    EXPECT_THAT(ran.err, HasSubstr("\"card\""));
    EXPECT_EQ(ran.out, "");
}

TEST(Command, UnknownSubcommandFarFromAllListsThem) {
    const Ran ran = run({"qqqqqqqq"});
    EXPECT_EQ(ran.status, 4);
    EXPECT_THAT(ran.err, HasSubstr("the subcommands are: "));
}

TEST(Command, ErrorsAreJsonWhenAskedFor) {
    const Ran ran = run({"crad", "--json"});
    EXPECT_EQ(ran.status, 4);
    EXPECT_EQ(ran.json()["error"]["code"], "TW4001");
    EXPECT_EQ(ran.json()["exit_status"], 4);
    EXPECT_EQ(ran.err, "");
}

TEST(Command, UnknownOptionIsUsage) {
    const Ran ran = run({"card", "--arhc", "blackhole"});
    EXPECT_EQ(ran.status, 4);
    EXPECT_THAT(ran.err, HasSubstr("TW4000"));
    EXPECT_THAT(ran.err, HasSubstr("tilewright card --help"));
}

TEST(Command, Version) {
    EXPECT_THAT(run({"--version"}).out, StartsWith("tilewright " TILEWRIGHT_TEST_VERSION "\n"));
    const nlohmann::json json = run({"--version", "--json"}).json();
    EXPECT_EQ(json["version"], TILEWRIGHT_TEST_VERSION);
    EXPECT_TRUE(json.contains("compiler"));
    EXPECT_TRUE(json.contains("kernel_compiler"));
}

TEST(Card, ShowsFiguresWithSources) {
    const Ran ran = run({"card"});
    EXPECT_EQ(ran.status, 0);
    EXPECT_THAT(ran.out, HasSubstr("wormhole_b0 (n150): 8 x 8 = 64 workers, 12 DRAM banks"));
    EXPECT_THAT(ran.out, HasSubstr("1,499,136 B (1464 KiB)"));
    EXPECT_THAT(ran.out, HasSubstr("MEM_L1_SIZE"));
    EXPECT_THAT(ran.out, HasSubstr("1,073,741,824"));
}

TEST(Card, BlackholeColumnsHaveAGap) {
    const nlohmann::json json = run({"card", "--arch", "p150", "--json"}).json();
    EXPECT_EQ(json["workers"], 130);
    EXPECT_EQ(json["figures"]["grid.worker_columns"]["value"][6], 7);
    EXPECT_EQ(json["figures"]["grid.worker_columns"]["value"][7], 10);
    EXPECT_EQ(json["dram_banks"]["value"].size(), 8u);
    for (const auto& figure : json["figures"]) EXPECT_NE(figure["source"], "");
    EXPECT_THAT(run({"card", "--arch", "p150"}).out, HasSubstr("1..7, 10..15"));
}

TEST(Card, UnknownArchitecture) {
    const Ran ran = run({"card", "--arch", "grayskull"});
    EXPECT_EQ(ran.status, 4);
    EXPECT_THAT(ran.err, HasSubstr("TW3901"));
    EXPECT_THAT(ran.err, HasSubstr("wormhole_b0"));
}

TEST(Explain, PrintsAPage) {
    const Ran ran = run({"explain", "tw1000"});
    EXPECT_EQ(ran.status, 0);
    EXPECT_THAT(ran.out, StartsWith("# TW1000: the program hangs\n"));
    EXPECT_EQ(run({"explain", "1000"}).out, ran.out);
    EXPECT_EQ(run({"explain", "TW1000", "--json"}).json()["title"], "the program hangs");
}

TEST(Explain, ListsAll) {
    const nlohmann::json json = run({"explain", "--json"}).json();
    EXPECT_GT(json.size(), 20u);
    for (const auto& entry : json) EXPECT_NE(entry["title"], "") << entry["code"];
    EXPECT_THAT(run({"explain"}).out, HasSubstr("TW9000"));
}

TEST(Explain, UnknownCode) {
    const Ran ran = run({"explain", "TW9876"});
    EXPECT_EQ(ran.status, 4);
    EXPECT_THAT(ran.err, HasSubstr("TW4002"));
}

TEST(Examples, ListAndUnknownName) {
    const nlohmann::json json = run({"examples", "--list", "--json"}).json();
    EXPECT_GT(json.size(), 3u);
    const std::string first = json[0]["name"];
    const Ran ran = run({"examples", first + "x"});
    EXPECT_EQ(ran.status, 4);
    EXPECT_THAT(ran.err, HasSubstr("did you mean \"" + first + "\"?"));
    EXPECT_EQ(run({"examples", "--strict", "--fast"}).status, 4);
    EXPECT_EQ(run({"examples", "--arch", "grayskull", first}).status, 4);
}

TEST(Examples, RunsOne) {
    const Ran ran = run({"examples", "add_integers", "--json"});
    EXPECT_EQ(ran.status, 0) << ran.out;
    EXPECT_EQ(ran.json()["passed"], 1);
    EXPECT_EQ(ran.json()["examples"][0]["result"], "passed");
}

TEST(Run, EveryScheduleGivesTheSameBits) {
    const auto result = run({"run", "centralize_w_rm", "--shape", "1,1,33,65", "--schedules", "5", "--json"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(nlohmann::json::parse(result.out)["schedules"], 5);
}

TEST(Run, AFailureSaysWhatRepeatsIt) {
    ::setenv("TILEWRIGHT_MODE", "strict", 1);
    EXPECT_EQ(repeat_command({"run", "op", "--expr", "a b"}), "TILEWRIGHT_MODE=strict tilewright run op --expr 'a b'");
    EXPECT_EQ(repeat_command({"run", "it's"}), "TILEWRIGHT_MODE=strict tilewright run 'it'\\''s'");
    ::unsetenv("TILEWRIGHT_MODE");
}

TEST(Env, SaysWhatWasFound) {
    const Ran ran = run({"env", "--json"});
    const nlohmann::json json = ran.json();
    EXPECT_EQ(ran.status, 0) << ran.out;
    EXPECT_GE(json["processors"], 1);
    EXPECT_THAT(json["data"].get<std::string>(), HasSubstr("data"));
    EXPECT_THAT(run({"env"}).out, HasSubstr("kernel compiler"));
}

TEST(Cache, SaysWhereAndHowMuch) {
    const nlohmann::json json = run({"cache", "--json"}).json();
    EXPECT_TRUE(json.contains("folder"));
    EXPECT_TRUE(json.contains("kernels"));
    EXPECT_TRUE(json.contains("bytes"));
}

}  // namespace
}  // namespace tilewright::cli
