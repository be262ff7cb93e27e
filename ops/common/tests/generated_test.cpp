// The seed ops as generated from their specs against the hand-written ones: the same plans, and the same bits.
#include "base/error.hpp"
#include "base/paths.hpp"
#include "ops/common/tests/cases.hpp"
#include "workshop/run/direct.hpp"

#include <set>

using namespace tilewright::ops;
using namespace tilewright::workshop;
using namespace tilewright::ops::testing;
namespace rows = tilewright::workshop::rows;
using ttnn::DataType;

namespace {

const rows::Plan& spec_plan(Op op) {
    static std::map<std::string, rows::Plan> plans;
    if (!plans.count(op->name)) {
        plans[op->name] = rows::make_plan(rows::read_spec(tilewright::shipped_folder("ops") / op->name / "spec.toml"));
    }
    return plans.at(op->name);
}

rows::DirectCall call_of(const OpCase& request) {
    rows::DirectCall call;
    call.shape = request.shape;
    for (const rows::SpecInput& input : spec_plan(request.op).spec.inputs) {
        const bool leading = input.name == "x";
        const auto dtype = leading ? std::optional(request.dtype) : request.dtype_of(input.name);
        call.present.push_back(dtype.has_value());
        call.float32.push_back(dtype == DataType::FLOAT32);
    }
    call.output_float32 = request.result_dtype() == DataType::FLOAT32;
    call.fp32_dst = request.fp32_dst;
    return call;
}

// "reader", "compute" or "writer"
std::string role(const std::string& text) { return text.substr(0, text.find(':')); }

void expect_equal(const OpPlan& hand, const OpPlan& generated, const std::string& what) {
    EXPECT_EQ(hand.kind, generated.kind) << what;
    EXPECT_EQ(hand.rows.block_tiles, generated.rows.block_tiles) << what;
    EXPECT_EQ(hand.rows.blocks, generated.rows.blocks) << what;
    EXPECT_EQ(hand.rows.passes, generated.rows.passes) << what;
    EXPECT_EQ(hand.rows.first_pass_blocks, generated.rows.first_pass_blocks) << what;
    EXPECT_EQ(hand.rows.anchor_tiles, generated.rows.anchor_tiles) << what;
    EXPECT_EQ(hand.reasons, generated.reasons) << what;
    const auto table = [](const OpPlan& plan) {
        std::string text;
        for (const PlannedCb& cb : plan.cbs) {
            text += fmt::format("c_{} {} {} {} -> {}{}\n", cb.index, static_cast<int>(cb.format), cb.pages,
                                role(cb.producer), role(cb.consumer), cb.persistent ? ", kept" : "");
        }
        return text;
    };
    EXPECT_EQ(table(hand), table(generated)) << what;
}

// Every combination of parameters of the op that changes its plan.
std::vector<OpCase> cases_of(Op op, const std::vector<uint32_t>& shape) {
    std::vector<OpCase> cases;
    for (const DataType dtype : {DataType::BFLOAT16, DataType::FLOAT32}) {
        for (const DataType output : {DataType::BFLOAT16, DataType::FLOAT32}) {
            OpCase request = make_case(op, shape, dtype);
            request.output_dtype = output;
            cases.push_back(request);
            if (op != layernorm()) continue;
            set(request, "gamma", dtype == DataType::FLOAT32 ? DataType::BFLOAT16 : DataType::FLOAT32);
            set(request, "beta", std::nullopt);
            cases.push_back(request);
            set(request, "gamma", std::nullopt);
            cases.push_back(request);
        }
    }
    return cases;
}

class Generated : public ::testing::TestWithParam<Op> {};

}  // namespace

