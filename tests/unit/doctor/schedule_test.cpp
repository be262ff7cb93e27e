// Programs without polling give the same result under every legal order, early and late transfers included.
#include <set>

#include "engine/prepare.hpp"
#include "engine/search.hpp"
#include "misuse/misuse.hpp"

namespace tilewright::testing {
namespace {

TEST(Schedules, TwoHundredSeedsOneResult) {
    Bench bench;
    TestProgram program;
    constexpr uint32_t kPages = 6;
    program.cb(0, 2);
    program.cb(16, 2);
    program
        .reader(dm(
            kIn +
            "  for (uint32_t i = 0; i < 6; ++i) {\n    cb_reserve_back(0, 1);\n    noc_async_read(get_noc_addr(i, in), "
            "get_write_ptr(0), 2048);\n    noc_async_read_barrier();\n    cb_push_back(0, 1);\n  }\n"))
        .runtime_args[{0, 0}] = {bench.dram(kPages)};
    program.compute(tensix(
        "  unary_op_init_common(0, 16);\n  copy_tile_to_dst_init_short(0);\n  for (uint32_t i = 0; i < 6; ++i) {\n"
        "    cb_wait_front(0, 1);\n    tile_regs_acquire();\n    copy_tile(0, 0, 0);\n    tile_regs_commit();\n"
        "    cb_pop_front(0, 1);\n    cb_reserve_back(16, 1);\n    tile_regs_wait();\n    pack_tile(0, 16);\n"
        "    tile_regs_release();\n    cb_push_back(16, 1);\n  }\n"));
    program
        .writer(
            dm(kOut +
               "  for (uint32_t i = 0; i < 6; ++i) {\n    cb_wait_front(16, 1);\n    noc_async_write(get_read_ptr(16), "
               "get_noc_addr(i, out), 2048);\n    noc_async_write_barrier();\n    cb_pop_front(16, 1);\n  }\n"))
        .runtime_args[{0, 0}] = {bench.dram(kPages)};
    card::Buffer& in = *bench.buffers[0];
    card::Buffer& out = *bench.buffers[1];
    std::vector<uint8_t> expected(kPages * 2048), got(kPages * 2048), zeros(kPages * 2048);
    for (size_t i = 0; i < expected.size(); i += 2) {
        expected[i] = static_cast<uint8_t>(i * 7 + i / 2048);
        expected[i + 1] = 0x3F;
    }
    in.write(expected);
    auto prepared = engine::prepare(*bench.card, program, strict());
    prepared->options.schedule = engine::Schedule::Random;
    for (uint64_t seed = 0; seed < 200; ++seed) {
        prepared->options.seed = seed;
        out.write(zeros);
        const engine::RunResult result = engine::launch(*prepared);
        ASSERT_TRUE(result.findings.empty()) << "seed " << seed << "\n" << all_text(result.findings);
        out.read(got);
        ASSERT_EQ(got, expected) << "TILEWRIGHT_SCHEDULE=random TILEWRIGHT_SEED=" << seed << " repeats it";
    }
}

// Whether the mistake shows does not depend on luck: the read may even have landed.
TEST(Schedules, AMissingBarrierIsFoundUnderEverySeed) {
    Bench bench;
    TestProgram program;
    pass(program, bench,
         "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 2048);\n  cb_push_back(0, "
         "1);\n"
         "  noc_async_read_barrier();\n",
         "  cb_wait_front(0, 1);\n  cb_pop_front(0, 1);\n");
    auto prepared = engine::prepare(*bench.card, program, strict());
    prepared->options.schedule = engine::Schedule::Random;
    for (uint64_t seed = 0; seed < 50; ++seed) {
        prepared->options.seed = seed;
        const engine::RunResult result = engine::launch(*prepared);
        ASSERT_EQ(result.findings.size(), 1u) << "seed " << seed << "\n" << all_text(result.findings);
        EXPECT_EQ(result.findings[0].code, "TW2103");
    }
}

// Core (1,0) clears its flag after it has told the sender that it may raise it; `in_order`: before.
void ready_and_valid(TestProgram& program, Bench& bench, bool in_order) {
    const CoreRanges cores = {{{0, 0}, {1, 0}}};
    program.semaphores = {{0, cores, 0}, {1, cores, 0}};
    const std::string words =
        "  auto* ready = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0));\n"
        "  auto* valid = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(1));\n"
        "  uint32_t x = get_arg_val<uint32_t>(0), y = get_arg_val<uint32_t>(1);\n";
    const card::NocXy sender = bench.card->virtual_core({0, 0}), receiver = bench.card->virtual_core({1, 0});
    program
        .reader(dm(words + "  noc_semaphore_wait(ready, 1);\n  noc_inline_dw_write(get_noc_addr(x, y, "
                           "get_semaphore(1)), 1);\n  noc_async_write_barrier();\n"),
                {{{0, 0}, {0, 0}}})
        .runtime_args[{0, 0}] = {receiver.x, receiver.y};
    const std::string clear = "  noc_semaphore_set(valid, 0);\n";
    const std::string tell = "  noc_semaphore_inc(get_noc_addr(x, y, get_semaphore(0)), 1);\n";
    program
        .writer(dm(words + "  (void)ready;\n" + (in_order ? clear + tell : tell + clear) +
                   "  noc_semaphore_wait(valid, 1);\n  noc_async_atomic_barrier();\n"),
                {{{1, 0}, {1, 0}}})
        .runtime_args[{1, 0}] = {sender.x, sender.y};
}

std::string outcome(engine::PreparedProgram& prepared) {
    try {
        return all_text(engine::launch(prepared).findings);
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(Schedules, ALostSignalIsFound) {
    Bench bench;
    TestProgram wrong, right;
    ready_and_valid(wrong, bench, false);
    ready_and_valid(right, bench, true);
    for (const engine::RunOptions& mode : {strict(), fast()}) {
        auto faulty = engine::prepare(*bench.card, wrong, mode);
        auto twin = engine::prepare(*bench.card, right, mode);
        faulty->options.schedule = twin->options.schedule = engine::Schedule::Random;
        int hangs = 0;
        for (uint64_t seed = 0; seed < 60; ++seed) {
            faulty->options.seed = twin->options.seed = seed;
            hangs += outcome(*faulty).find("TW1006") != std::string::npos;
            ASSERT_EQ(outcome(*twin), "") << "seed " << seed;
        }
        EXPECT_GE(hangs, 3);
        EXPECT_LE(hangs, 57);
    }
}

TEST(Schedules, ASeedRepeatsToTheLetterWithAnyNumberOfThreads) {
    Bench bench;
    TestProgram program;
    ready_and_valid(program, bench, false);
    auto prepared = engine::prepare(*bench.card, program, strict());
    prepared->options.schedule = engine::Schedule::Random;
    std::set<std::string> all;
    for (uint64_t seed = 0; seed < 40; ++seed) {
        prepared->options.seed = seed;
        prepared->options.host_threads = 1;
        const std::string one = outcome(*prepared);
        prepared->options.host_threads = 2;
        ASSERT_EQ(outcome(*prepared), one) << "seed " << seed;
        ASSERT_EQ(outcome(*prepared), one) << "seed " << seed;
        all.insert(one);
    }
    EXPECT_GE(all.size(), 2u);
}

// Of all that a failing seed did only what matters is told, with the setting that repeats it.
TEST(Schedules, AFailingOneIsMadeSmall) {
    Bench bench;
    TestProgram program;
    ready_and_valid(program, bench, false);
    for (const engine::RunOptions& mode : {strict(), fast()}) {
        auto prepared = engine::prepare(*bench.card, program, mode);
        prepared->options.schedule = engine::Schedule::Random;
        int hangs = 0;
        for (uint64_t seed = 0; seed < 100; ++seed) {
            prepared->options.seed = seed;
            prepared->order.clear();
            const std::string text = outcome(*prepared);
            if (text.find("TW1006") == std::string::npos) continue;
            ++hangs;
            EXPECT_THAT(text, ::testing::HasSubstr("it ends so in this order: "));
            EXPECT_THAT(text, ::testing::HasSubstr("core (1,0) BRISC writer"));
            EXPECT_THAT(text, ::testing::HasSubstr("before noc_semaphore_set (writer.cpp:8)"));
            EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("  and ")));
            const size_t begin = text.find("TILEWRIGHT_ORDER='") + 18;
            prepared->order = text.substr(begin, text.find('\'', begin) - begin);
            EXPECT_EQ(outcome(*prepared), text) << "seed " << seed;
        }
        EXPECT_GE(hangs, 3);
    }
}

TEST(Schedules, TheSearchFindsWhatSeedsMayMiss) {
    Bench bench;
    TestProgram wrong, right;
    ready_and_valid(wrong, bench, false);
    ready_and_valid(right, bench, true);
    auto faulty = engine::prepare(*bench.card, wrong, strict());
    const engine::Search found = engine::search_schedules(*faulty, {});
    ASSERT_TRUE(found.failing.has_value());
    EXPECT_EQ(found.how, "hang");
    EXPECT_EQ(found.failing->deviations.size(), 1u);
    EXPECT_LT(found.runs, 30u);
    auto twin = engine::prepare(*bench.card, right, strict());
    const engine::Search none = engine::search_schedules(*twin, {.runs = 2000, .seconds = 60});
    EXPECT_FALSE(none.failing.has_value());
    EXPECT_TRUE(none.complete);
    EXPECT_GE(none.orders, 2u);
    EXPECT_EQ(outcome(*twin), "");
}

TEST(Schedules, AScheduleIsText) {
    const std::string text = "order 7 stop 3@12 yield 1@2+3 late 0@5 late 0@6+4 early 2@1";
    EXPECT_EQ(engine::Script::parse(text).text(), text);
    EXPECT_THROW(engine::Script::parse("stop 3"), Error);
    EXPECT_THROW(engine::Script::parse("pause 3@1"), Error);
}

}  // namespace
}  // namespace tilewright::testing
