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

TEST(FalseAlarms, AColumnPackedUnderAMaskThatIsSetByItself) {
    Bench bench;
    TestProgram program;
    tiles_through(program, bench,
                  "  unary_op_init_common(0, 16);\n  cb_wait_front(0, 1);\n  cb_wait_front(1, 1);\n"
                  "  PACK((llk_pack_reduce_mask_config<ReduceDim::REDUCE_ROW>(16)));\n  tile_regs_acquire();\n"
                  "  copy_tile_to_dst_init_short(0);\n  copy_tile(0, 0, 0);\n  tile_regs_commit();\n"
                  "  cb_reserve_back(16, 1);\n  tile_regs_wait();\n  pack_tile(0, 16);\n  tile_regs_release();\n"
                  "  cb_push_back(16, 1);\n  PACK((llk_pack_reduce_mask_clear()));\n  cb_pop_front(0, 1);\n"
                  "  cb_pop_front(1, 1);\n");
    expect_silence(bench, program);
}

TEST(FalseAlarms, LookAheadAroundTheEnd) {
    // The next page is read before this one is pushed; at the end of the ring the pointer is taken back by hand.
    Bench bench;
    TestProgram program;
    pass(program, bench,
         "  for (uint32_t i = 0; i < 4; ++i) {\n    cb_reserve_back(0, i < 3 ? 2 : 1);\n    if (i == 0) "
         "noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 2048);\n    noc_async_read_barrier();\n    if (i < 3) "
         "{\n      uint32_t next = get_write_ptr(0) + 2048;\n      if (i % 2 == 1) next -= 4096;\n      "
         "noc_async_read(get_noc_addr(i + 1, in), next, 2048);\n    }\n    cb_push_back(0, 1);\n  }\n",
         "  for (uint32_t i = 0; i < 4; ++i) {\n    cb_wait_front(0, 1);\n    noc_async_write(get_read_ptr(0), "
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

// `pages` pages of ones on core (0,0) of an L1 buffer that a CB can be placed on.
std::unique_ptr<card::Buffer> shard_of(Bench& bench, uint32_t pages) {
    card::BufferConfig config;
    config.bytes = uint64_t{pages} * 2048;
    config.page_bytes = 2048;
    config.memory = card::MemoryType::L1;
    card::Sharding sharding;
    sharding.tensor_shape_pages = {pages};
    sharding.shard_shape_pages = {pages};
    sharding.cores = {{0, 0}};
    config.sharding = sharding;
    auto shard = std::make_unique<card::Buffer>(bench.card, config);
    std::vector<uint8_t> data(config.bytes);
    for (size_t i = 0; i + 1 < data.size(); i += 2) data[i] = 0x80, data[i + 1] = 0x3F;
    shard->write(data);
    return shard;
}

// The sum of two shards into a third, all in place: nobody moves data, so nobody pushes to the inputs and nobody pops
// the output. `body` is the loop of the compute kernel, `other` a kernel beside it.
engine::RunResult sum_of_shards(const std::string& body, const std::string& other = {}, uint32_t pages = 4) {
    Bench bench;
    TestProgram program;
    std::vector<std::unique_ptr<card::Buffer>> shards;
    for (const uint32_t cb : {0u, 1u, 16u}) {
        shards.push_back(shard_of(bench, pages));
        program.cb(cb, pages).placed =
            program::CbPlacement{static_cast<uint32_t>(shards.back()->address()), pages * 2048};
    }
    program.compute(tensix("  binary_op_init_common(0, 1, 16);\n  add_tiles_init(0, 1);\n" + body));
    if (!other.empty()) program.reader(dm(other));
    engine::RunResult result = engine::run(*bench.card, program, strict());
    std::vector<uint8_t> out(uint64_t{pages} * 2048);
    shards.back()->read(out);
    EXPECT_EQ(out[0] | out[1] << 8, 0x4000) << "1 + 1";
    return result;
}

const std::string kSumTile =
    "    tile_regs_acquire();\n    add_tiles(0, 1, 0, 0, 0);\n    tile_regs_commit();\n    cb_pop_front(0, 1);\n"
    "    cb_pop_front(1, 1);\n    tile_regs_wait();\n    pack_tile(0, 16);\n    tile_regs_release();\n";

TEST(FalseAlarms, ShardsThatNobodyPushesTo) {
    const engine::RunResult popped =
        sum_of_shards("  for (uint32_t i = 0; i < 4; ++i) {\n" + kSumTile + "    cb_push_back(16, 1);\n  }\n");
    EXPECT_TRUE(popped.findings.empty()) << all_text(popped.findings);
    // By index, without any count; and gone through twice.
    const engine::RunResult indexed = sum_of_shards(
        "  for (uint32_t i = 0; i < 4; ++i) {\n    tile_regs_acquire();\n    add_tiles(0, 1, i, i, 0);\n"
        "    tile_regs_commit();\n    tile_regs_wait();\n    pack_tile(0, 16);\n    tile_regs_release();\n"
        "    cb_push_back(16, 1);\n  }\n");
    EXPECT_TRUE(indexed.findings.empty()) << all_text(indexed.findings);
    const engine::RunResult twice = sum_of_shards(
        "  for (uint32_t i = 0; i < 8; ++i) {\n    tile_regs_acquire();\n    add_tiles(0, 1, 0, 0, 0);\n"
        "    tile_regs_commit();\n    cb_pop_front(0, 1);\n    cb_pop_front(1, 1);\n    tile_regs_wait();\n"
        "    if (i >= 4) {\n      pack_tile(0, 16);\n      cb_push_back(16, 1);\n    }\n    tile_regs_release();\n  "
        "}\n");
    EXPECT_TRUE(twice.findings.empty()) << all_text(twice.findings);
}

TEST(FalseAlarms, ShardsThatAreAnnouncedWithoutAReserve) {
    const engine::RunResult result =
        sum_of_shards("  cb_wait_front(0, 4);\n  cb_wait_front(1, 4);\n  for (uint32_t i = 0; i < 4; ++i) {\n" +
                          kSumTile + "    cb_push_back(16, 1);\n  }\n",
                      "  cb_push_back(0, 4);\n  cb_push_back(1, 4);\n");
    EXPECT_TRUE(result.findings.empty()) << all_text(result.findings);
}

std::vector<std::string> codes_of(const std::vector<Finding>& findings) {
    std::vector<std::string> codes;
    for (const Finding& finding : findings) codes.push_back(finding.code);
    return codes;
}

TEST(Shards, WhatSomebodyPushesMustBeWaitedFor) {
    // The same kernel as above is wrong as soon as somebody pushes, be it later.
    const engine::RunResult result =
        sum_of_shards("  for (uint32_t i = 0; i < 4; ++i) {\n" + kSumTile + "    cb_push_back(16, 1);\n  }\n",
                      "  cb_push_back(0, 4);\n");
    EXPECT_THAT(codes_of(result.findings), ::testing::IsSupersetOf({"TW2002", "TW2405"}));
}

TEST(Shards, MorePagesThanThereAre) {
    // Five pops of four pages; five pages into a buffer of four.
    const engine::RunResult result =
        sum_of_shards("  for (uint32_t i = 0; i < 5; ++i) {\n" + kSumTile + "    cb_push_back(16, 1);\n  }\n");
    EXPECT_THAT(codes_of(result.findings), ::testing::IsSupersetOf({"TW2001", "TW2002"}));
}

TEST(FalseAlarms, PagesThrownAwayAtTheEnd) {
    // A core needs the first of three pages; the others are popped with it, be they there or not, and nobody asks
    // again.
    Bench bench;
    TestProgram program;
    pass(program, bench, kReadOne + kReadOne + kReadOne,
         "  cb_wait_front(0, 1);\n  noc_async_write(get_read_ptr(0), get_noc_addr(0, out), 2048);\n  "
         "noc_async_write_barrier();\n  cb_pop_front(0, 3);\n",
         /*depth=*/4);
    const engine::RunResult result = engine::run(*bench.card, program, strict());
    EXPECT_TRUE(result.findings.empty()) << all_text(result.findings);
    EXPECT_EQ(codes_of(result.notes), std::vector<std::string>{"TW2002"}) << all_text(result.notes);
}

TEST(FalseAlarms, AWaitForOnePageOfABlock) {
    // Pages come two at a time, so whoever sees one has both; he waits again and again, and at the end nothing is left.
    Bench bench;
    TestProgram program;
    pass(program, bench,
         "  for (uint32_t i = 0; i < 3; ++i) {\n    cb_reserve_back(0, 2);\n"
         "    noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 2048);\n"
         "    noc_async_read(get_noc_addr(1, in), get_write_ptr(0) + 2048, 2048);\n"
         "    noc_async_read_barrier();\n    cb_push_back(0, 2);\n  }\n",
         "  for (uint32_t i = 0; i < 3; ++i) {\n    cb_wait_front(0, 1);\n"
         "    noc_async_write(get_read_ptr(0), get_noc_addr(i, out), 2048);\n"
         "    noc_async_write_barrier();\n    cb_pop_front(0, 2);\n  }\n",
         /*depth=*/4);
    const engine::RunResult result = engine::run(*bench.card, program, strict());
    EXPECT_TRUE(result.findings.empty()) << all_text(result.findings);
    ASSERT_EQ(codes_of(result.notes), std::vector<std::string>{"TW2002"}) << all_text(result.notes);
    EXPECT_THAT(result.notes[0].why, ::testing::HasSubstr("every push is of 2 pages or a multiple"));
}

// One stick of 32 ones is made a tile, of which `use` makes two rows of output; c_0 counts sticks.
engine::RunResult one_stick(Bench& bench, uint32_t sticks_pushed, const std::string& use) {
    TestProgram program;
    program.cb(0, 64, 64);
    program.cb(1, 1);
    program.cb(16, 1);
    const std::string n = std::to_string(sticks_pushed);
    program
        .reader(dm("  const InterleavedAddrGen<true> in = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = "
                   "2048};\n  cb_reserve_back(0, " +
                   n + ");\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 64 * " + n +
                   ");\n  cb_reserve_back(1, 1);\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(1), 2048);\n"
                   "  noc_async_read_barrier();\n  cb_push_back(0, " +
                   n + ");\n  cb_push_back(1, 1);\n"))
        .runtime_args[{0, 0}] = {bench.dram(1)};
    program.cb(2, 1);
    program.compute(
        tensix("  compute_kernel_hw_startup(0, 2);\n  tilize_init(0, 1, 2);\n  cb_wait_front(0, 1);\n"
               "  cb_reserve_back(2, 1);\n  tilize_block(0, 1, 2);\n  cb_push_back(2, 1);\n"
               "  cb_pop_front(0, " +
               n + ");\n  tilize_uninit(0, 2);\n  cb_wait_front(1, 1);\n  cb_wait_front(2, 1);\n" + use +
               "  cb_pop_front(1, 1);\n  cb_pop_front(2, 1);\n"));
    program
        .writer(dm(kOut +
                   "  cb_wait_front(16, 1);\n  noc_async_write(get_read_ptr(16), get_noc_addr(0, out), 2048);\n  "
                   "noc_async_write_barrier();\n  cb_pop_front(16, 1);\n"))
        .runtime_args[{0, 0}] = {bench.dram(1)};
    return engine::run(*bench.card, program, strict());
}
std::string summed(const std::string& init, const std::string& call) {
    return "  binary_op_init_common(1, 2, 16);\n  " + init + "\n  tile_regs_acquire();\n  " + call +
           "\n  tile_regs_commit();\n  cb_reserve_back(16, 1);\n  tile_regs_wait();\n  pack_tile(0, 16);\n  "
           "tile_regs_release();\n  cb_push_back(16, 1);\n";
}
const std::string kRowZero = summed("add_bcast_rows_init_short(1, 2);", "add_tiles_bcast_rows(1, 2, 0, 0, 0);");
const std::string kAllRows = summed("add_tiles_init(1, 2);", "add_tiles(1, 2, 0, 0, 0);");

TEST(FalseAlarms, OneStickTilizedForItsRow) {
    Bench bench;
    const engine::RunResult result = one_stick(bench, 1, kRowZero);
    EXPECT_TRUE(result.findings.empty()) << all_text(result.findings);
    EXPECT_EQ(codes_of(result.notes), std::vector<std::string>{"TW2405"}) << all_text(result.notes);
    std::vector<uint8_t> out(2048);
    bench.buffers.back()->read(out);
    for (size_t i = 0; i < out.size(); i += 2) ASSERT_EQ(out[i] | out[i + 1] << 8, 0x4000) << "1 + 1 at " << i / 2;
}

TEST(FalseAlarms, OneStickTilizedWhoseOtherRowsAreUsed) {
    Bench bench;
    const engine::RunResult result = one_stick(bench, 1, kAllRows);
    ASSERT_EQ(codes_of(result.findings), std::vector<std::string>{"TW2405"}) << all_text(result.findings);
    EXPECT_THAT(result.findings.front().proof, ::testing::HasSubstr("come out differently"));
}

TEST(FalseAlarms, SticksThatArePushedMustBeWaitedFor) {
    Bench bench;
    const engine::RunResult result = one_stick(bench, 32, kRowZero);
    EXPECT_THAT(codes_of(result.findings), ::testing::Contains("TW2405")) << all_text(result.findings);
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

TEST(FalseAlarms, VectorsOfTheSfpuAreNoStack) {
    // Registers on the card; here each is an array.
    Bench bench;
    TestProgram program;
    tiles_through(program, bench, "");
    std::string many, sum = "sfpi::dst_reg[0]";
    for (int i = 0; i < 24; ++i) {
        const std::string name = "v" + std::to_string(i);
        many += "  sfpi::vFloat " + name + " = sfpi::dst_reg[" + std::to_string(i % 8) + "];\n";
        many += "  v_if(" + name + " < 0.0f) { " + name + " = -" + name + "; }\n  v_endif;\n";
        sum += " + " + name;
    }
    program.kernels[1].source.text =
        "#include \"api/compute/common.h\"\n#include \"api/compute/tile_move_copy.h\"\n"
        "#include \"api/compute/eltwise_unary/eltwise_unary.h\"\n#ifdef TRISC_MATH\n"
        "#include \"ckernel_sfpu_sqrt.h\"\ninline void many() {\n" +
        many + "  sfpi::dst_reg[0] = " + sum +
        ";\n}\n#endif\nvoid kernel_main() {\n  init_sfpu(0, 16);\n  cb_wait_front(0, 1);\n  cb_wait_front(1, 1);\n"
        "  tile_regs_acquire();\n  copy_tile(0, 0, 0);\n"
        "  MATH((_llk_math_eltwise_unary_sfpu_params_<false>(many, 0, (int)VectorMode::RC)));\n"
        "  tile_regs_commit();\n  tile_regs_wait();\n  cb_reserve_back(16, 1);\n  pack_tile(0, 16);\n  "
        "cb_push_back(16, 1);\n  tile_regs_release();\n  cb_pop_front(0, 1);\n  cb_pop_front(1, 1);\n}\n";
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
