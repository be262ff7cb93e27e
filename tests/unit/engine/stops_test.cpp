// Kernels that crash the process, compute without end, or divide by zero: each ends as a finding, and the next runs.
#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "harness.hpp"

namespace tilewright::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string run_kernel(const std::string& body, engine::RunOptions options = fast()) {
    auto card = open_card();
    TestProgram program;
    program.reader("#include \"api/dataflow/dataflow_api.h\"\n" + body);
    return outcome(*card, program, options);
}

TEST(Crash, Breakpoint) {
    EXPECT_THAT(run_kernel("void kernel_main() {\n  __builtin_debugtrap();\n}\n"),
                AllOf(HasSubstr("TW2601"), HasSubstr("a breakpoint"), HasSubstr(":3")));
}

TEST(Crash, Abort) {
    engine::RunOptions options = fast();
    options.trusted_kernels = true;
    EXPECT_THAT(run_kernel("#include <cstdlib>\nvoid kernel_main() {\n  abort();\n}\n", options),
                AllOf(HasSubstr("TW2601"), HasSubstr("abort"), HasSubstr(":4")));
    EXPECT_EQ(run_kernel("void kernel_main() {}\n"), "finished");
}

// Beyond the top of the stack, and code that is data: nobody else is hit, nothing of it runs.
TEST(Crash, BeyondTheStack) {
    EXPECT_THAT(
        run_kernel("void kernel_main() {\n  volatile uint32_t a[4]; volatile uint32_t* q = a;\n"
                   "  for (uint32_t i = 0; i < 4000000; ++i) q[i + *(volatile uint32_t*)0x30000] = 0x41414141;\n}\n"),
        HasSubstr("TW2601"));
    EXPECT_EQ(run_kernel("void kernel_main() {}\n"), "finished");
}

// Variables of a kernel lie by themselves: what is written behind them hits nobody.
TEST(Crash, BeyondVariables) {
    const std::string fill = "volatile uint32_t g[2];\nvoid kernel_main() {\n  for (uint32_t i = 0; i < ";
    EXPECT_THAT(run_kernel(fill + "1000; ++i) g[i + *(volatile uint32_t*)0x30000] = 0x41414141;\n}\n"),
                AllOf(HasSubstr("TW2601"), HasSubstr(":4")));
    EXPECT_EQ(run_kernel(fill + "1000; ++i) g[-(int)i] = 0x41414141;\n}\n"), "finished");
    EXPECT_EQ(run_kernel(fill + "2; ++i) g[i] = 0x41414141;\n}\n"), "finished");
}

TEST(Crash, DataIsNoCode) {
    EXPECT_THAT(
        run_kernel("__attribute__((used, section(\".text.evil\"))) static const unsigned char code[] = {0xb8, 0xe7, "
                   "0, 0, 0, 0x31, 0xff, 0x0f, 0x05};\nvoid kernel_main() {\n  ((void (*)())(void*)code)();\n}\n"),
        HasSubstr("TW2601"));
    EXPECT_EQ(run_kernel("void kernel_main() {}\n"), "finished");
}

TEST(CrashDeathTest, ExitIsNoSuccess) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    engine::RunOptions options = fast();
    options.trusted_kernels = true;
    EXPECT_EXIT(run_kernel("#include <cstdlib>\nvoid kernel_main() {\n  exit(0);\n}\n", options),
                ::testing::ExitedWithCode(70), "kernel ended the whole process");
}

// Loops that the compiler can count cost nothing, and end all the same.
class TimeLimit : public ::testing::TestWithParam<const char*> {};
TEST_P(TimeLimit, StopsWhatComputesWithoutEnd) {
    for (const engine::Mode mode : {engine::Mode::Fast, engine::Mode::Strict}) {
        engine::RunOptions options = mode == engine::Mode::Fast ? fast() : strict();
        options.time_limit_seconds = 0.3;
        options.trusted_kernels = true;  // one is assembly
        EXPECT_THAT(run_kernel(std::string("void kernel_main() {\n") + GetParam() + "\n}\n", options),
                    AllOf(HasSubstr("TW2604"), HasSubstr("computed for 0.3 s"), HasSubstr(":3"),
                          HasSubstr("TILEWRIGHT_TIME_LIMIT")));
    }
}
INSTANTIATE_TEST_SUITE_P(
    Loops, TimeLimit,
    ::testing::Values("for (uint64_t i = 0; i < 16000000000000ull; ++i) ((volatile uint32_t*)0x20000)[i & 7] = i;",
                      "for (uint64_t i = 0; i < 16000000000000ull; ++i) noc_semaphore_set((volatile "
                      "tt_l1_ptr uint32_t*)0x20000, (uint32_t)i);",
                      "asm volatile(\"1: jmp 1b\");"));

