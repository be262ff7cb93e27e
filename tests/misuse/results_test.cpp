// Findings that matter only where they reach a result: errors there, proven by another run, and no more than they were
// where nothing comes of them.
#include "misuse.hpp"

namespace tilewright::testing {
namespace {
using ::testing::HasSubstr;
using ::testing::Not;

// The one finding or note of this code, or none.
std::optional<Finding> only(const engine::RunResult& result, const std::string& code) {
    std::optional<Finding> found;
    for (const auto* list : {&result.findings, &result.notes}) {
        for (const Finding& finding : *list) {
            if (finding.code != code) continue;
            EXPECT_FALSE(found.has_value()) << all_text(*list);
            found = finding;
            EXPECT_EQ(list == &result.notes, finding.severity == Severity::Note);
        }
    }
    return found;
}

void expect_error(const engine::RunResult& result, const std::string& code) {
    const std::optional<Finding> found = only(result, code);
    ASSERT_TRUE(found) << all_text(result.findings) << all_text(result.notes);
    EXPECT_EQ(found->severity, Severity::Error) << found->to_text();
    EXPECT_FALSE(found->proof.empty());
}

void expect_harmless(const engine::RunResult& result, const std::string& code, Severity severity) {
    const std::optional<Finding> found = only(result, code);
    ASSERT_TRUE(found) << all_text(result.findings) << all_text(result.notes);
    EXPECT_EQ(found->severity, severity) << found->to_text();
    EXPECT_THAT(found->proof, Not(HasSubstr("its results come out differently")));
}

// A tile of which the reader fills `bytes`, copied; `sent` bytes of the copy go to the output.
engine::RunResult copy_of_a_tile(uint32_t bytes, uint32_t sent, std::vector<uint8_t>& out) {
    Bench bench;
    TestProgram program;
    program.cb(0, 2);
    program.cb(16, 2);
    program
        .reader(dm(kIn + "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), " +
                   std::to_string(bytes) + ");\n  noc_async_read_barrier();\n  cb_push_back(0, 1);\n"))
        .runtime_args[{0, 0}] = {bench.dram(8)};
    program.compute(
        tensix("  unary_op_init_common(0, 16);\n  copy_tile_to_dst_init_short(0);\n  cb_wait_front(0, 1);\n"
               "  tile_regs_acquire();\n  copy_tile(0, 0, 0);\n  tile_regs_commit();\n  cb_reserve_back(16, 1);\n"
               "  tile_regs_wait();\n  pack_tile(0, 16);\n  tile_regs_release();\n  cb_push_back(16, 1);\n"
               "  cb_pop_front(0, 1);\n"));
    program
        .writer(dm(kOut + "  cb_wait_front(16, 1);\n  noc_async_write(get_read_ptr(16), get_noc_addr(0, out), " +
                   std::to_string(sent) + ");\n  noc_async_write_barrier();\n  cb_pop_front(16, 1);\n"))
        .runtime_args[{0, 0}] = {bench.dram(1)};
    engine::RunResult result = engine::run(*bench.card, program, strict());
    out.resize(2048);
    bench.buffers.back()->read(out);
    return result;
}

TEST(Results, TileFilledInPartThatIsWrittenOut) {
    std::vector<uint8_t> out;
    const engine::RunResult result = copy_of_a_tile(1024, 2048, out);
    expect_error(result, "TW2118");
    EXPECT_THAT(result.findings.at(0).proof, HasSubstr("with other bytes there, 1024 B of its results"));
    // The result is that of the first run.
    for (size_t i = 0; i < 2048; i += 2) {
        const uint16_t word = static_cast<uint16_t>(out[i] | out[i + 1] << 8);
        if (i < 1024) {
            ASSERT_EQ(word, 0x3F80) << "element " << i / 2;
        } else {
            ASSERT_EQ(word & 0x7F80, 0x7F80) << "element " << i / 2 << " is a number";
        }
    }
}

TEST(Results, PaddingThatIsDropped) {
    std::vector<uint8_t> out;
    expect_harmless(copy_of_a_tile(1024, 1024, out), "TW2118", Severity::Note);
    EXPECT_EQ(out[1022] | out[1023] << 8, 0x3F80);
    const engine::RunResult whole = copy_of_a_tile(2048, 2048, out);
    EXPECT_TRUE(whole.notes.empty() && whole.findings.empty()) << all_text(whole.findings) << all_text(whole.notes);
}

const std::string kPushNothing = "  cb_reserve_back(0, 1);\n  cb_push_back(0, 1);\n";

TEST(Results, PageThatWasNeverFilledAndIsSent) {
    Bench bench;
    TestProgram program;
    pass(program, bench, kPushNothing, kWriteOne);
    expect_error(engine::run(*bench.card, program, strict()), "TW2117");
}

TEST(Results, WordThatWasNeverWrittenAndDecidesNothing) {
    const std::string look =
        "  cb_wait_front(0, 1);\n  volatile uint32_t x = *reinterpret_cast<volatile uint32_t*>"
        "(get_read_ptr(0));\n  (void)x;\n  cb_pop_front(0, 1);\n";
    Bench bench;
    TestProgram program;
    pass(program, bench, kPushNothing, look);
    expect_harmless(engine::run(*bench.card, program, strict()), "TW2117", Severity::Warning);
}

// A place where no buffer lies is read after the page that is used; `used` says which of the two is sent.
engine::RunResult read_behind(uint32_t used) {
    Bench bench;
    TestProgram program;
    pass(program, bench,
         "  cb_reserve_back(0, 2);\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 2048);\n"
         "  noc_async_read(get_noc_addr_from_bank_id<true>(0, 0x3000000), get_write_ptr(0) + 2048, 2048);\n"
         "  noc_async_read_barrier();\n"
         "  cb_push_back(0, 2);\n",
         "  cb_wait_front(0, 2);\n  noc_async_write(get_read_ptr(0) + " + std::to_string(2048 * used) +
             ", get_noc_addr(0, out), 2048);\n  noc_async_write_barrier();\n  cb_pop_front(0, 2);\n");
    return engine::run(*bench.card, program, strict());
}

TEST(Results, ReadBehindABuffer) {
    expect_error(read_behind(1), "TW2115");
    expect_harmless(read_behind(0), "TW2115", Severity::Warning);
}

TEST(Results, WriteBehindABuffer) {
    Bench bench;
    TestProgram program;
    pass(program, bench, kReadOne,
         "  cb_wait_front(0, 1);\n  noc_async_write(get_read_ptr(0), get_noc_addr_from_bank_id<true>(0, 0x3000000), "
         "2048);\n"
         "  noc_async_write_barrier();\n  cb_pop_front(0, 1);\n");
    const std::optional<Finding> found = only(engine::run(*bench.card, program, strict()), "TW2115");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->severity, Severity::Error);
}

// Two cores write page 0; each fills it with its second argument.
engine::RunResult two_writers_of(uint32_t first, uint32_t second) {
    const CoreRanges cores = {{{0, 0}, {1, 0}}};
    Bench bench;
    TestProgram program;
    program.cb(0, 1, 2048, cores);
    auto& kernel = program.writer(
        dm(kOut + "  cb_reserve_back(0, 1);\n  volatile uint32_t* p = reinterpret_cast<volatile uint32_t*>"
                  "(get_write_ptr(0));\n  for (uint32_t i = 0; i < 512; ++i) {\n    p[i] = get_arg_val<uint32_t>(1);\n"
                  "  }\n  noc_async_write(get_write_ptr(0), get_noc_addr(0, out), 2048);\n"
                  "  noc_async_write_barrier();\n"),
        cores);
    const uint32_t address = bench.dram(8);
    kernel.runtime_args[{0, 0}] = {address, first};
    kernel.runtime_args[{1, 0}] = {address, second};
    return engine::run(*bench.card, program, strict());
}

TEST(Results, TwoCoresWriteOnePage) {
    const engine::RunResult different = two_writers_of(1, 2);
    expect_error(different, "TW2116");
    EXPECT_THAT(different.findings.at(0).proof, HasSubstr("with the cores in the opposite order"));
    expect_harmless(two_writers_of(7, 7), "TW2116", Severity::Warning);
}

// Sums over a tile of which only some rows were filled.
TEST(Results, PaddingThatEntersASum) {
    const auto sum_of = [](bool columns) {
        Bench bench;
        TestProgram program;
        program.cb(0, 2);
        program.cb(1, 1);
        program.cb(16, 2);
        // The first two faces: rows 0 to 15.
        program
            .reader(dm(kIn +
                       "  cb_reserve_back(1, 1);\n  noc_async_read(get_noc_addr(1, in), get_write_ptr(1), 2048);\n"
                       "  noc_async_read_barrier();\n  cb_push_back(1, 1);\n  cb_reserve_back(0, 1);\n"
                       "  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 1024);\n"
                       "  noc_async_read_barrier();\n  cb_push_back(0, 1);\n"))
            .runtime_args[{0, 0}] = {bench.dram(8)};
        const std::string dim = columns ? "ReduceDim::REDUCE_COL" : "ReduceDim::REDUCE_ROW";
        program.compute("#include \"api/compute/reduce.h\"\n" +
                        tensix("  compute_kernel_hw_startup(0, 1, 16);\n  reduce_init<PoolType::SUM, " + dim +
                               ">(0, 1, 16);\n  cb_wait_front(0, 1);\n  cb_wait_front(1, 1);\n"
                               "  tile_regs_acquire();\n  reduce_tile<PoolType::SUM, " +
                               dim +
                               ">(0, 1, 0, 0, 0);\n  tile_regs_commit();\n  cb_reserve_back(16, 1);\n"
                               "  tile_regs_wait();\n  pack_tile(0, 16);\n  tile_regs_release();\n"
                               "  reduce_uninit();\n  cb_push_back(16, 1);\n  cb_pop_front(0, 1);\n"));
        // Sixteen rows of the result.
        program
            .writer(dm(kOut +
                       "  cb_wait_front(16, 1);\n  noc_async_write(get_read_ptr(16), get_noc_addr(0, out), 1024);\n"
                       "  noc_async_write_barrier();\n  cb_pop_front(16, 1);\n"))
            .runtime_args[{0, 0}] = {bench.dram(1)};
        return engine::run(*bench.card, program, strict());
    };
    expect_error(sum_of(true), "TW2118");                      // over all 32 rows
    expect_harmless(sum_of(false), "TW2118", Severity::Note);  // each row by itself
}

}  // namespace
}  // namespace tilewright::testing
