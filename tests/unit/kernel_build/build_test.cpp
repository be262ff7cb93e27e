// From a request to an image: forms of kernels, definitions, arguments, messages, source lines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "engine/build/symbolize.hpp"
#include "support.hpp"

namespace tilewright::kernel_build_test {
namespace {

using engine::build_kernel;
using engine::KernelBuildRequest;
using engine::KernelThread;
using testing::HasSubstr;
using testing::Not;

std::string message_of(const KernelBuildRequest& request, std::string* code = nullptr) {
    try {
        build_kernel(request);
    } catch (const Error& error) {
        if (code != nullptr) *code = error.code();
        return error.finding().to_text();
    }
    return "built";
}

TEST(KernelForms, AFileAndItsNeighbours) {
    TemporaryFolder folder;
    folder.write("kernels/value.h", "inline uint32_t value() { return 31; }\n");
    folder.write("kernels/with space.cpp",
                 "#include \"value.h\"\nstatic inline void kernel_main() { *(volatile uint32_t*)0x1000 = value(); }\n");
    KernelBuildRequest request = kernel_file(folder.path / "kernels/with space.cpp");
    Core core;
    core.run(*build_kernel(request));
    EXPECT_EQ(core.word(0x1000), 31u);
}

TEST(KernelForms, IncludeRootsComeBeforeThePlatform) {
    TemporaryFolder root;
    root.write("ttnn/cpp/mine/helper.hpp", "constexpr uint32_t helper = 5;\n");
    root.write("api/alignment_of_mine.h", "constexpr uint32_t mine = 6;\n");
    KernelBuildRequest request = kernel(
        "#include \"mine/helper.hpp\"\n#include \"api/alignment_of_mine.h\"\nvoid kernel_main() { *(volatile "
        "uint32_t*)0x1000 = helper * mine; }");
    request.include_roots = {root.path};
    Core core;
    core.run(*build_kernel(request));
    EXPECT_EQ(core.word(0x1000), 30u);
}

TEST(KernelForms, DefinitionsWithOddCharacters) {
    KernelBuildRequest request = kernel(R"(
        template <int A, int B> int pair() { return A * 10 + B; }
        void kernel_main() {
            volatile uint32_t* out = (volatile uint32_t*)0x1000;
            out[0] = CALL; BODY; out[2] = TEXT[2]; out[3] = ADD(2, 3); out[4] = EMPTY 7;
        })");
    request.defines = {{"CALL", "pair<4, 2>()"},
                       {"BODY", "{ out[1] = 3; if (out[1] > 2) { out[1] = (5); } }"},
                       {"TEXT", "\"a \\\"$HOME; `x`\""},
                       {"ADD(a, b)", "((a) +\n (b))"},
                       {"EMPTY", ""}};
    Core core;
    core.run(*build_kernel(request));
    const uint32_t expected[] = {42, 5, '"', 5, 7};
    for (uint32_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(core.word(0x1000 + 4 * i), expected[i]) << i;
}

TEST(KernelForms, CompileTimeArguments) {
    KernelBuildRequest request = kernel(R"(
        constexpr uint32_t second = get_compile_time_arg_val(1);
        void kernel_main() { *(volatile uint32_t*)0x1000 = second + get_named_compile_time_arg_val("width"); })");
    request.compile_time_args = {1, 4000000000u};
    request.named_compile_time_args = {{"height", 3}, {"width", 7}};
    Core core;
    core.run(*build_kernel(request));
    EXPECT_EQ(core.word(0x1000), 4000000007u);
    request.compile_time_args[1] = 5;
    core.run(*build_kernel(request));
    EXPECT_EQ(core.word(0x1000), 12u);
}

TEST(KernelForms, MainOfComputeThreads) {
    const std::string text = R"(
        // MAIN in a comment does not count twice
        namespace NAMESPACE {
        void MAIN {
        #if defined(TRISC_UNPACK)
            *(volatile uint32_t*)0x1000 = 1;
        #elif defined(TRISC_MATH)
            *(volatile uint32_t*)0x1000 = 2;
        #elif defined(TRISC_PACK)
            *(volatile uint32_t*)0x1000 = 3;
        #endif
        }
        }  // namespace NAMESPACE
    )";
    uint32_t expected = 1;
    for (KernelThread thread : {KernelThread::Unpack, KernelThread::Math, KernelThread::Pack}) {
        const KernelBuildRequest request = kernel(text, thread);
        Core core;
        core.run(*build_kernel(request));
        EXPECT_EQ(core.word(0x1000), expected++);
    }
}

TEST(KernelForms, ProcessorAndMachineAreVisible) {
    KernelBuildRequest request = kernel(R"(
        void kernel_main() {
            uint32_t value = TW_ERA;
        #ifdef COMPILE_FOR_NCRISC
            value += 1000000;
        #endif
        #ifdef ARCH_BLACKHOLE
            value += 2000000;
        #endif
            *(volatile uint32_t*)0x1000 = value;
        })");
    request.thread = KernelThread::DataMovement1;
    request.arch = &card::find_arch("blackhole");
    request.era = program::Era::Jan2026;
    Core core;
    core.run(*build_kernel(request));
    EXPECT_EQ(core.word(0x1000), 3202601u);
}

TEST(Messages, CompileErrorsShowTheKernelsOwnLine) {
    TemporaryFolder folder;
    folder.write("broken.cpp", "void kernel_main() {\n    uint32_t tiles = 3\n    tiles++;\n}\n");
    KernelBuildRequest request = kernel_file(folder.path / "broken.cpp");
    std::string code;
    const std::string text = message_of(request, &code);
    EXPECT_EQ(code, "TW3101");
    EXPECT_THAT(text, HasSubstr("broken.cpp:2:23: error: expected ';'"));
    EXPECT_THAT(text, Not(HasSubstr("In file included from")));
    EXPECT_THAT(text, Not(HasSubstr("<generated>")));
}

TEST(Messages, ErrorsInAHeaderNameTheIncludingKernel) {
    TemporaryFolder folder;
    folder.write("part.h", "inline int broken() { return missing; }\n");
    folder.write("uses.cpp", "\n#include \"part.h\"\nvoid kernel_main() {}\n");
    KernelBuildRequest request = kernel_file(folder.path / "uses.cpp");
    const std::string text = message_of(request);
    EXPECT_THAT(text, HasSubstr("uses.cpp:2:"));
    EXPECT_THAT(text, Not(HasSubstr("<generated>")));
}

// A checkout whose helpers have moved on while a kernel still includes one by its old name.
TEST(Messages, AHelperThatTheCheckoutLacksIsNamed) {
    TemporaryFolder folder;
    const std::string helpers = "ttnn/cpp/ttnn/kernel_lib/";
    folder.write(helpers + "common_types.hpp", "#pragma once\n");
    folder.write("uses.cpp", "#include \"" + helpers + "eltwise_convenience.hpp\"\nvoid kernel_main() {}\n");
    KernelBuildRequest request = kernel_file(folder.path / "uses.cpp");
    request.thread = KernelThread::Math;
    request.include_roots = {folder.path};
    EXPECT_THAT(message_of(request), HasSubstr("but no " + helpers + "eltwise_convenience.hpp"));
    folder.write(helpers + "eltwise_convenience.hpp", "#pragma once\n");
    EXPECT_EQ(message_of(request), "built");
}

TEST(Messages, UndefinedFunctionsAreNamed) {
    const std::string text = message_of(kernel("void never_defined(int);\nvoid kernel_main() { never_defined(3); }\n"));
    EXPECT_THAT(text, HasSubstr("TW3101"));
    EXPECT_THAT(text, HasSubstr("undefined symbol: never_defined(int)"));
}

TEST(Messages, MissingEntryPoint) {
    const std::string text = message_of(kernel("void kernel_mian() {}\n"));
    EXPECT_THAT(text, HasSubstr("kernel_under_test.cpp defines no entry point"));
    EXPECT_THAT(text, HasSubstr("void kernel_main()"));
}

TEST(Messages, MissingFile) {
    KernelBuildRequest request = kernel_file("/nowhere/reader.cpp");
    std::string code;
    EXPECT_THAT(message_of(request, &code), HasSubstr("/nowhere/reader.cpp"));
    EXPECT_EQ(code, "TW3100");
}

TEST(Messages, NarrowingAndPointerCastsAreNoErrors) {
    EXPECT_EQ(message_of(kernel("void kernel_main() { uint32_t wide = 70000; uint16_t narrow[1] = {wide}; int x = "
                                "reinterpret_cast<uint32_t>(&narrow); (void)x; }")),
              "built");
}

TEST(Lines, InlinedCallsAreResolved) {
    TemporaryFolder folder;
    folder.write("lines.cpp", R"(uint32_t seen_pc_low, seen_pc_high;
inline __attribute__((always_inline)) void inner() {
    ((volatile uint64_t*)0x1000)[0] = (uint64_t)__builtin_extract_return_addr(nullptr);
    asm volatile("leaq 0(%%rip), %%rax; movq %%rax, %0" : "=m"(*(volatile uint64_t*)0x1008) :: "rax");
}
inline __attribute__((always_inline)) void outer() {
    inner();
}
void kernel_main() {
    outer();
}
)");
    KernelBuildRequest request = kernel_file(folder.path / "lines.cpp");
    request.trusted = true;  // assembly
    const auto image = build_kernel(request);
    Core core;
    core.run(*image);
    const uint64_t pc = core.word(0x1008) | uint64_t{core.word(0x100c)} << 32;
    ASSERT_TRUE(image->contains(reinterpret_cast<void*>(pc)));
    const std::vector<Frame> frames = engine::symbolize(*image, reinterpret_cast<void*>(pc));
    ASSERT_EQ(frames.size(), 3u);
    EXPECT_EQ(frames[0].function, "inner");
    EXPECT_EQ(frames[0].line, 4u);
    EXPECT_EQ(frames[1].function, "outer");
    EXPECT_EQ(frames[1].line, 7u);
    EXPECT_EQ(frames[2].function, "kernel_main");
    EXPECT_EQ(frames[2].line, 10u);
    EXPECT_THAT(frames[2].file, HasSubstr("lines.cpp"));
    EXPECT_TRUE(engine::symbolize(*image, &core).empty());
}

TEST(ThreadCode, IsFoundInTheKernelAndInItsOwnHeaders) {
    TemporaryFolder folder;
    folder.write("plain.cpp", "// TRISC_MATH only here\n#include \"api/compute/common.h\"\nvoid kernel_main() {}\n");
    folder.write("direct.cpp", "#ifdef TRISC_MATH\n#endif\nvoid kernel_main() {}\n");
    folder.write("through.cpp", "#include \"sub/a.h\"\nvoid kernel_main() {}\n");
    folder.write("sub/a.h", "#include \"b.h\"\n");
    folder.write("sub/b.h", "inline void f() { mailbox_write(0, 0); }\n");
    const auto answer = [&](const char* name) {
        KernelBuildRequest request = kernel_file(folder.path / name);
        return engine::source_has_thread_specific_code(request);
    };
    EXPECT_FALSE(answer("plain.cpp"));
    EXPECT_TRUE(answer("direct.cpp"));
    EXPECT_TRUE(answer("through.cpp"));
    folder.write("sub/b.h", "inline void f() {}\n");
    EXPECT_FALSE(answer("through.cpp"));
}

}  // namespace
}  // namespace tilewright::kernel_build_test
