// Stages 1 to 7 of every op, one test each, in strict mode: any finding is a failure.
#include <gtest/gtest.h>

#include <cstdlib>

#include "ops/common/stages.hpp"
#include "ttnn/device.hpp"

using namespace tilewright::ops;

namespace {

class Stages : public testing::TestWithParam<std::tuple<Op, int>> {
protected:
    void SetUp() override { ::setenv("TILEWRIGHT_MODE", "strict", 1); }
};

std::string test_name(const testing::TestParamInfo<std::tuple<Op, int>>& info) {
    return std::string(op_name(std::get<0>(info.param))) + "_stage" + std::to_string(std::get<1>(info.param));
}

}  // namespace

TEST_P(Stages, Passes) {
    const auto [op, stage] = GetParam();
    const auto device = ttnn::open_mesh_device(0);
    const StageResult result = run_stage(op, stage, *device);
    for (const std::string& failure : result.failures) ADD_FAILURE() << failure;
    EXPECT_GT(result.checks, 0u);
}

INSTANTIATE_TEST_SUITE_P(Ops, Stages, testing::Combine(testing::ValuesIn(kAllOps), testing::Range(1, kStages + 1)),
                         test_name);
