// The same bits however an op runs: one core or all, fast or strict, resident or not, from the cache or built afresh.
#include "ops/common/tests/cases.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <set>

#include "ops/common/seed_ops.hpp"
#include "workshop/stage/stages.hpp"

using namespace tilewright::ops;
using namespace tilewright::workshop;
using namespace tilewright::ops::testing;
using ttnn::DataType;

namespace {

class EveryOp : public ::testing::TestWithParam<Op> {};

}  // namespace

TEST_P(EveryOp, OneCoreAndManyGiveTheSameBits) {
    OpCase request = make_case(GetParam(), {9, 250, 70});  // 71 tile-rows: uneven over 64 cores
    const CaseResult many = run(request);
    expect_right(request, many);
    EXPECT_GE(many.cores, 60u);
    request.core_grid = CoreCoord{1, 1};
    const CaseResult one = run(request);
    EXPECT_EQ(one.cores, 1u);
    EXPECT_EQ(one.bits, many.bits);
}

TEST_P(EveryOp, StrictAndFastGiveTheSameBits) {
    for (const auto& shape : {std::vector<uint32_t>{2, 40, 100}, {33, 6001}}) {
        const OpCase request = make_case(GetParam(), shape, DataType::FLOAT32);
        const CaseResult fast = run(request, Mode::Fast), strict = run(request, Mode::Strict);
        expect_right(request, strict);
        EXPECT_EQ(fast.bits, strict.bits);
    }
}

// The less L1 is free, the less of a row stays there; the order of operations along a row is the same.
TEST_P(EveryOp, EveryPlanGivesTheSameBits) {
    for (const DataType dtype : {DataType::BFLOAT16, DataType::FLOAT32}) {
        const OpCase request = make_case(GetParam(), {40, 1000}, dtype);
        const auto device = open();
        const OpData data = make_data(request);
        std::set<PlanKind> seen;
        std::vector<uint8_t> bits;
        std::vector<ttnn::Tensor> in_the_way;
        tilewright::ask_plan(*device, "resident");  // where it is not the planner's choice
        for (uint32_t left = l1_for_cbs(*device); left > 80'000; left = l1_for_cbs(*device)) {
            const CaseResult result = run_case(request, data, *device);
            expect_right(request, result);
            seen.insert(result.plan.kind);
            if (bits.empty()) bits = result.bits;
            EXPECT_EQ(result.bits, bits) << plan_name(result.plan.kind);
            if (!tilewright::asked_plan(*device).empty()) {
                tilewright::ask_plan(*device, "");
                continue;
            }
            // A page on every core takes half of what there is.
            const ttnn::TensorLayout layout(DataType::BFLOAT16, ttnn::PageConfig(ttnn::Layout::ROW_MAJOR),
                                            ttnn::MemoryConfig(ttnn::BufferType::L1));
            in_the_way.push_back(ttnn::create_device_tensor(
                ttnn::TensorSpec(ttnn::Shape({64, left / 4 / 32 * 32}), layout), device.get()));
        }
        EXPECT_EQ(seen, (std::set{PlanKind::Resident, PlanKind::TilesResident, PlanKind::Streaming}));
    }
}

TEST_P(EveryOp, FidelityChangesNothing) {
    OpCase request = make_case(GetParam(), {40, 100});
    const CaseResult high = run(request);
    request.fidelity = ttnn::MathFidelity::LoFi;
    EXPECT_EQ(run(request).bits, high.bits);
}

// The matrix unit: the same bits on one core and many, in strict and fast mode; fidelity counts; wide rows stream.
TEST_P(EveryOp, MatrixUnit) {
    if (!GetParam()->has_math) GTEST_SKIP() << "an op without a form for the matrix unit";
    OpCase request = make_case(GetParam(), {3, 70, 100});
    request.math = RowMath::Fpu;
    const CaseResult many = run(request, Mode::Strict);
    expect_right(request, many);
    EXPECT_EQ(many.cores, 7u);
    request.core_grid = CoreCoord{1, 1};
    EXPECT_EQ(run(request).bits, many.bits);
    request.fidelity = ttnn::MathFidelity::LoFi;
    const CaseResult low = run(request);
    expect_right(request, low);
    EXPECT_NE(low.bits, many.bits);

    OpCase wide = make_case(GetParam(), {33, 9001}, DataType::FLOAT32);
    wide.math = RowMath::Fpu;
    const CaseResult streaming = run(wide, Mode::Strict);
    expect_right(wide, streaming);
    EXPECT_EQ(streaming.plan.kind, PlanKind::Streaming);
}

TEST_P(EveryOp, MatrixUnitHasTheReferencePlan) {
    static const std::map<std::string, std::set<uint32_t>> kReferences = {
        {"centralize_w_rm", {0, 1, 2, 3, 4, 16}},
        {"variance_w_rm", {0, 1, 2, 3, 4, 5, 6, 16}},
        {"layernorm_fused_rm", {0, 1, 2, 3, 4, 5, 6, 7, 16, 24, 25, 26, 27}}};
    const auto reference = kReferences.find(GetParam()->name);
    if (reference == kReferences.end()) GTEST_SKIP() << "an op without a plan of the reference's";
    const auto device = open();
    OpCase request = make_case(GetParam(), {32, 256});
    request.math = RowMath::Fpu;
    const OpPlan plan = plan_of(request, *device);
    std::set<uint32_t> indices;
    for (const PlannedCb& cb : plan.cbs) indices.insert(cb.index);
    EXPECT_EQ(indices, reference->second);
    EXPECT_EQ(plan.cb(2).format, tt::DataFormat::Float16_b);
}

