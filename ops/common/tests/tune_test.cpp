// Plans that are asked for: every legal one gives the same bits, takes the time that tuning says, and the planner's own
// choice is among the best.
#include "ops/common/tests/cases.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "clock/recording.hpp"
#include "metal/device_impl.hpp"
#include "ops/common/seed_ops.hpp"
#include "workshop/tune/tune.hpp"

using namespace tilewright::ops;
using namespace tilewright::workshop;
using namespace tilewright::ops::testing;
using ttnn::DataType;

namespace {

bool deep() { return std::getenv("TILEWRIGHT_DEEP") != nullptr; }

class TunedOp : public ::testing::TestWithParam<Op> {};

}  // namespace

// Without TILEWRIGHT_DEEP: blocks of three of the seven tiles, which leave a rest.
TEST_P(TunedOp, EveryPlanThatIsAskedForGivesTheSameBits) {
    OpCase request = make_case(GetParam(), {33, 200}, DataType::FLOAT32);
    const auto device = open(Mode::Strict);
    const OpData data = make_data(request);
    std::vector<uint8_t> bits;
    size_t plans = 0;
    const bool has_lines = GetParam()->inputs.size() > 1;
    for (const PlanAsk& ask : all_asks(7, has_lines)) {
        if (!deep() && (ask.depth == 2u || ask.depth == 4u || (ask.block_tiles && *ask.block_tiles != 3))) continue;
        tilewright::ask_plan(*device, ask.text());
        const CaseResult result = run_case(request, data, *device);
        expect_right(request, result);
        if (bits.empty()) bits = result.bits;
        EXPECT_EQ(result.bits, bits) << ask.text();
        if (ask.block_tiles) {
            EXPECT_EQ(result.plan.rows.block_tiles, *ask.block_tiles);
        }
        ++plans;
    }
    EXPECT_GE(plans, 6u);
}

// Depths are timed from one recording; a recording of the plan itself says the same.
TEST_P(TunedOp, DepthsFromOneRecordingAreThoseOfTheirOwn) {
    const OpCase request = make_case(GetParam(), {64, 200});
    const auto device = open();
    const Tunable call = tunable(request, *device);
    const char* kind = GetParam()->inputs.size() > 1 ? "tiles-resident,block=3,lines=kept" : "streaming,block=3";
    const PlanAsk one = PlanAsk::parse(fmt::format("{},depth=1", kind));
    const PlanAsk three = PlanAsk::parse(fmt::format("{},depth=3", kind));
    const auto record = [&](const PlanAsk& ask) {
        return tilewright::clock::Recording(*device->impl().card, call.program(ask, std::nullopt).program,
                                            tilewright::run_options(*device));
    };
    tilewright::clock::Change deeper;
    for (const PlannedCb& cb : call.plan(three).cbs) deeper.cb_pages[cb.index] = cb.pages;
    const auto shallow = record(one);
    EXPECT_EQ(shallow.time(deeper).cycles, record(three).time().cycles);
    EXPECT_NE(shallow.time().cycles, shallow.time(deeper).cycles);
}

// The shapes of docs/workshop.md, deeply; else one of them.
TEST_P(TunedOp, TheDefaultIsAmongTheBest) {
    std::vector<std::vector<uint32_t>> shapes = {{64, 224}};
    if (deep()) shapes = {{1024, 1024}, {4096, 768}, {2048, 4096}, {64, 128}, {32, 8192}, {8192, 256}};
    for (const auto& shape : shapes) {
        for (const DataType dtype : {DataType::BFLOAT16, DataType::FLOAT32}) {
            if (!deep() && dtype == DataType::FLOAT32) continue;
            const auto device = open();
            TuneOptions options;
            options.grids = false;
            const Tuning tuning = tune(tunable(make_case(GetParam(), shape, dtype), *device), *device, options);
            EXPECT_GT(tuning.tried.size(), 10u);
            EXPECT_LE(tuning.best().ns, tuning.chosen.ns);
            EXPECT_LT(tuning.behind(), 0.04) << tuning.to_text();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Ops, TunedOp, ::testing::ValuesIn(seed_ops()),
                         [](const auto& info) { return info.param->name; });

// An op that plans as before plans could be asked for.
TEST(TunedOps, OneThatDoesNotHeedWhatIsAskedIsRefused) {
    const auto device = open();
    Tunable call = tunable(make_case(centralize(), {64, 320}), *device);
    call.plan = [own = call.plan](const PlanAsk&) { return own({}); };
    try {
        tune(call, *device);
        FAIL() << "it was tuned";
    } catch (const tilewright::Error& error) {
        EXPECT_EQ(error.code(), "TW4124");
        EXPECT_NE(std::string(error.what()).find("was asked for, but the plan is"), std::string::npos);
    }
}
