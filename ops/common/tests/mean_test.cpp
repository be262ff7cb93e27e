// Rows whose mean is hard to hold in float32: far above the spread, or with one element far from all others.
#include "ops/common/tests/cases.hpp"

using namespace tilewright::ops;
using namespace tilewright::workshop;
using namespace tilewright::ops::testing;
using ttnn::DataType;

namespace {

// Rows of four kinds, one after the other.
OpData hard_rows(const OpCase& request) {
    OpData data = make_data(request);  // mean 0, deviation 1
    const size_t width = request.width();
    for (size_t i = 0; i < data.input.size(); ++i) {
        const size_t kind = i / width % 4, column = i % width;
        float& value = data.input[i];
        if (kind == 0 && column == 0) value = 1e7f;
        if (kind == 1) value += 1e6f;
        if (kind == 2 && column + 1 == width) value = -3e6f;
        if (kind == 3) value = 1000000.3f;
    }
    return data;
}

void expect_hard_rows_right(const Op& op, uint32_t width, PlanKind kind, uint32_t passes) {
    const OpCase request = make_case(op, {6, width}, DataType::FLOAT32);
    const CaseResult result = run(request, hard_rows(request), Mode::Strict);
    EXPECT_EQ(result.plan.kind, kind);
    EXPECT_EQ(result.plan.rows.passes, passes);
    // The first of several passes is over the tiles of the anchor only.
    const auto& rows = result.plan.rows;
    EXPECT_EQ(rows.first_pass_blocks,
              passes > 1 ? (kAnchorTiles + rows.block_tiles - 1) / rows.block_tiles : rows.blocks);
    if (passes > 1) {
        EXPECT_LT(rows.first_pass_blocks, rows.blocks);
    }
    expect_right(request, result);
    if (op != centralize()) return;
    // A row of one value has that value as its mean, and nothing is left of it.
    for (size_t i = 3 * size_t{width}; i < 4 * size_t{width}; ++i) ASSERT_EQ(result.values[i], 0.0f) << i;
}

}  // namespace

TEST(HardMeans, CentralizeWRm) {
    expect_hard_rows_right(centralize(), 100, PlanKind::Resident, 1);
    expect_hard_rows_right(centralize(), 4096, PlanKind::TilesResident, 1);
    expect_hard_rows_right(centralize(), 20000, PlanKind::Streaming, 3);
}

TEST(HardMeans, LayernormFusedRm) {
    expect_hard_rows_right(layernorm(), 100, PlanKind::Resident, 1);
    expect_hard_rows_right(layernorm(), 4096, PlanKind::TilesResident, 1);
    expect_hard_rows_right(layernorm(), 20000, PlanKind::Streaming, 4);
}
