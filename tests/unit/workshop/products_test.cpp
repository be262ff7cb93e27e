// Products of matrices in formulas: sizes that end within tiles or not, plans in blocks, layouts, ranks, in strict
// mode.
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "tilewright/device.hpp"
#include "workshop/run/direct.hpp"
#include "dims_classes.hpp"

using namespace tilewright;
using namespace tilewright::workshop;
using namespace tilewright::workshop::rows;

namespace {

const char* const kProductSpecs[] = {"gelu_linear", "attention", "swiglu", "rms_norm_linear", "linear_layer_norm"};

Plan plan_with_products(const char* name) {
    return make_plan(read_spec(shipped_folder("examples") / "specs" / (std::string(name) + ".toml")));
}

DirectResult run_product(const Plan& plan, const DirectCall& call) {
    DeviceOptions strict;
    strict.run.mode = engine::Mode::Strict;
    const auto device = open_device(strict);
    const std::string text =
        fmt::format("{} {} sizes {}", plan.spec.name, fmt::join(call.shape, "x"), fmt::join(call.sizes, ","));
    DirectResult result = run_direct(plan, call, *device);
    EXPECT_TRUE(result.right()) << text << ": element " << result.match.worst_index << " is off by "
                                << result.match.worst_of_allowed << " of what is allowed";
    for (const Finding& finding : result.findings) ADD_FAILURE() << text << ": " << finding.to_text();
    return result;
}

Plan plan_of_product(const std::string& formula, const Declared& declared = {}) {
    return make_plan(parse_spec({"--expr", spec_text("product", formula, declared)}));
}

class OfProducts : public ::testing::TestWithParam<const char*> {};

}  // namespace

TEST_P(OfProducts, AreRightInEveryShapeClass) {
    const Plan plan = plan_with_products(GetParam());
    const bool deep = std::getenv("TILEWRIGHT_DEEP") != nullptr;
    const auto all = classes_of_dims();
    constexpr uint32_t sides[] = {1, 31, 32, 33, 64, 100, 160};
    for (size_t i = 0; i < all.size(); ++i) {
        if (!deep && (i + GetParam()[0]) % 10 != 0) continue;
        for (const bool wide : {false, true}) {
            if (!deep && wide != (i % 2 == 0)) continue;
            DirectCall call;
            call.shape = all[i];
            for (size_t size = 0; size < plan.spec.sizes; ++size) call.sizes.push_back(sides[(i + 3 * size) % 7]);
            call.float32.assign(plan.spec.inputs.size(), wide);
            call.output_float32 = wide;
            run_product(plan, call);
        }
    }
}
INSTANTIATE_TEST_SUITE_P(All, OfProducts, ::testing::ValuesIn(kProductSpecs),
                         [](const auto& info) { return info.param; });

// Blocks of rows: products are made again for every pass, and the result's is summed up over blocks.
TEST(Products, StreamWhereRowsDoNotFit) {
    for (const char* name : {"attention", "rms_norm_linear", "swiglu"}) {
        Plan plan = plan_with_products(name);
        plan.spec.plan = PlanChoice::Streaming;
        DirectCall call;
        call.shape = {2, 40, 500};
        call.sizes.assign(plan.spec.sizes, 70);
        const DirectResult result = run_product(plan, call);
        EXPECT_EQ(result.plan.kind, PlanKind::Streaming) << name;
        EXPECT_GT(result.plan.rows.blocks, 1u) << name;
        call.output_float32 = true;
        call.float32.assign(plan.spec.inputs.size(), true);
        run_product(plan, call);
    }
}

TEST(Products, GiveTilesOrSticks) {
    for (const char* formula : {"softmax(q @ k^T) @ v", "tanh(x) @ w^T", "relu(x @ w)"}) {
        Plan plan = plan_of_product(formula);
        DirectCall call;
        call.shape = {2, 2, 45, 70};
        call.sizes.assign(plan.spec.sizes, 50);
        const std::vector<float> tiles = run_product(plan, call).values;
        Spec spec = plan.spec;
        spec.output_tile = false;
        plan = make_plan(spec);
        EXPECT_EQ(run_product(plan, call).values, tiles) << formula;
    }
}

// What a spec leaves to the caller: rows of one tensor for several products, transposed sides, one matrix or many.
TEST(Products, OfManyForms) {
    for (const char* formula :
         {"x @ w", "x @ y", "x @ w^T + 1", "(a @ b) * (c @ d^T)", "silu(x @ w1) * (x @ w2) - x @ w3", "sum(x @ y^T)",
          "gelu(x @ w1) @ w2", "y = x @ w; (y - mean(y)) * rsqrt(var(y) + 1e-5)", "exp(-abs(x)) @ y^T"}) {
        const Plan plan = plan_of_product(formula);
        DirectCall call;
        call.shape = {2, 3, 40, 48};
        for (size_t size = 0; size < plan.spec.sizes; ++size) call.sizes.push_back(size % 2 == 0 ? 33 : 64);
        run_product(plan, call);
        call.shape = {70, 33};
        call.core_grid = ttnn::CoreCoord{1, 1};
        call.fp32_dst = false;
        run_product(plan, call);
    }
}

TEST(Products, NamesSayWhatIsOneMatrix) {
    const Plan plan = plan_of_product("gelu(x @ w_up) @ y");
    EXPECT_TRUE(plan.spec.find_input("w_up")->operand.one);
    EXPECT_FALSE(plan.spec.find_input("y")->operand.one);
    EXPECT_TRUE(plan.spec.find_input("x")->tile);
    EXPECT_TRUE(plan.spec.output_tile);
    EXPECT_EQ(plan.spec.sizes, 2u);
    EXPECT_EQ(formula_of(plan.program, plan.passes.front().inputs.front().node), "x @ w_up");
}
