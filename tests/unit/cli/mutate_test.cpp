// tilewright mutate: faulty copies of an op, judged by rules and, where none is broken, by the op's own reference.
#if TILEWRIGHT_HAVE_OPS
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/command.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

// The whole bench takes minutes; these are spread over all rules and kernels.
TEST(Mutate, EveryMutantHasAFateAndTotalsAgree) {
    std::ostringstream out, err;
    run_command(
        {"mutate", "centralize_w_rm", "--shape", "1,1,40,50", "--cores", "1x1", "--most", "24", "--no-fixes", "--json"},
        out, err);
    const auto json = nlohmann::json::parse(out.str());
    uint32_t detected = 0, by_result = 0, placed = 0, missed = 0, equivalent = 0, invalid = 0;
    for (const auto& mutant : json.at("programs")[0].at("mutants")) {
        const std::string fate = mutant.at("fate");
        detected += fate == "detected";
        missed += fate == "MISSED";
        equivalent += fate == "equivalent";
        invalid += fate == "does not compile";
        placed += mutant.at("placed").get<bool>();
        by_result += mutant.at("by_result").get<bool>();
        if (fate == "detected") {
            EXPECT_THAT(mutant.at("code").get<std::string>(), testing::StartsWith("TW"));
        }
        if (fate == "equivalent") {
            EXPECT_NE(mutant.at("message"), "");
        }
    }
    EXPECT_EQ(detected + missed + equivalent + invalid, 24u);
    EXPECT_EQ(json.at("detected"), detected);
    EXPECT_EQ(json.at("detected_by_result"), by_result);
    EXPECT_EQ(json.at("placed"), placed);
    EXPECT_EQ(json.at("missed"), missed);
    EXPECT_EQ(json.at("equivalent"), equivalent);
    EXPECT_EQ(missed, 0u) << out.str();
    EXPECT_GE(placed, (detected - by_result) * 9 / 10) << out.str();
}

TEST(Mutate, AWrongExampleIsFoundByItsOwnComparison) {
    std::ostringstream out, err;
    run_command({"mutate", "add_integers", "--json"}, out, err);
    const auto json = nlohmann::json::parse(out.str());
    EXPECT_GT(json.at("detected_by_result").get<int>(), 0);
    EXPECT_GE(json.at("fix_right").get<int>(), 1) << out.str();
    EXPECT_EQ(json.at("fix_wrong"), 0) << out.str();
    // Scratch space in another place, and the operands of a sum in each other's: nothing shows it but the scratch
    // space.
    for (const auto& mutant : json.at("programs")[0].at("mutants")) {
        if (mutant.at("fate") == "MISSED") {
            EXPECT_THAT(mutant.at("message").get<std::string>(), HasSubstr("own comparison accepts"));
            EXPECT_THAT(mutant.at("change").get<std::string>(),
                        testing::AnyOf(HasSubstr("_l1"), HasSubstr("b_address")));
        }
    }
}

TEST(Mutate, PairsAreDrawnAndPlaced) {
    std::ostringstream out, err;
    run_command({"mutate", "eltwise_binary", "--most", "30", "--pairs", "4", "--seed", "3", "--no-fixes", "--json"},
                out, err);
    const auto json = nlohmann::json::parse(out.str());
    EXPECT_EQ(json.at("programs")[0].at("mutants").size(), 34u);
    EXPECT_EQ(json.at("pairs"), 4);
    EXPECT_GE(json.at("pairs_both").get<int>(), 1) << out.str();
}

TEST(Mutate, StagesTurnRed) {
    std::ostringstream out, err;
    const int status =
        run_command({"mutate", "centralize_w_rm", "--stages", "--most", "2", "--seed", "2", "--json"}, out, err);
    EXPECT_EQ(status, 0) << out.str() << err.str();
    const auto json = nlohmann::json::parse(out.str());
    EXPECT_EQ(json.at("mutants").size(), 2u);
    EXPECT_EQ(json.at("red").get<int>() + json.at("equivalent").get<int>() + json.at("invalid").get<int>(), 2);
}

}  // namespace
}  // namespace tilewright::cli
#endif
