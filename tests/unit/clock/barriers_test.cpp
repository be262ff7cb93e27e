// Fewer barriers on a tape: which of them may go, what happens to pushes and to the room that is waited for.
#include "clock/what_if/barriers.hpp"

#include "clock/what_if/questions.hpp"
#include "unit/clock/tapes.hpp"

namespace tilewright::clock {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// R: room, r: read, b: its barrier, P: push, w: write, B: its barrier, s: a semaphore, each with its count.
std::string text_of(const std::vector<Event>& events) {
    std::string text;
    for (const Event& event : events) {
        const auto counted = [&](const char* name) { return name + std::to_string(event.a); };
        switch (event.op) {
            case Op::CbReserve: text += counted("R"); break;
            case Op::CbPush: text += counted("P"); break;
            case Op::Read: text += "r"; break;
            case Op::Write: text += "w"; break;
            case Op::Barrier: text += event.a == TW_BARRIER_READ ? "b" : "B"; break;
            case Op::SemaphoreSet: text += "s"; break;
            default: text += "?"; break;
        }
        text += " ";
    }
    return text;
}

class Reader {
public:
    Reader() : thread_(hand_.thread(0, TW_NCRISC)) {}
    Reader& pages(uint32_t count, uint32_t cb = 0) {
        for (uint32_t i = 0; i < count; ++i) {
            add(thread_, Op::CbReserve, cb, 1).scalar = 10;
            add_transfer(thread_, Op::Read, 0, hand_.in_bank(0), 2048);
            add(thread_, Op::Barrier, 0, TW_BARRIER_READ).scalar = 3;
            add(thread_, Op::CbPush, cb, 1);
        }
        return *this;
    }
    Reader& then(Op op, uint32_t a = 0) {
        add(thread_, op, 0, a);
        return *this;
    }
    Batched with(uint32_t every) const { return with_fewer_barriers(thread_.events, TW_BARRIER_READ, every); }

private:
    HandTape hand_;
    ThreadTape& thread_;
};

uint32_t plain_code(const std::vector<Event>& events) {
    uint32_t sum = 0;
    for (const Event& event : events) sum += event.scalar;
    return sum;
}

TEST(Barriers, SeveralReadsShareOne) {
    const Batched made = Reader().pages(5).with(2);
    EXPECT_EQ(text_of(made.events), "R2 r r b P2 R2 r r b P2 R1 r b P1 ");
    EXPECT_EQ(made.dropped, 2u);
    EXPECT_EQ(made.least_pages.at(0), 4u);
    EXPECT_EQ(plain_code(made.events), 5u * 13);
}

TEST(Barriers, NoMorePagesThanThereAre) {
    const Batched made = Reader().pages(3).with(8);
    EXPECT_EQ(text_of(made.events), "R3 r r r b P3 ");
    EXPECT_EQ(made.least_pages.at(0), 3u);
}

TEST(Barriers, TwoBuffersAreHeldBackTogether) {
    Reader reader;
    for (int i = 0; i < 2; ++i) reader.pages(1, 0).pages(1, 1);
    EXPECT_EQ(text_of(reader.with(4).events), "R2 r R2 r r r b P2 P2 ");
}

TEST(Barriers, SeveralBarriersBeforeOnePush) {
    Reader reader;
    reader.then(Op::CbReserve, 4);
    for (int i = 0; i < 4; ++i) reader.then(Op::Read, 64).then(Op::Barrier, TW_BARRIER_READ);
    reader.then(Op::CbPush, 4);
    EXPECT_EQ(text_of(reader.with(2).events), "R4 r r b r r b P4 ");
}

TEST(Barriers, WhatMayDependOnOneKeepsIt) {
    EXPECT_EQ(text_of(Reader().pages(1).then(Op::SemaphoreSet).pages(1).with(2).events), "R1 r b P1 s R1 r b P1 ");
    // A read, and the write of what was read.
    Reader copy;
    for (int i = 0; i < 2; ++i)
        copy.then(Op::Read, 64)
            .then(Op::Barrier, TW_BARRIER_READ)
            .then(Op::Write, 64)
            .then(Op::Barrier, TW_BARRIER_WRITE);
    const Batched made = copy.with(2);
    EXPECT_EQ(text_of(made.events), "r b w B r b w B ");
    EXPECT_EQ(made.dropped, 0u);
}

TEST(Barriers, OfOneTransactionStay) {
    Reader reader;
    reader.pages(2);
    HandTape hand;
    ThreadTape& thread = hand.thread(0, TW_NCRISC);
    for (int i = 0; i < 2; ++i) {
        add_transfer(thread, Op::Read, 0, hand.in_bank(0), 64);
        add(thread, Op::Barrier, 0, TW_BARRIER_READ).b = 3;
    }
    EXPECT_EQ(with_fewer_barriers(thread.events, TW_BARRIER_READ, 2).dropped, 0u);
}

TEST(Barriers, WhatStandsBeforeThem) {
    HandTape hand;
    ThreadTape& thread = hand.thread(0, TW_NCRISC);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 4; ++j) add_transfer(thread, Op::Read, 0, hand.in_bank(0), 64);
        add(thread, Op::Barrier, 0, TW_BARRIER_READ);
    }
    const BarrierUse use = barrier_use(thread, TW_BARRIER_READ);
    EXPECT_EQ(use.barriers, 3u);
    EXPECT_EQ(work_before_barrier(use), "4 reads of 64 B");
    EXPECT_EQ(barrier_use(thread, TW_BARRIER_WRITE).barriers, 0u);
    EXPECT_EQ(bytes_text(1536), "1.5 KiB");
}

