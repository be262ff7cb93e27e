// The seed ops as generated from their specs against the hand-written ones: the same bits.
#include "base/paths.hpp"
#include "ops/common/tests/cases.hpp"
#include "workshop/run/direct.hpp"

using namespace tilewright::workshop;
namespace rows = tilewright::workshop::rows;
using ttnn::DataType;

namespace {

void expect_same_bits(const std::string& name, const std::vector<uint32_t>& shape, DataType dtype, Pattern pattern) {
    const auto device = ttnn::open_mesh_device(0);
    const OpCase request = make_case(find_op(name), shape, dtype, pattern);
    const OpData data = make_data(request);
    const CaseResult expected = run_case(request, data, *device);
    const rows::Plan plan = rows::make_plan(rows::read_spec(tilewright::shipped_folder("ops") / name / "spec.toml"));
    rows::DirectCall call;
    call.shape = shape;
    call.float32.assign(plan.spec.inputs.size(), dtype == DataType::FLOAT32);
    call.output_float32 = dtype == DataType::FLOAT32;
    call.data.push_back(data.input);
    for (size_t i = 1; i < plan.spec.inputs.size(); ++i) call.data.push_back(data.other(plan.spec.inputs[i].name));
    const rows::DirectResult got = rows::run_direct(plan, call, *device);
    EXPECT_TRUE(got.match.ok()) << name << " " << got.match.worst_of_allowed;
    EXPECT_EQ(got.bits == expected.bits, true) << request.text();
}

}  // namespace

TEST(Generated, SeedOpsGiveTheSameBits) {
    for (const Op op : tilewright::ops::seed_ops()) {
        const std::string& name = op->name;
        for (const DataType dtype : {DataType::BFLOAT16, DataType::FLOAT32}) {
            expect_same_bits(name, {2, 33, 100}, dtype, Pattern::Normal);
            expect_same_bits(name, {40, 64}, dtype, Pattern::LargeMean);
        }
    }
}
