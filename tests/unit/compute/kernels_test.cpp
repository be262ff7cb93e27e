// Compute kernels through the engine: compiled per thread and fused, with the waits, failures and findings that need
// threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/engine/harness.hpp"

namespace tilewright::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kPushOnes = R"(
void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    for (uint32_t page = 0; page < count; ++page) {
        cb_reserve_back(0, 1);
        volatile tt_l1_ptr uint32_t* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(0));
        for (uint32_t i = 0; i < 512; ++i) words[i] = 0x3F803F80u;
        cb_push_back(0, 1);
    }
})";

// Consumes `count` pages of c_16 and leaves the last one's first word in the CB's memory.
constexpr const char* kPopAll = R"(
void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    for (uint32_t page = 0; page < count; ++page) {
        cb_wait_front(16, 1);
        cb_pop_front(16, 1);
    }
})";

// A program that pushes `pages` tiles of ones into c_0, runs `compute`, and pops `pages` tiles of c_16.
TestProgram ones_program(const std::string& compute, uint32_t pages = 4, ComputeConfig config = {}) {
    TestProgram program;
    program.cb(0, 2);
    program.cb(1, 2, 4096, kCore00, tile::DataFormat::Float32);
    program.cb(16, 2);
    program.reader(kPushOnes).runtime_args[{0, 0}] = {pages};
    program.writer(kPopAll).runtime_args[{0, 0}] = {pages};
    program.compute(compute, kCore00, config);
    return program;
}

constexpr const char* kDoubleTiles = R"(
#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_binary.h"
namespace NAMESPACE {
void MAIN {
    binary_op_init_common(0, 0, 16);
    add_tiles_init(0, 0);
    for (uint32_t i = 0; i < 4; ++i) {
        cb_wait_front(0, 1);
        cb_reserve_back(16, 1);
        tile_regs_acquire();
        add_tiles(0, 0, 0, 0, 0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_pop_front(0, 1);
        cb_push_back(16, 1);
    }
}
})";

// Address of c_16: the CBs lie behind each other.
uint32_t output_word(card::Card& card) { return l1_word(card, {0, 0}, card.core({0, 0}).cbs[16].address); }

TEST(Kernels, SameResultFusedAndThreaded) {
    auto card = open_card();
    const TestProgram program = ones_program(kDoubleTiles);
    for (const engine::RunOptions& options : {fast(), strict()}) {
        EXPECT_EQ("finished", outcome(*card, program, options));
        EXPECT_EQ(0x40004000u, output_word(*card));
    }
}

// One tile through `body`, between start-up and the end of the kernel.
std::string one_tile(const std::string& start, const std::string& body, const std::string& pack = "pack_tile(0, 16);") {
    return R"(
#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/reduce.h"
#include "api/compute/tile_move_copy.h"
void kernel_main() {
    )" + start +
           R"(
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    )" + body +
           R"(
    tile_regs_commit();
    tile_regs_wait();
    )" + pack +
           R"(
    tile_regs_release();
    cb_pop_front(0, 1);
    cb_push_back(16, 1);
})";
}

std::string strict_outcome(const std::string& compute, ComputeConfig config = {}) {
    auto card = open_card();
    return outcome(*card, ones_program(compute, 1, config), strict());
}

// Float32 rows made tiles and packed again, after a start-up that names `a` and `b` as operands. c_0 holds bfloat16
// ones, c_1 float32, each with the value 1 in the pages that are read.
std::string tilized_outcome(const std::string& a, const std::string& b, const std::string& way, uint32_t& lower_word,
                            const engine::RunOptions& options) {
    constexpr const char* kPushRows = R"(
void kernel_main() {
    cb_reserve_back(1, 2);
    volatile tt_l1_ptr uint32_t* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(1));
    for (uint32_t i = 0; i < 2048; ++i) words[i] = 0x3F800000u;
    cb_push_back(1, 2);
})";
    constexpr const char* kPopTiles = R"(
