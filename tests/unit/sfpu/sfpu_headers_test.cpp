// The kernel headers of the SFPU: every call compiles on every compute thread, and what is not supported says so.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

#include "engine/build/kernel_build.hpp"

namespace {

const std::string kRoot = TILEWRIGHT_SOURCE_DIR;

// Exit status and diagnostics of a syntax check of `source` for one thread.
std::pair<int, std::string> compile(const std::string& source, const std::string& defines) {
    const std::string command = "clang++-19 -std=c++20 -fsyntax-only -Wall -Wno-unused-variable -I" + kRoot +
                                "/kernel_api -I" + tilewright::engine::toolchain().kernel_forwards.string() +
                                " -DKERNEL_BUILD " + defines + " -x c++ " + source + " 2>&1";
    std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), [](FILE*) { return 0; });
    std::string text;
    std::array<char, 4096> buffer;
    while (const size_t n = fread(buffer.data(), 1, buffer.size(), pipe.get())) text.append(buffer.data(), n);
    return {pclose(pipe.get()), text};
}

class SfpuHeaders : public testing::TestWithParam<const char*> {};

TEST_P(SfpuHeaders, EveryCallCompiles) {
    const auto [status, text] =
        compile(kRoot + "/tests/unit/sfpu/kernels/all_calls.cc", std::string("-D") + GetParam());
    EXPECT_EQ(status, 0) << text;
}
INSTANTIATE_TEST_SUITE_P(Threads, SfpuHeaders, testing::Values("TRISC_UNPACK", "TRISC_MATH", "TRISC_PACK", "TW_FUSED"),
                         [](const auto& info) { return std::string(info.param); });

TEST(SfpuSources, OwnSfpiCodeCompilesOnMath) {
    const auto [status, text] = compile(kRoot + "/tests/unit/sfpu/kernels/own_sfpi.cc", "-DTRISC_MATH");
    EXPECT_EQ(status, 0) << text;
}

TEST(SfpuSources, OldTemplateOrderOfSqrtInItsEra) {
    const std::string file = testing::TempDir() + "sqrt_era.cc";
    std::ofstream(file) << "#define APPROX false\n#include \"compute_kernel_api/eltwise_unary/sqrt.h\"\n"
                           "void kernel_main() { sqrt_tile_init<true>(); sqrt_tile<true, false>(0); sqrt_tile(0); }\n";
    EXPECT_EQ(compile(file, "-DTRISC_MATH -DTW_ERA=202601").first, 0);
    EXPECT_EQ(compile(file, "-DTRISC_MATH").first, 0);
}

TEST(SfpuSources, UnsupportedCallsFailByName) {
    const std::string file = testing::TempDir() + "unsupported.cc";
    std::ofstream(file) << "#include \"api/compute/ema.h\"\nvoid kernel_main() { ema_tile(0); }\n";
    const auto [status, text] = compile(file, "-DTRISC_MATH");
    EXPECT_NE(status, 0);
    EXPECT_NE(text.find("tilewright: ema_tile is not supported yet"), std::string::npos) << text;
}

}  // namespace
