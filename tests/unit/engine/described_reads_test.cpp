// Reads that are described instead of made: the list itself, and that programs see no difference.
#include "engine/described_reads.hpp"

#include <random>

#include "harness.hpp"

namespace tilewright::testing::described_reads {
namespace {

using engine::DescribedReads;

constexpr uint32_t kStick = 512, kFirst = 0x1000;

// L1 and a bank of sticks, each byte its own.
struct List : ::testing::Test {
    std::vector<uint8_t> l1 = std::vector<uint8_t>(1 << 17, 0xEE);
    std::vector<uint8_t> bank = std::vector<uint8_t>(1 << 17);
    DescribedReads reads;

    List() {
        std::mt19937 random(3);
        for (uint8_t& byte : bank) byte = static_cast<uint8_t>(random());
        reads.begin(l1.data());
    }
    bool describe(uint32_t address, uint64_t offset, uint32_t bytes = kStick) {
        return reads.describe(address, bytes, bank.data() + offset, offset);
    }
    void describe_block(uint32_t address, uint64_t offset) {
        for (uint32_t row = 0; row < 32; ++row) describe(address + row * kStick, offset + row * 2 * kStick);
    }
    bool made(uint32_t address, uint64_t offset, uint32_t bytes = kStick) const {
        return std::memcmp(l1.data() + address, bank.data() + offset, bytes) == 0;
    }
};

TEST_F(List, RowsAreFoundWhereTheyLie) {
    describe_block(kFirst, 0);
    describe_block(kFirst + 32 * kStick, 100 * kStick);
    for (int round = 0; round < 2; ++round) {
        const uint8_t* const* rows = reads.rows(kFirst + 64, kStick, 128);
        ASSERT_NE(rows, nullptr);
        for (uint32_t row = 0; row < 32; ++row) EXPECT_EQ(rows[row], bank.data() + row * 2 * kStick + 64) << row;
        rows = reads.rows(kFirst + 32 * kStick, kStick, kStick);
        ASSERT_NE(rows, nullptr);
        EXPECT_EQ(rows[31], bank.data() + (100 + 31 * 2) * kStick);
    }
    EXPECT_EQ(reads.rows(kFirst, kStick, kStick + 1), nullptr) << "a row is shorter than that";
    EXPECT_EQ(reads.rows(kFirst + kStick, kStick * 2, 64), nullptr) << "another stride";
    EXPECT_EQ(reads.rows(kFirst + 40 * kStick, kStick, 64), nullptr) << "only 24 rows from there on";
    EXPECT_EQ(l1[kFirst], 0xEE);
}

TEST_F(List, ASecondReadToThePlaceReplacesTheFirst) {
    describe_block(kFirst, 0);
    EXPECT_TRUE(describe(kFirst, kStick));
    EXPECT_TRUE(describe(kFirst + kStick, 50 * kStick));
    const uint8_t* const* rows = reads.rows(kFirst, kStick, kStick);
    ASSERT_NE(rows, nullptr);
    EXPECT_EQ(rows[0], bank.data() + kStick);
    EXPECT_EQ(rows[1], bank.data() + 50 * kStick);
    EXPECT_EQ(rows[2], bank.data() + 4 * kStick);
}

TEST_F(List, TouchingOneMakesAll) {
    describe_block(kFirst, 0);
    reads.touch_l1(kFirst - 16, 16);
    reads.touch_l1(kFirst + 32 * kStick, 64);
    EXPECT_FALSE(made(kFirst, 0)) << "nobody has touched it";
    reads.touch_l1(kFirst + 5 * kStick + 100, 4);
    for (uint32_t row = 0; row < 32; ++row) EXPECT_TRUE(made(kFirst + row * kStick, row * 2 * kStick)) << row;
    EXPECT_EQ(reads.rows(kFirst, kStick, 64), nullptr);
}

TEST_F(List, ChangingASourceMakesAllBefore) {
    describe_block(kFirst, 8 * kStick);
    reads.touch_dram(0, 8 * kStick);
    EXPECT_FALSE(made(kFirst, 8 * kStick));
    reads.touch_dram(9 * kStick, 4);
    EXPECT_TRUE(made(kFirst, 8 * kStick));
}

TEST_F(List, AnotherLayoutMakesTheReadsOfTheFirst) {
    describe_block(kFirst, 0);
    EXPECT_FALSE(describe(kFirst + 256, 40 * kStick));
    EXPECT_TRUE(made(kFirst + kStick, 2 * kStick));
}

TEST_F(List, SmallReadsAndOthersAfterTheEndAreRefused) {
    EXPECT_FALSE(describe(kFirst, 0, 128));
    EXPECT_TRUE(describe(kFirst, 0));
    reads.end();
    EXPECT_TRUE(made(kFirst, 0));
    EXPECT_FALSE(describe(kFirst, 0));
}

TEST_F(List, WhereReadsAreMadeAllTheTimeDescribingEnds) {
    uint32_t described = 0;
    for (int i = 0; i < 20; ++i) {
        described += describe(kFirst, 0);
        reads.touch_l1(kFirst, 4);
    }
    EXPECT_EQ(described, 4u);
}

TEST_F(List, AtTheEndPagesInACbAreFilled) {
    describe(kFirst, 0);
    describe(kFirst + 0x4000, 4 * kStick);
    TwCbShared cbs[TW_MAX_CBS] = {};
    cbs[0].address = kFirst, cbs[0].bytes = 0x1000, cbs[0].pushed = cbs[0].popped = 3;
    cbs[1].address = kFirst + 0x4000, cbs[1].bytes = 0x1000, cbs[1].pushed = 3, cbs[1].popped = 2;
    reads.finish(cbs);
    EXPECT_FALSE(made(kFirst, 0));
    EXPECT_TRUE(made(kFirst + 0x4000, 4 * kStick));
}

// ---- whole programs: sticks to tiles, launched again, against strict mode
// ---------------------------------------------

constexpr uint32_t kWide = 4;           // tiles of a block
constexpr uint32_t kRowBytes = 32 * 2;  // of a tile, bfloat16
constexpr uint32_t kBlocks = 6;

std::string reader(const std::string& after_read) {
    return R"(
#include "api/dataflow/dataflow_api.h"
#include "ttnn/cpp/ttnn/kernel_lib/l1_helpers.hpp"
void kernel_main() {
    const InterleavedAddrGen<true> in = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = 256};
    for (uint32_t block = 0; block < 6; ++block) {
        cb_reserve_back(0, 4);
        const uint32_t to = get_write_ptr(0);
        for (uint32_t row = 0; row < 32; ++row) noc_async_read(get_noc_addr(block * 32 + row, in), to + row * 256, 256);
        noc_async_read_barrier();
)" + after_read +
           R"(
        cb_push_back(0, 4);
    }
}
)";
}