void kernel_main() {
    cb_wait_front(16, 2);
    cb_pop_front(16, 2);
})";
    const std::string kernel =
        "#include \"api/compute/compute_kernel_hw_startup.h\"\n#include \"api/compute/tilize.h\"\n"
        "void kernel_main() {\n    compute_kernel_hw_startup(" +
        a + ", " + b + ", 16);\n    " + way + "_init(1, 2, 16);\n    cb_wait_front(1, 2);\n" +
        "    cb_reserve_back(16, 2);\n    " + way + "_block(1, 2, 16);\n    " + way +
        "_uninit(1, 16);\n    cb_push_back(16, 2);\n    cb_pop_front(1, 2);\n}";
    auto card = open_card();
    ComputeConfig config;
    config.fp32_dest_acc_en = true;
    TestProgram program;
    program.cb(0, 1);
    program.cb(1, 2, 4096, kCore00, tile::DataFormat::Float32);
    program.cb(16, 2, 4096, kCore00, tile::DataFormat::Float32);
    program.reader(kPushRows);
    program.writer(kPopTiles);
    program.compute(kernel, kCore00, config);
    const std::string ended = outcome(*card, program, options);
    lower_word = l1_word(*card, {0, 0}, card->core({0, 0}).cbs[16].address + 2 * 256 * 4);
    return ended;
}

// The card's answers, measured: fast tilize reads its lower faces through SrcB, and tilize hangs with SrcA of 16 bits.
TEST(Kernels, TilizeAfterAStartUpForAnotherFormat) {
    for (const engine::RunOptions& options : {fast(), strict()}) {
        uint32_t word = 0;
        EXPECT_EQ("finished", tilized_outcome("1", "1", "fast_tilize", word, options));
        EXPECT_EQ(word, 0x3F800000u);
        EXPECT_EQ("finished", tilized_outcome("1", "1", "tilize", word, options));
        EXPECT_EQ(word, 0x3F800000u);
        EXPECT_EQ("finished", tilized_outcome("1", "0", "tilize", word, options));  // SrcB takes no part
        EXPECT_EQ(word, 0x3F800000u);
        const std::string both = tilized_outcome("1", "0", "fast_tilize", word, options);
        EXPECT_NE(word, 0x3F800000u);
        if (options.mode == engine::Mode::Strict) EXPECT_THAT(both, HasSubstr("TW2402"));
        const std::string hang = tilized_outcome("0", "1", "tilize", word, options);
        EXPECT_THAT(hang, AllOf(HasSubstr("TW1012"), HasSubstr("never finishes a tile of c_1")));
    }
}

// What was unpacked to DST has no way into a source register.
TEST(Kernels, CbsThatAreUnpackedToDstAreNoOperands) {
    const auto run = [](bool to_dest, const std::string& start, const std::string& body, uint32_t& word) {
        auto card = open_card();
        ComputeConfig config;
        config.fp32_dest_acc_en = true;
        if (to_dest) config.unpack_to_dest_fp32 = {true};
        TestProgram program = ones_program(one_tile(start, body), 1, config);
        program.cbs[0].formats[0].format = tile::DataFormat::Float32;
        program.cbs[0].formats[0].page_bytes = 4096;
        program.cbs[0].total_bytes = 8192;
        std::string& pushed = program.kernels[0].source.text;
        pushed.replace(pushed.find("512"), 3, "1024");
        pushed.replace(pushed.find("0x3F803F80u"), 11, "0x3F800000u");
        const std::string ended = outcome(*card, program, fast());
        word = output_word(*card);
        return ended;
    };
    uint32_t word = 0;
    const std::string add = "compute_kernel_hw_startup(0, 0, 16); add_tiles_init(0, 0);";
    EXPECT_EQ("finished", run(false, add, "add_tiles(0, 0, 0, 0, 0);", word));
    EXPECT_EQ(word, 0x40004000u);
    EXPECT_THAT(run(true, add, "add_tiles(0, 0, 0, 0, 0);", word), HasSubstr("TW2413"));
    EXPECT_EQ(word, 0u);
    EXPECT_EQ("finished",
              run(true, "compute_kernel_hw_startup(0, 16); copy_tile_init(0);", "copy_tile(0, 0, 0);", word));
    EXPECT_EQ(word, 0x3F803F80u);
}

