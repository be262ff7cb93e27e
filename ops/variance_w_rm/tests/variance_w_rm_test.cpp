// What is special about variance_w_rm: exact cases, the padded part of the result, its plan.
#include "ops/common/tests/cases.hpp"

using namespace tilewright::ops;
using namespace tilewright::workshop;
using namespace tilewright::ops::testing;
using ttnn::DataType;

TEST(VarianceWRm, ConstantRowsHaveExactlyNone) {
    for (const DataType dtype : {DataType::BFLOAT16, DataType::FLOAT32}) {
        for (const uint32_t width : {1u, 31u, 100u, 128u, 5000u}) {
            const CaseResult result = run(make_case(variance(), {2, 20, width}, dtype, Pattern::Constant));
            for (const float value : result.values) EXPECT_EQ(value, 0.0f) << width;
        }
    }
}

TEST(VarianceWRm, ZeroToThirtyOne) {
    const OpCase request = make_case(variance(), {32, 32}, DataType::FLOAT32, Pattern::Ramp);
    for (const float value : run(request).values) EXPECT_EQ(value, 85.25f);
    const OpCase half = make_case(variance(), {32, 32}, DataType::BFLOAT16, Pattern::Ramp);
    for (const float value : run(half).values)
        EXPECT_TRUE(value == 85.0f || value == 85.5f) << value;  // 85.25 is between
}

TEST(VarianceWRm, PaddingOfTheResultIsZero) {
    for (const DataType dtype : {DataType::BFLOAT16, DataType::FLOAT32}) {
        const CaseResult result = run(make_case(variance(), {3, 33, 50}, dtype), Mode::Strict);
        EXPECT_EQ(result.logical_shape, (ttnn::Shape({3, 33, 1})));
        EXPECT_EQ(result.padded_shape, (ttnn::Shape({3, 33, 32})));
        const size_t datum = dtype == DataType::FLOAT32 ? 4 : 2;
        ASSERT_EQ(result.bits.size(), 99 * 32 * datum);
        for (size_t i = 0; i < result.bits.size(); ++i) {
            if (i / datum % 32 == 0) continue;
            EXPECT_EQ(result.bits[i], 0) << "row " << i / datum / 32 << ", byte " << i;
        }
    }
}

TEST(VarianceWRm, BatchesCount) {
    const OpCase request = make_case(variance(), {2, 3, 64, 64});
    const CaseResult result = run(request);
    expect_right(request, result);
    EXPECT_EQ(result.cores, 12u);  // N * C * Ht tile-rows
}

TEST(VarianceWRm, PlanFollowsTheWidth) {
    const auto device = ttnn::open_mesh_device(0);
    const auto kind = [&](uint32_t width) { return plan_of(make_case(variance(), {32, width}), *device).kind; };
    EXPECT_EQ(kind(32), PlanKind::Resident);
    EXPECT_EQ(kind(224), PlanKind::Resident);
    EXPECT_EQ(kind(256), PlanKind::TilesResident);
    EXPECT_EQ(kind(4096), PlanKind::TilesResident);
    EXPECT_EQ(kind(32768), PlanKind::Streaming);
    const OpPlan plan = plan_of(make_case(variance(), {32, 100}), *device);
    EXPECT_EQ(plan.cb(0).pages, 8u);
    EXPECT_EQ(plan.cb(1).pages, 4u);
    EXPECT_EQ(plan.cb(2).pages, 2u);  // 100 is no multiple of 32
    EXPECT_EQ(plan.cb(16).pages, 2u);
    EXPECT_TRUE(plan.cb(2).persistent);
}