constexpr const char* kTilize = R"(
#include "api/compute/tilize.h"
#include "api/compute/compute_kernel_hw_startup.h"
void kernel_main() {
    compute_kernel_hw_startup(0, 0, 16);
    tilize_init(0, 4, 16);
    for (uint32_t block = 0; block < 6; ++block) {
        cb_wait_front(0, 4);
        cb_reserve_back(16, 4);
        tilize_block(0, 4, 16);
        cb_push_back(16, 4);
        cb_pop_front(0, 4);
    }
}
)";

constexpr const char* kWriter = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    const InterleavedAddrGen<true> out = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = 256};
    for (uint32_t block = 0; block < 6; ++block) {
        cb_wait_front(16, 4);
        const uint32_t from = get_read_ptr(16);
        for (uint32_t page = 0; page < 32; ++page)
            noc_async_write(from + page * 256, get_noc_addr(block * 32 + page, out), 256);
        noc_async_write_barrier();
        cb_pop_front(16, 4);
    }
}
)";

struct Sticks {
    std::shared_ptr<card::Card> card = open_card();
    card::Buffer in{card, {.bytes = kBlocks * 32 * kWide * kRowBytes, .page_bytes = kWide * kRowBytes}};
    card::Buffer out{card, {.bytes = kBlocks * 32 * kWide * kRowBytes, .page_bytes = kWide * kRowBytes}};
    std::vector<uint8_t> data = std::vector<uint8_t>(kBlocks * 32 * kWide * kRowBytes);

