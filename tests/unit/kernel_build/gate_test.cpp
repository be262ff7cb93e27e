// What kernels may not do is refused by name, with its line; their near twins build.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "base/error.hpp"
#include "engine/build/process.hpp"
#include "support.hpp"

namespace tilewright::kernel_build_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string outcome(const engine::KernelBuildRequest& request) {
    try {
        engine::build_kernel(request);
        return "built";
    } catch (const Error& error) {
        return error.what();
    }
}
std::string outcome(const std::string& text) { return outcome(kernel(text)); }
std::string with_body(const std::string& before, const std::string& body) {
    return before + "\nvoid kernel_main() {\n  " + body + "\n}\n";
}

struct Attack {
    const char* name;
    const char* before;
    const char* body;
    const char* code;
    const char* says;
};
class Gate : public ::testing::TestWithParam<Attack> {};

const Attack kAttacks[] = {
    {"Exit", "extern \"C\" void exit(int);", "exit(0);", "TW3110", "may not call exit"},
    {"QuickExit", "extern \"C\" void _exit(int);", "_exit(0);", "TW3110", "may not call _exit"},
    {"Abort", "extern \"C\" void abort();", "abort();", "TW3110", "may not call abort"},
    {"System", "extern \"C\" int system(const char*);", "system(\"true\");", "TW3110", "may not call system"},
    {"Open", "#include <cstdio>", "fopen(\"/etc/passwd\", \"r\");", "TW3110", "may not call fopen"},
    {"Socket", "extern \"C\" int socket(int, int, int);", "socket(1, 1, 0);", "TW3110", "may not call socket"},
    {"Syscall", "extern \"C\" long syscall(long, ...);", "syscall(39);", "TW3110", "may not call syscall"},
    {"Getenv", "#include <cstdlib>", "volatile auto* p = getenv(\"HOME\"); (void)p;", "TW3110", "may not call getenv"},
    {"Fork", "extern \"C\" int fork();", "fork();", "TW3110", "may not call fork"},
    {"Kill", "extern \"C\" int kill(int, int);", "kill(1, 9);", "TW3110", "may not call kill"},
    {"Signal", "#include <csignal>", "signal(11, SIG_IGN);", "TW3110", "may not call "},
    {"Sleep", "extern \"C\" unsigned sleep(unsigned);", "sleep(1000);", "TW3110", "may not call sleep"},
    {"Malloc", "#include <cstdlib>", "while (true) { volatile auto* p = (char*)malloc(1 << 20); *p = 1; }", "TW3110",
     "may not call malloc"},
    {"New", "", "*(volatile uintptr_t*)0x1000 = (uintptr_t) new int[1000];", "TW3110", "may not call operator new"},
    {"Threads", "#include <thread>", "std::thread([] {}).detach();", "TW3110", "may not call "},
    {"Throw", "#include <vector>", "std::vector<int> v; volatile int x = v.at(3); (void)x;", "TW3110", "may not call "},
    {"Environ", "extern \"C\" char** environ;", "environ[0] = nullptr;", "TW3110", "may not touch environ"},
    {"Pointer", "extern \"C\" void exit(int);\nvoid (*volatile leave)(int) = exit;", "leave(0);", "TW3110",
     "may not call exit"},
    {"EnginesOwn", "namespace tilewright::engine { void interrupt(); }", "tilewright::engine::interrupt();", "TW3110",
     "may not call tilewright::engine::interrupt()"},
    {"Self", "", "tw_self = nullptr;", "TW3110", "may not touch tw_self"},
    {"Breakpoint", "", "asm volatile(\"int3\");", "TW3111", "assembly: \"int3\""},
    {"RawSyscall", "", "asm volatile(\"syscall\");", "TW3111", "assembly: \"syscall\""},
    {"Loop", "", "asm volatile(\"1: jmp 1b\");", "TW3111", "assembly"},
    {"Incbin", "asm(\".incbin \\\"/etc/passwd\\\"\");", "", "TW3111", "assembly"},
    {"Ifunc",
     "extern \"C\" { void nothing() {} void (*pick())() { return nothing; }\n"
     "void chosen() __attribute__((ifunc(\"pick\"))); }",
     "chosen();", "TW3112", "when it is loaded"},
    {"InitSection",
     "static void evil() {}\n__attribute__((used, section(\".init_array\"))) void (*const evil_at)() = evil;", "",
     "TW3112", "when it is loaded"},
    {"InitByName", "extern \"C\" __attribute__((used)) void _init() { *(volatile int*)0x1000 = 1; }", "", "TW3112",
     "when it is loaded: _init"},
    {"FiniByName", "extern \"C\" __attribute__((used)) void _fini() { *(volatile int*)0x1000 = 1; }", "", "TW3112",
     "when it is loaded: _fini"},
    {"Destructor", "static volatile int s; __attribute__((destructor)) void last() { s = 1; }", "", "TW3112",
     "a destructor"},
    {"Flags", "", "__builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | 0x400);", "TW3110",
     "may not use llvm.x86.flags"},
    {"Rounding", "", "__builtin_ia32_ldmxcsr(0x7f80);", "TW3110", "may not use llvm.x86.sse.ldmxcsr"},
    {"ThreadPointer", "", "*(volatile uint64_t*)__builtin_thread_pointer() = 1;", "TW3110",
     "may not use llvm.thread.pointer"},
    {"Segment", "",
     "for (int i = 1; i < 8; ++i) *(volatile uint64_t __attribute__((address_space(257)))*)(uint64_t)(-8ll * i) = 1;",
     "TW3110", "may not use a segment of the processor"},
    {"SegmentBase",
     "__attribute__((target(\"fsgsbase\"), noinline)) void f(uint64_t x) { __builtin_ia32_wrfsbase64(x); }", "f(7);",
     "TW3110", "may not use llvm.x86.wrfsbase"},
    {"StackPointer", "", "*(volatile uint64_t*)__builtin_frame_address(0) = 1;", "TW3110",
     "may not use llvm.frameaddress"},
};

