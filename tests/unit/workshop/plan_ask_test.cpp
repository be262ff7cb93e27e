// Plans that are asked for: how they are written, what is refused, and that the planner heeds them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "workshop/plan/cb_plan.hpp"

namespace tilewright::workshop {
namespace {

using ::testing::HasSubstr;

std::string refusal(const std::string& text) {
    try {
        PlanAsk::parse(text);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW4123");
        return error.what();
    }
    return "accepted";
}

PlanRequest rows_of(uint32_t width) {
    PlanRequest request;
    request.op = "made";
    request.rows.width = width;
    request.rows.sticks = 64;
    request.l1_bytes = 1'000'000;
    request.passes = 3;
    request.tiles_may_stay = true;
    request.cbs = {{0, "sticks", tt::DataFormat::Float16_b, PagesOf::Blocks, "reader", "compute"},
                   {1, "tiles", tt::DataFormat::Float16_b, PagesOf::Tiles, "compute", "compute"},
                   {2, "gamma", tt::DataFormat::Float16_b, PagesOf::Line, "reader", "compute"},
                   {16, "results", tt::DataFormat::Float16_b, PagesOf::Blocks, "compute", "writer"}};
    return request;
}

OpPlan asked(const std::string& text, PlanRequest request = rows_of(1024)) {
    request.ask = PlanAsk::parse(text);
    return choose_plan(request);
}

std::string plan_refusal(const std::string& text, PlanRequest request = rows_of(1024)) {
    try {
        asked(text, std::move(request));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW4121");
        return error.what();
    }
    return "accepted";
}

}  // namespace

TEST(PlanAsk, TextAndBack) {
    for (const std::string text : {"resident", "streaming,block=4,depth=3", "tiles-resident,block=8,depth=2,lines=kept",
                                   "lines=streamed", "depth=1", "block=2"}) {
        EXPECT_EQ(PlanAsk::parse(text).text(), text);
    }
    EXPECT_TRUE(PlanAsk::parse("").empty());
    EXPECT_EQ(PlanAsk::parse("depth=3,streaming").text(), "streaming,depth=3");
    for (const PlanAsk& ask : all_asks(10, true)) EXPECT_EQ(PlanAsk::parse(ask.text()), ask);
}

TEST(PlanAsk, RefusesWhatIsNoPlan) {
    for (const std::string text : {"stream", "block", "block=", "block=0", "block=-1", "block=4x", "depth=70000", ",",
                                   "streaming,", "streaming,resident", "block=2,block=3", "lines=", "lines=maybe",
                                   " streaming", "Streaming", "block=99999999999999999999"}) {
        EXPECT_THAT(refusal(text), HasSubstr("the plan \"" + text + "\" asks for")) << text;
    }
}

TEST(PlanAsk, IsHeeded) {
    const OpPlan streaming = asked("streaming,block=4,depth=3");
    EXPECT_EQ(streaming.kind, PlanKind::Streaming);
    EXPECT_EQ(streaming.rows.block_tiles, 4u);
    EXPECT_EQ(streaming.rows.blocks, 8u);
    EXPECT_EQ(streaming.rows.passes, 3u);
    EXPECT_EQ(streaming.cb(0).pages, 12u);
    const OpPlan tiles = asked("tiles-resident,block=5");
    EXPECT_EQ(tiles.kind, PlanKind::TilesResident);
    EXPECT_EQ(tiles.rows.blocks, 7u);
    EXPECT_EQ(tiles.cb(0).pages, 10u);
    EXPECT_EQ(tiles.cb(1).pages, 35u);
    EXPECT_TRUE(tiles.lines_stay());
    EXPECT_FALSE(asked("tiles-resident,block=5,lines=streamed").lines_stay());
    EXPECT_EQ(asked("resident,depth=1").kind, PlanKind::ResidentSingle);
    EXPECT_EQ(asked("resident,depth=3").cb(16).pages, 96u);
    EXPECT_EQ(asked("block=2").rows.block_tiles, 2u);
    EXPECT_NE(asked("block=2").choice(), asked("block=4").choice());
}

TEST(PlanAsk, RefusesWhatCannotBe) {
    EXPECT_THAT(plan_refusal("streaming,block=32"), HasSubstr("at least two in a row, which is 32 tiles"));
    EXPECT_THAT(plan_refusal("resident,block=4"), HasSubstr("the block of a resident plan is the row"));
    EXPECT_THAT(plan_refusal("streaming,lines=kept"), HasSubstr("need what is one row for all again"));
    EXPECT_THAT(plan_refusal("resident,lines=streamed"), HasSubstr("keeps what is one row for all"));
    EXPECT_THAT(plan_refusal("streaming", rows_of(32)), HasSubstr("a row is one tile"));
    EXPECT_THAT(plan_refusal("tiles-resident", rows_of(32)), HasSubstr("a row is one tile"));
    EXPECT_THAT(plan_refusal("resident,depth=400"), HasSubstr("does not fit"));
    PlanRequest plain = rows_of(1024);
    std::erase_if(plain.cbs, [](const PlannedCb& cb) { return cb.size == PagesOf::Line; });
    EXPECT_THAT(plan_refusal("lines=kept", plain), HasSubstr("there is no such input"));
    plain.tiles_may_stay = false;
    EXPECT_THAT(plan_refusal("tiles-resident", plain), HasSubstr("the kernels have no such plan"));
    plain.passes = 1;
    EXPECT_THAT(plan_refusal("tiles-resident", plain), HasSubstr("read once in any plan"));
    plain.choice = PlanChoice::Resident;
    EXPECT_THAT(plan_refusal("streaming", plain), HasSubstr("leave one of the two out"));
}

TEST(PlanAsk, EveryAskOfSomeTilesIsThereOnce) {
    const std::vector<PlanAsk> asks = all_asks(7, false);
    // Blocks of 4, 3, 2 and 1 tiles in two kinds, and the row; four depths each.
    EXPECT_EQ(asks.size(), 4u * (1 + 2 * 4));
    for (size_t i = 0; i < asks.size(); ++i) {
        for (size_t k = i + 1; k < asks.size(); ++k) EXPECT_FALSE(asks[i] == asks[k]) << asks[i].text();
    }
    EXPECT_EQ(all_asks(1, true).size(), 4u);
}

}  // namespace tilewright::workshop
