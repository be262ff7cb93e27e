// The card's memory map, allocator and buffers.
#include "card/card.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "base/error.hpp"
#include "card/buffer.hpp"
#include "card/memory.hpp"

namespace tilewright::card {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(Card, L1OfEveryCoreIsAtAMultipleOf4GiB) {
    Card card(find_arch("wormhole_b0"));
    EXPECT_EQ(card.num_workers(), 64u);
    for (uint32_t i = 0; i < card.num_workers(); ++i) {
        EXPECT_EQ(reinterpret_cast<uintptr_t>(card.worker(i).l1()) % (uint64_t{1} << 32), 0u);
        card.worker(i).l1()[0] = static_cast<uint8_t>(i);
        card.worker(i).l1()[card.arch().l1_bytes - 1] = static_cast<uint8_t>(i);
    }
    for (uint32_t i = 0; i < card.num_workers(); ++i) EXPECT_EQ(card.worker(i).l1()[0], i);
}

TEST(Card, NocAddressesResolveToTheCoreTheyName) {
    for (const char* name : {"wormhole_b0", "blackhole"}) {
        Card card(find_arch(name));
        for (uint32_t i = 0; i < card.num_workers(); ++i) {
            const LogicalCore logical = card.worker(i).logical();
            const Target target = card.resolve(card.noc_address(logical, 0x20000));
            ASSERT_EQ(target.kind, Endpoint::Kind::Worker) << name << logical.str();
            EXPECT_EQ(target.core, &card.worker(i));
            EXPECT_EQ(target.host, card.worker(i).l1() + 0x20000);
        }
        EXPECT_EQ(card.resolve(card.noc_address({0, 0}, card.arch().l1_bytes)).host, nullptr);
    }
}

TEST(Card, DramBanksAreDistinctThroughTheirEndpoints) {
    for (const char* name : {"wormhole_b0", "blackhole"}) {
        Card card(find_arch(name));
        for (uint32_t noc = 0; noc < 2; ++noc) {
            for (uint32_t bank = 0; bank < card.num_dram_banks(); ++bank) {
                const uint32_t xy = card.dram_bank_to_noc_xy(noc)[bank];
                const uint64_t local =
                    4096u + static_cast<uint64_t>(static_cast<int64_t>(card.bank_to_dram_offset()[bank]));
                const Target target = card.resolve(local | uint64_t{xy & 63} << 36 | uint64_t{xy >> 6} << 42);
                ASSERT_EQ(target.kind, Endpoint::Kind::Dram);
                EXPECT_EQ(target.bank, bank) << name;
                EXPECT_EQ(target.host, card.dram(bank) + 4096);
            }
        }
    }
}

TEST(Buffer, InterleavedPagesGoRoundTheBanks) {
    auto card = std::make_shared<Card>(find_arch("wormhole_b0"));
    Buffer buffer(card, {.bytes = 100 * 40, .page_bytes = 40, .memory = MemoryType::Dram, .name = "t"});
    EXPECT_EQ(buffer.aligned_page_bytes(), 64u);
    EXPECT_EQ(buffer.page(0).bank, 0u);
    EXPECT_EQ(buffer.page(13).bank, 1u);
    EXPECT_EQ(buffer.page(13).address, buffer.address() + 64);
    std::vector<uint8_t> data(4000);
    std::iota(data.begin(), data.end(), uint8_t{3});
    buffer.write(data);
    std::vector<uint8_t> back(4000);
    buffer.read(back);
    EXPECT_EQ(data, back);
}

TEST(Buffer, ShardsLieTogetherOnTheirCores) {
    auto card = std::make_shared<Card>(find_arch("wormhole_b0"));
    Sharding sharding;
    sharding.tensor_shape_pages = {4, 4};
    sharding.shard_shape_pages = {2, 2};
    sharding.cores = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    Buffer buffer(card, {.bytes = 16 * 32, .page_bytes = 32, .memory = MemoryType::L1, .sharding = sharding});
    EXPECT_EQ(buffer.page(0).bank, card->core({0, 0}).index());
    EXPECT_EQ(buffer.page(3).bank, card->core({1, 0}).index());
    EXPECT_EQ(buffer.page(5).bank, card->core({0, 0}).index());
    EXPECT_EQ(buffer.page(5).address, buffer.address() + 3 * 32);
    EXPECT_EQ(buffer.page(15).bank, card->core({1, 1}).index());
    EXPECT_EQ(buffer.bytes_per_bank(), 4 * 32u);
}

TEST(Buffer, FreedBufferIsRefused) {
    auto card = std::make_shared<Card>(find_arch("wormhole_b0"));
    Buffer buffer(card, {.bytes = 64, .page_bytes = 64});
    buffer.deallocate();
    EXPECT_THAT(error_of([&] { buffer.page(0); }), HasSubstr("has been freed"));
    std::vector<uint8_t> data(64);
    EXPECT_THAT(error_of([&] { buffer.read(data); }), HasSubstr("TW3003"));
    EXPECT_EQ(card->dram_allocator().bytes_in_use(), 0u);
}

TEST(Buffer, SizesThatDoNotMatchAreRefused) {
    auto card = std::make_shared<Card>(find_arch("wormhole_b0"));
    EXPECT_THAT(error_of([&] { Buffer(card, {.bytes = 100, .page_bytes = 64, .name = "odd"}); }),
                AllOf(HasSubstr("TW3004"), HasSubstr("100 B is not a multiple of its page size 64 B")));
    EXPECT_THAT(error_of([&] { Buffer(card, {.bytes = 64, .page_bytes = 64, .sharding = Sharding{}}); }),
                AllOf(HasSubstr("TW3004"), HasSubstr("at least one core or bank")));
    // Addresses and sizes near 2^64 do not wrap around.
    EXPECT_THAT(error_of([&] { Buffer(card, {.bytes = 64, .page_bytes = 64, .address = UINT64_MAX - 31}); }),
                HasSubstr("TW3002"));
    EXPECT_THAT(error_of([&] { Buffer(card, {.bytes = UINT64_MAX, .page_bytes = UINT64_MAX}); }), HasSubstr("TW3004"));
    const auto sharded = [&](Sharding sharding, MemoryType memory) {
        return error_of(
            [&] { Buffer(card, {.bytes = 256, .page_bytes = 64, .memory = memory, .sharding = sharding}); });
    };
    EXPECT_THAT(sharded({{4}, {1}, {}, {0, 12}}, MemoryType::Dram), HasSubstr("bank 12; there are banks 0 to 11"));
    EXPECT_THAT(sharded({{4}, {1}, {{0, 0}}, {}}, MemoryType::Dram), HasSubstr("those of one in L1 to cores"));
    EXPECT_THAT(sharded({{3}, {1}, {}, {0}}, MemoryType::Dram), HasSubstr("cut as a tensor of 3 pages"));
    EXPECT_THAT(sharded({{0, 4}, {1, 1}, {}, {0}}, MemoryType::Dram), HasSubstr("cut as a tensor of 0 pages"));
    // More banks than shards: each shard has one to itself.
    EXPECT_EQ(sharded({{4}, {2}, {}, {0, 1, 2}, true}, MemoryType::Dram), "no error");
    Buffer contiguous(card, {.bytes = 256, .page_bytes = 64, .sharding = Sharding{{4}, {2}, {}, {0, 1, 2}, true}});
    EXPECT_EQ(contiguous.page(3).bank, 1u);
    Buffer buffer(card, {.bytes = 64, .page_bytes = 64});
    std::vector<uint8_t> data(65);
    EXPECT_THAT(error_of([&] { buffer.write(data); }), HasSubstr("TW3004"));
    EXPECT_THAT(error_of([&] { buffer.read(data); }), HasSubstr("TW3004"));
    const uint32_t last = card->arch().l1_bytes - 64;
    EXPECT_THAT(error_of([&] { card->write_l1({0, 0}, last, data); }), HasSubstr("TW3004"));
    EXPECT_THAT(error_of([&] { card->read_l1({0, 0}, last, data); }), HasSubstr("TW3004"));
    data.resize(64);
    EXPECT_EQ(error_of([&] { buffer.write(data), card->write_l1({0, 0}, last, data); }), "no error");
}

#ifndef TILEWRIGHT_SANITIZED  // such sizes end a sanitizer, which looks at them first
TEST(Memory, WhatTheHostHasNotIsItsOwnError) {
    EXPECT_THAT(error_of([] { Mapping(size_t{1} << 60, 4096, false); }),
                AllOf(HasSubstr("TW3005"), HasSubstr("cannot reserve"), HasSubstr("ulimit -v")));
    Mapping small(4096, 4096, false);
    EXPECT_THAT(error_of([&] { small.commit(0, size_t{1} << 60); }), HasSubstr("TW3005"));
}
#endif

TEST(Allocator, AnAddressIsFreeOrRefused) {
    Allocator allocator("L1", 1024, 4096, 32, true);
    allocator.allocate_at(2048, 64, "table");
    for (const uint64_t address : {2048u, 2080u, 2016u})
        EXPECT_THAT(error_of([&] { allocator.allocate_at(address, 64, "other"); }),
                    AllOf(HasSubstr("TW3002"), HasSubstr("table holds 0x800..0x840")));
    EXPECT_THAT(error_of([&] { allocator.allocate_at(2049, 64, "odd"); }),
                AllOf(HasSubstr("TW3002"), HasSubstr("multiples of 32")));
    for (const uint64_t address : {992u, 4096u - 32})
        EXPECT_THAT(error_of([&] { allocator.allocate_at(address, 64, "outside"); }), HasSubstr("TW3002"));
    EXPECT_EQ(error_of([&] { allocator.allocate_at(2112, 64, "neighbour"); }), "no error");
}

TEST(Allocator, OutOfMemoryIsABill) {
    Allocator allocator("L1", 1024, 1024 + 4096, 32, true);
    allocator.allocate(1000, "weights");
    allocator.allocate(2000, "activations");
    const std::string text = error_of([&] { allocator.allocate(1500, "more"); });
    EXPECT_THAT(text, HasSubstr("TW3001"));
    EXPECT_THAT(text, HasSubstr("short by 448 B"));
    EXPECT_THAT(text, HasSubstr("weights"));
    EXPECT_THAT(text, HasSubstr("activations"));
    EXPECT_EQ(allocator.allocations().size(), 2u);
}

TEST(Allocator, TopDownFirstFitReusesGaps) {
    Allocator allocator("L1", 0, 1024, 32, true);
    const uint64_t a = allocator.allocate(32, "a");
    const uint64_t b = allocator.allocate(64, "b");
    const uint64_t c = allocator.allocate(32, "c");
    EXPECT_EQ(a, 992u);
    EXPECT_EQ(b, 928u);
    EXPECT_EQ(c, 896u);
    EXPECT_TRUE(allocator.free(b));
    EXPECT_FALSE(allocator.free(b));
    EXPECT_EQ(allocator.allocate(33, "d"), b);
    EXPECT_EQ(*allocator.lowest_in_use(), c);
    EXPECT_EQ(allocator.find(c + 31)->owner, "c");
    EXPECT_EQ(allocator.find(0), nullptr);
}

TEST(Allocator, PlacedAllocationsMayNotOverlap) {
    Allocator allocator("DRAM", 0, 1024, 32, false);
    allocator.allocate_at(128, 64, "a");
    EXPECT_THAT(error_of([&] { allocator.allocate_at(160, 64, "b"); }), HasSubstr("a holds"));
    EXPECT_THAT(error_of([&] { allocator.allocate_at(100, 8, "b"); }), HasSubstr("multiples of 32"));
    allocator.allocate_at(192, 64, "b");
    EXPECT_EQ(allocator.allocate(256, "c"), 256u);
}

TEST(Arch, UnknownNameListsTheKnownOnes) {
    EXPECT_THAT(error_of([] { find_arch("grayskull"); }), HasSubstr("wormhole_b0"));
}

}  // namespace
}  // namespace tilewright::card
