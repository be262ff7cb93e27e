// What is special about layernorm_fused_rm: its parameters, epsilon, its plan.
#include "ops/common/tests/cases.hpp"

using namespace tilewright::ops;
using namespace tilewright::workshop;
using namespace tilewright::ops::testing;
using ttnn::DataType;

TEST(LayernormFusedRm, EveryCombinationOfParameters) {
    const std::optional<DataType> kinds[] = {std::nullopt, DataType::BFLOAT16, DataType::FLOAT32};
    for (const auto& gamma : kinds) {
        for (const auto& beta : kinds) {
            OpCase request = make_case(layernorm(), {2, 33, 100});
            set(request, "gamma", gamma);
            set(request, "beta", beta);
            expect_right(request, run(request, Mode::Strict));
        }
    }
}

TEST(LayernormFusedRm, ShapesOfParametersAreTheSame) {
    OpCase request = make_case(layernorm(), {33, 70});
    const CaseResult flat = run(request);
    for (const uint32_t rank : {2u, 4u}) {
        request.parameter_rank = rank;
        EXPECT_EQ(run(request).bits, flat.bits);
    }
}

TEST(LayernormFusedRm, EpsilonCounts) {
    OpCase request = make_case(layernorm(), {32, 64}, DataType::FLOAT32, Pattern::Constant);
    request.tensors.erase("gamma");
    request.tensors.erase("beta");
    for (const float value : run(request).values) EXPECT_EQ(value, 0.0f);  // nothing is divided by zero
    request.pattern = Pattern::Normal;
    for (const float epsilon : {1e-12f, 1e-5f, 1.0f, 100.0f}) {
        request.parameters["epsilon"] = epsilon;
        expect_right(request, run(request));
    }
}

TEST(LayernormFusedRm, StreamingParametersToo) {
    for (const DataType dtype : {DataType::BFLOAT16, DataType::FLOAT32}) {
        const OpCase request = make_case(layernorm(), {33, dtype == DataType::FLOAT32 ? 12001u : 24001u}, dtype);
        const CaseResult result = run(request, Mode::Strict);
        EXPECT_EQ(result.plan.kind, PlanKind::Streaming);
        expect_right(request, result);
    }
}

// Tiles of a row and the lines of gamma and beta in L1 at once, as long as both fit.
TEST(LayernormFusedRm, ParametersStayWhereTheyFit) {
    for (const DataType dtype : {DataType::BFLOAT16, DataType::FLOAT32}) {
        OpCase request = make_case(layernorm(), {40, 4097}, dtype);
        const CaseResult result = run(request, Mode::Strict);
        EXPECT_EQ(result.plan.kind, PlanKind::TilesResident);
        EXPECT_EQ(result.plan.cb(6).persistent, dtype == DataType::BFLOAT16);
        expect_right(request, result);
        for (const char* absent : {"gamma", "beta"}) {
            request.tensors.erase(absent);
            expect_right(request, run(request, Mode::Strict));
        }
    }
}

TEST(LayernormFusedRm, OtherDtypeOut) {
    for (const DataType dtype : {DataType::BFLOAT16, DataType::FLOAT32}) {
        OpCase request = make_case(layernorm(), {40, 100}, dtype);
        request.output_dtype = dtype == DataType::FLOAT32 ? DataType::BFLOAT16 : DataType::FLOAT32;
        expect_right(request, run(request, Mode::Strict));
    }
}

TEST(LayernormFusedRm, PlanHasWhatIsThere) {
    const auto device = ttnn::open_mesh_device(0);
    OpCase request = make_case(layernorm(), {32, 256});
    const OpPlan whole = plan_of(request, *device);
    EXPECT_EQ(whole.cbs.size(), 13u);
    EXPECT_EQ(whole.cb(6).pages, 8u);  // lines of gamma, kept
    EXPECT_EQ(whole.cb(1).pages, 8u);  // input tiles, and results
    EXPECT_EQ(whole.cb(30).pages, 8u);
    EXPECT_TRUE(whole.cb(6).persistent);
    request.tensors.erase("gamma");
    request.tensors.erase("beta");
    EXPECT_EQ(plan_of(request, *device).cbs.size(), 11u);
}
