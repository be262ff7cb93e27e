// Row programs, plans, evaluation and generated folders, without running kernels.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "workshop/gen/folder.hpp"
#include "workshop/plan/evaluate.hpp"
#include "workshop/run/fuzz.hpp"

using namespace tilewright;
using namespace tilewright::workshop;
using namespace tilewright::workshop::rows;

namespace {

Plan plan_of(const std::string& formula, const std::vector<std::string>& rows = {},
             const std::vector<std::string>& columns = {}, const std::vector<std::string>& parameters = {}) {
    return make_plan(
        parse_spec({"test.toml", spec_text("made", formula,
                                           {.row_inputs = rows, .column_inputs = columns, .parameters = parameters})}));
}

size_t count(const Plan& plan, Op op) {
    size_t found = 0;
    for (const Node& node : plan.program.nodes) found += node.op == op;
    return found;
}

Request request(std::vector<uint32_t> shape, uint32_t l1_bytes = 1300000) {
    Request made;
    made.shape = std::move(shape);
    made.l1_bytes = l1_bytes;
    return made;
}

std::vector<double> evaluate_row(const Plan& plan, const std::vector<float>& x) {
    EvaluationInput input;
    input.rows = 1;
    input.width = static_cast<uint32_t>(x.size());
    input.inputs = {x};
    for (const SpecParameter& parameter : plan.spec.parameters) {
        input.parameters.push_back(static_cast<float>(parameter.value));
    }
    return evaluate(plan, input).values;
}

}  // namespace

TEST(Plan, VarianceUsesTheMeanOnce) {
    const Plan plan = plan_of("(x - mean(x)) * rsqrt(var(x) + eps)");
    EXPECT_EQ(count(plan, Op::FirstOf), 1u);
    EXPECT_EQ(count(plan, Op::MeanOf), 3u);  // of the distances from the first, from the anchor, and of the squares
    EXPECT_TRUE(plan.program.has_refinement);
    EXPECT_EQ(plan.streaming_passes(false), 3u);
    EXPECT_EQ(plan.streaming_passes(true), 4u);
    EXPECT_EQ(plan_of("var(x)").streaming_passes(true), 2u);
}

TEST(Plan, FragileFormulasAreKeptAndWarnedAbout) {
    const Plan naive = plan_of("exp(x) / sum(exp(x))");
    ASSERT_EQ(naive.program.warnings.size(), 1u);
    EXPECT_NE(naive.program.warnings[0].text.find("exp(x - max(x))"), std::string::npos);
    EXPECT_EQ(count(naive, Op::MaxOf), 0u);
    EXPECT_TRUE(plan_of("exp(x - max(x)) / sum(exp(x - max(x)))").program.warnings.empty());
    EXPECT_EQ(plan_of("m = mean(x); x * (mean(square(x)) - square(m))").program.warnings.size(), 1u);
}

TEST(Plan, FitsOrStreams) {
    const Plan plan = plan_of("exp(x - max(x)) / sum(exp(x - max(x)))");
    EXPECT_EQ(plan_call(plan, request({32, 256})).kind, PlanKind::Resident);
    const OpPlan wide = plan_call(plan, request({32, 65536}));
    EXPECT_EQ(wide.kind, PlanKind::Streaming);
    EXPECT_LE(wide.bytes(), wide.l1_bytes);
    EXPECT_GE(wide.rows.blocks * wide.rows.block_tiles, wide.rows.width_tiles());
    EXPECT_THROW(plan_call(plan, request({32, 256}, 10000)), Error);
    for (const PlannedCb& cb : wide.cbs) EXPECT_NE(cb.name, "mask");  // 65536 is a multiple of 32
}

TEST(Plan, EveryStepFitsDst) {
    for (uint32_t i = 0; i < 300; ++i) {
        const Plan plan = make_plan(parse_spec({"fuzz.toml", random_spec(7, i)}));
        for (const Pass& pass : plan.passes) {
            for (const Step& step : pass.columns) EXPECT_LE(step.code.slots, kDstSlots);
            for (const Step& step : pass.steps) {
                EXPECT_LE(step.code.slots, step.kind == StepKind::Reduce ? kDstSlots - 1 : kDstSlots);
            }
        }
        std::set<uint32_t> indices;
        for (const PlanCb& cb : plan.cbs) EXPECT_TRUE(indices.insert(cb.index).second) << "c_" << cb.index;
    }
}

