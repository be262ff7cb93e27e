// Kernels on fibers: data through CBs, hangs decided exactly, crashes that end as errors.
#include "harness.hpp"

namespace tilewright::testing::one_run {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kReader = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    uint32_t src = get_arg_val<uint32_t>(0);
    uint32_t pages = get_arg_val<uint32_t>(1);
    const InterleavedAddrGen<true> in = {.bank_base_address = src, .page_size = 2048};
    for (uint32_t i = 0; i < pages; ++i) {
        cb_reserve_back(0, 1);
        noc_async_read(get_noc_addr(i, in), get_write_ptr(0), 2048);
        noc_async_read_barrier();
        cb_push_back(0, 1);
    }
}
)";

constexpr const char* kWriter = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    uint32_t dst = get_arg_val<uint32_t>(0);
    uint32_t pages = get_arg_val<uint32_t>(1);
    const InterleavedAddrGen<true> out = {.bank_base_address = dst, .page_size = 2048};
    for (uint32_t i = 0; i < pages; ++i) {
        cb_wait_front(0, 1);
        noc_async_write(get_read_ptr(0), get_noc_addr(i, out), 2048);
        noc_async_write_barrier();
        cb_pop_front(0, 1);
    }
}
)";

class Loopback : public ::testing::TestWithParam<engine::Mode> {};

TEST_P(Loopback, PagesArriveUnchanged) {
    auto card = open_card();
    constexpr uint32_t kPages = 37;
    card::Buffer in(card, {.bytes = kPages * 2048, .page_bytes = 2048});
    card::Buffer out(card, {.bytes = kPages * 2048, .page_bytes = 2048});
    std::vector<uint8_t> data(kPages * 2048);
    for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<uint8_t>(i * 7 + i / 251);
    in.write(data);

    TestProgram program;
    program.cb(0, 2);
    program.reader(kReader).runtime_args[{0, 0}] = {static_cast<uint32_t>(in.address()), kPages};
    program.writer(kWriter).runtime_args[{0, 0}] = {static_cast<uint32_t>(out.address()), kPages};
    engine::RunOptions options = fast();
    options.mode = GetParam();
    EXPECT_EQ(outcome(*card, program, options), "finished");
    std::vector<uint8_t> back(data.size());
    out.read(back);
    EXPECT_EQ(data, back);
}

INSTANTIATE_TEST_SUITE_P(Modes, Loopback, ::testing::Values(engine::Mode::Fast, engine::Mode::Strict));

TEST(Hang, WriterThatWaitsForOnePageTooMany) {
    auto card = open_card();
    card::Buffer in(card, {.bytes = 4 * 2048, .page_bytes = 2048});
    card::Buffer out(card, {.bytes = 5 * 2048, .page_bytes = 2048});
    TestProgram program;
    program.cb(0, 2);
    program.reader(kReader).runtime_args[{0, 0}] = {static_cast<uint32_t>(in.address()), 4};
    program.writer(kWriter).runtime_args[{0, 0}] = {static_cast<uint32_t>(out.address()), 5};
    for (const auto& options : {fast(), strict()}) {
        EXPECT_THAT(outcome(*card, program, options), AllOf(HasSubstr("TW1002"), HasSubstr("cb_wait_front(c_0, 1)"),
                                                            HasSubstr("0 of 1 pages here"), HasSubstr("writer")));
    }
    // The card is usable afterwards.
    program.kernels[1].runtime_args[{0, 0}][1] = 4;
    EXPECT_EQ(outcome(*card, program, strict()), "finished");
}

TEST(Hang, OnAMailboxHasNoVerdict) {
    auto card = open_card();
    TestProgram program;
    program.compute("#include \"api/compute/common.h\"\nvoid kernel_main() {\n  MATH((mailbox_read(3)));\n}\n");
    EXPECT_THAT(outcome(*card, program, strict()),
                AllOf(HasSubstr("TW1000"), HasSubstr("a mailbox message of thread 3"), HasSubstr(":3")));
}

std::string run_kernel(const std::string& body, engine::RunOptions options = fast()) {
    auto card = open_card();
    TestProgram program;
    program.reader("#include \"api/dataflow/dataflow_api.h\"\n" + body);
    return outcome(*card, program, options);
}

TEST(Crash, NullPointerNamesTheLine) {
    EXPECT_THAT(run_kernel("void kernel_main() {\n  volatile uint32_t* p = nullptr;\n  *p = 1;\n}\n"),
                AllOf(HasSubstr("TW2601"), HasSubstr("null pointer"), HasSubstr("reader"), HasSubstr(":4")));
}

TEST(Crash, StackOverflow) {
    EXPECT_THAT(run_kernel("__attribute__((noinline)) uint32_t deep(volatile uint32_t* p) { volatile uint32_t "
                           "big[256]; big[0] = *p; return deep(big) + big[0]; }\n"
                           "void kernel_main() { volatile uint32_t x = 0; deep(&x); }\n"),
                AllOf(HasSubstr("TW2601"), HasSubstr("stack overflow")));
}

TEST(Crash, AddressOutsideL1) {
    EXPECT_THAT(run_kernel("void kernel_main() {\n  *reinterpret_cast<volatile uint32_t*>(0x40000000u) = 1;\n}\n"),
                AllOf(HasSubstr("TW2601"), HasSubstr("0x40000000, outside L1")));
}

