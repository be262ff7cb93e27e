// How far a time may be off: it follows the figures that the time rests on.
#include "clock/uncertainty.hpp"

#include <cmath>

#include "unit/clock/tapes.hpp"

namespace tilewright::clock {
namespace {

constexpr double kModel = 0.06;  // what the model itself adds

Uncertainty of(const HandTape& hand) { return uncertainty_of(hand.tape, Figures::kNewestLlk, hand.time().ns()); }

TEST(Uncertainty, OfPlainCodeIsThatOfCounting) {
    HandTape hand;
    add(hand.thread(0, TW_BRISC), Op::ReadClock).scalar = 1000000;
    const Uncertainty found = of(hand);
    ASSERT_EQ(found.rests_on.size(), 1u);
    EXPECT_EQ(found.rests_on[0].group, "plain code");
    EXPECT_EQ(found.rests_on[0].confidence, 'C');
    EXPECT_NEAR(found.rests_on[0].relative, width_of('C'), 0.001);
    EXPECT_NEAR(found.relative, std::hypot(kModel, width_of('C')), 0.001);
    EXPECT_EQ(found.text(), "give or take 10 %, mostly from plain code (C)");
}

TEST(Uncertainty, OfAStreamIsThatOfDram) {
    HandTape hand(2);
    for (uint32_t core = 0; core < 2; ++core) {
        ThreadTape& reader = hand.thread(core, TW_NCRISC);
        for (int i = 0; i < 256; ++i) add_transfer(reader, Op::Read, 0, hand.in_bank(0), 8192);
        add(reader, Op::Barrier, 0, TW_BARRIER_READ);
    }
    const Uncertainty found = of(hand);
    ASSERT_FALSE(found.rests_on.empty());
    EXPECT_EQ(found.rests_on[0].group, "DRAM");
    EXPECT_EQ(found.rests_on[0].confidence, 'M');
    EXPECT_NEAR(found.rests_on[0].relative, width_of('M'), 0.005);
}

TEST(Uncertainty, GuessesCountForMoreThanMeasurements) {
    const auto sfpu = [](uint32_t tiles) {
        HandTape hand;
        ThreadTape& math = hand.thread(0, TW_MATH);
        for (uint32_t i = 0; i < tiles; ++i) add(math, Op::Vectors, 0, 1000);
        add(math, Op::Delay, 0, 100000);
        return of(hand);
    };
    const Uncertainty little = sfpu(1), much = sfpu(1000);
    EXPECT_LT(little.relative, 0.07);
    EXPECT_EQ(much.rests_on.at(0).group, "SFPU cycles");
    EXPECT_EQ(much.rests_on.at(0).confidence, 'G');
    EXPECT_GT(much.relative, 0.25);
    EXPECT_GT(width_of('G'), width_of('F'));
    EXPECT_GT(width_of('F'), width_of('M'));
}

}  // namespace
}  // namespace tilewright::clock