TEST(Plan, DeadBuffersAreUsedAgain) {
    const Plan plan = plan_of("var(x)");
    bool shared = false;
    for (const PlanCb& cb : plan.cbs) shared |= !cb.shares.empty();
    EXPECT_TRUE(shared);
}

TEST(Plan, SpecsChooseIndicesAndPlans) {
    const std::string text = spec_text("made", "exp(x)", {});
    const Plan pinned = make_plan(parse_spec({"t.toml", text + "\n[cb]\nx = 3\nresult_sticks = 20\n"}));
    EXPECT_EQ(pinned.cb(3).name, "x");
    EXPECT_EQ(pinned.cb_result_sticks, 20u);
    const Plan streaming = make_plan(parse_spec({"t.toml", "plan = \"streaming\"\n" + text}));
    EXPECT_EQ(plan_call(streaming, request({32, 256})).kind, PlanKind::Streaming);
}

TEST(Evaluate, KnownRows) {
    const std::vector<float> x = {1, 2, 3, 6};
    EXPECT_DOUBLE_EQ(evaluate_row(plan_of("mean(x)"), x)[0], 3);
    EXPECT_DOUBLE_EQ(evaluate_row(plan_of("var(x)"), x)[0], 3.5);
    EXPECT_DOUBLE_EQ(evaluate_row(plan_of("max(x) - min(x)"), x)[0], 5);
    EXPECT_DOUBLE_EQ(evaluate_row(plan_of("where(x > mean(x), x, -x)"), x)[3], 6);
    EXPECT_DOUBLE_EQ(evaluate_row(plan_of("power(x, 3)"), x)[2], 27);
    EXPECT_NEAR(evaluate_row(plan_of("gelu(x)"), x)[0], 0.8413447460685429, 1e-15);
    EXPECT_DOUBLE_EQ(evaluate_row(plan_of("x * alpha / 2", {}, {}, {"alpha=4"}), x)[1], 4);
}

TEST(Evaluate, BoundsKnowWhatCanGoWrong) {
    const Plan plan = plan_of("recip(x - mean(x))");
    EvaluationInput input;
    input.rows = 1;
    input.width = 3;
    input.inputs = {{1, 2, 3}};
    const Evaluation result = evaluate(plan, input);
    EXPECT_TRUE(std::isinf(result.allowed[1]));  // the middle element is its row's mean
    EXPECT_FALSE(std::isinf(result.allowed[0]));
}

TEST(Folder, IsTheSameEveryTimeAndKeepsEdits) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("tilewright_folder_" + std::to_string(::getpid()));
    std::filesystem::remove_all(folder);
    const Plan plan = plan_of("x * rsqrt(mean(square(x)) + eps) * gamma");
    EXPECT_EQ(op_files(plan), op_files(plan));
    const WriteReport fresh = write_folder(plan, folder, false);
    EXPECT_GE(fresh.written.size(), 25u);
    EXPECT_TRUE(write_folder(plan, folder, false).written.empty());
    const std::filesystem::path edited = folder / "device" / "kernels" / "compute" / "made_compute.cpp";
    std::ofstream(edited, std::ios::app) << "// mine\n";
    // Another spec under the same name changes most files, but not the edited one.
    const Plan other = plan_of("x * rsqrt(mean(square(x)) + eps) * gamma + 1");
    const WriteReport second = write_folder(other, folder, false);
    EXPECT_EQ(second.kept, std::vector<std::string>{"device/kernels/compute/made_compute.cpp"});
    EXPECT_FALSE(second.written.empty());
    EXPECT_EQ(write_folder(other, folder, false).kept.size(), 1u);  // still recognised
    EXPECT_TRUE(write_folder(other, folder, true).kept.empty());
    std::filesystem::remove_all(folder);
}
