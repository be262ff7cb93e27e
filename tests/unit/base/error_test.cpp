// Errors and findings: what an error of our own carries, and text and JSON of one finding.
#include "base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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
    const nlohmann::json json = finding.to_json();
    EXPECT_EQ(json.at("code"), "TW2005");
    EXPECT_EQ(json.at("place").at("core"), "(1,0)");
}

}  // namespace
}  // namespace tilewright
