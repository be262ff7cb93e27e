// Tensors in tile layout, per tensor, of every format, in DRAM and in L1: all shape classes run in strict mode.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "tilewright/device.hpp"
#include "workshop/run/direct.hpp"

using namespace tilewright;
using namespace tilewright::workshop;
using namespace tilewright::workshop::rows;

namespace {

Plan shipped_plan(const char* name) {
    return make_plan(read_spec(shipped_folder("examples") / "specs" / (std::string(name) + ".toml")));
}

// Heights that end within a tile, in several matrices; widths of one tile and of many; ranks.
const std::vector<std::vector<uint32_t>>& shapes_of_layouts() {
    static const std::vector<std::vector<uint32_t>> all = {{32, 32},       {1, 1},        {33, 31},        {2, 33, 100},
                                                           {1, 2, 64, 96}, {3, 1, 5, 40}, {2, 2, 40, 600}, {70, 64}};
    return all;
}

void expect_exact(const Plan& plan, const DirectCall& call, const std::string& what) {
    DeviceOptions strict;
    strict.run.mode = engine::Mode::Strict;
    const auto device = open_device(strict);
    try {
        const DirectResult result = run_direct(plan, call, *device);
        const std::string text =
            fmt::format("{} {} {} {}", plan.spec.name, fmt::join(call.shape, "x"), plan_name(result.plan.kind), what);
        EXPECT_TRUE(result.match.ok()) << text << ": element " << result.match.worst_index << " is off by "
                                       << result.match.worst_of_allowed << " of what is allowed";
        EXPECT_EQ(result.match.without_bound, 0u) << text;
        for (const Finding& finding : result.findings) ADD_FAILURE() << text << ": " << finding.to_text();
    } catch (const Error& error) {
        ADD_FAILURE() << plan.spec.name << " " << what << ": " << error.what();
    }
}

class TileLayout : public ::testing::TestWithParam<const char*> {};

}  // namespace

TEST_P(TileLayout, OfEveryShape) {
    const Plan plan = shipped_plan(GetParam());
    ASSERT_TRUE(plan.spec.in_matrices());
    for (const auto& shape : shapes_of_layouts()) {
        DirectCall call;
        call.shape = shape;
        expect_exact(plan, call, "bfloat16");
    }
}

TEST_P(TileLayout, OfEveryFormatAndPlan) {
    Plan plan = shipped_plan(GetParam());
    const size_t inputs = plan.spec.inputs.size();
    DirectCall call;
    call.shape = {2, 40, 600};
    call.float32.assign(inputs, true);
    call.output_float32 = true;
    call.inputs_in_l1 = true;
    expect_exact(plan, call, "float32 in L1");
    for (const SpecInput& input : plan.spec.inputs) call.present.push_back(!input.optional);
    expect_exact(plan, call, "without optional inputs");
    call.inputs_in_l1 = false;
    call.present.clear();
    if (plan.tiles_may_stay) {
        const Request request{call.shape, {}, call.float32, true, true, 1u << 30};
        call.l1_bytes = plan_call(plan, request).bytes() - 1;
        expect_exact(plan, call, "little L1");
        call.l1_bytes = 0;
    }
    plan.spec.plan = PlanChoice::Streaming;
    expect_exact(plan, call, "streaming");
    for (const auto& [name, format] :
         {std::pair("bfloat8_b", tt::DataFormat::Bfp8_b), std::pair("bfloat4_b", tt::DataFormat::Bfp4_b)}) {
        call.formats.clear();
        bool some = false;
        for (const SpecInput& input : plan.spec.inputs) {
            const bool takes = std::find(input.dtypes.begin(), input.dtypes.end(), name) != input.dtypes.end();
            call.formats.push_back(takes ? format : tt::DataFormat::Float16_b);
            some |= takes;
        }
        call.float32.assign(inputs, false);
        if (some) expect_exact(plan, call, name);
    }
}

INSTANTIATE_TEST_SUITE_P(All, TileLayout, ::testing::Values("layer_norm_tiles", "softmax_to_rows", "row_norm_tiles"),
                         [](const auto& info) { return std::string(info.param); });

TEST(Layouts, KernelsOfTilesNeitherTilizeNorUntilize) {
    const auto moves = [](const char* name) {
        const Plan plan = shipped_plan(name);
        bool tilizes = false, untilizes = false;
        for (const PlanCb& cb : plan.cbs) {
            tilizes |= cb.producer == "compute: tilize";
            untilizes |= cb.consumer == "compute: untilize";
        }
        return std::pair(tilizes, untilizes);
    };
    EXPECT_EQ(moves("layer_norm_tiles"), std::pair(false, false));
    EXPECT_EQ(moves("softmax_to_rows"), std::pair(false, true));
    EXPECT_EQ(moves("row_norm_tiles"), std::pair(true, false));
    EXPECT_EQ(moves("rms_norm"), std::pair(true, true));
}
