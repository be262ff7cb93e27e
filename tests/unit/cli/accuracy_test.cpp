// tilewright accuracy: the phase that loses precision is named, and what would mend it is measured.
#if TILEWRIGHT_HAVE_OPS
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/command.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

nlohmann::json phases_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "accuracy");
    arguments.insert(arguments.end(), {"--phases-only", "--json"});
    std::ostringstream out, err;
    EXPECT_EQ(run_command(arguments, out, err), 0) << err.str();
    return nlohmann::json::parse(out.str()).at("phases");
}

TEST(Accuracy, NarrowDstLosesTheMeanOfLargeNumbers) {
    const auto phases = phases_of({"centralize_w_rm", "--shape", "1,1,32,224", "--data", "mean1000", "--bf16-dst"});
    ASSERT_EQ(phases.size(), 4u);
    EXPECT_EQ(phases[0].at("entering"), 0.0) << "tilize is exact";
    EXPECT_EQ(phases[1].at("name"), "c_3 mean");
    EXPECT_GT(phases[1].at("entering").get<double>(), 1e-4);
    EXPECT_THAT(phases[1].at("why").get<std::string>(), HasSubstr("8 "));  // 8 bits, 8 significant bits
    EXPECT_GT(phases[2].at("so_far").get<double>(), 0.1) << "x - mean is lost";
    EXPECT_THAT(phases[2].at("why").get<std::string>(), HasSubstr("carried over"));
}

TEST(Accuracy, WideDstLosesOnlyTheRoundingOfTheOutput) {
    const auto phases =
        phases_of({"layernorm_fused_rm", "--shape", "2,33,100", "--input", "gamma=bfloat16,beta=float32"});
    ASSERT_EQ(phases.size(), 7u);
    for (const auto& phase : phases) {
        const bool narrow = phase.at("format") == "Float16_b";
        EXPECT_LT(phase.at("entering").get<double>(), narrow ? 0.004 : 1e-5) << phase.dump();
        EXPECT_LT(phase.at("so_far").get<double>(), narrow ? 0.004 : 1e-4) << phase.dump();
    }
}

TEST(Accuracy, RowsThatDoNotFitAreReportedToo) {
    // Tiles that stay while sticks pass have no CB for differences and squares; rows that are read again have.
    const std::pair<const char*, size_t> plans[] = {{"2,5000", 5}, {"2,40000", 7}};
    for (const auto& [shape, count] : plans) {
        const auto phases = phases_of({"layernorm_fused_rm", "--shape", shape, "--input", "gamma=bfloat16"});
        ASSERT_EQ(phases.size(), count) << shape;
        for (const auto& phase : phases) EXPECT_LT(phase.at("so_far").get<double>(), 0.004) << phase.dump();
    }
}

TEST(Accuracy, TheMatrixUnitLosesLargeMeans) {
    const auto phases =
        phases_of({"layernorm_fused_rm", "--shape", "2,5000", "--input", "gamma=bfloat16", "--math", "fpu"});
    ASSERT_EQ(phases.size(), 8u);  // the squares have a CB
    for (const auto& phase : phases) EXPECT_LT(phase.at("so_far").get<double>(), 0.05) << phase.dump();
    const auto large = phases_of({"variance_w_rm", "--shape", "32,96", "--data", "mean1000", "--math", "fpu"});
    EXPECT_THAT(large[1].at("why").get<std::string>(), HasSubstr("1/96 is off by"));
    EXPECT_GT(large[2].at("so_far").get<double>(), 0.1) << "x - mean is lost";
}

}  // namespace
}  // namespace tilewright::cli
#endif