// A reader and a writer of single pages. Deeper CBs cost L1.
std::vector<WhatIf> answers_with(uint32_t l1_free_bytes, bool placed = false) {
    HandTape hand;
    hand.tape.cores[0].cb_pages[0] = 2;
    if (!placed) hand.tape.cores[0].cb_page_bytes[0] = 2048;
    hand.tape.cores[0].l1_free_bytes = l1_free_bytes;
    ThreadTape &reader = hand.thread(0, TW_NCRISC), &writer = hand.thread(0, TW_BRISC);
    for (uint32_t i = 0; i < 64; ++i) {
        add_page_in(reader, hand.in_bank(i % 12), 2048);
        add_page_out(writer, hand.in_bank(i % 12), 2048);
    }
    return ask_tape(hand.tape, Figures::kNewestLlk, hand.time().ns(), {false, {"depth", "barriers"}});
}

std::vector<std::string> changes(const std::vector<WhatIf>& answers) {
    std::vector<std::string> all;
    for (const WhatIf& answer : answers) all.push_back(answer.change);
    return all;
}

TEST(Barriers, AskedOfAHandMadeTape) {
    const std::vector<WhatIf> answers = answers_with(1 << 20);
    EXPECT_THAT(changes(answers), ::testing::Contains("8 reads per barrier in the reader and 8 writes per barrier in "
                                                      "the writer (c_0 with 16 pages instead of 2)"));
    // Where L1 has room for four pages only, nobody is told to take eight.
    for (const std::string& change : changes(answers_with(2 * 2048)))
        EXPECT_THAT(change, ::testing::Not(::testing::HasSubstr("with 8 pages")));
    EXPECT_THAT(changes(answers_with(0)), IsEmpty());
    EXPECT_THAT(changes(answers_with(1 << 20, /*placed=*/true)), IsEmpty());
}

TEST(Barriers, ACoreThatOthersTalkToStaysWhereItIs) {
    HandTape hand(2);
    add_transfer(hand.thread(0, TW_BRISC), Op::Read, 0, hand.card->noc_address({1, 0}, 0x1000), 64);
    Trials trials(hand.tape, Figures::kNewestLlk, hand.time().ns());
    ask_placements(trials);
    EXPECT_THAT(trials.take(), IsEmpty());
}

}  // namespace
}  // namespace tilewright::clock