    Sticks() {
        for (size_t i = 0; i < data.size() / 2; ++i) {
            const auto value = static_cast<uint16_t>(0x3F80 + i % 1024);
            std::memcpy(data.data() + 2 * i, &value, 2);
        }
    }
    uint8_t* first_page() { return card->core({0, 0}).l1() + card->l1_first_free(); }  // of the sticks' CB

    // The output of the last of `launches` launches.
    std::vector<uint8_t> run(const engine::RunOptions& options, const std::string& reader_text, int launches,
                             bool in_place = false) {
        TestProgram program;
        program.cb(0, 2 * kWide);
        program.cb(16, 2 * kWide);
        program.reader(reader_text);
        program.compute(kTilize);
        program.writer(kWriter);
        card::Buffer& target = in_place ? in : out;
        program.kernels[0].runtime_args[{0, 0}] = {static_cast<uint32_t>(in.address())};
        program.kernels[2].runtime_args[{0, 0}] = {static_cast<uint32_t>(target.address())};
        const auto prepared = engine::prepare(*card, program, options);
        std::vector<uint8_t> got(data.size());
        for (int i = 0; i < launches; ++i) {
            std::memset(first_page(), 0xEE, 2 * kWide * 2048);
            in.write(data);
            out.write(std::vector<uint8_t>(data.size()));
            engine::launch(*prepared);
            target.read(got);
        }
        return got;
    }
};

TEST(DescribedPrograms, RelaunchesGiveTheSame) {
    Sticks sticks;
    const std::vector<uint8_t> want = sticks.run(strict(), reader(""), 1);
    EXPECT_NE(want, sticks.data);
    EXPECT_EQ(sticks.run(fast(), reader(""), 3), want);
    EXPECT_EQ(*sticks.first_page(), 0xEE) << "the reads were made, though nobody needed them";
    EXPECT_EQ(sticks.run(fast(), reader(""), 1), want);
    EXPECT_NE(*sticks.first_page(), 0xEE) << "a first launch may be taken back and makes its reads";
}

TEST(DescribedPrograms, InPlace) {
    Sticks sticks;
    const std::vector<uint8_t> want = sticks.run(strict(), reader(""), 1, true);
    EXPECT_EQ(sticks.run(fast(), reader(""), 3, true), want);
}

// What the kernel changes after the read is what tilize gets, whether the engine is told of the change or not.
TEST(DescribedPrograms, ChangedAfterTheRead) {
    for (const char* change : {"dataflow_kernel_lib::fill_l1_range<2>(to + 300, 40, 0x4000);",
                               "for (uint32_t i = 0; i < 20; ++i) "
                               "reinterpret_cast<volatile tt_l1_ptr uint16_t*>(to + 300)[i] = 0x4000;",
                               "noc_async_read(get_noc_addr(to + 512), to, 512); noc_async_read_barrier();",
                               "noc_async_read(get_noc_addr(0, in), to + 64, 64); noc_async_read_barrier();"}) {
        Sticks sticks;
        const std::vector<uint8_t> plain = sticks.run(strict(), reader(""), 1);
        const std::vector<uint8_t> want = sticks.run(strict(), reader(change), 1);
        EXPECT_NE(want, plain) << change;
        EXPECT_EQ(sticks.run(fast(), reader(change), 3), want) << change;
    }
}

}  // namespace
}  // namespace tilewright::testing::described_reads