TEST_P(Generated, SamePlans) {
    std::set<PlanKind> seen;
    for (const uint32_t width :
         {1u, 32u, 100u, 512u, 513u, 1000u, 2048u, 4096u, 4097u, 6000u, 12001u, 20000u, 32768u, 65535u}) {
        for (OpCase request : cases_of(GetParam(), {2, 33, width})) {
            for (const bool fp32_dst : {true, false}) {
                request.fp32_dst = fp32_dst;
                for (const uint32_t l1_bytes : {20'000u, 80'000u, 150'000u, 300'000u, 700'000u, 1'395'424u}) {
                    const std::string what =
                        fmt::format("{}, DST of {} bits, {} bytes", request.text(), fp32_dst ? 32 : 16, l1_bytes);
                    rows::DirectCall call = call_of(request);
                    const rows::Request wanted{call.shape,          call.present,  call.float32,
                                               call.output_float32, call.fp32_dst, l1_bytes};
                    std::optional<OpPlan> hand, generated;
                    try {
                        hand = GetParam()->plan(request, l1_bytes);
                    } catch (const tilewright::Error& error) {
                        EXPECT_EQ(error.code(), "TW4121");
                    }
                    try {
                        generated = rows::plan_call(spec_plan(GetParam()), wanted);
                    } catch (const tilewright::Error& error) {
                        EXPECT_EQ(error.code(), "TW4121");
                    }
                    ASSERT_EQ(hand.has_value(), generated.has_value()) << what;
                    if (!hand) continue;
                    expect_equal(*hand, *generated, what);
                    seen.insert(hand->kind);
                    if (HasFailure()) return;
                }
            }
        }
    }
    EXPECT_EQ(seen.size(), 4u);
}

// The less L1 is free, the less of a row stays there.
TEST_P(Generated, SameBitsInEveryPlan) {
    std::set<PlanKind> seen;
    for (const auto& shape : {std::vector<uint32_t>{2, 33, 100}, {40, 1000}, {33, 2080}}) {
        for (OpCase request : cases_of(GetParam(), shape)) {
            // Mixed dtypes for narrow rows; everything float32 for the widest, which have more tiles than an anchor.
            if (shape.back() != 100 && request.dtype != request.result_dtype()) continue;
            if (shape.back() == 2080) {
                if (request.dtype != DataType::FLOAT32 || request.tensors.size() == 1) continue;
                request.pattern = Pattern::LargeMean;
            }
            const auto device = open();
            const OpData data = make_data(request);
            rows::DirectCall call = call_of(request);
            call.data.push_back(data.input);
            const auto& inputs = spec_plan(GetParam()).spec.inputs;
            for (size_t i = 1; i < inputs.size(); ++i) call.data.push_back(data.other(inputs[i].name));
            std::vector<ttnn::Tensor> in_the_way;
            for (uint32_t left = l1_for_cbs(*device); left > 150'000; left = l1_for_cbs(*device)) {
                const CaseResult hand = run_case(request, data, *device);
                const rows::DirectResult generated = rows::run_direct(spec_plan(GetParam()), call, *device);
                const std::string what = request.text() + ", " + plan_name(hand.plan.kind);
                EXPECT_TRUE(generated.match.ok()) << what << " " << generated.match.worst_of_allowed;
                EXPECT_TRUE(hand.bits == generated.bits) << what;
                expect_equal(hand.plan, generated.plan, what);
                seen.insert(hand.plan.kind);
                if (shape.back() == 100) break;
                const ttnn::TensorLayout layout(DataType::BFLOAT16, ttnn::PageConfig(ttnn::Layout::ROW_MAJOR),
                                                ttnn::MemoryConfig(ttnn::BufferType::L1));
                in_the_way.push_back(ttnn::create_device_tensor(
                    ttnn::TensorSpec(ttnn::Shape({64, left / 4 / 32 * 32}), layout), device.get()));
            }
        }
    }
    EXPECT_EQ(seen, (std::set{PlanKind::Resident, PlanKind::TilesResident, PlanKind::Streaming}));
}

// Anything that strict mode would find, and a 16-bit DST.
TEST_P(Generated, SameBitsInStrictMode) {
    const auto device = open(Mode::Strict);
    for (const bool fp32_dst : {true, false}) {
        for (const auto& shape : {std::vector<uint32_t>{33, 100}, {3, 6001}}) {
            OpCase request = make_case(GetParam(), shape, fp32_dst ? DataType::FLOAT32 : DataType::BFLOAT16);
            request.fp32_dst = fp32_dst;
            const OpData data = make_data(request);
            rows::DirectCall call = call_of(request);
            call.data.push_back(data.input);
            const auto& inputs = spec_plan(GetParam()).spec.inputs;
            for (size_t i = 1; i < inputs.size(); ++i) call.data.push_back(data.other(inputs[i].name));
            const CaseResult hand = run_case(request, data, *device);
            const rows::DirectResult generated = rows::run_direct(spec_plan(GetParam()), call, *device);
            for (const tilewright::Finding& finding : generated.findings) ADD_FAILURE() << finding.to_text();
            EXPECT_TRUE(hand.bits == generated.bits) << request.text() << ", DST of " << (fp32_dst ? 32 : 16);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Ops, Generated, ::testing::ValuesIn(seed_ops()), op_name);
