// Pages that never come, come in another unit, or are never taken.
#include "faulty.hpp"

namespace tilewright::testing {

namespace {
// `count` pages one by one into `cb`; data does not matter here, so none is moved.
std::string push_loop(const std::string& cb, const std::string& count, const std::string& block = "1") {
    return "  for (uint32_t i = 0; i < " + count + "; ++i) {\n    cb_reserve_back(" + cb + ", " + block +
           ");\n    cb_push_back(" + cb + ", " + block + ");\n  }\n";
}
std::string take_loop(const std::string& cb, const std::string& count, const std::string& block = "1",
                      const std::string& mark = "") {
    return "  for (uint32_t i = 0; i < " + count + "; ++i) {\n    cb_wait_front(" + cb + ", " + block + ");" + mark +
           "\n    cb_pop_front(" + cb + ", " + block + ");\n  }\n";
}
// The same with something in every page.
std::string fill_loop(const std::string& count) {
    return "  for (uint32_t i = 0; i < " + count +
           "; ++i) {\n    cb_reserve_back(0, 1);\n"
           "    for (uint32_t j = 0; j < 512; ++j) {\n      reinterpret_cast<volatile uint32_t*>(get_write_ptr(0))[j] "
           "= 0x3F803F80;\n    }\n"
           "    cb_push_back(0, 1);\n  }\n";
}
const std::string kHere = "  // HERE";

// Pages of a stick (64 datums of 2 B) instead of a tile.
void stick_input(TestProgram& program, uint32_t page_bytes, uint32_t pushes, uint32_t block) {
    program.cb(0, 64, page_bytes).formats[0].name = "cb_in";
    program.reader(dm(push_loop("0", "get_arg_val<uint32_t>(0)", std::to_string(block)) + "  // rows of 32 sticks\n"))
        .runtime_args[k00] = {pushes};
    program.compute(tensix(take_loop("0", "8", "2")));  // 8 tile rows of 2 tiles
}
void stick_output(TestProgram& program, uint32_t page_bytes, const std::string& waits, const std::string& rounds,
                  const std::string& mark) {
    program.cb(16, 64, page_bytes).formats[0].name = "cb_out";
    program.compute(tensix(push_loop("16", "3", "2")));  // 3 tile rows of 2 tiles
    program.writer(dm(take_loop("16", rounds, waits, mark)));
}
}  // namespace

std::vector<Faulty> page_hangs() {
    return {
        {"StickPagedInputUnderTileCountingCompute", "TW1003", "cb_in (c_0) count in different units", "NCRISC reader",
         [](TestProgram& p, card::Card&) { stick_input(p, 128, 8 * 32, 1); },
         [](TestProgram& p, card::Card&) { stick_input(p, 2048, 8, 2); }, "128 B"},
        {"StickPagedOutputUnderTileCountingCompute", "TW1003", "cb_out (c_16) count in different units", "BRISC writer",
         [](TestProgram& p, card::Card&) { stick_output(p, 128, "32", "3", kHere); },
         [](TestProgram& p, card::Card&) { stick_output(p, 2048, "2", "3", ""); }, "a stick"},
        {"TilePagedInputPushedPerStick", "TW1003", "c_0 count in different units", "NCRISC reader",
         [](TestProgram& p, card::Card&) {
             p.cb(0, 4);
             p.reader(dm(push_loop("0", "32 * 4")));
             p.compute(tensix(take_loop("0", "4")));
         },
         [](TestProgram& p, card::Card&) {
             p.cb(0, 4);
             p.reader(dm(push_loop("0", "4")));
             p.compute(tensix(take_loop("0", "4")));
         },
         "sticks"},
        {"PoppedByReduceAndAwaitedBySubtract", "TW1004", "c_1", "UNPACK",
         [](TestProgram& p, card::Card&) {
             p.cb(1, 4);
             p.reader(dm(push_loop("1", "1", "4")));
             p.compute(
                 tensix("  cb_wait_front(1, 4);\n  cb_pop_front(1, 4);  // the reduce\n  cb_wait_front(1, 4);  // "
                        "HERE\n  cb_pop_front(1, 4);\n"));
         },
         [](TestProgram& p, card::Card&) {
             p.cb(1, 4);
             p.reader(dm(push_loop("1", "1", "4")));
             p.compute(tensix("  cb_wait_front(1, 4);\n  cb_wait_front(1, 4);\n  cb_pop_front(1, 4);\n"));
         },
         "popped"},
        {"ScalerPoppedInTheLoop", "TW1004", "c_8", "UNPACK",
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.cb(8, 1).formats[0].name = "cb_scaler";
             p.reader(dm(push_loop("8", "1") + push_loop("0", "6")));
             p.compute(
                 tensix("  for (uint32_t i = 0; i < 6; ++i) {\n    cb_wait_front(8, 1);  // HERE\n    cb_wait_front(0, "
                        "1);\n    cb_pop_front(0, 1);\n    cb_pop_front(8, 1);\n  }\n"));
         },
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.cb(8, 1);
             p.reader(dm(push_loop("8", "1") + push_loop("0", "6")));
             p.compute(
                 tensix("  for (uint32_t i = 0; i < 6; ++i) {\n    cb_wait_front(8, 1);\n    cb_wait_front(0, 1);\n    "
                        "cb_pop_front(0, 1);\n  }\n  cb_pop_front(8, 1);\n"));
         },
         "round 2"},
        {"HtInsteadOfNCHtInTheReader", "TW1002", "page 5 of c_0", "UNPACK",
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.reader(dm(push_loop("0", "get_arg_val<uint32_t>(2)"))).runtime_args[k00] = {3, 2, 4};  // N, C, Ht
             p.compute(tensix("  uint32_t rows = get_arg_val<uint32_t>(0) * get_arg_val<uint32_t>(1) * "
                              "get_arg_val<uint32_t>(2);\n" +
                              take_loop("0", "rows", "1", kHere)))
                 .runtime_args[k00] = {3, 2, 4};
         },
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.reader(dm(push_loop("0", "get_arg_val<uint32_t>(0)"))).runtime_args[k00] = {24};
             p.compute(tensix(take_loop("0", "get_arg_val<uint32_t>(0)"))).runtime_args[k00] = {24};
         },
         "runtime arg 0 x runtime arg 1 x runtime arg 2 = 3 x 2 x 4"},
        {"WriterWaitsForWtWhereOneComes", "TW1004", "PACK pushes 3 pages to c_16", "BRISC writer",
         [](TestProgram& p, card::Card&) {
             p.cb(16, 8);
             p.compute(tensix(push_loop("16", "3")));
             p.writer(dm(take_loop("16", "3", "5", kHere)));
         },
         [](TestProgram& p, card::Card&) {
             p.cb(16, 8);
             p.compute(tensix(push_loop("16", "3")));
             p.writer(dm(take_loop("16", "3")));
         },
         "a round pushes 1 page and pops 5"},
        {"OnePageTooManyByRuntimeArgument", "TW1002", "writer waits for page 5 of c_0; NCRISC reader ended after 4",
         "BRISC writer",
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.reader(dm(push_loop("0", "get_arg_val<uint32_t>(0)"))).runtime_args[k00] = {4};
             p.writer(dm(take_loop("0", "get_arg_val<uint32_t>(1)", "1", kHere))).runtime_args[k00] = {0, 5};
         },
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.reader(dm(push_loop("0", "get_arg_val<uint32_t>(0)"))).runtime_args[k00] = {4};
             p.writer(dm(take_loop("0", "get_arg_val<uint32_t>(0)"))).runtime_args[k00] = {4};
         },
         "runtime arg 1 = 5"},
        {"CompileTimeBoundsDisagree", "TW1002", "c_0", "BRISC writer",
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.reader(dm(push_loop("0", "get_compile_time_arg_val(0)"))).compile_time_args = {7};
             p.writer(dm(take_loop("0", "get_compile_time_arg_val(0)", "1", kHere))).compile_time_args = {9};
         },
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.reader(dm(push_loop("0", "get_compile_time_arg_val(0)"))).compile_time_args = {9};
             p.writer(dm(take_loop("0", "get_compile_time_arg_val(0)"))).compile_time_args = {9};
         },
         "compile-time arg 0 = 7"},
        {"TwoConsumersOfOneCb", "TW1002", "c_0 has two consumers", "",
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.reader(dm(push_loop("0", "8")));
             p.compute(tensix(take_loop("0", "8")));
             p.writer(dm(take_loop("0", "8")));
         },
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.cb(1, 2);
             p.reader(
                 dm("  for (uint32_t i = 0; i < 8; ++i) {\n    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n    "
                    "cb_reserve_back(1, 1);\n    cb_push_back(1, 1);\n  }\n"));
             p.compute(tensix(take_loop("0", "8")));
             p.writer(dm(take_loop("1", "8")));
         },
         "two consumers"},
        {"BiasPushedPerBatchAndPoppedOnce", "TW1004", "reader pushes 4 pages to cb_bias (c_2)", "NCRISC reader",
         [](TestProgram& p, card::Card&) {
             p.cb(2, 1).formats[0].name = "cb_bias";
             p.reader(
                 dm("  for (uint32_t b = 0; b < 4; ++b) {\n    cb_reserve_back(2, 1);  // HERE\n    cb_push_back(2, "
                    "1);\n  }\n"));
             p.compute(
                 tensix("  cb_wait_front(2, 1);\n  for (uint32_t b = 0; b < 4; ++b) {\n    cb_wait_front(2, 1);\n  }\n "
                        " cb_pop_front(2, 1);\n"));
         },
         [](TestProgram& p, card::Card&) {
             p.cb(2, 1);
             p.reader(dm(push_loop("2", "1")));
             p.compute(
                 tensix("  cb_wait_front(2, 1);\n  for (uint32_t b = 0; b < 4; ++b) {\n    cb_wait_front(2, 1);\n  }\n "
                        " cb_pop_front(2, 1);\n"));
         },
         "pops 1 page"},
        {"PushGuardedForTheWrongComputeThread", "TW1002", "c_16, to which no thread of the core pushes", "BRISC writer",
         [](TestProgram& p, card::Card&) {
             p.cb(16, 2);
             p.compute(tensix("  cb_reserve_back(16, 1);\n  MATH((cb_push_back(16, 1)));\n"));
             p.writer(dm("  cb_wait_front(16, 1);  // HERE\n  cb_pop_front(16, 1);\n"));
         },
         [](TestProgram& p, card::Card&) {
             p.cb(16, 2);
             p.compute(tensix("  cb_reserve_back(16, 1);\n  PACK((cb_push_back(16, 1)));\n"));
             p.writer(dm("  cb_wait_front(16, 1);\n  cb_pop_front(16, 1);\n"));
         },
         "compiled for another thread", true},
        {"WrongIndexWaitedFor", "TW1002", "c_1, to which no thread", "BRISC writer",
         [](TestProgram& p, card::Card&) {
             p.cb(0, 4);
             p.cb(1, 4);
             p.reader(dm(push_loop("0", "3")));
             p.writer(dm(take_loop("1", "3", "1", kHere)));
         },
         [](TestProgram& p, card::Card&) {
             p.cb(0, 4);
             p.reader(dm(push_loop("0", "3")));
             p.writer(dm(take_loop("0", "3")));
         }},
        {"CoreWithNoWorkThatStillWaits", "TW1002", "page 1 of c_0", "BRISC writer",
         [](TestProgram& p, card::Card&) {
             const CoreRanges cores = {{{0, 0}, {1, 0}}};
             p.cb(0, 2, 2048, cores);
             p.reader(dm(push_loop("0", "get_arg_val<uint32_t>(0)")), cores);
             p.kernels[0].runtime_args[k00] = {3};
             p.kernels[0].runtime_args[{1, 0}] = {0};
             p.writer(dm("  uint32_t n = get_arg_val<uint32_t>(0);\n  do {\n    cb_wait_front(0, 1);  // HERE\n    "
                         "cb_pop_front(0, 1);\n  } while (--n != 0 && n < 100);\n"),
                      cores);
             p.kernels[1].runtime_args[k00] = {3};
             p.kernels[1].runtime_args[{1, 0}] = {0};
         },
         [](TestProgram& p, card::Card&) {
             const CoreRanges cores = {{{0, 0}, {1, 0}}};
             p.cb(0, 2, 2048, cores);
             p.reader(dm(push_loop("0", "get_arg_val<uint32_t>(0)")), cores);
             p.writer(dm(take_loop("0", "get_arg_val<uint32_t>(0)")), cores);
             for (KernelDescriptor& kernel : p.kernels) {
                 kernel.runtime_args[k00] = {3};
                 kernel.runtime_args[{1, 0}] = {0};
             }
         },
         "core (1,0)"},
        {"NobodyTakesTheOutput", "TW1004", "has no consumer", "PACK",
         [](TestProgram& p, card::Card&) {
             p.cb(16, 2);
             p.compute(
                 tensix("  for (uint32_t i = 0; i < 5; ++i) {\n    cb_reserve_back(16, 1);  // HERE\n    "
                        "cb_push_back(16, 1);\n  }\n"));
         },
         [](TestProgram& p, card::Card&) {
             p.cb(16, 2);
             p.compute(tensix(push_loop("16", "5")));
             p.writer(dm(take_loop("16", "5")));
         }},
        {"PopForgotten", "TW1004", "pops only 0", "NCRISC reader",
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.reader(
                 dm("  for (uint32_t i = 0; i < 5; ++i) {\n    cb_reserve_back(0, 1);  // HERE\n    cb_push_back(0, "
                    "1);\n  }\n"));
             p.writer(dm("  for (uint32_t i = 0; i < 5; ++i) {\n    cb_wait_front(0, 1);\n  }\n"));
         },
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.reader(dm(push_loop("0", "5")));
             p.writer(dm(take_loop("0", "5")));
         },
         "cb_pop_front"},
        {"OneRowShortOnOneSideOnly", "TW1004", "the counts drift apart", "BRISC writer",
         [](TestProgram& p, card::Card&) {
             p.cb(0, 12);
             p.reader(dm(push_loop("0", "6", "3")));
             p.writer(dm(take_loop("0", "6", "4", kHere)));
         },
         [](TestProgram& p, card::Card&) {
             p.cb(0, 12);
             p.reader(dm(push_loop("0", "6", "4")));
             p.writer(dm(take_loop("0", "6", "4")));
         },
         "a round pushes 3 pages and pops 4"},
        {"ConsequencesAreToldFromTheCause", "TW1002", "page 3 of c_0", "UNPACK",
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.cb(16, 2);
             p.reader(dm(fill_loop("2")));
             p.compute(
                 tensix("  unary_op_init_common(0, 16);\n  copy_tile_to_dst_init_short(0);\n  for (uint32_t i = 0; i < "
                        "4; ++i) {\n    cb_wait_front(0, 1);  // HERE\n"
                        "    tile_regs_acquire();\n    copy_tile(0, 0, 0);\n    tile_regs_commit();\n    "
                        "cb_pop_front(0, 1);\n    cb_reserve_back(16, 1);\n    tile_regs_wait();\n"
                        "    pack_tile(0, 16);\n    tile_regs_release();\n    cb_push_back(16, 1);\n  }\n"));
             p.writer(dm(take_loop("16", "4")));
         },
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.cb(16, 2);
             p.reader(dm(fill_loop("4")));
             p.compute(
                 tensix("  unary_op_init_common(0, 16);\n  copy_tile_to_dst_init_short(0);\n  for (uint32_t i = 0; i < "
                        "4; ++i) {\n    cb_wait_front(0, 1);\n"
                        "    tile_regs_acquire();\n    copy_tile(0, 0, 0);\n    tile_regs_commit();\n    "
                        "cb_pop_front(0, 1);\n    cb_reserve_back(16, 1);\n    tile_regs_wait();\n"
                        "    pack_tile(0, 16);\n    tile_regs_release();\n    cb_push_back(16, 1);\n  }\n"));
             p.writer(dm(take_loop("16", "4")));
         },
         "because BRISC writer"},
    };
}

}  // namespace tilewright::testing
