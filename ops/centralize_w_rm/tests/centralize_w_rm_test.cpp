// What is special about centralize_w_rm: sums of the result, large means, its plan.
#include "ops/common/tests/cases.hpp"

using namespace tilewright::ops;
using namespace tilewright::workshop;
using namespace tilewright::ops::testing;
using ttnn::DataType;

TEST(CentralizeWRm, ConstantRowsBecomeZero) {
    const CaseResult result = run(make_case(centralize(), {40, 250}, DataType::FLOAT32, Pattern::Constant));
    for (const float value : result.values) EXPECT_EQ(value, 0.0f);
}

TEST(CentralizeWRm, RampIsExact) {
    const CaseResult result = run(make_case(centralize(), {32, 32}, DataType::BFLOAT16, Pattern::Ramp));
    for (size_t i = 0; i < result.values.size(); ++i) EXPECT_EQ(result.values[i], static_cast<float>(i % 32) - 15.5f);
}

// Mean 1000, spread 1. In bfloat16 neighbours are 4 apart there, but the mean is not rounded to one of them.
TEST(CentralizeWRm, LargeMeanSmallSpread) {
    for (const DataType dtype : {DataType::BFLOAT16, DataType::FLOAT32}) {
        const OpCase request = make_case(centralize(), {32, 1000}, dtype, Pattern::LargeMean);
        const CaseResult result = run(request, Mode::Strict);
        expect_right(request, result);
        EXPECT_LT(result.accuracy.norm_error, dtype == DataType::FLOAT32 ? 1e-6 : 4e-3);
    }
}

TEST(CentralizeWRm, PlanFollowsTheWidth) {
    const auto device = ttnn::open_mesh_device(0);
    const auto kind = [&](uint32_t width) { return plan_of(make_case(centralize(), {32, width}), *device).kind; };
    EXPECT_EQ(kind(224), PlanKind::Resident);
    EXPECT_EQ(kind(256), PlanKind::TilesResident);
    EXPECT_EQ(kind(4096), PlanKind::TilesResident);
    EXPECT_EQ(kind(16384), PlanKind::TilesResident);
    EXPECT_EQ(kind(32768), PlanKind::Streaming);
    const OpPlan plan = plan_of(make_case(centralize(), {32, 4097}), *device);
    EXPECT_EQ(plan.cb(1).pages, plan.rows.blocks * plan.rows.block_tiles);  // the tiles of a row, in whole blocks
    EXPECT_EQ(plan.cb(0).pages, 2 * plan.rows.block_tiles);
    EXPECT_EQ(plan.rows.passes, 1u);
    EXPECT_FALSE(plan.has(4));
}

TEST(CentralizeWRm, OtherDtypeOut) {
    OpCase request = make_case(centralize(), {40, 100}, DataType::BFLOAT16);
    request.output_dtype = DataType::FLOAT32;
    const CaseResult result = run(request, Mode::Strict);
    expect_right(request, result);
    EXPECT_LT(result.accuracy.norm_error, 1e-6);
}
