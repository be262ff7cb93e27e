// Causes beyond one core's CBs, on tapes made by hand: signals of another core, tiny transfers, pages in one bank,
// processors that get calls ready.
#include "clock/blame.hpp"

#include <algorithm>

#include "clock/change.hpp"
#include "clock/verdict.hpp"
#include "clock/work.hpp"
#include "unit/clock/tapes.hpp"

namespace tilewright::clock {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr uint32_t kSemaphores = 0x1000;

Verdict verdict_of(const HandTape& hand, const Families& families = {}) {
    const Timing timing = time_of(hand.tape, 0);
    return judge(hand.tape, 0, timing, ask_tape(hand.tape, 0, timing.ns(), families), families.asked());
}

// Core (0,0) reads page by page and tells core (1,0), which does next to nothing with it.
TEST(Blame, FollowsASignalToTheCoreThatSends) {
    HandTape hand(2);
    for (CoreTape& core : hand.tape.cores) {
        core.l1_semaphores = kSemaphores;
        core.semaphores[kSemaphores + 16] = 0;
    }
    ThreadTape &sender = hand.thread(0, TW_NCRISC), &receiver = hand.thread(1, TW_NCRISC);
    for (uint32_t i = 0; i < 32; ++i) {
        add_transfer(sender, Op::Read, 0, hand.in_bank(i % 8), 2048);
        add(sender, Op::Barrier, 0, TW_BARRIER_READ);
        add_transfer(sender, Op::Atomic, 0, hand.card->noc_address({1, 0}, kSemaphores + 16), 1).d = i + 1;
        add(receiver, Op::SemaphoreWaitMin, 0, i + 1).address = kSemaphores + 16;
        add(receiver, Op::Delay, 0, 20);
    }
    hand.tape.signals = 32;
    const Verdict verdict = verdict_of(hand);
    EXPECT_EQ(verdict.slowest, (LogicalCore{1, 0}));
    EXPECT_THAT(verdict.bottleneck, StartsWith("core (0,0) holds others up: the reader of core (1,0) waits "));
    EXPECT_THAT(verdict.bottleneck,
                HasSubstr(" of the time for its signal (semaphore 1); there reader-bound: the reader "
                          "waits "));
    EXPECT_THAT(verdict.bottleneck, HasSubstr("for its barrier, after every 2 KiB read"));
    ASSERT_FALSE(verdict.shares[0].waits.empty());
    EXPECT_EQ(verdict.shares[0].waits[0].what, "semaphore 1, signalled by reader of (0,0)");
}

// Both wait for each other's signals: the one that works is to blame, wherever the search begins.
TEST(Blame, OfTwoThatWaitForEachOtherTheOneThatWorks) {
    HandTape hand(2);
    for (CoreTape& core : hand.tape.cores) {
        core.l1_semaphores = kSemaphores;
        core.semaphores[kSemaphores] = 0;
    }
    ThreadTape &quick = hand.thread(0, TW_NCRISC), &slow = hand.thread(1, TW_NCRISC);
    for (uint32_t i = 0; i < 16; ++i) {
        add_transfer(quick, Op::Atomic, 0, hand.card->noc_address({1, 0}, kSemaphores), 1).d = 2 * i + 1;
        add(slow, Op::SemaphoreWaitMin, 0, i + 1).address = kSemaphores;
        add(slow, Op::Delay, 0, 900);
        add_transfer(slow, Op::Atomic, 0, hand.card->noc_address({0, 0}, kSemaphores), 1).d = 2 * i + 2;
        add(quick, Op::SemaphoreWaitMin, 0, i + 1).address = kSemaphores;
    }
    hand.tape.signals = 32;
    const Timing timing = time_of(hand.tape, 0);
    const Guilty guilty = find_guilty(hand.tape, timing, {0, 0}, gains_of(hand.tape, 0, timing));
    EXPECT_EQ(guilty.core->at, (LogicalCore{1, 0}));
    ASSERT_TRUE(guilty.crossing.has_value());
    EXPECT_EQ(guilty.crossing->core, (LogicalCore{0, 0}));
}

TEST(Blame, TinyReadsOfWhatLiesTogether) {
    HandTape hand;
    ThreadTape& reader = hand.thread(0, TW_NCRISC);
    for (uint32_t page = 0; page < 16; ++page) {
        for (uint32_t part = 0; part < 64; ++part)
            add_transfer(reader, Op::Read, 0, hand.in_bank(page % 8, (1 << 20) + 32 * part), 32).c = 0x8000 + 32 * part;
        add(reader, Op::Barrier, 0, TW_BARRIER_READ);
    }
    const Verdict verdict = verdict_of(hand, {false, {"transfers"}});
    EXPECT_THAT(verdict.bottleneck, HasSubstr("calls of noc_async_read 32 B: 16 transfers instead of 1024: those that "
                                              "lie together as one, of up to 2 KiB instead of 32 B would take "));
    ASSERT_EQ(verdict.what_ifs.size(), 1u);
    HandTape large;
    ThreadTape& other = large.thread(0, TW_NCRISC);
    for (uint32_t page = 0; page < 16; ++page) {
        add_transfer(other, Op::Read, 0, large.in_bank(page % 8), 2048);
        add(other, Op::Barrier, 0, TW_BARRIER_READ);
    }
    EXPECT_EQ(verdict.what_ifs[0].ns, time_of(large.tape, 0).ns());
    EXPECT_TRUE(verdict_of(large, {false, {"transfers"}}).what_ifs.empty());  // nothing to be joined
}

TEST(Blame, PagesInOneBank) {
    const auto made = [](uint32_t banks) {
        auto hand = std::make_unique<HandTape>(8);
        for (uint32_t core = 0; core < 8; ++core) {
            ThreadTape& reader = hand->thread(core, TW_NCRISC);
            for (uint32_t i = 0; i < 64; ++i) {
                add_transfer(reader, Op::Read, 0, hand->in_bank((core + i) % banks, (1 << 20) + 2048 * (64 * core + i)),
                             2048);
                if (i % 8 == 7) add(reader, Op::Barrier, 0, TW_BARRIER_READ);
            }
        }
        return hand;
    };
    const auto one = made(1), all = made(12);
    const Verdict verdict = verdict_of(*one, {false, {"banks"}});
    EXPECT_THAT(verdict.bottleneck, StartsWith("DRAM-bound: bank 0 has 100 % of the 1 MiB"));
    EXPECT_THAT(verdict.bottleneck, HasSubstr(": pages spread over all 12 banks would take "));
    ASSERT_EQ(verdict.what_ifs.size(), 1u);
    EXPECT_NEAR(verdict.what_ifs[0].ns, time_of(all->tape, 0).ns(), 0.05 * verdict.what_ifs[0].ns);
    EXPECT_TRUE(verdict_of(*all, {false, {"banks"}}).what_ifs.empty());
}

// One page is where it is: what helps is to read it once.
TEST(Blame, OnePageReadByEverybody) {
    HandTape hand(8);
    for (uint32_t core = 0; core < 8; ++core) {
        ThreadTape& reader = hand.thread(core, TW_NCRISC);
        for (uint32_t i = 0; i < 64; ++i) {
            add_transfer(reader, Op::Read, 0, hand.in_bank(3), 2048);
            if (i % 8 == 7) add(reader, Op::Barrier, 0, TW_BARRIER_READ);
        }
    }
    const Verdict verdict = verdict_of(hand, {false, {"banks"}});
    EXPECT_TRUE(verdict.what_ifs.empty());
    EXPECT_THAT(
        verdict.bottleneck,
        HasSubstr("100 % of it for the same 2 KiB, moved 512 times; to move it once for all of them would help"));
}

// The writer's barrier takes long, but the unit before it is what counts.
TEST(Blame, ABarrierBehindAUnitThatWorks) {
    HandTape hand;
    hand.tape.cores[0].cb_pages[0] = 8;
    ThreadTape &pack = hand.thread(0, TW_PACK), &writer = hand.thread(0, TW_BRISC);
    for (uint32_t i = 0; i < 64; ++i) {
        add(pack, Op::CbReserve, 0, 1);
        add(pack, Op::Delay, 0, 1400);
        add(pack, Op::CbPush, 0, 1);
        add_page_out(writer, hand.in_bank(i % 8), 2048);
    }
    const Verdict verdict = verdict_of(hand);
    EXPECT_THAT(verdict.bottleneck, StartsWith("compute-bound: "));
}

TEST(Blame, ARoundTrip) {
    HandTape hand(2);
    for (CoreTape& core : hand.tape.cores) {
        core.l1_semaphores = kSemaphores;
        core.semaphores[kSemaphores] = 0;
    }
    ThreadTape &one = hand.thread(0, TW_NCRISC), &other = hand.thread(1, TW_NCRISC);
    for (uint32_t i = 0; i < 32; ++i) {
        add_transfer(one, Op::Atomic, 0, hand.card->noc_address({1, 0}, kSemaphores), 1).d = 2 * i + 1;
        add(other, Op::SemaphoreWaitMin, 0, i + 1).address = kSemaphores;
        add_transfer(other, Op::Atomic, 0, hand.card->noc_address({0, 0}, kSemaphores), 1).d = 2 * i + 2;
        add(one, Op::SemaphoreWaitMin, 0, i + 1).address = kSemaphores;
    }
    hand.tape.signals = 64;
    const Verdict verdict = verdict_of(hand);
    EXPECT_THAT(verdict.bottleneck, StartsWith("a round trip: the reader of core ("));
    EXPECT_THAT(verdict.bottleneck, HasSubstr("more credits"));
}

// NoC 0 for reads and NoC 1 for writes are the short ways: the other way round costs.
TEST(Blame, TheOtherNetwork) {
    const auto made = [](bool swapped) {
        auto hand = std::make_unique<HandTape>(8);
        for (uint32_t core = 0; core < 8; ++core) {
            ThreadTape& reader = hand->thread(core, TW_NCRISC);
            for (uint32_t i = 0; i < 64; ++i) {
                const card::DramBank& bank = hand->card->arch().dram_banks[i % 12];
                const auto& end = bank.endpoint[swapped];
                add_transfer(reader, Op::Read, swapped,
                             uint64_t{end.x} << 36 | uint64_t{end.y} << 42 | (bank.offset + (1 << 20) + 2048 * i),
                             2048);
                if (i % 16 == 15) add(reader, Op::Barrier, swapped, TW_BARRIER_READ);
            }
        }
        return hand;
    };
    const auto there = made(true), here = made(false);
    const Verdict verdict = verdict_of(*there, {false, {"noc"}});
    ASSERT_EQ(verdict.what_ifs.size(), 1u);
    EXPECT_EQ(verdict.what_ifs[0].change, "the reader on NoC 0 instead of 1");
    EXPECT_EQ(verdict.what_ifs[0].ns, time_of(here->tape, 0).ns());
}

TEST(Blame, SmallTransfersWasteABank) {
    HandTape hand(64 / 8);
    for (uint32_t core = 0; core < 8; ++core) {
        ThreadTape& reader = hand.thread(core, TW_NCRISC);
        for (uint32_t i = 0; i < 256; ++i) add_transfer(reader, Op::Read, 0, hand.in_bank(0, (1 << 20) + 64 * i), 32);
        add(reader, Op::Barrier, 0, TW_BARRIER_READ);
    }
    const Verdict verdict = verdict_of(hand, {false, {"depth"}});
    EXPECT_THAT(verdict.bottleneck, HasSubstr(" of their rate: a transfer is 32 B; larger transfers would help"));
}

TEST(Blame, SaysWhenOnlySomeWasAsked) {
    HandTape hand;
    ThreadTape& reader = hand.thread(0, TW_NCRISC);
    add(reader, Op::Delay, 0, 5000);
    EXPECT_THAT(verdict_of(hand, {false, {"depth"}}).bottleneck, HasSubstr("nothing of what was asked helps"));
    EXPECT_THAT(verdict_of(hand).bottleneck, HasSubstr("nothing that was tried helps"));
}

TEST(Work, OfAProcessorIsItsBusyTime) {
    HandTape hand;
    ThreadTape& reader = hand.thread(0, TW_NCRISC);
    hand.tape.cores[0].cb_pages[0] = 2;
    ThreadTape& writer = hand.thread(0, TW_BRISC);
    for (uint32_t i = 0; i < 16; ++i) {
        add_page_in(reader, hand.in_bank(i % 8), 2048);
        reader.events.back().scalar = 30;
        add_page_out(writer, hand.in_bank(i % 8), 2048);
    }
    const Timing timing = hand.time();
    for (const ThreadTime& thread : timing.threads) {
        double sum = 0;
        for (const CallWork& call : work_of_processor(hand.tape, 0, thread.core, thread.processor)) sum += call.cycles;
        const double around = hand.figures.launch.entry + hand.figures.launch.exit;
        EXPECT_NEAR(sum + around, static_cast<double>(thread.busy), 2) << thread.name;
    }
}

TEST(Rooflines, KnowTheNetworks) {
    HandTape hand(2);
    ThreadTape& writer = hand.thread(0, TW_BRISC);
    hand.thread(1, TW_BRISC);
    for (uint32_t i = 0; i < 64; ++i)
        add_transfer(writer, Op::Write, 0, hand.card->noc_address({1, 0}, 0x20000 + 2048 * i), 2048);
    add(writer, Op::Barrier, 0, TW_BARRIER_WRITE);
    const Verdict verdict = verdict_of(hand, {false, {}});
    EXPECT_STREQ(verdict.least.limit(), "NoC");
    EXPECT_GT(verdict.least.noc_ns, 0.5 * verdict.slowest_core_ns);
    EXPECT_LE(verdict.least.noc_ns, verdict.slowest_core_ns);
}

}  // namespace
}  // namespace tilewright::clock
