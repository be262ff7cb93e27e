// Legal habits that look odd: strict mode must have nothing to say about them.
#include "misuse.hpp"

namespace tilewright::testing {
namespace {

void expect_silence(Bench& bench, const TestProgram& program) {
    try {
        const engine::RunResult result = engine::run(*bench.card, program, strict());
        EXPECT_TRUE(result.findings.empty()) << all_text(result.findings);
    } catch (const Error& error) {
        FAIL() << error.what();
    }
}

TEST(FalseAlarms, LookAheadReserve) {
    // Room for two is made at once and filled as one goes; the second page is written before the first is pushed.
    Bench bench;
    TestProgram program;
    pass(program, bench,
         "  cb_reserve_back(0, 2);\n  uint32_t at = get_write_ptr(0);\n  noc_async_read(get_noc_addr(0, in), at, "
         "2048);\n  noc_async_read(get_noc_addr(1, in), at + 2048, 2048);\n"
         "  noc_async_read_barrier();\n  cb_push_back(0, 1);\n  cb_push_back(0, 1);\n",
         "  for (uint32_t i = 0; i < 2; ++i) {\n    cb_wait_front(0, 1);\n    noc_async_write(get_read_ptr(0), "
         "get_noc_addr(i, out), 2048);\n    noc_async_write_barrier();\n    cb_pop_front(0, 1);\n  }\n");
    expect_silence(bench, program);
}

TEST(FalseAlarms, CbPlacedOnABufferAndAddressedWhole) {
    Bench bench;
    card::BufferConfig config;
    config.bytes = 4 * 2048;
    config.page_bytes = 2048;
    config.memory = card::MemoryType::L1;
    card::Sharding sharding;
    sharding.tensor_shape_pages = {4};
    sharding.shard_shape_pages = {4};
    sharding.cores = {{0, 0}};
    config.sharding = sharding;
    card::Buffer shard(bench.card, config);
    std::vector<uint8_t> data(4 * 2048, 3);
    shard.write(data);
    TestProgram program;
    program.cb(0, 4).placed = program::CbPlacement{static_cast<uint32_t>(shard.address()), 4 * 2048};
    program.reader(dm("  cb_reserve_back(0, 4);\n  cb_push_back(0, 4);\n"));
    // Read whole through a pointer, written back, never popped.
    program
        .writer(dm(
            kOut +
            "  cb_wait_front(0, 1);\n  volatile uint32_t* p = reinterpret_cast<volatile uint32_t*>(get_read_ptr(0));\n"
            "  for (uint32_t i = 0; i < 4 * 512; ++i) {\n    p[i] = p[i] + 1;\n  }\n  noc_async_write(get_read_ptr(0) "
            "+ 3 * 2048, get_noc_addr(0, out), 2048);\n  noc_async_write_barrier();\n"))
        .runtime_args[{0, 0}] = {bench.dram(1)};
    expect_silence(bench, program);
}

TEST(FalseAlarms, L1WrittenByTheHost) {
    Bench bench;
    card::BufferConfig config;
    config.bytes = 2048;
    config.page_bytes = 2048;
    config.memory = card::MemoryType::L1;
    card::Buffer table(bench.card, config);
    std::vector<uint8_t> data(2048, 1);
    table.write(data);
    TestProgram program;
    program
        .reader(dm("  volatile uint32_t* p = reinterpret_cast<volatile uint32_t*>(get_arg_val<uint32_t>(0));\n  "
                   "volatile uint32_t x = p[5];\n  (void)x;\n"))
        .runtime_args[{0, 0}] = {static_cast<uint32_t>(table.address())};
    expect_silence(bench, program);
}

TEST(FalseAlarms, SemaphoreReadRaw) {
    Bench bench;
    TestProgram program;
    program.semaphores = {{0, kCore00, 3}};
    program.reader(
        dm("  volatile uint32_t* word = reinterpret_cast<volatile uint32_t*>(get_semaphore(0));\n  while (*word < 5) "
           "{}\n"));
    program.writer(
        dm("  volatile uint32_t* word = reinterpret_cast<volatile uint32_t*>(get_semaphore(0));\n  *word = *word + "
           "1;\n  *word = *word + 1;\n"));
    expect_silence(bench, program);
}

TEST(FalseAlarms, ReuseOfProducedPages) {
    // The producer reads back what it has pushed, and pushes a page again whose contents are still there.
    Bench bench;
    TestProgram program;
    pass(program, bench,
         "  cb_reserve_back(0, 1);\n  uint32_t at = get_write_ptr(0);\n  noc_async_read(get_noc_addr(0, in), at, "
         "2048);\n  noc_async_read_barrier();\n  cb_push_back(0, 1);\n"
         "  volatile uint32_t x = *reinterpret_cast<volatile uint32_t*>(at);\n  (void)x;\n  cb_reserve_back(0, 1);\n  "
         "cb_push_back(0, 1);\n",
         "  for (uint32_t i = 0; i < 2; ++i) {\n    cb_wait_front(0, 1);\n    noc_async_write(get_read_ptr(0), "
         "get_noc_addr(i, out), 2048);\n    noc_async_write_barrier();\n    cb_pop_front(0, 1);\n  }\n",
         1);
    expect_silence(bench, program);
}

TEST(FalseAlarms, ScratchThroughACbThatIsNoQueue) {
    Bench bench;
    TestProgram program;
    program.cb(5, 2);
    program
        .reader(dm(kIn + "  uint32_t at = get_write_ptr(5);\n  noc_async_read(get_noc_addr(0, in), at, 2048);\n  "
                         "noc_async_read_barrier();\n"
                         "  volatile uint32_t* p = reinterpret_cast<volatile uint32_t*>(at);\n  p[512] = p[0];\n  "
                         "noc_async_write(at, get_noc_addr(1, in), 2048);\n  noc_async_write_barrier();\n"))
        .runtime_args[{0, 0}] = {bench.dram(2)};
    expect_silence(bench, program);
}

TEST(FalseAlarms, ConsumerChangesThePageInPlace) {
    Bench bench;
    TestProgram program;
    pass(program, bench, kReadOne,
         "  cb_wait_front(0, 1);\n  volatile uint32_t* p = reinterpret_cast<volatile uint32_t*>(get_read_ptr(0));\n  "
         "p[3] = 9;\n"
         "  noc_async_write(get_read_ptr(0), get_noc_addr(0, out), 2048);\n  noc_async_write_barrier();\n  "
         "cb_pop_front(0, 1);\n");
    expect_silence(bench, program);
}

TEST(FalseAlarms, PersistentConstantIsNeverPopped) {
    Bench bench;
    TestProgram program;
    pass(program, bench, kReadOne,
         "  for (uint32_t i = 0; i < 3; ++i) {\n    cb_wait_front(0, 1);\n    noc_async_write(get_read_ptr(0), "
         "get_noc_addr(i, out), 2048);\n  }\n  noc_async_write_barrier();\n");
    expect_silence(bench, program);
}

TEST(FalseAlarms, SumsAndZerosFromAClearDst) {
    // acquire gives clear registers: sums may start from them, and a section in which nothing is written is zeros.
    const std::string kernel =
        "  unary_op_init_common(0, 16);\n  copy_tile_to_dst_init_short(0);\n  cb_wait_front(0, 1);\n"
        "  cb_wait_front(1, 1);\n  cb_reserve_back(16, 1);\n  add_binary_tile_init();\n"
        "  tile_regs_acquire();\n  copy_tile(0, 0, 2);\n"
        "  add_binary_tile(0, 2, 0);\n  tile_regs_commit();\n  tile_regs_wait();\n"
        "  pack_tile(0, 16);\n  tile_regs_release();\n  cb_push_back(16, 1);\n  cb_reserve_back(16, 1);\n"
        "  tile_regs_acquire();\n  tile_regs_commit();\n  tile_regs_wait();\n  pack_tile(0, 16);\n"
        "  tile_regs_release();\n  cb_push_back(16, 1);\n  cb_pop_front(0, 1);\n  cb_pop_front(1, 1);\n";
    Bench bench;
    TestProgram program;
    tiles_through(program, bench, kernel);
    program.kernels[2].source.text = dm("  cb_wait_front(16, 2);\n  cb_pop_front(16, 2);\n");
    expect_silence(bench, program);
}

// A tile of which the reader fills `bytes`, copied to the output. Returns the codes of the notes, and the output.
std::pair<std::vector<std::string>, std::vector<uint8_t>> copy_of_a_tile_filled_to(uint32_t bytes) {
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
        .writer(dm(kOut + "  cb_wait_front(16, 1);\n  noc_async_write(get_read_ptr(16), get_noc_addr(0, out), 2048);\n"
                          "  noc_async_write_barrier();\n  cb_pop_front(16, 1);\n"))
        .runtime_args[{0, 0}] = {bench.dram(1)};
    const engine::RunResult result = engine::run(*bench.card, program, strict());
    EXPECT_TRUE(result.findings.empty()) << all_text(result.findings);
    std::vector<std::string> codes;
    for (const Finding& note : result.notes) codes.push_back(note.code);
    std::vector<uint8_t> out(2048);
    bench.buffers.back()->read(out);
    return {codes, out};
}

TEST(Notes, TileFilledInPartIsNotANumberWhereItIsNot) {
    const auto [codes, out] = copy_of_a_tile_filled_to(1024);
    EXPECT_THAT(codes, ::testing::ElementsAre("TW2118"));
    for (size_t i = 0; i < 2048; i += 2) {
        const uint16_t word = static_cast<uint16_t>(out[i] | out[i + 1] << 8);
        if (i < 1024) {
            ASSERT_EQ(word, 0x3F80) << "element " << i / 2;
        } else {
            ASSERT_EQ(word & 0x7F80, 0x7F80) << "element " << i / 2 << " is a number";
        }
    }
    EXPECT_THAT(copy_of_a_tile_filled_to(2048).first, ::testing::IsEmpty());
}

TEST(Notes, UnusedCbAndUnreadArgument) {
    Bench bench;
    TestProgram program;
    pass(program, bench, kReadOne, kWriteOne);
    program.cb(7, 1);
    program.kernels[0].runtime_args[{0, 0}].push_back(5);
    const engine::RunResult result = engine::run(*bench.card, program, strict());
    EXPECT_TRUE(result.findings.empty()) << all_text(result.findings);
    std::vector<std::string> codes;
    for (const Finding& note : result.notes) codes.push_back(note.code);
    EXPECT_THAT(codes, ::testing::ElementsAre("TW2010", "TW2203")) << all_text(result.notes);
}

}  // namespace
}  // namespace tilewright::testing