TEST(TimeLimits, WhatEndsInTimeIsLeftAlone) {
    engine::RunOptions options = fast();
    options.time_limit_seconds = 0.3;
    EXPECT_EQ(run_kernel("void kernel_main() {\n  for (uint32_t i = 0; i < 1000000; ++i) ((volatile "
                         "uint32_t*)0x20000)[i & 7] = i;\n}\n",
                         options),
              "finished");
}

// Each of the two waits all the time, and never in vain.
TEST(TimeLimits, PagesToAndFroEndSomeTime) {
    auto card = open_card();
    TestProgram program;
    program.cb(0, 1);
    program.cb(1, 1);
    const auto hand_on = [](uint32_t from, uint32_t to, bool first) {
        return fmt::format(
            "#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() {{\n  if ({2}) {{ cb_reserve_back({1}, 1); "
            "cb_push_back({1}, 1); }}\n  while (true) {{\n    cb_wait_front({0}, 1);\n    cb_pop_front({0}, 1);\n"
            "    cb_reserve_back({1}, 1);\n    cb_push_back({1}, 1);\n  }}\n}}\n",
            from, to, first);
    };
    program.reader(hand_on(0, 1, true));
    program.writer(hand_on(1, 0, false));
    for (engine::RunOptions options : {fast(), strict()}) {
        options.run_limit_seconds = 0.3;
        EXPECT_THAT(outcome(*card, program, options),
                    AllOf(HasSubstr("TW2617"), HasSubstr("computed for 0.3 s"), HasSubstr("TILEWRIGHT_RUN_LIMIT")));
    }
}

// One core computes on when another has failed: the run ends for all of them.
TEST(TimeLimits, AFailureElsewhereEndsThem) {
    auto card = open_card();
    TestProgram program;
    const CoreRanges both = {{{0, 0}, {1, 0}}};
    auto reader = program.reader(
        "#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() {\n"
        "  if (get_arg_val<uint32_t>(0) == 1) *(volatile uint32_t*)nullptr = 1;\n"
        "  for (uint64_t i = 0; i < 16000000000000ull; ++i) ((volatile uint32_t*)0x20000)[i & 7] = i;\n}\n",
        both);
    reader.runtime_args[{0, 0}] = {0};
    reader.runtime_args[{1, 0}] = {1};
    program.kernels = {reader};
    engine::RunOptions options = fast();
    options.host_threads = 2;
    options.time_limit_seconds = 0;
    EXPECT_THAT(outcome(*card, program, options), HasSubstr("TW2601"));
}

TEST(Interrupts, StopWhatComputesWithoutEnd) {
    engine::RunOptions options = fast();
    options.time_limit_seconds = 0;
    std::thread later([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(700));
        engine::interrupt();
    });
    EXPECT_THAT(run_kernel("void kernel_main() {\n  for (uint64_t i = 0; i < 16000000000000ull; ++i) "
                           "((volatile uint32_t*)0x20000)[i & 7] = i;\n}\n",
                           options),
                HasSubstr("TW2603"));
    later.join();
}

TEST(Division, ByZeroIsTheCardsAndNoted) {
    const std::string kernel =
        "void kernel_main() {\n  volatile uint32_t zero = 0;\n  volatile uint32_t x = 5 / zero;\n"
        "  ASSERT(x == 0xFFFFFFFFu);\n}\n";
    EXPECT_EQ(run_kernel("#include \"api/debug/assert.h\"\n" + kernel), "finished");
    auto card = open_card();
    TestProgram program;
    program.reader("#include \"api/dataflow/dataflow_api.h\"\n#include \"api/debug/assert.h\"\n" + kernel);
    const engine::RunResult result = engine::run(*card, program, strict());
    ASSERT_EQ(result.findings.size(), 1u);
    EXPECT_EQ(result.findings[0].code, "TW2605");
    EXPECT_THAT(result.findings[0].to_text(), AllOf(HasSubstr("divided by zero"), HasSubstr(":5")));
}

}  // namespace
}  // namespace tilewright::testing