// 32 row sums of 32 times (1 + 2^-7)^2: 1040 to the nearest bf16, and less where every tile's sum is cut to bf16.
TEST(Kernels, RowSumsOfSpringKeepTheirBitsWhereTheyAreToldTo) {
    const auto sum = [](const char* enforce, tile::LlkGeneration llk, const engine::RunOptions& options) {
        auto card = open_card();
        ComputeConfig config;
        config.fp32_dest_acc_en = true;
        std::string body = "for (uint32_t i = 0; i < 32; ++i) CALL;";
        const std::string flags = std::string("<PoolType::SUM, ReduceDim::REDUCE_ROW, ") + enforce + ">";
        body.replace(body.find("CALL"), 4, "reduce_tile" + flags + "(0, 0, 0, 0, 0)");
        TestProgram program = ones_program(
            one_tile("compute_kernel_hw_startup(0, 0, 16); reduce_init" + flags + "(0, 0, 16);", body), 1, config);
        std::string& pushed = program.kernels[0].source.text;
        for (size_t at = 0; (at = pushed.find("0x3F803F80u", at)) != pushed.npos;)
            pushed.replace(at, 11, "0x3F813F81u");
        program.llk = llk;
        EXPECT_EQ("finished", outcome(*card, program, options));
        return output_word(*card);
    };
    for (const engine::RunOptions& options : {fast(), strict()}) {
        EXPECT_EQ(sum("true", tile::LlkGeneration::Apr2026, options), 0x4482u);
        EXPECT_LT(sum("false", tile::LlkGeneration::Apr2026, options), 0x4481u);
        EXPECT_EQ(sum("false", tile::LlkGeneration::Aug2026, options), 0x4482u);
        EXPECT_EQ(sum("false", tile::LlkGeneration::Jul2026, options), 0x4482u);
    }
}

TEST(Kernels, CorrectKernelHasNoFindings) {
    EXPECT_EQ("finished",
              strict_outcome(one_tile("compute_kernel_hw_startup(0, 16); copy_tile_init(0);", "copy_tile(0, 0, 0);")));
}

TEST(Kernels, DstIndexBeyondCapacityEndsTheThread) {
    const std::string kernel =
        one_tile("compute_kernel_hw_startup(0, 16); copy_tile_init(0);", "copy_tile(0, 0, 4);", "pack_tile(4, 16);");
    EXPECT_EQ("finished", strict_outcome(kernel));
    ComputeConfig config;
    config.fp32_dest_acc_en = true;
    EXPECT_THAT(strict_outcome(kernel, config), HasSubstr("TW2301"));
}

TEST(Kernels, MissingStartUpIsNamed) {
    EXPECT_THAT(strict_outcome(one_tile("copy_tile_init(0);", "copy_tile(0, 0, 0);")), HasSubstr("never configured"));
}

TEST(Kernels, WrongInitEndsTheThread) {
    EXPECT_THAT(
        strict_outcome(one_tile("compute_kernel_hw_startup(0, 16); add_tiles_init(0, 0);", "copy_tile(0, 0, 0);")),
        HasSubstr("TW2401"));
}

TEST(Kernels, InitForAnotherOperationIsFound) {
    EXPECT_THAT(strict_outcome(one_tile("compute_kernel_hw_startup(0, 0, 16); add_tiles_init(0, 0);",
                                        "mul_tiles(0, 0, 0, 0, 0);")),
                HasSubstr("TW2401"));
}

TEST(Kernels, FormatOfAnotherBufferIsFound) {
    EXPECT_THAT(strict_outcome(one_tile("compute_kernel_hw_startup(1, 16); copy_tile_init(0);", "copy_tile(0, 0, 0);")),
                HasSubstr("TW2402"));
}

