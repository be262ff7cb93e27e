// Programs in a process of their own: the same results, findings, hangs and times as here; what ends or asks too much
// of a process is a finding, and the next program runs.
#include <sys/socket.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "clock/timing.hpp"
#include "doctor/check.hpp"
#include "engine/isolate/fields.hpp"
#include "harness.hpp"

namespace tilewright::testing {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

engine::RunOptions isolated(engine::RunOptions options = fast()) {
    options.isolate = true;
    return options;
}

engine::RunOptions trusted(engine::RunOptions options) {
    options.trusted_kernels = true;
    return options;
}

const char* const kApi = "#include \"api/dataflow/dataflow_api.h\"\n";

TestProgram one_kernel(const std::string& body) {
    TestProgram program;
    program.reader(kApi + body);
    return program;
}

// Counts its argument up in L1, and says so.
TestProgram counting(uint32_t argument) {
    TestProgram program = one_kernel(
        "void kernel_main() {\n"
        "  auto* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(0x30000);\n"
        "  *word += get_arg_val<uint32_t>(0);\n"
        "}\n");
    program.kernels[0].runtime_args[{0, 0}] = {argument};
    return program;
}

TEST(Isolate, SameMemoryInBothProcesses) {
    auto card = open_card();
    const uint32_t before = 40;
    card->write_l1({0, 0}, 0x30000, {reinterpret_cast<const uint8_t*>(&before), 4});
    TestProgram program = counting(2);
    auto prepared = engine::prepare(*card, program, isolated());
    engine::launch(*prepared);
    EXPECT_EQ(l1_word(*card, {0, 0}, 0x30000), 42u);
    program.kernels[0].runtime_args[{0, 0}] = {100};
    engine::update_arguments(*prepared, program);
    engine::launch(*prepared);
    engine::launch(*prepared);
    EXPECT_EQ(l1_word(*card, {0, 0}, 0x30000), 242u);
    const uint32_t other = 7;
    card->write_l1({0, 0}, 0x30000, {reinterpret_cast<const uint8_t*>(&other), 4});
    engine::launch(*prepared);
    EXPECT_EQ(l1_word(*card, {0, 0}, 0x30000), 107u);
}

TEST(Isolate, TensorsAndComputeAsHere) {
    const char* reader =
        "#include \"api/dataflow/dataflow_api.h\"\n"
        "void kernel_main() {\n"
        "  const InterleavedAddrGen<true> in = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = 2048};\n"
        "  for (uint32_t i = 0; i < 8; ++i) {\n"
        "    cb_reserve_back(0, 1);\n"
        "    noc_async_read(get_noc_addr(i, in), get_write_ptr(0), 2048);\n"
        "    noc_async_read_barrier();\n"
        "    cb_push_back(0, 1);\n  }\n}\n";
    const char* compute =
        "#include \"compute_kernel_api/eltwise_unary/eltwise_unary.h\"\n"
        "#include \"compute_kernel_api/eltwise_unary/exp.h\"\n"
        "#include \"compute_kernel_api/tile_move_copy.h\"\n"
        "namespace NAMESPACE { void MAIN {\n"
        "  init_sfpu(0, 16); exp_tile_init();\n"
        "  for (uint32_t i = 0; i < 8; ++i) {\n"
        "    cb_wait_front(0, 1); tile_regs_acquire(); copy_tile(0, 0, 0); exp_tile(0); tile_regs_commit();\n"
        "    cb_reserve_back(16, 1); tile_regs_wait(); pack_tile(0, 16); tile_regs_release();\n"
        "    cb_push_back(16, 1); cb_pop_front(0, 1);\n  }\n} }\n";
    const char* writer =
        "#include \"api/dataflow/dataflow_api.h\"\n"
        "void kernel_main() {\n"
        "  const InterleavedAddrGen<true> out = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = 2048};\n"
        "  for (uint32_t i = 0; i < 8; ++i) {\n"
        "    cb_wait_front(16, 1);\n"
        "    noc_async_write(get_read_ptr(16), get_noc_addr(i, out), 2048);\n"
        "    noc_async_write_barrier();\n"
        "    cb_pop_front(16, 1);\n  }\n}\n";
    for (const engine::RunOptions& options : {fast(2), strict()}) {
        std::vector<uint8_t> results[2];
        for (const bool elsewhere : {false, true}) {
            auto card = open_card();
            card::Buffer in(card, {.bytes = 8 * 2048, .page_bytes = 2048});
            card::Buffer out(card, {.bytes = 8 * 2048, .page_bytes = 2048});
            std::vector<uint8_t> data(8 * 2048);
            for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<uint8_t>(i % 2 ? 0x3c + i % 3 : i * 37);
            in.write(data);
            TestProgram program;
            program.reader(reader).runtime_args[{0, 0}] = {static_cast<uint32_t>(in.address())};
            program.compute(compute);
            program.writer(writer).runtime_args[{0, 0}] = {static_cast<uint32_t>(out.address())};
            program.cb(0, 2);
            program.cb(16, 2);
            EXPECT_EQ(outcome(*card, program, elsewhere ? isolated(options) : options), "finished");
            results[elsewhere].resize(8 * 2048);
            out.read(results[elsewhere]);
        }
        EXPECT_EQ(results[0], results[1]);
        EXPECT_NE(results[0], std::vector<uint8_t>(8 * 2048));
    }
}

TEST(Isolate, FindingsAndHangsReadTheSame) {
    TestProgram misuse = one_kernel("void kernel_main() {\n  cb_push_back(0, 1);\n}\n");
    misuse.cb(0, 2);
    TestProgram hang = one_kernel("void kernel_main() {\n  cb_wait_front(0, 1);\n}\n");
    hang.cb(0, 2);
    const TestProgram broken = one_kernel("void kernel_main() {\n  no_such_call();\n}\n");
    const TestProgram foreign = one_kernel("#include \"/etc/passwd\"\nvoid kernel_main() {}\n");
    for (const TestProgram& program : {misuse, hang, broken, foreign}) {
        auto card = open_card();
        const std::string here = outcome(*card, program, strict());
        EXPECT_THAT(here, HasSubstr("TW"));
        EXPECT_EQ(outcome(*card, program, isolated(strict())), here);
    }
    auto card = open_card();
    std::string details[2];
    for (const bool elsewhere : {false, true}) {
        try {
            engine::run(*card, hang, elsewhere ? isolated() : fast());
            ADD_FAILURE() << "it does not hang";
        } catch (const engine::HangError& error) {
            details[elsewhere] = error.details()->dump() + error.blocked().at(0).waits_for;
        }
    }
    EXPECT_EQ(details[0], details[1]);
}

TEST(Isolate, TimesAreTheSame) {
    auto card = open_card();
    engine::RunOptions timed = fast();
    timed.timed = true;
    const auto here = engine::run(*card, counting(1), timed).timing;
    const auto there = engine::run(*card, counting(1), isolated(timed)).timing;
    ASSERT_TRUE(here && there);
    EXPECT_EQ(here->cycles, there->cycles);
    EXPECT_EQ(here->threads.at(0).name, there->threads.at(0).name);
    EXPECT_GT(there->cycles, 0u);
    timed.trace.file = "trace.pftrace";
    EXPECT_THAT(outcome(*card, counting(1), isolated(timed)), HasSubstr("TW3118"));
}

// A kernel that is trusted may call what it likes; what it reaches is another matter.
class Outlaw : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};
TEST_P(Outlaw, IsAFindingAndTheNextProgramRuns) {
    auto card = open_card();
    const auto& [body, expected] = GetParam();
    const TestProgram program = one_kernel(std::string("#include <cstdlib>\n#include <csignal>\n#include <cstdio>\n"
                                                       "#include <unistd.h>\n#include <sys/socket.h>\n"
                                                       "void kernel_main() {\n") +
                                           body + "\n}\n");
    EXPECT_THAT(outcome(*card, program, isolated(trusted(fast()))), HasSubstr(expected));
    EXPECT_EQ(outcome(*card, counting(5), isolated(fast())), "finished");
    EXPECT_EQ(l1_word(*card, {0, 0}, 0x30000), 5u);
}
INSTANTIATE_TEST_SUITE_P(
    Kernels, Outlaw,
    ::testing::Values(std::pair{"_exit(0);", "TW2615"}, std::pair{"exit(0);", "ended with status 70"},
                      std::pair{"raise(SIGKILL);", "was ended by signal 9"},
                      std::pair{"signal(SIGSEGV, SIG_DFL); *(volatile int*)0xF0000000 = 1;", "TW2615"},
                      std::pair{"if (fopen(\"/etc/passwd\", \"r\") == nullptr) abort();", "abort"},
                      std::pair{"if (getenv(\"HOME\") == nullptr) abort();", "abort"}));

