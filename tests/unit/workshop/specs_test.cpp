// The specs that ship: each is planned, its kernels are run directly in strict mode and compared with float64.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "base/paths.hpp"
#include "tilewright/device.hpp"
#include "workshop/run/direct.hpp"
#include "workshop/run/fuzz.hpp"

using namespace tilewright;
using namespace tilewright::workshop;
using namespace tilewright::workshop::rows;

namespace {

class ShippedSpec : public ::testing::TestWithParam<std::string> {};

std::vector<std::string> shipped_specs() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(shipped_folder("examples") / "specs")) {
        names.push_back(entry.path().stem().string());
    }
    std::ifstream shipped(shipped_folder("ops") / "ops.txt");
    for (std::string line; std::getline(shipped, line);) {
        if (!line.empty() && line[0] != '#') names.push_back(line);
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::filesystem::path spec_file(const std::string& name) {
    const std::filesystem::path example = shipped_folder("examples") / "specs" / (name + ".toml");
    return std::filesystem::exists(example) ? example : shipped_folder("ops") / name / "spec.toml";
}

void expect_right(const Plan& plan, const DirectCall& call, std::optional<PlanKind> kind = std::nullopt) {
    DeviceOptions strict;
    strict.run.mode = engine::Mode::Strict;
    const auto device = open_device(strict);
    const DirectResult result = run_direct(plan, call, *device);
    EXPECT_EQ(result.plan.kind, kind.value_or(result.plan.kind)) << plan.spec.name;
    EXPECT_TRUE(result.match.ok()) << plan.spec.name << ": element " << result.match.worst_index << " is off by "
                                   << result.match.worst_of_allowed << " of what is allowed";
    EXPECT_EQ(result.match.without_bound, 0u) << plan.spec.name;
    EXPECT_TRUE(result.right()) << plan.spec.name;
    for (const Finding& finding : result.findings) ADD_FAILURE() << plan.spec.name << ": " << finding.to_text();
}

}  // namespace

TEST(FuzzedSpec, ShardsAndSeveralResultsAreDrawnAndRight) {
    DeviceOptions strict;
    strict.run.mode = engine::Mode::Strict;
    const auto device = open_device(strict);
    size_t several = 0, sharded = 0, both = 0;
    for (uint32_t i = 0; i < 60 && both < 2; ++i) {
        if (random_spec(11, i).find("outputs") == std::string::npos) continue;
        ++several;
        const FuzzCase result = run_fuzz_case(11, i, *device);
        sharded += result.shards.empty() ? 0 : 1;
        both += result.shards.find("->") != std::string::npos && result.verdict == FuzzVerdict::Right ? 1 : 0;
        EXPECT_FALSE(result.bad()) << i << ": " << result.reason << "\n" << result.spec;
    }
    EXPECT_GE(both, 2u) << several << " of several results, " << sharded << " in shards";
}

TEST_P(ShippedSpec, RunsStrictAndMatches) {
    Plan plan = make_plan(read_spec(spec_file(GetParam())));
    DirectCall call;
    call.shape = {2, 33, 100};
    expect_right(plan, call);
    // Float32 results of more tiles than an anchor has, in L1 that holds a row as tiles only.
    if (plan.tiles_may_stay) {
        DirectCall tight;
        tight.shape = plan.gathered() ? std::vector<uint32_t>{2, 3, 33, 300} : std::vector<uint32_t>{33, 600};
        tight.float32.assign(plan.spec.inputs.size(), true);
        tight.output_float32 = true;
        const Request request{tight.shape, {}, tight.float32, true, true, 1u << 30};
        tight.l1_bytes = plan_call(plan, request).bytes() - 1;
        expect_right(plan, tight, PlanKind::TilesResident);
    }
    plan.spec.plan = PlanChoice::Streaming;
    call.float32.assign(plan.spec.inputs.size(), true);
    call.output_float32 = true;
    for (const SpecInput& input : plan.spec.inputs) call.present.push_back(!input.optional);
    expect_right(plan, call);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedSpec, ::testing::ValuesIn(shipped_specs()),
                         [](const auto& info) { return info.param; });

// An operand that is held while the other one is evaluated from the same value.
TEST(Direct, ValuesThatAreUsedTwiceStayAsTheyAre) {
    for (const char* formula :
         {"p = tanh(x)\np * log(p + 2)", "p = tanh(x)\nlog(p + 2) * p", "p = tanh(x)\nwhere(p > 0, exp(p), p)",
          "p = tanh(x)\np * (exp(p) - p)", "p = tanh(x) * recip(sum(exp(x)))\n-sum(p * log(abs(p) + 0.001))"}) {
        SCOPED_TRACE(formula);
        DirectCall call;
        call.shape = {33, 70};
        expect_right(make_plan(parse_spec({"t.toml", spec_text("used_twice", formula, {})})), call);
    }
}
