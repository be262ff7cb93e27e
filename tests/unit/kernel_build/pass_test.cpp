// What the compiler plugin does to a kernel: addresses, variables, loops, checks.
#include <gtest/gtest.h>

#include <stdexcept>

#include "support.hpp"

namespace tilewright::kernel_build_test {
namespace {

// The results of a kernel go to L1 from 0x1000 on.
constexpr const char* kOut = "#define OUT(i) (((volatile uint32_t*)0x1000)[i])\n";

std::string main_of(const std::string& body, const std::string& before = "") {
    return kOut + before + "\nvoid kernel_main() {\n" + body + "\n}\n";
}

TEST(Addresses, IntegersOfEveryKindReachL1) {
    Core core;
    core.word(0x2000) = 11;
    core.word(0x2004) = 22;
    core.run(*built(main_of(R"(
        volatile uint32_t at = 0x2000;
        uint32_t address = at;
        OUT(0) = *(uint32_t*)address;
        OUT(1) = *reinterpret_cast<volatile uint32_t*>(address + 4);
        OUT(2) = *reinterpret_cast<uint32_t*>(0x2000);
        uintptr_t wide = address;
        OUT(3) = *reinterpret_cast<uint32_t*>(wide + 4);
        int negative_capable = (int)address;
        OUT(4) = *(uint32_t*)negative_capable;
        struct Holder { uint32_t* pointer; uint16_t other; } holder{(uint32_t*)(address + 4), 5};
        OUT(5) = *holder.pointer;
        uint64_t sixty_four = address;
        OUT(6) = *(uint32_t*)sixty_four;
    )")));
    const uint32_t expected[] = {11, 22, 11, 22, 11, 22, 11};
    for (uint32_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(core.word(0x1000 + 4 * i), expected[i]) << i;
}

TEST(Addresses, PointersGoBackToTheCardsAddress) {
    Core core;
    core.run(*built(main_of(R"(
        volatile uint32_t at = 0x2340;
        auto* pointer = (volatile uint32_t*)(uint32_t)at;
        OUT(0) = (uint32_t)pointer;
        OUT(1) = reinterpret_cast<uint32_t>(pointer + 4);
        OUT(2) = (uint32_t)(uintptr_t)pointer;
        auto* twice = reinterpret_cast<volatile uint32_t*>(reinterpret_cast<uintptr_t>(pointer));
        OUT(3) = twice == pointer;
        OUT(4) = pointer == reinterpret_cast<volatile uint32_t*>(0x2340);
        OUT(5) = pointer < reinterpret_cast<volatile uint32_t*>(0x2344u);
        OUT(6) = (uint32_t)((volatile uint32_t*)0x2380 - pointer);
    )")));
    const uint32_t expected[] = {0x2340, 0x2350, 0x2340, 1, 1, 1, 16};
    for (uint32_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(core.word(0x1000 + 4 * i), expected[i]) << i;
}

TEST(Addresses, NullIsAddressZero) {
    Core core;
    core.run(*built(main_of(R"(
        volatile uint32_t zero = 0, other = 16;
        OUT(0) = (void*)(uint32_t)zero == nullptr;
        OUT(1) = (void*)(uint32_t)other == nullptr;
        int* none = nullptr;
        OUT(2) = none ? 1 : 0;
        int local = 0;
        volatile bool choose = true;
        int* maybe = choose ? &local : nullptr;
        OUT(3) = maybe != nullptr;
    )")));
    const uint32_t expected[] = {1, 0, 0, 1};
    for (uint32_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(core.word(0x1000 + 4 * i), expected[i]) << i;
}

TEST(Addresses, StackPointersSurviveAUintptr) {
    Core core;
    core.run(*built(main_of(R"(
        volatile uint32_t local[2] = {7, 8};
        uintptr_t number = reinterpret_cast<uintptr_t>(&local[0]);
        OUT(0) = *reinterpret_cast<volatile uint32_t*>(number + 4);
    )")));
    EXPECT_EQ(core.word(0x1000), 8u);
}

TEST(Addresses, EachCoreHasItsOwnL1) {
    Core one, two;
    const auto image = built(main_of("OUT(0) = OUT(1) + 1;"));
    one.word(0x1004) = 10;
    two.word(0x1004) = 20;
    one.run(*image);
    two.run(*image);
    EXPECT_EQ(one.word(0x1000), 11u);
    EXPECT_EQ(two.word(0x1000), 21u);
}

TEST(Addresses, OrderingInstructionsOfTheCardCompile) {
    Core core;
    core.run(*built(main_of(R"(OUT(0) = 3; asm volatile("fence" ::: "memory"); OUT(1) = 4;)")));
    EXPECT_EQ(core.word(0x1004), 4u);
}

TEST(Variables, EveryInstanceStartsFresh) {
    const auto image = built(main_of(R"(
        OUT(0) = ++counter;
        OUT(1) = ++hidden;
        OUT(2) = next();
        OUT(3) = ++per_thread;
        OUT(4) = ++shared_inline;
    )",
                                     R"(
        uint32_t counter = 5;
        namespace { uint32_t hidden; }
        inline uint32_t shared_inline = 50;
        thread_local uint32_t per_thread = 9;
        inline uint32_t next() { static uint32_t n = counter * 10; return n++; }
    )"));
    Core one, two;
    one.run(*image);
    one.run_again(*image);
    two.run(*image);
    const uint32_t after_two[] = {7, 2, 61, 11, 52};
    const uint32_t after_one[] = {6, 1, 60, 10, 51};
    for (uint32_t i = 0; i < 5; ++i) {
        EXPECT_EQ(one.word(0x1000 + 4 * i), after_two[i]) << i;
        EXPECT_EQ(two.word(0x1000 + 4 * i), after_one[i]) << i;
    }
    one.run(*image);  // a new launch
    for (uint32_t i = 0; i < 5; ++i) EXPECT_EQ(one.word(0x1000 + 4 * i), after_one[i]) << i;
}

TEST(Variables, ConstructorsRunInEveryInstance) {
    const auto image = built(
        main_of("OUT(0) = made.value++; OUT(1) = later; OUT(2) = *(made.self == &made ? &made.value : nullptr);", R"(
        struct Made {
            uint32_t value;
            Made* self;
            Made() : value(*(volatile uint32_t*)0x2000), self(this) {}
            ~Made() { value = 0; }
        };
        Made made;
        uint32_t later = made.value * 2;
    )"));
    Core one, two;
    one.word(0x2000) = 21;
    two.word(0x2000) = 4;
    one.run(*image);
    two.run(*image);
    EXPECT_EQ(one.word(0x1000), 21u);
    EXPECT_EQ(one.word(0x1004), 42u);
    EXPECT_EQ(one.word(0x1008), 22u);
    EXPECT_EQ(two.word(0x1000), 4u);
    EXPECT_EQ(two.word(0x1004), 8u);
}

TEST(Variables, PointersBetweenVariablesStayInTheInstance) {
    const auto image =
        built(main_of("*pointer += 1; **table[1].where += 10; OUT(0) = target; OUT(1) = (*constant_table[0]); OUT(2) = "
                      "table[0].number;",
                      R"(
        uint32_t target = 100;
        uint32_t* pointer = &target;
        struct Entry { uint32_t number; uint32_t** where; };
        Entry table[2] = {{3, nullptr}, {4, &pointer}};
        uint32_t* const constant_table[1] = {&target};
    )"));
    Core one, two;
    one.run(*image);
    one.run_again(*image);
    two.run(*image);
    EXPECT_EQ(one.word(0x1000), 122u);
    EXPECT_EQ(one.word(0x1004), 122u);
    EXPECT_EQ(one.word(0x1008), 3u);
    EXPECT_EQ(two.word(0x1000), 111u);
}

TEST(Variables, L1AddressesInInitialValues) {
    const auto image =
        built(main_of("*fixed = 1; *changing[1] = 2; OUT(0) = (uint32_t)changing[0]; OUT(1) = *holder.pointer;", R"(
        volatile uint32_t* const fixed = (volatile uint32_t*)0x3000;
        volatile uint32_t* changing[2] = {(volatile uint32_t*)0x3004, reinterpret_cast<volatile uint32_t*>(0x3008)};
        struct Holder { uint32_t before; volatile uint32_t* pointer; };
        static const Holder holder = {1, (volatile uint32_t*)0x3010};
    )"));
    Core one, two;
    one.word(0x3010) = 77;
    two.word(0x3010) = 88;
    one.run(*image);
    two.run(*image);
    EXPECT_EQ(one.word(0x3000), 1u);
    EXPECT_EQ(one.word(0x3008), 2u);
    EXPECT_EQ(one.word(0x1000), 0x3004u);
    EXPECT_EQ(one.word(0x1004), 77u);
    EXPECT_EQ(two.word(0x3008), 2u);
    EXPECT_EQ(two.word(0x1004), 88u);
}

TEST(Variables, AlignmentIsKept) {
    const auto image =
        built(main_of("big[3] = 1; OUT(0) = (uint32_t)(uintptr_t)&big[0] & 63; OUT(1) = small + big[3];", R"(
        uint8_t small = 3;
        alignas(64) uint32_t big[64];
    )"));
    EXPECT_GE(image->globals_align, 64u);
    Core core;
    core.run(*image);
    EXPECT_EQ(core.word(0x1000), 0u);
    EXPECT_EQ(core.word(0x1004), 4u);
}

TEST(Variables, KernelsWithoutVariablesHaveNoBlock) {
    const auto image = built(
        "void kernel_main() { static const uint32_t table[3] = {1, 2, 3}; *(volatile uint32_t*)0x1000 = "
        "table[get_noc_addr(0) & 1]; }");
    EXPECT_EQ(image->construct_globals, nullptr);
}

TEST(Loops, PollingLoopsYieldOnTheBackEdgeOnly) {
    const auto image = built(main_of("while (*(volatile uint32_t*)0x2000 < 5) {}"));
    Core core;
    on_poll = [] { ++*reinterpret_cast<uint32_t*>(tw_self->l1_base + 0x2000); };
    core.run(*image);
    EXPECT_EQ(calls.polls, 5u);
    core.run(*image);  // the condition holds at once
    EXPECT_EQ(calls.polls, 0u);
    on_poll = nullptr;
}

TEST(Loops, PollingThroughHelpersAndNestedLoops) {
    const auto image = built(main_of("while (!done()) { for (uint32_t i = 0; i < 4; ++i) OUT(i) = i; }", R"(
        __attribute__((noinline)) bool look(volatile uint32_t* p) { return *p >= 3; }
        inline bool done() { volatile uint32_t* p = (volatile uint32_t*)0x2000; uint32_t v = *p; return v >= 3; }
    )"));
    Core core;
    on_poll = [] { ++*reinterpret_cast<uint32_t*>(tw_self->l1_base + 0x2000); };
    core.run(*image);
    on_poll = nullptr;
    EXPECT_EQ(calls.polls, 3u);
}

TEST(Loops, CountedLoopsCostNothing) {
    const auto image = built(main_of(R"(
        uint32_t n = *(volatile uint32_t*)0x2000, sum = 0;
        for (uint32_t i = 0; i < n; ++i) sum += ((volatile uint32_t*)0x4000)[i & 7];
        OUT(0) = sum;
    )"));
    Core core;
    core.word(0x2000) = 10000;
    core.word(0x4000) = 1;
    core.run(*image);
    EXPECT_EQ(core.word(0x1000), 1250u);
    EXPECT_EQ(calls.polls, 0u);
    EXPECT_EQ(calls.spins, 0u);
    EXPECT_EQ(core.thread.fuel, 1000);
}

TEST(Loops, EndlessLoopsRunOutOfFuel) {
    Core core;
    EXPECT_THROW(core.run(*built(main_of("while (true) {}"))), std::runtime_error);
    EXPECT_EQ(calls.spins, 3u);
    EXPECT_EQ(calls.polls, 0u);
}

TEST(Loops, UncountedLoopsBurnFuelAndEnd) {
    Core core;
    core.word(0x2000) = 27;
    core.run(
        *built(main_of("uint32_t n = *(volatile uint32_t*)0x2000, steps = 0; while (n != 1) { n = n & 1 ? 3 * n + 1 : "
                       "n / 2; ++steps; } OUT(0) = steps;")));
    EXPECT_EQ(core.word(0x1000), 111u);
    EXPECT_LT(core.thread.fuel, 1000);
    EXPECT_EQ(calls.spins, 0u);
}

TEST(StrictAccesses, EveryL1AccessIsAnnounced) {
    const auto image = built(main_of(R"(
        auto* from = (uint32_t*)(uint32_t)*(volatile uint32_t*)0x2000;
        OUT(0) = from[2];
        ((uint8_t*)from)[64] = 9;
        __builtin_memcpy(from + 32, from + 64, 48);
    )"),
                             true);
    Core core;
    core.word(0x2000) = 0x5000;
    core.run(*image);
    const std::vector<std::pair<uint64_t, uint32_t>> loads = {{0x2000, 4}, {0x5008, 4}, {0x5100, 48}};
    const std::vector<std::pair<uint64_t, uint32_t>> stores = {{0x1000, 4}, {0x5040, 1}, {0x5080, 48}};
    EXPECT_EQ(calls.loads, loads);
    EXPECT_EQ(calls.stores, stores);
}

TEST(StrictAccesses, StackVariablesAndContextAreNot) {
    const auto image = built(main_of(R"(
        volatile uint32_t local[4] = {1, 2, 3, 4};
        for (uint32_t i = 0; i < 4; ++i) counter += local[i] + table[counter & 3] + tw_self->noc_index;
    )",
                                     "volatile uint32_t counter; volatile const uint32_t table[4] = {1, 2, 3, 4};"),
                             true);
    Core core;
    core.run(*image);
    EXPECT_TRUE(calls.loads.empty()) << calls.loads.size();
    EXPECT_TRUE(calls.stores.empty()) << calls.stores.size();
}

TEST(StrictAccesses, FastBuildsHaveNone) {
    Core core;
    core.run(*built(main_of("OUT(0) = OUT(1);")));
    EXPECT_TRUE(calls.loads.empty());
}

TEST(FastAccesses, AKernelSaysWhetherItTouchesL1ByItself) {
    const std::string headers =
        "#include \"api/dataflow/dataflow_api.h\"\n#include \"ttnn/cpp/ttnn/kernel_lib/l1_helpers.hpp\"\n";
    const auto touches = [&](const std::string& body, const std::string& before = "") {
        return built(headers + before + "void kernel_main() {" + body + "}")->touches_l1;
    };
    // Calls, arguments, the stack, variables, CBs and tables of banks are not L1.
    EXPECT_FALSE(touches(R"(
        const InterleavedAddrGen<true> in = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = 256};
        for (uint32_t i = 0; i < get_arg_val<uint32_t>(1); ++i) {
            cb_reserve_back(0, 1);
            noc_async_read(get_noc_addr(i, in), get_write_ptr(0), 256);
            noc_async_read_barrier();
            cb_push_back(0, 1);
        }
    )"));
    EXPECT_FALSE(
        touches("counts[get_arg_val<uint32_t>(0)] = 3; noc_async_read(0, counts[1], 64);", "uint32_t counts[4];\n"));
    EXPECT_FALSE(touches("dataflow_kernel_lib::fill_l1_range<4>(get_write_ptr(0), 64, 7);"));
    EXPECT_FALSE(touches("Some some{get_arg_val<uint32_t>(0), 2}; use(some);",
                         "struct Some { volatile uint32_t a, b; };\n"
                         "__attribute__((noinline)) void use(Some& s) { noc_async_read(s.a, s.b, 64); }\n"));
    // Anything that a number became a pointer for is.
    EXPECT_TRUE(touches("*reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(0)) = 1;"));
    EXPECT_TRUE(touches("volatile uint32_t x = *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(0x2000); (void)x;"));
    EXPECT_TRUE(touches("use(reinterpret_cast<volatile uint32_t*>(get_read_ptr(0)));",
                        "__attribute__((noinline)) void use(volatile uint32_t* p) { *p = 1; }\n"));
    EXPECT_TRUE(touches("holder.p = (volatile uint32_t*)get_read_ptr(0); step(); ",
                        "struct { volatile uint32_t* p; } holder;\n"
                        "__attribute__((noinline)) void step() { *holder.p = 1; }\n"));
}

}  // namespace
}  // namespace tilewright::kernel_build_test
