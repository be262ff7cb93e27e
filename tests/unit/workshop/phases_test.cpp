// Phases: formulas in float64, and what plans of specs declare.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "workshop/plan/written.hpp"
#include "workshop/plan/plan.hpp"

namespace tilewright::workshop {
namespace {

using rows::Value;

const std::map<std::string, Value> kNames = {
    {"x", {2, 4, {1, 2, 3, 6, -1, -1, 1, 5}}}, {"gamma", {1, 4, {1, 10, 100, 1000}}}, {"epsilon", {1, 1, {0.5}}}};

TEST(PhaseFormula, BroadcastsRowsAndColumns) {
    EXPECT_THAT(rows::evaluate("mean(x)", kNames).numbers, testing::ElementsAre(3, 1));
    EXPECT_THAT(rows::evaluate("(x - mean(x)) * gamma", kNames).numbers,
                testing::ElementsAre(-2, -10, 0, 3000, -2, -20, 0, 4000));
    EXPECT_THAT(rows::evaluate("var(x) + epsilon", kNames).numbers, testing::ElementsAre(4, 6.5));
    EXPECT_THAT(rows::evaluate("max(x) - min(x)", kNames).numbers, testing::ElementsAre(5, 6));
    EXPECT_THAT(rows::evaluate("first(x)", kNames).numbers, testing::ElementsAre(1, -1));
}

TEST(PhaseFormula, ReductionsOverTheFirstColumns) {
    EXPECT_THAT(rows::evaluate("mean(x)", kNames, 2).numbers, testing::ElementsAre(1.5, -1));
}

TEST(PhaseFormula, UnknownNamesAreRefused) {
    try {
        rows::evaluate("x - median", kNames);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW4121");
        EXPECT_THAT(error.finding().message, testing::HasSubstr("median"));
    }
}

// Every value with a CB of its own is a phase, in names of those before it; evaluated one after the other they give the
// result of the formula.
TEST(Phases, OfAGeneratedPlanGiveItsResult) {
    const rows::Plan plan =
        rows::make_plan(rows::read_spec(shipped_folder("ops") / "layernorm_fused_rm" / "spec.toml"));
    for (const bool float32 : {false, true}) {
        rows::Request request;
        request.shape = {32, 64};
        request.float32.assign(plan.spec.inputs.size(), float32);
        request.output_float32 = float32;
        request.l1_bytes = 1'000'000;
        const OpPlan call = rows::plan_call(plan, request);
        ASSERT_GE(call.phases.size(), 5u);
        std::map<std::string, Value> names = {{"epsilon", {1, 1, {0.25}}}, {"x", {1, 64, {}}}};
        for (const char* name : {"gamma", "beta"}) names[name] = {1, 64, rows::Matrix(64, 2.0)};
        names["x"].numbers.clear();
        for (int i = 0; i < 64; ++i) names["x"].numbers.push_back(i);
        for (const program::Phase& phase : call.phases) {
            EXPECT_TRUE(call.has(phase.cb)) << phase.name;
            names[phase.name] = rows::evaluate(phase.formula, names, phase.first_columns);
            EXPECT_EQ(names[phase.name].columns, phase.column ? 1u : 64u) << phase.name << " = " << phase.formula;
        }
        const Value want = rows::evaluate("(x - mean(x)) * rsqrt(var(x) + epsilon) * gamma + beta", names);
        const Value& got = names.at("result");
        ASSERT_EQ(got.numbers.size(), want.numbers.size());
        for (size_t i = 0; i < want.numbers.size(); ++i) EXPECT_NEAR(got.numbers[i], want.numbers[i], 1e-12);
    }
}

}  // namespace
}  // namespace tilewright::workshop
