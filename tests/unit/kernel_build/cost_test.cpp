// What the compiler plugin counts for plain code in a timed build: by the machine's figures, which belong to the build.
#include <gtest/gtest.h>

#include "support.hpp"

namespace tilewright::kernel_build_test {
namespace {

// Cycles of a kernel on Wormhole, with one figure of [timing.processor] more expensive by `more`.
uint64_t cycles_of(const std::string& text, const std::string& figure, uint32_t more) {
    card::Arch arch = card::find_arch("wormhole_b0");
    arch.timing.at("processor." + figure + "_cycles").values.at(0) += more;
    engine::KernelBuildRequest request = kernel(text);
    request.arch = &arch;
    request.timed = true;
    Core core;
    core.run(*engine::build_kernel(request));
    return core.thread.cycles;
}

// How often a kernel pays for it.
uint64_t times_paid(const std::string& text, const std::string& figure) {
    const uint64_t before = cycles_of(text, figure, 0);
    EXPECT_GT(before, 0u);
    return cycles_of(text, figure, 1) - before;
}

constexpr const char* kCalls = R"(
    __attribute__((noinline)) uint32_t twice(uint32_t x) { return 2 * *(volatile uint32_t*)x; }
    void kernel_main() { *(volatile uint32_t*)0x1000 = twice(0x1004) + twice(0x1008) + twice(0x100c); }
)";
constexpr const char* kNegates = R"(
    void kernel_main() { *(volatile float*)0x1000 = -*(volatile float*)0x1004; }
)";
constexpr const char* kStores = R"(
    void kernel_main() { *(volatile uint32_t*)0x1000 = 1; }
)";

TEST(Costs, ACallOfAFunctionIsAFigure) { EXPECT_EQ(times_paid(kCalls, "call"), times_paid(kStores, "call") + 3); }

TEST(Costs, AFloatingPointOperationIsAFigure) {
    EXPECT_EQ(times_paid(kNegates, "float"), 1u);
    EXPECT_EQ(times_paid(kStores, "float"), 0u);
    EXPECT_EQ(times_paid(kCalls, "float"), 0u);
}

TEST(Costs, AnotherFigureIsAnotherBuild) {
    CacheFolder cache;
    cycles_of(kStores, "call", 0);
    EXPECT_EQ(cache.count(".manifest"), 1u);
    cycles_of(kStores, "call", 0);
    EXPECT_EQ(cache.count(".manifest"), 1u);
    cycles_of(kStores, "call", 1);
    EXPECT_EQ(cache.count(".manifest"), 2u);
    cycles_of(kStores, "l1_load", 3);
    EXPECT_EQ(cache.count(".manifest"), 3u);
}

}  // namespace
}  // namespace tilewright::kernel_build_test
