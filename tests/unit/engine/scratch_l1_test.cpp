// Cores that share a host thread's memory: results, what stays in CBs, and when they do not.
#include "harness.hpp"

namespace tilewright::testing::scratch_l1 {
namespace {

constexpr uint32_t kPage = 2048, kPages = 3;
const CoreRanges kGrid = {{{0, 0}, {7, 1}}};

// Copies three pages per core through c_0 and c_16, and leaves a fourth page in c_1.
constexpr const char* kReader = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    const InterleavedAddrGen<true> in = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = 2048};
    const uint32_t first = get_arg_val<uint32_t>(1);
    for (uint32_t i = 0; i < 3; ++i) {
        cb_reserve_back(0, 1);
        noc_async_read(get_noc_addr(first + i, in), get_write_ptr(0), 2048);
        noc_async_read_barrier();
        cb_push_back(0, 1);
    }
    cb_reserve_back(1, 1);
    noc_async_read(get_noc_addr(first, in), get_write_ptr(1), 2048);
    noc_async_read_barrier();
    cb_push_back(1, 1);
}
)";

constexpr const char* kCompute = R"(
#include "api/compute/tile_move_copy.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
void kernel_main() {
    unary_op_init_common(0, 16);
    copy_tile_init(0);
    for (uint32_t i = 0; i < 3; ++i) {
        cb_wait_front(0, 1);
        tile_regs_acquire();
        copy_tile(0, 0, 0);
        tile_regs_commit();
        cb_reserve_back(16, 1);
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_push_back(16, 1);
        cb_pop_front(0, 1);
    }
}
)";

constexpr const char* kWriter = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    const InterleavedAddrGen<true> out = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = 2048};
    const uint32_t first = get_arg_val<uint32_t>(1), pages = get_arg_val<uint32_t>(2);
    for (uint32_t i = 0; i < pages; ++i) {
        cb_wait_front(16, 1);
        noc_async_write(get_read_ptr(16), get_noc_addr(first + i, out), 2048);
        noc_async_write_barrier();
        cb_pop_front(16, 1);
    }
}
)";

struct Copies : ::testing::Test {
    static constexpr uint32_t kCores = 16, kBytes = kCores * kPages * kPage;
    std::shared_ptr<card::Card> card = open_card();
    card::Buffer in{card, {.bytes = kBytes, .page_bytes = kPage}};
    card::Buffer out{card, {.bytes = kBytes, .page_bytes = kPage}};
    std::vector<uint8_t> data = std::vector<uint8_t>(kBytes);
    TestProgram program;

    Copies() {
        for (size_t i = 0; i < data.size() / 2; ++i) {
            const auto value = static_cast<uint16_t>(0x3F80 + i % 1777);
            std::memcpy(data.data() + 2 * i, &value, 2);
        }
        in.write(data);
        program.cb(0, 2, kPage, kGrid);
        program.cb(1, 1, kPage, kGrid);
        program.cb(16, 2, kPage, kGrid);
        program.reader(kReader, kGrid);
        program.compute(kCompute, kGrid);
        program.writer(kWriter, kGrid);
        uint32_t index = 0;
        for (const LogicalCore& core : cores_of(kGrid)) {
            const uint32_t first = kPages * index++;
            program.kernels[0].runtime_args[core] = {static_cast<uint32_t>(in.address()), first};
            program.kernels[2].runtime_args[core] = {static_cast<uint32_t>(out.address()), first, kPages};
        }
    }
    std::vector<uint8_t> launched(engine::PreparedProgram& prepared) {
        out.write(std::vector<uint8_t>(kBytes));
        engine::launch(prepared);
        std::vector<uint8_t> got(kBytes);
        out.read(got);
        return got;
    }
    uint8_t* cb_of(LogicalCore core, uint32_t before_bytes) {
        return card->core(core).l1() + card->l1_first_free() + before_bytes;
    }
};

TEST_F(Copies, EveryLaunchGivesTheSameOnOneAndTwoThreads) {
    for (const uint32_t threads : {1u, 2u}) {
        const auto prepared = engine::prepare(*card, program, fast(threads));
        for (int i = 0; i < 4; ++i) EXPECT_EQ(launched(*prepared), data) << threads << " threads, launch " << i;
    }
}

TEST_F(Copies, PagesThatStayInACbAreInTheCoresOwnL1) {
    const auto prepared = engine::prepare(*card, program, fast());
    launched(*prepared);
    for (const LogicalCore& core : cores_of(kGrid)) std::memset(cb_of(core, 0), 0xEE, 5 * kPage);
    launched(*prepared);
    uint32_t index = 0;
    for (const LogicalCore& core : cores_of(kGrid)) {
        EXPECT_EQ(*cb_of(core, 0), 0xEE) << core.str() << ": c_0 was emptied in memory that others use";
        const uint8_t* page = data.data() + size_t{kPages} * index++ * kPage;
        EXPECT_EQ(0, std::memcmp(cb_of(core, 2 * kPage), page, kPage)) << core.str();
    }
}

TEST_F(Copies, AHostThatReadsL1FindsItThere) {
    const auto prepared = engine::prepare(*card, program, fast());
    launched(*prepared);
    std::vector<uint8_t> page(kPage);
    card->read_l1({3, 1}, card->l1_first_free(), page);
    for (const LogicalCore& core : cores_of(kGrid)) std::memset(cb_of(core, 0), 0xEE, 5 * kPage);
    launched(*prepared);
    std::vector<uint8_t> again(kPage);
    card->read_l1({3, 1}, card->l1_first_free(), again);
    EXPECT_EQ(again, page);
}

TEST_F(Copies, AHangOfALaterLaunchIsFoundAndTheCardGoesOn) {
    const auto prepared = engine::prepare(*card, program, fast());
    EXPECT_EQ(launched(*prepared), data);
    TestProgram waits_for_more = program;
    waits_for_more.kernels[2].runtime_args[{5, 0}][2] = kPages + 1;
    engine::update_arguments(*prepared, waits_for_more);
    EXPECT_THROW(launched(*prepared), engine::HangError);
    engine::update_arguments(*prepared, program);
    for (int i = 0; i < 2; ++i) EXPECT_EQ(launched(*prepared), data);
}

}  // namespace
}  // namespace tilewright::testing::scratch_l1