TEST(Crash, ProcessAndCardLiveOn) {
    for (int i = 0; i < 50; ++i) {
        EXPECT_THAT(run_kernel("void kernel_main() {\n  volatile uint32_t* p = nullptr;\n  *p = 1;\n}\n"),
                    HasSubstr("TW2601"));
    }
    EXPECT_EQ(run_kernel("void kernel_main() {}\n"), "finished");
}

TEST(Spin, EndlessLoopIsAnError) {
    EXPECT_THAT(run_kernel("void kernel_main() {\n  while (true) {\n  }\n}\n"), HasSubstr("TW2602"));
}

TEST(Spin, PollingAWordNobodyWritesIsAHang) {
    EXPECT_THAT(run_kernel("void kernel_main() {\n  volatile uint32_t* p = reinterpret_cast<volatile "
                           "uint32_t*>(get_semaphore(0));\n  while (*p != 7) {}\n}\n"),
                AllOf(HasSubstr("TW1008"), HasSubstr("polling loop")));
}

TEST(Spin, PollingAWordThatANeighbourWritesEnds) {
    auto card = open_card();
    TestProgram program;
    program.semaphores = {{0, kCore00, 0}};
    program.reader(
        "#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() { volatile uint32_t* p = "
        "reinterpret_cast<volatile uint32_t*>(get_semaphore(0)); while (*p != 7) {} }");
    program.writer(
        "#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() { volatile uint32_t* p = "
        "reinterpret_cast<volatile uint32_t*>(get_semaphore(0)); for (int i = 0; i < 7; ++i) *p = *p + 1; }");
    EXPECT_EQ(outcome(*card, program, fast()), "finished");
    EXPECT_EQ(outcome(*card, program, strict()), "finished");
}

TEST(Arguments, IndexOutOfRange) {
    auto card = open_card();
    TestProgram program;
    program
        .reader(
            "#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() {\n  volatile uint32_t x = "
            "get_arg_val<uint32_t>(2);\n  (void)x;\n}")
        .runtime_args[{0, 0}] = {1, 2};
    for (const auto& options : {fast(), strict()}) {
        EXPECT_THAT(outcome(*card, program, options), AllOf(HasSubstr("TW2201"), HasSubstr("get_arg_val(2)"),
                                                            HasSubstr("2 runtime arguments"), HasSubstr("(0,0)")));
    }
}

TEST(Globals, AreFreshForEveryCoreThreadAndLaunch) {
    auto card = open_card();
    TestProgram program;
    const CoreRanges cores = {{{0, 0}, {3, 0}}};
    program.reader(
        "#include \"api/dataflow/dataflow_api.h\"\nuint32_t counter = 5;\nvoid kernel_main() { static uint32_t calls; "
        "counter += 1 + calls++; *reinterpret_cast<volatile uint32_t*>(get_semaphore(1)) = counter; }",
        cores);
    program.semaphores = {{1, cores, 0}};
    auto prepared = engine::prepare(*card, program, fast(2));
    for (int i = 0; i < 3; ++i) {
        engine::launch(*prepared);
        for (uint32_t x = 0; x < 4; ++x)
            EXPECT_EQ(l1_word(*card, {x, 0}, ((card->arch().l1_map_end + 63) / 64 * 64) + 16), 6u);
    }
}

TEST(Noc, SemaphoreHandshakeAcrossCoresOnTwoHostThreads) {
    auto card = open_card();
    TestProgram program;
    const CoreRanges both = {{{0, 0}, {1, 0}}};
    program.semaphores = {{0, both, 0}};
    const card::NocXy left = card->virtual_core({0, 0}), right = card->virtual_core({1, 0});
    auto& kernel = program.reader(R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    uint32_t x = get_arg_val<uint32_t>(0), y = get_arg_val<uint32_t>(1), first = get_arg_val<uint32_t>(2);
    uint32_t sem = get_semaphore(0);
    volatile tt_l1_ptr uint32_t* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(sem);
    for (uint32_t i = 1; i <= 500; ++i) {
        if (first) {
            noc_semaphore_inc(get_noc_addr(x, y, sem), 1);
            noc_semaphore_wait(word, i);
        } else {
            noc_semaphore_wait_min(word, i);
            noc_semaphore_inc(get_noc_addr(x, y, sem), 1);
        }
    }
    noc_async_atomic_barrier();
}
)",
                                  both);
    kernel.runtime_args[{0, 0}] = {right.x, right.y, 1};
    kernel.runtime_args[{1, 0}] = {left.x, left.y, 0};
    for (const auto& options : {fast(1), fast(2), strict(1), strict(2)})
        EXPECT_EQ(outcome(*card, program, options), "finished");
    kernel.runtime_args[{1, 0}] = {left.x, left.y, 1};
    kernel.runtime_args[{0, 0}] = {right.x + 5, right.y, 1};
    EXPECT_THAT(outcome(*card, program, fast(2)), AllOf(HasSubstr("TW1006"), HasSubstr("semaphore 0")));
}

TEST(Build, SyntaxErrorAndMissingFile) {
    EXPECT_THAT(run_kernel("void kernel_main() { this is not C++; }\n"),
                AllOf(HasSubstr("TW3101"), HasSubstr("error:"), HasSubstr(":2:")));
    auto card = open_card();
    TestProgram program;
    auto& kernel = program.reader("");
    kernel.source = {"kernels/not_there.cpp", true, {}};
    EXPECT_THAT(outcome(*card, program, fast()), AllOf(HasSubstr("TW3100"), HasSubstr("not_there.cpp")));
}

}  // namespace
}  // namespace tilewright::testing::one_run
