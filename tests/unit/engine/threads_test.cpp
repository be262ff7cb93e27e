// Several threads of the host: each with a card of its own, all on one card, and one program on several of them. What
// the thread sanitizer's build is for (CONTRIBUTING.md); the results must be right in every build.
#include <unistd.h>

#include <chrono>
#include <thread>

#include "harness.hpp"

namespace tilewright::testing::threads {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

template <class Work>
void in_threads(uint32_t count, Work work) {
    std::vector<std::thread> threads;
    for (uint32_t i = 0; i < count; ++i) threads.emplace_back([&work, i] { work(i); });
    for (std::thread& thread : threads) thread.join();
}

constexpr uint32_t kCores = 6;
constexpr uint32_t kTurns = 20;
const CoreRanges kRow = {{{0, 0}, {kCores - 1, 0}}};

// A number goes round the cores, each of which adds its own; the first begins every turn and keeps what came back.
constexpr const char* kRing = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    const uint32_t next_x = get_arg_val<uint32_t>(0), next_y = get_arg_val<uint32_t>(1);
    const uint32_t index = get_arg_val<uint32_t>(2), turns = get_arg_val<uint32_t>(3), own = get_arg_val<uint32_t>(4);
    const InterleavedAddrGen<true> out = {.bank_base_address = get_arg_val<uint32_t>(5), .page_size = 32};
    const uint32_t flag = get_semaphore(0);
    volatile tt_l1_ptr uint32_t* arrived = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(flag);
    cb_reserve_back(0, 1);
    const uint32_t at = get_write_ptr(0);
    volatile tt_l1_ptr uint32_t* number = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(at);
    if (index == 0) *number = 0;
    for (uint32_t turn = 1; turn <= turns; ++turn) {
        if (index != 0) noc_semaphore_wait_min(arrived, turn);
        *number = *number + own;
        noc_async_write(at, get_noc_addr(next_x, next_y, at), 32);
        noc_async_write_barrier();
        noc_semaphore_inc(get_noc_addr(next_x, next_y, flag), 1);
        if (index == 0) noc_semaphore_wait_min(arrived, turn);
    }
    noc_async_atomic_barrier();
    if (index == 0) {
        noc_async_write(at, get_noc_addr(0, out), 32);
        noc_async_write_barrier();
    }
}
)";

struct Ring {
    std::shared_ptr<card::Card> card;
    card::Buffer out{card, {.bytes = 32, .page_bytes = 32}};
    TestProgram program;

    explicit Ring(std::shared_ptr<card::Card> on, uint32_t own) : card(std::move(on)) {
        program.cb(0, 1, 32, kRow);
        program.semaphores = {{0, kRow, 0}};
        auto& kernel = program.reader(kRing, kRow);
        for (uint32_t i = 0; i < kCores; ++i) {
            const card::NocXy next = card->virtual_core({(i + 1) % kCores, 0});
            kernel.runtime_args[{i, 0}] = {next.x, next.y, i, kTurns, own + i, static_cast<uint32_t>(out.address())};
        }
    }
    uint32_t result() const {
        std::vector<uint8_t> bytes(32);
        out.read(bytes);
        uint32_t number = 0;
        std::memcpy(&number, bytes.data(), 4);
        return number;
    }
    static uint32_t expected(uint32_t own) { return kTurns * (kCores * own + kCores * (kCores - 1) / 2); }
};

TEST(Threads, CoresOfOneProgramOnSeveral) {
    Ring ring(open_card(), 3);
    for (const engine::RunOptions& options : {fast(2), fast(4), strict(2), strict(4)}) {
        EXPECT_EQ(outcome(*ring.card, ring.program, options), "finished");
        EXPECT_EQ(ring.result(), Ring::expected(3)) << options.host_threads;
    }
    engine::RunOptions shuffled = strict(3);
    shuffled.schedule = engine::Schedule::Random;
    for (shuffled.seed = 1; shuffled.seed <= 5; ++shuffled.seed) {
        EXPECT_EQ(outcome(*ring.card, ring.program, shuffled), "finished");
        EXPECT_EQ(ring.result(), Ring::expected(3)) << "seed " << shuffled.seed;
    }
}

