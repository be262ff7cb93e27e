// Plans that a spec has for certain shapes, as the card's clock has found them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "workshop/plan/plan.hpp"

using namespace tilewright;
using namespace tilewright::workshop;
using namespace tilewright::workshop::rows;

namespace {

Plan planned(const std::string& more) {
    return make_plan(parse_spec(
        {"spec.toml", "name = \"made\"\nformula = \"x - mean(x)\"\n" + more + "\n[[inputs]]\nname = \"x\"\n"}));
}

OpPlan planned_call(const Plan& plan, std::vector<uint32_t> shape, uint32_t l1_bytes = 1u << 20) {
    Request request;
    request.shape = std::move(shape);
    request.l1_bytes = l1_bytes;
    return plan_call(plan, request);
}

std::string refused(const std::string& more) {
    try {
        planned(more);
    } catch (const Error& error) {
        return std::string(error.code()) + " " + error.finding().message;
    }
    return "accepted";
}

constexpr const char* kPlans =
    "[[plans]]\nshape = \"40,640\"\nplan = \"streaming,block=5,depth=3\"\nns = 1000\nothers = [\"resident 2 us\"]\n"
    "[[plans]]\nshape = \"3,7,320\"\nplan = \"resident,depth=1\"\n";

}  // namespace

TEST(ByClock, PlansOfTheSpecAreThoseOfTheirShapes) {
    const Plan plan = planned(kPlans);
    const OpPlan wide = planned_call(plan, {40, 640});
    EXPECT_EQ(wide.kind, PlanKind::Streaming);
    EXPECT_EQ(wide.rows.block_tiles, 5u);
    EXPECT_THAT(wide.reasons.back(), ::testing::HasSubstr("the best by the card's clock: streaming,block=5,depth=3"));
    EXPECT_EQ(planned_call(plan, {3, 7, 320}).kind, PlanKind::ResidentSingle);
    EXPECT_EQ(planned_call(plan, {21, 320}).choice(), planned_call(planned(""), {21, 320}).choice());
    EXPECT_THAT(by_clock_text(plan),
                ::testing::HasSubstr("40,640: streaming,block=5,depth=3, 1.00 us; then resident 2 us"));
}

TEST(ByClock, WhatDoesNotFitNowIsNotTaken) {
    const uint32_t asked = planned_call(planned(kPlans), {40, 640}).bytes();
    const OpPlan less = planned_call(planned(kPlans), {40, 640}, asked - 1);
    EXPECT_LT(less.bytes(), asked);
    EXPECT_EQ(less.choice(), planned_call(planned(""), {40, 640}, asked - 1).choice());
}

TEST(ByClock, WhoAsksInACallHasItsWay) {
    const Plan plan = planned(kPlans);
    Request request;
    request.shape = {40, 640};
    request.l1_bytes = 1u << 20;
    request.ask = PlanAsk::parse("resident");
    EXPECT_EQ(plan_call(plan, request).kind, PlanKind::Resident);
}

TEST(ByClock, FaultyPlansAndShapesAreRefused) {
    EXPECT_THAT(refused("[[plans]]\nshape = \"40,640\"\nplan = \"quick\"\n"), ::testing::StartsWith("TW4123"));
    EXPECT_THAT(refused("shapes = [\"40,x\"]\n"), ::testing::StartsWith("TW4103 a shape is \"40,x\""));
    EXPECT_THAT(refused("shapes = [\"40\"]\n"), ::testing::StartsWith("TW4103"));
    EXPECT_THAT(refused("shapes = [\"\"]\n"), ::testing::StartsWith("TW4103"));
    EXPECT_THAT(refused("shapes = [7]\n"), ::testing::StartsWith("TW4102"));
    EXPECT_THAT(refused("plan = \"streaming\"\nshapes = [\"40,64\"]\n"), ::testing::StartsWith("TW4103 plan says"));
    EXPECT_THAT(refused("[[plans]]\nplan = \"resident\"\n"), ::testing::StartsWith("TW4102"));
}
