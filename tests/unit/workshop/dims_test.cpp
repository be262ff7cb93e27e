// Reductions along other dimensions than W, and inputs that repeat along some: shape classes in strict mode.
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "tilewright/device.hpp"
#include "workshop/run/direct.hpp"
#include "workshop/spec/dims.hpp"
#include "dims_classes.hpp"

using namespace tilewright;
using namespace tilewright::workshop;
using namespace tilewright::workshop::rows;

namespace {

const char* const kSpecs[] = {"softmax_h",        "std_h",           "instance_norm",    "max_hw",
                              "layer_norm_chw",   "mean_n",          "channel_softmax",  "batch_norm",
                              "attention_scores", "affine_channels", "layer_norm_stats", "softmax_lse",
                              "min_max_range"};

Plan plan_of_spec(const char* name) {
    return make_plan(read_spec(shipped_folder("examples") / "specs" / (std::string(name) + ".toml")));
}

void expect_right_along(const Plan& plan, const DirectCall& call, const std::string& what) {
    DeviceOptions strict;
    strict.run.mode = engine::Mode::Strict;
    const auto device = open_device(strict);
    const std::string text = fmt::format("{} {} {}", plan.spec.name, fmt::join(call.shape, "x"), what);
    try {
        const DirectResult result = run_direct(plan, call, *device);
        EXPECT_TRUE(result.match.ok()) << text << ": element " << result.match.worst_index << " is off by "
                                       << result.match.worst_of_allowed << " of what is allowed";
        // A 16-bit DST promises little.
        if (call.fp32_dst) {
            EXPECT_LE(result.match.without_bound, result.values.size() / 2) << text;
        }
        for (const DirectOutput& one : result.more)
            EXPECT_TRUE(one.match.ok()) << text << ", " << one.name << ": element " << one.match.worst_index
                                        << " is off by " << one.match.worst_of_allowed << " of what is allowed";
        for (const Finding& finding : result.findings) ADD_FAILURE() << text << ": " << finding.to_text();
    } catch (const Error& error) {
        ADD_FAILURE() << text << ": " << error.what();
    }
}

class AlongDims : public ::testing::TestWithParam<const char*> {};

}  // namespace

TEST(Dims, TextsAndBack) {
    for (int dims = 0; dims <= kAllDims; ++dims) {
        const std::string text = dims_text(static_cast<Dims>(dims));
        EXPECT_EQ(dims_of_text(text), static_cast<Dims>(dims)) << text;
    }
    EXPECT_EQ(dims_text(kN | kW), "[N,1,1,W]");
    EXPECT_EQ(dims_of_text("[1, C, 1, 1]"), kC);
    for (const char* wrong : {"", "[]", "[W", "[H,C]", "[W,W]", "[N,C,H,W,W]", "[2,W]", "W", "[N C]"}) {
        EXPECT_EQ(dims_of_text(wrong), std::nullopt) << wrong;
    }
}

TEST(Dims, RowsAndBack) {
    const Extents extents = extents_of(std::vector<uint32_t>{2, 3, 4, 5});
    std::vector<int> tensor(120);
    for (size_t i = 0; i < tensor.size(); ++i) tensor[i] = static_cast<int>(i);
    for (int reduced = 1; reduced <= kAllDims; ++reduced) {
        const RowOrder order(extents, static_cast<Dims>(reduced));
        EXPECT_EQ(order.scatter(order.gather(tensor, kAllDims)), tensor) << reduced;
    }
    // Along H: a row is a column of a matrix.
    const RowOrder columns(extents, kH);
    EXPECT_EQ(columns.rows(), 30u);
    EXPECT_EQ(columns.index(6, 2), 20u + 2 * 5 + 1);  // matrix 1, column 1, its third element
}

TEST(SeveralResults, EachIsWhatItsLineSays) {
    const Plan plan = plan_of_spec("min_max_range");
    ASSERT_EQ(plan.results.size(), 3u);
    EXPECT_TRUE(plan.results[0].column && plan.results[1].column && !plan.results[2].column);
    DirectCall call;
    call.shape = {1, 1, 2, 3};
    call.float32 = {true};
    call.output_float32 = true;
    call.data = {{4, -2, 6, 0, 1, 2}};
    const auto device = open_device(DeviceOptions());
    const DirectResult result = run_direct(plan, call, *device);
    ASSERT_EQ(result.more.size(), 2u);
    EXPECT_EQ(result.values, std::vector<float>{-2});
    EXPECT_EQ(result.logical_shape, (std::vector<uint32_t>{1, 1, 1, 1}));
    EXPECT_EQ(result.more[0].name, "high");
    EXPECT_EQ(result.more[0].values, std::vector<float>{6});
    ASSERT_EQ(result.more[1].values.size(), 6u);
    EXPECT_NEAR(result.more[1].values[2], 8 / 8.001, 1e-6);
    EXPECT_EQ(result.more[1].values[1], 0);
}

TEST_P(AlongDims, OfEveryShape) {
    const Plan plan = plan_of_spec(GetParam());
    ASSERT_TRUE(plan.gathered());
    const bool deep = std::getenv("TILEWRIGHT_DEEP") != nullptr;
    const auto shapes = classes_of_dims();
    ASSERT_EQ(shapes.size(), 43u);
    // Kernels are compiled for every shape: a tenth of them here, other ones for every spec.
    const size_t step = deep ? 1 : 10, begin = deep ? 0 : std::hash<std::string>()(GetParam()) % step;
    for (size_t i = begin; i < shapes.size(); i += step) {
        DirectCall call;
        call.shape = shapes[i];
        call.seed = i + 1;
        if (i / step % 2 == 1 || deep) {
            call.float32.assign(plan.spec.inputs.size(), true);
            call.output_float32 = true;
            expect_right_along(plan, call, "float32");
        }
        if (i / step % 2 == 1 && !deep) continue;
        call.float32.clear();
        call.output_float32 = false;
        expect_right_along(plan, call, "bfloat16");
    }
}

TEST_P(AlongDims, OfEveryPlan) {
    Plan plan = plan_of_spec(GetParam());
    DirectCall call;
    call.shape = {3, 5, 70, 100};
    call.float32.assign(plan.spec.inputs.size(), true);
    call.output_float32 = true;
    call.inputs_in_l1 = true;
    expect_right_along(plan, call, "float32 in L1");
    for (const SpecInput& input : plan.spec.inputs) call.present.push_back(!input.optional);
    expect_right_along(plan, call, "without optional inputs");
    call.present.clear();
    if (plan.tiles_may_stay) {
        const Request request{call.shape, {}, call.float32, true, true, 1u << 30};
        call.l1_bytes = plan_call(plan, request).bytes() - 1;
        expect_right_along(plan, call, "little L1");
        call.l1_bytes = 0;
    }
    plan.spec.plan = PlanChoice::Streaming;
    expect_right_along(plan, call, "streaming");
    call.fp32_dst = false;
    call.float32.clear();
    call.output_float32 = false;
    expect_right_along(plan, call, "streaming, 16-bit DST");
}

INSTANTIATE_TEST_SUITE_P(All, AlongDims, ::testing::ValuesIn(kSpecs),
                         [](const auto& info) { return std::string(info.param); });