// The write to the other core lands when nobody can go on any more; whoever finds that out wakes the other's thread.
TEST(Threads, WhatIsUnderWayLandsWhenAllRest) {
    auto card = open_card();
    TestProgram program;
    const CoreRanges both = {{{0, 0}, {1, 0}}};
    program.semaphores = {{0, both, 0}};
    auto& kernel = program.reader(
        "#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() {\n"
        "  const uint64_t other = get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), get_semaphore(0));\n"
        "  volatile tt_l1_ptr uint32_t* mine = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0));\n"
        "  *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(0x30000) = 1;\n"
        "  if (get_arg_val<uint32_t>(2) != 0) noc_async_write(0x30000, other, 4);\n"
        "  noc_semaphore_wait(mine, 1);\n"
        "  if (get_arg_val<uint32_t>(2) == 0) noc_async_write(0x30000, other, 4);\n"
        "  noc_async_write_barrier();\n}\n",
        both);
    for (uint32_t x = 0; x < 2; ++x) {
        const card::NocXy to = card->virtual_core({1 - x, 0});
        kernel.runtime_args[{x, 0}] = {to.x, to.y, x};
    }
    engine::RunOptions options = strict();
    options.host_threads = 2;
    for (uint32_t turn = 0; turn < kTurns; ++turn) EXPECT_THAT(outcome(*card, program, options), HasSubstr("finished"));
}

TEST(Threads, EachWithACardOfItsOwn) {
    in_threads(4, [](uint32_t thread) {
        for (uint32_t turn = 0; turn < 3; ++turn) {
            const uint32_t own = 100 * thread + turn;
            Ring ring(open_card(), own);
            EXPECT_EQ(outcome(*ring.card, ring.program, turn == 1 ? strict(2) : fast(2)), "finished");
            EXPECT_EQ(ring.result(), Ring::expected(own)) << "thread " << thread;
        }
    });
}

TEST(Threads, AllOnOneCard) {
    const auto card = open_card();
    in_threads(4, [&](uint32_t thread) {
        for (uint32_t turn = 0; turn < 5; ++turn) {
            const uint32_t own = 100 * thread + turn;
            Ring ring(card, own);
            EXPECT_EQ(outcome(*card, ring.program, turn == 1 ? strict(2) : fast(2)), "finished");
            EXPECT_EQ(ring.result(), Ring::expected(own)) << "thread " << thread;
        }
    });
}

// The same text, new to the cache, asked for by all of them at once.
TEST(Threads, OneKernelBuiltForMany) {
    const std::string text = "#include \"api/dataflow/dataflow_api.h\"\n// " + std::to_string(::getpid()) + " " +
                             std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()) +
                             "\nvoid kernel_main() { ASSERT(get_arg_val<uint32_t>(0) == 7); }\n";
    in_threads(4, [&](uint32_t) {
        const auto card = open_card();
        TestProgram program;
        program.reader(text).runtime_args[{0, 0}] = {7};
        EXPECT_EQ(outcome(*card, program, fast()), "finished");
    });
}

// Crashes, hangs and endless loops of one thread's program are that thread's alone.
TEST(Threads, FaultsStayWithTheirProgram) {
    in_threads(4, [](uint32_t thread) {
        for (uint32_t turn = 0; turn < 3; ++turn) {
            const auto card = open_card();
            TestProgram program;
            program.semaphores = {{0, kRow, 0}};
            const char* bodies[] = {
                "*(volatile uint32_t*)nullptr = 1;",
                "noc_semaphore_wait((volatile tt_l1_ptr uint32_t*)get_semaphore(0), 1);",
                "for (uint64_t i = 0; i < 16000000000000ull; ++i) ((volatile uint32_t*)0x20000)[i & 7] = i;",
                "",
            };
            const char* expected[] = {"TW2601", "TW1", "TW2604", "finished"};
            program.reader("#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() { " +
                               std::string(bodies[thread]) + " }\n",
                           kRow);
            engine::RunOptions options = fast(2);
            options.time_limit_seconds = 0.2;
            EXPECT_THAT(outcome(*card, program, options), HasSubstr(expected[thread])) << "thread " << thread;
        }
    });
}

}  // namespace
}  // namespace tilewright::testing::threads