#ifndef TILEWRIGHT_SANITIZED  // there, calls are not filtered, and no limit is set
INSTANTIATE_TEST_SUITE_P(
    Calls, Outlaw,
    ::testing::Values(std::pair{"kill(getppid(), SIGKILL);", "TW2601"},
                      std::pair{"socket(AF_INET, SOCK_STREAM, 0);", "the system call socket, which is not allowed"},
                      std::pair{"if (fork() == 0) _exit(0);", "was ended by signal 31"},
                      std::pair{"execl(\"/bin/true\", \"true\", (char*)nullptr);", "the system call execve"},
                      std::pair{"fopen(\"/tmp/tilewright_should_not_be\", \"w\");", "the system call openat"}));

TEST(Isolate, MemoryHasALimit) {
    auto card = open_card();
    const TestProgram program = one_kernel(
        "#include <cstdlib>\n#include <cstring>\nvoid kernel_main() {\n"
        "  for (int i = 0; i < 100000; ++i) { void* p = malloc(64 << 20); if (p == nullptr) abort(); memset(p, 1, "
        "4096); "
        "}\n}\n");
    EXPECT_THAT(outcome(*card, program, isolated(trusted(fast()))), HasSubstr("TW2601"));
}
#endif

TEST(Isolate, InterruptsAreQuick) {
    auto card = open_card();
    engine::RunOptions options = isolated();
    options.time_limit_seconds = 0;
    auto prepared =
        engine::prepare(*card,
                        one_kernel("void kernel_main() {\n  for (uint64_t i = 0; i < 16000000000000ull; ++i) "
                                   "((volatile uint32_t*)0x20000)[i & 7] = i;\n}\n"),
                        options);
    std::chrono::steady_clock::time_point asked;
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        asked = std::chrono::steady_clock::now();
        engine::interrupt();
    });
    try {
        engine::launch(*prepared);
        ADD_FAILURE() << "it ended";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW2603");
    }
    other.join();
    // However busy the machine: without the interrupt it would take days.
    EXPECT_LT(std::chrono::steady_clock::now() - asked, std::chrono::seconds(20));
    EXPECT_EQ(outcome(*card, counting(1), isolated()), "finished");
}

