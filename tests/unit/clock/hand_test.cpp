// Tapes whose time can be counted by hand from the machine's figures. What a lone transfer takes is asked of the
// network itself.
#include <algorithm>

#include "unit/clock/tapes.hpp"

namespace tilewright::clock {
namespace {

constexpr double kClose = 2;  // cycles: times are rounded

TEST(HandTape, OnePageIsCopied) {
    HandTape hand;
    hand.tape.cores[0].cb_pages[0] = 2;
    ThreadTape &reader = hand.thread(0, TW_NCRISC), &writer = hand.thread(0, TW_BRISC);
    constexpr uint32_t kBytes = 2048;
    add_page_in(reader, hand.in_bank(0), kBytes);
    add_page_out(writer, hand.in_bank(1), kBytes);
    const Timing timing = hand.time();

    const auto& call = hand.figures.call;
    Network network(*hand.card, hand.figures);
    double at = hand.start(0) + call.cb_reserve + call.read;
    at = std::max(at + call.barrier, network.read(0, 0, hand.in_bank(0), kBytes, at) + call.notice);
    const double pushed = at + call.cb_push;
    at = std::max(hand.start(1) + call.cb_wait, pushed + call.notice) + call.write;
    const Sent sent = network.write(0, 0, hand.in_bank(1), kBytes, 0, at);
    at = std::max(at + call.barrier, sent.answered + call.notice) + call.cb_pop;

    ASSERT_EQ(timing.threads.size(), 2u);
    EXPECT_NEAR(static_cast<double>(timing.threads[0].end), pushed + hand.figures.launch.exit, kClose);
    EXPECT_NEAR(static_cast<double>(timing.threads[1].end), at + hand.figures.launch.exit, kClose);
    EXPECT_NEAR(static_cast<double>(timing.cycles), at + hand.figures.launch.exit, kClose);
    EXPECT_EQ(timing.banks[0].read_bytes, kBytes);
    EXPECT_EQ(timing.banks[1].write_bytes, kBytes);
    ASSERT_FALSE(timing.threads[1].waits.empty());
    EXPECT_EQ(timing.threads[0].waits.at(0).what, WaitFor::Reads);
}

TEST(HandTape, PlainCodeAndDelaysCount) {
    HandTape hand;
    ThreadTape& thread = hand.thread(0, TW_BRISC);
    add(thread, Op::Delay, 0, 1000).scalar = 123;
    const Timing timing = hand.time();
    EXPECT_NEAR(static_cast<double>(timing.cycles), hand.start(0) + 1123 + hand.figures.launch.exit, kClose);
    EXPECT_EQ(timing.threads[0].scalar, 123u);
}

uint64_t copy_cycles(uint32_t pages_in_cb) {
    HandTape hand;
    hand.tape.cores[0].cb_pages[0] = pages_in_cb;
    ThreadTape &reader = hand.thread(0, TW_NCRISC), &writer = hand.thread(0, TW_BRISC);
    for (uint32_t i = 0; i < 100; ++i) {
        add_page_in(reader, hand.in_bank(0), 2048);
        add_page_out(writer, hand.in_bank(1), 2048);
    }
    return hand.time().cycles;
}

TEST(HandTape, TwoPagesOverlapReadingAndWriting) {
    const auto one = static_cast<double>(copy_cycles(1)), two = static_cast<double>(copy_cycles(2));
    EXPECT_LT(two, 0.8 * one);
    EXPECT_GT(two, 0.4 * one);  // neither reading nor writing has become faster
    EXPECT_LE(copy_cycles(4), copy_cycles(2));
}

TEST(HandTape, MorePoppedThanPushedLetsWaitsPass) {
    HandTape hand;
    hand.tape.cores[0].cb_pages[0] = 4;
    ThreadTape &reader = hand.thread(0, TW_NCRISC), &writer = hand.thread(0, TW_BRISC);
    add(reader, Op::CbPush, 0, 1);
    add(writer, Op::CbWait, 0, 1);
    add(writer, Op::CbPop, 0, 17);  // the card's counters differ by 65520 pages from here on
    add(writer, Op::CbWait, 0, 1);
    EXPECT_FALSE(hand.time().guessed_order);
}

TEST(HandTape, WaitsThatEndedWhenItRanAreOverSomeTime) {
    HandTape hand;
    hand.tape.cores[0].cb_pages[0] = 4;
    add(hand.thread(0, TW_BRISC), Op::CbWait, 0, 1);  // by an order of events that the clock does not see
    EXPECT_TRUE(hand.time().guessed_order);
}

struct Load {
    uint32_t unpack_bytes = 2048, phases = 1, pack_bytes = 2048;
};

Timing chain(uint32_t tiles, const Load& load) {
    HandTape hand;
    ThreadTape& unpack = hand.thread(0, TW_UNPACK);
    ThreadTape& math = hand.thread(0, TW_MATH);
    ThreadTape& pack = hand.thread(0, TW_PACK);
    for (uint32_t i = 0; i < tiles; ++i) {
        Event& fetched = add(unpack, Op::Unpack, static_cast<uint32_t>(UnpackKind::One), load.unpack_bytes);
        fetched.b = 0;
        fetched.c = fetched.d = 1;
        add(math, Op::Acquire);
        add(math, Op::Math, static_cast<uint32_t>(MathKind::Multiply), 1).c = load.phases;
        add(math, Op::Commit);
        add(pack, Op::PackWait);
        add(pack, Op::Pack, static_cast<uint32_t>(PackKind::Tile), load.pack_bytes).b = 1;
        add(pack, Op::Release);
    }
    return hand.time();
}

// Whoever is slowest sets the pace; the others are hidden behind it.
TEST(HandTape, TheSlowestUnitSetsThePaceOfAChain) {
    const Load loads[] = {{16384, 1, 2048}, {2048, 40, 2048}, {2048, 1, 16384}};
    for (size_t slowest = 0; slowest < 3; ++slowest) {
        const Timing some = chain(100, loads[slowest]), more = chain(200, loads[slowest]);
        const double slope = static_cast<double>(more.cycles - some.cycles) / 100;
        double most = 0;
        for (size_t i = 0; i < 3; ++i) {
            const auto busy = static_cast<double>(more.threads[i].unit_busy - some.threads[i].unit_busy) / 100;
            most = std::max(most, busy);
            if (i == slowest) {
                EXPECT_NEAR(slope, busy, 0.01 * slope) << more.threads[i].name << " of load " << slowest;
            }
        }
        EXPECT_NEAR(slope, most, 0.01 * slope);
    }
}

TEST(HandTape, MathTakesWhatItsFiguresSay) {
    HandTape hand;
    const auto busy = [](uint32_t phases) {
        return static_cast<double>(chain(100, {2048, phases, 2048}).threads[1].unit_busy) / 100;
    };
    EXPECT_NEAR(busy(4) - busy(2), 2 * hand.figures.math.multiply_phase, 0.1);
}

// Two cores read `each` bytes, from one bank or from one each.
double read_cycles(uint32_t bank_of_second, uint32_t each) {
    HandTape hand(2);
    constexpr uint32_t kBytes = 8192;
    for (uint32_t core = 0; core < 2; ++core) {
        ThreadTape& reader = hand.thread(core, TW_NCRISC);
        for (uint32_t i = 0; i < each / kBytes; ++i)
            add_transfer(reader, Op::Read, 0, hand.in_bank(core == 0 ? 0 : bank_of_second), kBytes);
        add(reader, Op::Barrier, 0, TW_BARRIER_READ);
    }
    return static_cast<double>(hand.time().cycles);
}

TEST(HandTape, TwoCoresShareTheRateOfABank) {
    constexpr uint32_t kEach = 1 << 20;
    const Figures figures(card::find_arch("wormhole_b0"));
    const double one = read_cycles(0, kEach), two = read_cycles(4, kEach);
    const double rate = std::min(figures.dram.bytes_per_cycle, figures.noc.absorb_bytes_per_cycle);
    EXPECT_NEAR(one, 2.0 * kEach / figures.dram.bytes_per_cycle, 0.1 * one);
    EXPECT_NEAR(two, kEach / rate, 0.1 * two);
    EXPECT_GT(one, 1.7 * two);
}

TEST(HandTape, ASemaphoreIsWaitedForAcrossCores) {
    HandTape hand(2);
    constexpr uint32_t kWord = 0x1000;
    hand.tape.signals = 1;
    hand.tape.cores[1].semaphores[kWord] = 0;
    ThreadTape &sender = hand.thread(0, TW_BRISC), &receiver = hand.thread(1, TW_BRISC);
    add(sender, Op::Delay, 0, 5000);
    Event& increment = add_transfer(sender, Op::Atomic, 0, hand.card->noc_address({1, 0}, kWord), 1);
    increment.d = 1;
    add(receiver, Op::SemaphoreWait, 0, 1).address = kWord;
    const Timing timing = hand.time();

    const double sent = hand.start(0) + 5000 + hand.figures.call.atomic;
    Network network(*hand.card, hand.figures);
    const double arrived = network.word(0, 0, increment.address, 0, sent).arrived;
    EXPECT_NEAR(static_cast<double>(timing.threads[1].end),
                arrived + hand.figures.call.notice + hand.figures.launch.exit, kClose);
    ASSERT_EQ(timing.threads[1].waits.size(), 1u);
    EXPECT_EQ(timing.threads[1].waits[0].what, WaitFor::Semaphore);
    EXPECT_EQ(timing.threads[1].waits[0].index, kWord);
    EXPECT_FALSE(timing.guessed_order);
}

TEST(HandTape, AMailboxIsRead) {
    HandTape hand;
    ThreadTape &unpack = hand.thread(0, TW_UNPACK), &math = hand.thread(0, TW_MATH);
    constexpr uint32_t kUnpack = 1, kMath = 2;  // as mailboxes count threads
    add(unpack, Op::Delay, 0, 700);
    add(unpack, Op::MailboxWrite, kMath);
    add(math, Op::MailboxRead, kUnpack);
    const Timing timing = hand.time();
    const double written = hand.start(0, true) + 700 + hand.figures.compute.mailbox;
    EXPECT_NEAR(static_cast<double>(timing.threads[1].end), written + hand.figures.launch.exit,
                hand.figures.compute.notice + kClose);
    ASSERT_EQ(timing.threads[1].waits.size(), 1u);
    EXPECT_EQ(timing.threads[1].waits[0].what, WaitFor::Thread);
}

}  // namespace
}  // namespace tilewright::clock
