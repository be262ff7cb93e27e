// Where accessors say that pages are, against where the card's buffers put them.
#include "support.hpp"

namespace tilewright::testing {
namespace {

// The kernel stores the NoC address of every page (two words each) at kResult, then what its iterators yield.
const std::string kStoreAddresses = dm_kernel(R"(
    volatile tt_l1_ptr uint32_t* out = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(0x80000);
    constexpr auto args = TensorAccessorArgs<0, 0>();
    const auto t = TensorAccessor(args, get_arg_val<uint32_t>(0));
    const uint32_t pages = get_arg_val<uint32_t>(1);
    for (uint32_t i = 0; i < pages; ++i) {
        const uint64_t address = t.get_noc_addr(i);
        *out++ = (uint32_t)address;
        *out++ = (uint32_t)(address >> 32);
    })");

std::vector<uint64_t> addresses(card::Card& card, uint32_t pages) {
    std::vector<uint64_t> result;
    for (uint32_t i = 0; i < pages; ++i) {
        result.push_back(l1_word(card, {0, 0}, kResult + 8 * i) | uint64_t{l1_word(card, {0, 0}, kResult + 8 * i + 4)}
                                                                      << 32);
    }
    return result;
}

uint64_t noc_address(card::NocXy xy, uint64_t local) { return uint64_t{xy.y} << 42 | uint64_t{xy.x} << 36 | local; }

// Every address must resolve to the very byte the buffer has for that page.
void expect_pages(card::Card& card, const card::Buffer& buffer, const std::vector<uint64_t>& got) {
    for (uint32_t i = 0; i < got.size(); ++i) {
        EXPECT_EQ(card.resolve(got[i]).host, buffer.page(i).host) << "page " << i;
    }
}

TEST(Accessor, InterleavedPagesAreWhereTheBufferHasThem) {
    for (const char* arch : {"wormhole_b0", "blackhole"}) {
        for (const auto memory : {card::MemoryType::Dram, card::MemoryType::L1}) {
            auto card = open_card(arch);
            card::Buffer buffer(card, pages(40, 100, memory));
            TestProgram program;
            program.cb(0, 1);
            auto& kernel = program.reader(kStoreAddresses);
            kernel.compile_time_args = {memory == card::MemoryType::Dram ? 2u : 0u, 100};
            kernel.runtime_args[{0, 0}] = {static_cast<uint32_t>(buffer.address()), 40};
            ASSERT_EQ(outcome(*card, program, fast()), "finished");
            expect_pages(*card, buffer, addresses(*card, 40));
        }
    }
}

TEST(Accessor, JanuaryWordsHaveNoPageSize) {
    auto card = open_card();
    card::Buffer buffer(card, pages(20, 64));
    TestProgram program;
    program.era = program::Era::Jan2026;
    program.cb(0, 1);
    auto& kernel = program.reader(dm_kernel(R"(
        constexpr auto first = TensorAccessorArgs<0>();
        constexpr auto second = TensorAccessorArgs<first.next_compile_time_args_offset()>();
        static_assert(second.next_compile_time_args_offset() == 2);
        const auto t = TensorAccessor(second, get_arg_val<uint32_t>(0), 64);
        volatile tt_l1_ptr uint32_t* out = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(0x80000);
        for (uint32_t i = 0; i < 20; ++i) {
            *out++ = (uint32_t)t.get_noc_addr(i);
            *out++ = (uint32_t)(t.get_noc_addr(i) >> 32);
        })"));
    kernel.compile_time_args = {0, 2};
    kernel.runtime_args[{0, 0}] = {static_cast<uint32_t>(buffer.address())};
    ASSERT_EQ(outcome(*card, program, fast()), "finished");
    expect_pages(*card, buffer, addresses(*card, 20));
}

class Sharded : public ::testing::TestWithParam<bool> {};

TEST_P(Sharded, PagesAreWhereTheBufferHasThem) {
    const bool at_run_time = GetParam();
    auto card = open_card();
    card::Sharding sharding;
    sharding.tensor_shape_pages = {5, 6};
    sharding.shard_shape_pages = {2, 4};
    sharding.cores = {{1, 0}, {2, 1}, {0, 3}, {4, 2}};
    card::BufferConfig config = pages(30, 64, card::MemoryType::L1);
    config.sharding = sharding;
    card::Buffer buffer(card, config);
    std::vector<uint32_t> halves;
    for (const LogicalCore core : sharding.cores) {
        const card::NocXy xy = card->virtual_core(core);
        halves.push_back(xy.x << 8 | xy.y);
    }
    const std::vector<uint32_t> fields = {2, 4, 5, 6, 2, 4, halves[0] | halves[1] << 16, halves[2] | halves[3] << 16};
    TestProgram program;
    program.cb(0, 1);
    auto& kernel = program.reader(kStoreAddresses);
    if (at_run_time) {
        kernel.compile_time_args = {1 + 4 + 8 + 16 + 32 + 64, 64};
        kernel.common_runtime_args = fields;
    } else {
        kernel.compile_time_args = {1, 64};
        kernel.compile_time_args.insert(kernel.compile_time_args.end(), fields.begin(), fields.end());
    }
    kernel.runtime_args[{0, 0}] = {static_cast<uint32_t>(buffer.address()), 30};
    ASSERT_EQ(outcome(*card, program, fast()), "finished");
    const std::vector<uint64_t> got = addresses(*card, 30);
    expect_pages(*card, buffer, got);
    // Page 0 is the first of shard 0, which bank 0 holds.
    EXPECT_EQ(got[0], noc_address(card->virtual_core({1, 0}), buffer.address()));
}

INSTANTIATE_TEST_SUITE_P(Words, Sharded, ::testing::Bool(),
                         [](const auto& info) { return info.param ? "RunTime" : "CompileTime"; });

TEST(Accessor, IteratorsSkipPaddingAndKnowTheirCore) {
    auto card = open_card();
    const card::NocXy a = card->virtual_core({0, 0}), b = card->virtual_core({1, 0});
    TestProgram program;
    program.cb(0, 1);
    auto& kernel = program.reader(dm_kernel(R"(
        volatile tt_l1_ptr uint32_t* out = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(0x80000);
        const auto t = TensorAccessor(TensorAccessorArgs<0>(), 0x90000);
        const auto& spec = t.dspec();
        *out++ = spec.num_shards();
        *out++ = spec.shard_volume();
        *out++ = t.is_local_shard(0) + 2 * t.is_local_shard(1) + 4 * t.is_local_page(0) + 8 * t.is_local_page(2);
        for (const auto& page : t.shard_pages(1)) *out++ = page.page_id();   // columns 2 and (padding) 3
        *out++ = 99;
        for (const auto& page : t.shard_pages(2, 1)) *out++ = page.page_id();
        *out++ = 99;
        for (const auto& page : t.pages(7)) *out++ = page.page_id();
        *out++ = (uint32_t)t.get_shard_noc_addr(2);
        const uint32_t coordinate[2] = {2, 1};
        *out++ = (uint32_t)(t.get_noc_addr(coordinate) == t.get_noc_addr(7));)"));
    // [3, 3] pages of 32 bytes in shards of [2, 2] over two cores.
    kernel.compile_time_args = {1, 32, 2, 2, 3, 3, 2, 2, (a.x << 8 | a.y) | (b.x << 8 | b.y) << 16};
    ASSERT_EQ(outcome(*card, program, fast()), "finished");
    std::vector<uint32_t> got;
    for (uint32_t i = 0; i < 13; ++i) got.push_back(l1_word(*card, {0, 0}, kResult + 4 * i));
    EXPECT_EQ(got, (std::vector<uint32_t>{4, 4, 1 + 4, 2, 5, 99, 7, 99, 7, 8, 0x90000 + 4 * 32, 1, 0}));
}

}  // namespace
}  // namespace tilewright::testing
