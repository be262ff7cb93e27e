// The books of the race checks: what threads did is put down in rows, and nothing of it is lost.
#include <gtest/gtest.h>

#include <vector>

#include "checks/race/state.hpp"

namespace tilewright::testing::race_books {
namespace {

using namespace checks::races;

constexpr Id kNear = 1u << kLocalBits, kFar = 2u << kLocalBits;

Deed transfer(uint32_t number, uint32_t bytes) {
    Deed deed;
    deed.number = number;
    deed.bytes = bytes;
    deed.call = "noc_async_read";
    return deed;
}

TEST(Deeds, AreFoundByNumberUntilTheyAreOld) {
    Deeds deeds;
    EXPECT_FALSE(deeds.find(1));
    for (uint32_t number = 1; number <= 2000; ++number) deeds.add(transfer(number, number % 100 == 0 ? 64 : 32));
    for (uint32_t number = 1; number <= 2001; ++number) {
        const auto deed = deeds.find(number);
        ASSERT_EQ(deed.has_value(), number <= 2000 && 2000 - number < Deeds::kKept) << number;
        if (!deed) continue;
        EXPECT_EQ(deed->number, number);
        EXPECT_EQ(deed->bytes, number % 100 == 0 ? 64u : 32u);
    }
}

TEST(Deeds, ThatAllDifferAreKept) {
    Deeds deeds;
    for (uint32_t number = 1; number <= 2000; ++number) deeds.add(transfer(number, number));
    for (uint32_t number = 2000 - Deeds::kKept + 1; number <= 2000; ++number)
        EXPECT_EQ(deeds.find(number)->bytes, number);
    EXPECT_FALSE(deeds.find(2000 - Deeds::kKept));
}

// What a stranger's write of these bytes meets.
std::vector<uint32_t> numbers_met(Shadow& shadow, uint32_t address, uint32_t bytes) {
    std::vector<uint32_t> met;
    shadow.access(address, bytes, Mark::of(kFar, 1), true, core_of(kNear), [&](Mark earlier, bool, uint32_t) {
        if (met.empty() || met.back() != earlier.number()) met.push_back(earlier.number());
    });
    return met;
}

TEST(Shadow, KnowsEveryTransferOfARow) {
    Shadow shadow(1 << 16);
    const auto nobody = [](Mark, bool, uint32_t) {};
    for (uint32_t i = 0; i < 8; ++i)
        shadow.access(0x1000 + 64 * i, 64, Mark::of(kNear, 10 + i), true, core_of(kNear), nobody);
    shadow.access(0x1200, 64, Mark::of(kNear, 18), false, core_of(kNear), nobody);  // reads: a row of its own
    shadow.access(0x1240, 64, Mark::of(kNear, 20), true, core_of(kNear), nobody);   // a number is missing
    shadow.access(0x1280, 32, Mark::of(kNear, 20), true, core_of(kNear), nobody);   // the same work goes on
    shadow.access(0x12A0, 32, Mark::of(kNear, 21), true, core_of(kNear), nobody);
    EXPECT_FALSE(shadow.is_marked());
    EXPECT_EQ(numbers_met(shadow, 0x10C0, 64), std::vector<uint32_t>{13});
    EXPECT_EQ(numbers_met(shadow, 0x1030, 32), (std::vector<uint32_t>{10, 11}));
    EXPECT_EQ(numbers_met(shadow, 0x11F0, 0xE0), (std::vector<uint32_t>{17, 18, 20, 21}));
    EXPECT_TRUE(shadow.is_marked());
}

std::vector<NearEvent> put_down(const std::vector<NearEvent>& all) {
    NearEvents events;
    for (const NearEvent& event : all) events.add(event);
    return events.take();
}

TEST(NearEvents, NeighboursAreOne) {
    using Kind = NearEvent::Kind;
    const engine::Fiber* const reader = nullptr;
    const auto* const writer = reinterpret_cast<const engine::Fiber*>(64);
    const auto into = [&](uint32_t address, uint32_t bytes, const engine::Fiber* fiber) {
        return NearEvent{.kind = Kind::TransferIn, .address = address, .bytes = bytes, .fiber = fiber};
    };
    const auto row = put_down({into(0, 64, reader), into(64, 64, reader), into(128, 64, reader)});
    ASSERT_EQ(row.size(), 1u);
    EXPECT_EQ(row[0].count, 3u);
    EXPECT_EQ(row[0].bytes, 64u);
    EXPECT_EQ(put_down({into(0, 64, reader), into(64, 32, reader)}).size(), 2u);
    EXPECT_EQ(put_down({into(0, 64, reader), into(128, 64, reader)}).size(), 2u);
    EXPECT_EQ(put_down({into(0, 64, reader), into(64, 64, writer)}).size(), 2u);

    const auto tile = [&](Kind kind, uint32_t address) {
        return NearEvent{.kind = kind, .address = address, .bytes = 2048, .fiber = reader};
    };
    const auto tiles = put_down({tile(Kind::Read, 0), tile(Kind::Read, 2048), tile(Kind::Write, 4096)});
    ASSERT_EQ(tiles.size(), 2u);
    EXPECT_EQ(tiles[0].bytes, 4096u);
    const NearEvent push{.kind = Kind::Push, .pages = 1, .fiber = reader};
    EXPECT_EQ(put_down({push, push}).size(), 2u);
}

}  // namespace
}  // namespace tilewright::testing::race_books
