// The reference itself: known values, and that it refuses what is wrong.
#include "ops/common/tests/cases.hpp"

using namespace tilewright::ops;
using namespace tilewright::ops::testing;
using namespace tilewright::workshop;

TEST(OpsReference, KnownVariance) {
    OpCase request;
    request.op = variance();
    request.pattern = Pattern::Ramp;
    const Reference reference = make_reference(request, make_data(request));
    ASSERT_EQ(reference.values.size(), 32u);
    EXPECT_DOUBLE_EQ(reference.values[0], 85.25);  // 0 .. 31
}

TEST(OpsReference, ConstantRowsHaveNoVariance) {
    OpCase request;
    request.op = variance();
    request.shape = {3, 65};
    request.pattern = Pattern::Constant;
    for (const double value : make_reference(request, make_data(request)).values) EXPECT_EQ(value, 0.0);
}

TEST(OpsReference, ADoubledResultIsWrong) {
    OpCase request;
    request.op = centralize();
    request.shape = {32, 64};
    const Reference reference = make_reference(request, make_data(request));
    std::vector<float> right(reference.values.begin(), reference.values.end());
    EXPECT_TRUE(compare(request, reference, right).ok());
    for (float& value : right) value *= 2;
    EXPECT_FALSE(compare(request, reference, right).ok());
    EXPECT_FALSE(compare(request, reference, {1.0f}).ok());
}