// The plan is part of a program's identity, the L1 that happens to be free is not.
TEST_P(EveryOp, OtherBuffersInL1CostNoProgram) {
    const auto device = open();
    const OpCase request = make_case(GetParam(), {40, 100});
    run_case(request, *device);
    const size_t entries = device->num_program_cache_entries();
    OpCase in_l1 = make_case(GetParam(), {32, 64});
    in_l1.output_memory = ttnn::BufferType::L1;
    const ttnn::Tensor unrelated = call_op(in_l1, make_data(in_l1), *device);
    EXPECT_EQ(device->num_program_cache_entries(), entries + 1);
    run_case(request, *device);
    EXPECT_EQ(device->num_program_cache_entries(), entries + 1);
}

TEST_P(EveryOp, BlackholeGivesTheSameValues) {
    const OpCase request = make_case(GetParam(), {2, 40, 100});
    const CaseResult black = run_case(request, *open(Mode::Strict, "blackhole"));
    expect_right(request, black);
}

TEST_P(EveryOp, SixteenBitDstStaysWithinItsBound) {
    OpCase request = make_case(GetParam(), {40, 100});
    request.fp32_dst = false;
    expect_right(request, run(request, Mode::Strict));
}

// Twice with other data, addresses and parameters: the second call must hit and equal a fresh build.
TEST_P(EveryOp, AProgramFromTheCacheEqualsAFreshOne) {
    OpCase first = make_case(GetParam(), {3, 40, 100}), second = first;
    second.seed = 99;
    second.parameters["epsilon"] = 0.25;
    const auto device = open();
    const OpData first_data = make_data(first), second_data = make_data(second);
    const ttnn::Tensor kept = call_op(first, first_data, *device);  // keeps its address busy
    const size_t entries = device->num_program_cache_entries();
    EXPECT_EQ(entries, 1u);
    const ttnn::Tensor in_the_way = call_op(first, first_data, *device);
    EXPECT_NE(kept.buffer()->address(), in_the_way.buffer()->address());
    const CaseResult hit = run_case(second, second_data, *device);
    EXPECT_EQ(device->num_program_cache_entries(), entries);
    expect_right(second, hit);
    EXPECT_EQ(hit.bits, run(second, second_data).bits);
    // Another shape or dtype is another program.
    OpCase other = first;
    other.shape = {3, 40, 101};
    run_case(other, *device);
    EXPECT_EQ(device->num_program_cache_entries(), entries + 1);
    other.dtype = DataType::FLOAT32;
    run_case(other, *device);
    EXPECT_EQ(device->num_program_cache_entries(), entries + 2);
}

TEST_P(EveryOp, InfinityAndNanStayInTheirRow) {
    for (const DataType dtype : {DataType::BFLOAT16, DataType::FLOAT32}) {
        const OpCase request = make_case(GetParam(), {70, 100}, dtype);
        OpData data = make_data(request);
        const CaseResult clean = run(request, data);
        const size_t rows[] = {3, 40, 69};
        const float specials[] = {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                                  std::numeric_limits<float>::quiet_NaN()};
        for (int i = 0; i < 3; ++i) data.input[rows[i] * 100 + 17] = specials[i];
        const CaseResult spoiled = run(request, data);
        const size_t row_bytes = clean.bits.size() / 70;
        for (size_t row = 0; row < 70; ++row) {
            const bool special = row == 3 || row == 40 || row == 69;
            const bool same =
                std::memcmp(clean.bits.data() + row * row_bytes, spoiled.bits.data() + row * row_bytes, row_bytes) == 0;
            EXPECT_EQ(same, !special) << "row " << row;
        }
    }
}

TEST_P(EveryOp, MemoryInL1) {
    OpCase request = make_case(GetParam(), {4, 40, 100});
    request.input_memory = request.output_memory = ttnn::BufferType::L1;
    expect_right(request, run(request, Mode::Strict));
}

TEST_P(EveryOp, Sweep) {
    const auto device = open(Mode::Strict);
    const bool deep = std::getenv("TILEWRIGHT_DEEP") != nullptr;
    for (const OpCase& request : sweep_cases(GetParam(), deep ? 500 : 16, 7, deep ? 1u << 19 : 1u << 16)) {
        expect_right(request, run_case(request, *device));
    }
}

TEST_P(EveryOp, WidestRows) {
    for (const uint32_t width : {65535u, 65536u}) {
        const OpCase request = make_case(GetParam(), {2, width});
        const CaseResult result = run(request);
        expect_right(request, result);
        EXPECT_EQ(result.plan.kind, PlanKind::Streaming);
    }
}

INSTANTIATE_TEST_SUITE_P(Ops, EveryOp, ::testing::ValuesIn(seed_ops()), op_name);