TEST(Kernels, ReduceMaskLeftOverIsFound) {
    const std::string start =
        "compute_kernel_hw_startup(0, 0, 16); reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 0, 16); "
        "copy_tile_init(0);";
    EXPECT_THAT(strict_outcome(one_tile(start, "copy_tile(0, 0, 0);")), HasSubstr("TW2403"));
    EXPECT_EQ("finished", strict_outcome(one_tile(start + "reduce_uninit();", "copy_tile(0, 0, 0);")));
    // A sum with a reduced tile is a result of the reduction, in whatever slot; one of two copies is not.
    const std::string copies = "copy_tile(0, 0, 0); copy_tile(0, 0, 1);", sum = "add_binary_tile(0, 1, 0);";
    const std::string reduce =
        "sfpu_reduce_init<PoolType::SUM, DataFormat::Float16_b>(); "
        "sfpu_reduce<PoolType::SUM, DataFormat::Float16_b, ReduceDim::REDUCE_ROW>(1);";
    const std::string init = "add_binary_tile_init();";
    EXPECT_THAT(strict_outcome(one_tile(start + init, copies + sum)), HasSubstr("TW2403"));
    EXPECT_EQ("finished", strict_outcome(one_tile(start, copies + reduce + init + sum)));
}

TEST(Kernels, NestedAcquireIsFound) {
    EXPECT_THAT(strict_outcome(one_tile("compute_kernel_hw_startup(0, 16); copy_tile_init(0);",
                                        "tile_regs_acquire(); copy_tile(0, 0, 0);")),
                HasSubstr("TW2304"));
}

TEST(Kernels, ReadingAPageNotWaitedForIsFound) {
    EXPECT_THAT(strict_outcome(one_tile("compute_kernel_hw_startup(0, 16); copy_tile_init(0);", "copy_tile(0, 1, 0);")),
                HasSubstr("TW2405"));
}

TEST(Kernels, PackingAPageNotReservedIsFound) {
    EXPECT_THAT(strict_outcome(one_tile("compute_kernel_hw_startup(0, 16); copy_tile_init(0);", "copy_tile(0, 0, 0);",
                                        "pack_tile<true>(0, 16, 1);")),
                HasSubstr("TW2406"));
}

TEST(Kernels, MissingReleaseHangs) {
    const std::string kernel = R"(
#include "api/compute/tile_move_copy.h"
void kernel_main() {
    compute_kernel_hw_startup(0, 16);
    copy_tile_init(0);
    for (uint32_t i = 0; i < 4; ++i) {
        cb_wait_front(0, 1);
        cb_reserve_back(16, 1);
        tile_regs_acquire();
        copy_tile(0, 0, 0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, 16);
        cb_pop_front(0, 1);
        cb_push_back(16, 1);
    }
})";
    auto card = open_card();
    EXPECT_THROW(engine::run(*card, ones_program(kernel), strict()), engine::HangError);
}

TEST(Kernels, UnpackMailsTileValuesToTheOtherThreads) {
    const std::string kernel = R"(
#include "api/compute/tile_move_copy.h"
void kernel_main() {
    compute_kernel_hw_startup(0, 16);
    copy_tile_init(0);
    cb_wait_front(0, 1);
    const uint32_t word = read_tile_value(0, 0, 7);
    cb_reserve_back(16, 1);
    if (word == 0x3F803F80u) {  // on all three threads
        tile_regs_acquire();
        copy_tile(0, 0, 0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
    }
    cb_pop_front(0, 1);
    cb_push_back(16, 1);
})";
    auto card = open_card();
    EXPECT_EQ("finished", outcome(*card, ones_program(kernel, 1), strict()));
    EXPECT_EQ(0x3F803F80u, output_word(*card));
}

TEST(Kernels, UnsupportedCallFailsToCompileByName) {
    EXPECT_THAT(strict_outcome(one_tile("compute_kernel_hw_startup(0, 16); copy_tile_init(0);",
                                        "copy_tile(0, 0, 0); topk_tile_init();")),
                HasSubstr("topk_tile_init is not supported yet"));
}

TEST(Kernels, CompileTimeArgumentOutOfRangeIsExplained) {
    EXPECT_THAT(strict_outcome(one_tile("constexpr uint32_t n = get_compile_time_arg_val(3); (void)n;", "")),
                HasSubstr("get_compile_time_arg_val reads past the compile-time arguments"));
}

}  // namespace
}  // namespace tilewright::testing