TEST(Isolate, WhatLooksInsideIsRefused) {
    auto card = open_card();
    try {
        doctor::check(*card, counting(1), isolated());
        ADD_FAILURE() << "checked in this process";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW3118");
    }
}

TEST(Isolate, WithoutItsProgramItSaysSo) {
    ::setenv("TILEWRIGHT_WORKER", "/no/such/program", 1);
    auto card = open_card();
    EXPECT_THAT(outcome(*card, counting(1), isolated()), AllOf(HasSubstr("TW3119"), HasSubstr("/no/such/program")));
    ::unsetenv("TILEWRIGHT_WORKER");
    EXPECT_EQ(outcome(*card, counting(1), isolated()), "finished");
}

// What comes back is not to be trusted: cut or changed anywhere, it is refused or read, never more.
TEST(Wire, DamagedBytesAreRefused) {
    Finding finding;
    finding.code = "TW2601";
    finding.message = "something";
    finding.place.stack = {{"kernel_main", "kernel.cpp", 3, 1}, {"f", "g.h", 4, 2}};
    finding.seen = {"a", "b"};
    const std::string whole = engine::to_wire(finding);
    Finding back;
    engine::from_wire(whole, back);
    EXPECT_EQ(back.to_json(), finding.to_json());
    for (size_t length = 0; length < whole.size(); ++length)
        EXPECT_THROW(engine::from_wire(std::string_view(whole).substr(0, length), back), engine::WireError);
    EXPECT_THROW(engine::from_wire(whole + "x", back), engine::WireError);
    size_t refused = 0;
    for (size_t at = 0; at < whole.size(); ++at) {
        for (const char value : {'\x00', '\x7f', '\xff'}) {
            std::string damaged = whole;
            damaged[at] = value;
            try {
                engine::from_wire(damaged, back);
            } catch (const engine::WireError&) {
                ++refused;
            }
        }
    }
    EXPECT_GT(refused, whole.size() / 4);
}

}  // namespace
}  // namespace tilewright::testing
