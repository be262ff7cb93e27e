// Programs without polling give the same result under every legal order, early and late transfers included.
#include "engine/prepare.hpp"
#include "misuse/misuse.hpp"

namespace tilewright::testing {
namespace {

TEST(Schedules, TwoHundredSeedsOneResult) {
    Bench bench;
    TestProgram program;
    constexpr uint32_t kPages = 6;
    program.cb(0, 2);
    program.cb(16, 2);
    program
        .reader(dm(
            kIn +
            "  for (uint32_t i = 0; i < 6; ++i) {\n    cb_reserve_back(0, 1);\n    noc_async_read(get_noc_addr(i, in), "
            "get_write_ptr(0), 2048);\n    noc_async_read_barrier();\n    cb_push_back(0, 1);\n  }\n"))
        .runtime_args[{0, 0}] = {bench.dram(kPages)};
    program.compute(tensix(
        "  unary_op_init_common(0, 16);\n  copy_tile_to_dst_init_short(0);\n  for (uint32_t i = 0; i < 6; ++i) {\n"
        "    cb_wait_front(0, 1);\n    tile_regs_acquire();\n    copy_tile(0, 0, 0);\n    tile_regs_commit();\n"
        "    cb_pop_front(0, 1);\n    cb_reserve_back(16, 1);\n    tile_regs_wait();\n    pack_tile(0, 16);\n"
        "    tile_regs_release();\n    cb_push_back(16, 1);\n  }\n"));
    program
        .writer(
            dm(kOut +
               "  for (uint32_t i = 0; i < 6; ++i) {\n    cb_wait_front(16, 1);\n    noc_async_write(get_read_ptr(16), "
               "get_noc_addr(i, out), 2048);\n    noc_async_write_barrier();\n    cb_pop_front(16, 1);\n  }\n"))
        .runtime_args[{0, 0}] = {bench.dram(kPages)};
    card::Buffer& in = *bench.buffers[0];
    card::Buffer& out = *bench.buffers[1];
    std::vector<uint8_t> expected(kPages * 2048), got(kPages * 2048), zeros(kPages * 2048);
    for (size_t i = 0; i < expected.size(); i += 2) {
        expected[i] = static_cast<uint8_t>(i * 7 + i / 2048);
        expected[i + 1] = 0x3F;
    }
    in.write(expected);
    auto prepared = engine::prepare(*bench.card, program, strict());
    prepared->options.schedule = engine::Schedule::Random;
    for (uint64_t seed = 0; seed < 200; ++seed) {
        prepared->options.seed = seed;
        out.write(zeros);
        const engine::RunResult result = engine::launch(*prepared);
        ASSERT_TRUE(result.findings.empty()) << "seed " << seed << "\n" << all_text(result.findings);
        out.read(got);
        ASSERT_EQ(got, expected) << "TILEWRIGHT_SCHEDULE=random TILEWRIGHT_SEED=" << seed << " repeats it";
    }
}

// Whether the mistake shows does not depend on luck: the read may even have landed.
TEST(Schedules, AMissingBarrierIsFoundUnderEverySeed) {
    Bench bench;
    TestProgram program;
    pass(program, bench,
         "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 2048);\n  cb_push_back(0, "
         "1);\n"
         "  noc_async_read_barrier();\n",
         "  cb_wait_front(0, 1);\n  cb_pop_front(0, 1);\n");
    auto prepared = engine::prepare(*bench.card, program, strict());
    prepared->options.schedule = engine::Schedule::Random;
    for (uint64_t seed = 0; seed < 50; ++seed) {
        prepared->options.seed = seed;
        const engine::RunResult result = engine::launch(*prepared);
        ASSERT_EQ(result.findings.size(), 1u) << "seed " << seed << "\n" << all_text(result.findings);
        EXPECT_EQ(result.findings[0].code, "TW2103");
    }
}

}  // namespace
}  // namespace tilewright::testing
