// Stages 1 to 7 of every op, one test each, in strict mode: any finding is a failure.
#include <gtest/gtest.h>

#include "ops/common/tests/cases.hpp"
#include "ops/common/seed_ops.hpp"
#include "workshop/stage/stages.hpp"

using tilewright::ops::seed_ops;
using namespace tilewright::workshop;

namespace {

class Stages : public ::testing::TestWithParam<std::tuple<Op, int>> {};

std::string test_name(const ::testing::TestParamInfo<std::tuple<Op, int>>& info) {
    return std::string(std::get<0>(info.param)->name) + "_stage" + std::to_string(std::get<1>(info.param));
}

}  // namespace

TEST_P(Stages, Passes) {
    const auto [op, stage] = GetParam();
    const auto device = tilewright::ops::testing::open(tilewright::engine::Mode::Strict);
    const StageResult result = run_stage(op, stage, *device);
    for (const Failure& failure : result.failures) ADD_FAILURE() << failure.text() << "\n" << failure.details;
    EXPECT_GT(result.checks, 0u);
}

INSTANTIATE_TEST_SUITE_P(Ops, Stages,
                         ::testing::Combine(::testing::ValuesIn(seed_ops()), ::testing::Range(1, kStages + 1)),
                         test_name);
