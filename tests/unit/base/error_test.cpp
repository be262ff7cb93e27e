// Errors and findings: what an error of our own carries, and text and JSON of one finding.
#include "base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/core_coord.hpp"

namespace tilewright {
namespace {

using ::testing::HasSubstr;

TEST(Errors, OurOwnFaultSaysSo) {
    const InternalError error("the table has no row 7");
    EXPECT_EQ(error.code(), "TW9000");
    EXPECT_EQ(error.exit_status(), Exit::Bug);
    EXPECT_THAT(error.what(), HasSubstr("internal error: the table has no row 7"));
    EXPECT_FALSE(error.finding().fix.empty());
}

TEST(Errors, TextAndJsonOfOneFinding) {
    Finding finding;
    finding.code = "TW2005";
    finding.message = "c_0 has two producers";
    finding.place = {"(1,0)", "BRISC", "kernels/push.cpp", {{"kernel_main", "kernels/push.cpp", 4, 2}}};
    finding.also_on = {"(2,0)"};
    EXPECT_THAT(finding.to_text(), HasSubstr("error[TW2005]: c_0 has two producers"));
    EXPECT_THAT(finding.to_text(), HasSubstr("kernels/push.cpp:4"));
    EXPECT_THAT(finding.to_text(), HasSubstr("  on     cores (1,0)-(2,0), BRISC\n"));
    finding.fix = "let one kernel push";
    finding.proof = "with one producer it finishes";
    EXPECT_THAT(finding.to_text(), ::testing::EndsWith("  proof  with one producer it finishes\n"));
    const nlohmann::json json = finding.to_json();
    EXPECT_EQ(json.at("proof"), "with one producer it finishes");
    EXPECT_EQ(json.at("code"), "TW2005");
    EXPECT_EQ(json.at("place").at("core"), "(1,0)");
}

TEST(Cores, AreRectanglesWhereTheyCanBe) {
    using Cores = std::vector<LogicalCore>;
    EXPECT_EQ(cores_text(Cores{{3, 4}}), "core (3,4)");
    EXPECT_EQ(cores_text(Cores{{1, 0}, {0, 0}, {0, 1}, {1, 1}, {1, 1}}), "cores (0,0)-(1,1)");
    EXPECT_EQ(cores_text(cores_of({{{0, 0}, {7, 3}}})), "cores (0,0)-(7,3)");
    // A grid without its corner, and a column that rows would cut into pieces.
    EXPECT_EQ(cores_text(Cores{{1, 0}, {0, 1}, {1, 1}}), "cores (1,0), (0,1)-(1,1)");
    EXPECT_EQ(cores_text(Cores{{2, 0}, {2, 1}, {2, 2}, {3, 1}}), "cores (2,0)-(2,2), (3,1)");
    EXPECT_EQ(cores_text(Cores{{0, 0}, {2, 0}, {4, 0}, {6, 0}, {1, 1}, {3, 1}}),
              "cores (0,0), (2,0), (4,0), (6,0) and 2 more");
    EXPECT_EQ(cores_text(std::vector<std::string>{"(5,5)", "(5,6)"}), "cores (5,5)-(5,6)");
}

}  // namespace
}  // namespace tilewright
