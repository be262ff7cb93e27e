// The seven stages of shift_max_rm.
#include <gtest/gtest.h>

#include "ttnn/device.hpp"
#include "workshop/stage/stages.hpp"

using namespace tilewright::workshop;

class ShiftMaxRmStage : public ::testing::TestWithParam<int> {};

TEST_P(ShiftMaxRmStage, Passes) {
    const auto device = ttnn::open_mesh_device(0);
    const Op op = find_op("shift_max_rm");
    ASSERT_NE(op, nullptr);
    const StageResult result = run_stage(op, GetParam(), *device);
    for (const Failure& failure : result.failures) ADD_FAILURE() << failure.text() << "\n" << failure.details;
    EXPECT_TRUE(result.passed);
}

INSTANTIATE_TEST_SUITE_P(All, ShiftMaxRmStage, ::testing::Range(1, 8));