TEST_P(Gate, Refuses) {
    const std::string text = with_body(GetParam().before, GetParam().body);
    EXPECT_THAT(outcome(text), AllOf(HasSubstr(std::string("error[") + GetParam().code), HasSubstr(GetParam().says),
                                     HasSubstr("TILEWRIGHT_TRUST_KERNELS=on")));
}
INSTANTIATE_TEST_SUITE_P(Attacks, Gate, ::testing::ValuesIn(kAttacks),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(GateTwins, WhatKernelsDoIsAllowed) {
    const std::pair<const char*, const char*> fine[] = {
        {"#include <cstring>",
         "char a[64], b[64]; volatile uint32_t n = 64; memset(a, 1, n); memcpy(b, a, n); "
         "*(volatile char*)0x1000 = b[3];"},
        {"#include <cmath>", "volatile float x = 2; *(volatile float*)0x1000 = std::exp(x) + sqrtf(x);"},
        {"", "asm volatile(\"\" ::: \"memory\");"},
        {"", "asm volatile(\"nop\");"},
        {"__attribute__((section(\".data.mine\"))) uint32_t mine = 7;", "*(volatile uint32_t*)0x1000 = mine;"},
        {"",
         "float x = *(volatile float*)0x1000; *(volatile int*)0x1004 = __builtin_popcount((int)__builtin_floorf(x));"},
        {"struct Counts { Counts() : n(*(volatile uint32_t*)0x1000) {} uint32_t n; } counts;",
         "*(volatile uint32_t*)0x1004 = counts.n;"},
        {"#include <array>\n#include <algorithm>",
         "std::array<uint32_t, 8> a{}; std::sort(a.begin(), a.end()); *(volatile uint32_t*)0x1000 = a[0];"},
    };
    for (const auto& [before, body] : fine) EXPECT_EQ(outcome(with_body(before, body)), "built") << body;
}

TEST(GateTwins, ACompilerThatWaitsIsStopped) {
    const std::filesystem::path pipe = std::filesystem::temp_directory_path() / fmt::format("pipe-{}.h", ::getpid());
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_THAT(outcome(with_body("#include \"" + pipe.string() + "\"", "")),
                AllOf(HasSubstr("TW3114"), HasSubstr("waits for something")));
    std::filesystem::remove(pipe);
}

TEST(GateTwins, TheLineIsNamed) {
    EXPECT_THAT(outcome("extern \"C\" void abort();\n\nvoid kernel_main() {\n  abort();\n}\n"), HasSubstr(":4: "));
}

TEST(GateTwins, ATrustedKernelMay) {
    engine::KernelBuildRequest request =
        kernel(with_body("#include <cstdlib>", "if (*(volatile int*)0x1000) abort();"));
    EXPECT_THAT(outcome(request), HasSubstr("TW3110"));
    request.trusted = true;
    EXPECT_EQ(outcome(request), "built");
}

TEST(Files, OnlyTheKernelsOwn) {
    TemporaryFolder mine, theirs;
    theirs.write("secret.h", "constexpr int kSecret = 7;\n");
    theirs.write("broken.h", "root:x:0:0 a secret line\n");
    const std::string outside = (theirs.path / "secret.h").string();
    mine.write("k/own.h", "constexpr int kOwn = 1;\n");
    mine.write("common.h", "constexpr int kCommon = 1;\n");
    mine.write("k/good.cpp", "#include \"own.h\"\n#include \"../common.h\"\nvoid kernel_main() {}\n");
    mine.write("k/include.cpp", "#include \"" + outside + "\"\nvoid kernel_main() {}\n");
    mine.write("k/dots.cpp", "#include \"/usr/include/../.." + outside + "\"\nvoid kernel_main() {}\n");
    mine.write("k/embed.cpp", "const char text[] = {\n#embed \"" + outside + "\"\n};\nvoid kernel_main() {}\n");
    mine.write("k/broken.cpp", "#include \"" + (theirs.path / "broken.h").string() + "\"\nvoid kernel_main() {}\n");
    std::filesystem::create_symlink(outside, mine.path / "k" / "link.h");
    mine.write("k/linked.cpp", "#include \"link.h\"\nvoid kernel_main() {}\n");
    EXPECT_EQ(outcome(kernel_file(mine.path / "k" / "good.cpp")), "built");
    for (const char* name : {"include", "dots", "embed", "linked"})
        EXPECT_THAT(outcome(kernel_file(mine.path / "k" / (std::string(name) + ".cpp"))),
                    AllOf(HasSubstr("TW3113"), HasSubstr("which is none of its files")))
            << name;
    // Nothing of what stands there is shown.
    EXPECT_THAT(outcome(kernel_file(mine.path / "k" / "broken.cpp")),
                AllOf(HasSubstr("TW3113"), Not(HasSubstr("secret line")), Not(HasSubstr("root:x"))));
    engine::KernelBuildRequest request = kernel_file(mine.path / "k" / "include.cpp");
    request.include_roots = {theirs.path};
    EXPECT_EQ(outcome(request), "built");
}

TEST(Limits, OfTheCompiler) {
    const std::string endless =
        "template <int N> constexpr int deep() { int s = 0; for (int i = 0; i < 1000000000; ++i) s ^= i; return s; }\n"
        "void kernel_main() { static_assert(deep<1>() >= 0); }\n";
    ::setenv("TILEWRIGHT_BUILD_SECONDS", "1", 1);
    // The compiler's own limit of constant evaluation comes first unless it is raised.
    const std::string large = [] {
        std::string text =
            "constexpr int f(int n) { int s = 0; for (int i = 0; i < 1000; ++i) s += i ^ n; return s; }\n";
        for (int i = 0; i < 60000; ++i)
            text += "int v" + std::to_string(i) + "[f(" + std::to_string(i) + ") % 3 + 4];\n";
        return text + "void kernel_main() {}\n";
    }();
    EXPECT_THAT(outcome(large), AllOf(HasSubstr("TW3114"), HasSubstr("TILEWRIGHT_BUILD_SECONDS")));
    ::unsetenv("TILEWRIGHT_BUILD_SECONDS");
    EXPECT_THAT(outcome(endless), HasSubstr("TW3101"));
}

TEST(Processes, AreGivenUp) {
    int asked = 0;
    engine::ProcessLimits limits;
    limits.give_up = [&] { return ++asked > 2; };
    const engine::ProcessResult result = engine::run_process({"sleep", "1000"}, limits);
    EXPECT_TRUE(result.given_up);
    EXPECT_EQ(result.status, 128 + SIGKILL);
    EXPECT_FALSE(engine::run_process({"true"}, {}).given_up);
}

constexpr const char* kResults = "#define OUT(i) (((volatile uint32_t*)0x1000)[i])\n";

TEST(Divisions, AreTheCards) {
    for (const bool strict : {false, true}) {
        Core core;
        core.run(*built(std::string(kResults) + R"(
            void kernel_main() {
                volatile uint32_t zero = 0, five = 5;
                volatile int32_t least = -2147483647 - 1, minus = -1;
                volatile uint64_t wide = 77;
                uint32_t z = zero;
                OUT(0) = five / zero;
                OUT(1) = five % zero;
                OUT(2) = least / minus;
                OUT(3) = least % minus;
                OUT(4) = least / (int32_t)zero;
                OUT(5) = least % (int32_t)zero;
                OUT(6) = (uint32_t)(wide / zero);
                OUT(7) = z == 0 ? five / z : 1;  // known to be zero
                OUT(8) = five / 2 + least / (int32_t)five;
            })",
                        strict));
        const uint32_t expected[] = {~0u, 5, 0x80000000u, 0, ~0u, 0x80000000u, ~0u, ~0u, 2u + uint32_t(-429496729)};
        for (uint32_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(core.word(0x1000 + 4 * i), expected[i]) << i;
        EXPECT_EQ(calls.divisions[2], strict ? 6u : 0u);  // by zero
        EXPECT_EQ(calls.divisions[1], strict ? 2u : 0u);
    }
}

TEST(Indices, Have32Bits) {
    Core core;
    core.word(0x2000) = 11;
    core.word(0x1FFC) = 22;
    core.run(*built(std::string(kResults) + R"(
        struct Item { uint32_t a, b, c; };
        void kernel_main() {
            volatile uint32_t at = 0x2000, none = 0, quarter = 0x40000000, many = 4;
            auto* p = (volatile uint32_t*)(uint32_t)at;
            uint32_t i = none;
            OUT(0) = p[i - 1];
            OUT(1) = p[quarter];            // 4 GiB further: round the address space
            OUT(2) = *(p + (i - 1) + 1);
            auto* bytes = (volatile uint8_t*)p;
            OUT(3) = bytes[i - 4];
            auto* items = (volatile Item*)(at + 12);
            OUT(4) = items[i - 1].a;
            p[i - 2] = 33;
            uint32_t sum = 0;
            for (uint32_t k = 0; k < many; ++k) sum += p[k - 2];
            OUT(5) = sum;
            OUT(6) = (uint32_t)&p[i - 1];
        })"));
    const uint32_t expected[] = {22, 11, 11, 22, 11, 33 + 22 + 11, 0x1FFC};
    for (uint32_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(core.word(0x1000 + 4 * i), expected[i]) << i;
    EXPECT_EQ(core.word(0x1FF8), 33u);
}

}  // namespace
}  // namespace tilewright::kernel_build_test
