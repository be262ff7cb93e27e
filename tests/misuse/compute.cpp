// Registers, inits and formats of the compute side used against their rules.
#include "misuse.hpp"

namespace tilewright::testing {

namespace {
ComputeConfig fp32() {
    ComputeConfig config;
    config.fp32_dest_acc_en = true;
    return config;
}

// A kernel that copies `tiles` tiles of c_0 to c_16; the parts can be replaced.
struct Copy {
    std::string init = "  unary_op_init_common(0, 16);\n  copy_tile_to_dst_init_short(0);\n";
    std::string before = "";
    std::string acquire = "  tile_regs_acquire();\n";
    std::string body = "  copy_tile(0, 0, 0);\n";
    std::string pack = "  pack_tile(0, 16);\n";
    std::string wait = "  tile_regs_wait();\n";
    std::string commit = "  tile_regs_commit();\n";
    std::string n = "1";
    std::string reserve = "";  // n
};
// c_0 times a row of c_1.
std::string broadcast(const std::string& row) {
    return "  init_bcast<EltwiseBinaryType::ELWMUL, BroadcastType::ROW>(0, 1, 16);\n  cb_wait_front(0, 1);\n"
           "  cb_wait_front(1, 1);\n  tile_regs_acquire();\n"
           "  any_tiles_bcast<EltwiseBinaryType::ELWMUL, BroadcastType::ROW>(0, 1, 0, 0, 0, " +
           row +
           ");\n  tile_regs_commit();\n  cb_reserve_back(16, 1);\n  tile_regs_wait();\n  pack_tile(0, 16);\n"
           "  tile_regs_release();\n  cb_push_back(16, 1);\n  cb_pop_front(0, 1);\n  cb_pop_front(1, 1);\n";
}

// One tile of c_0 as rows of `full` tiles.
std::string untilized(const std::string& full) {
    return "  compute_kernel_hw_startup(0, 1, 16);\n  pack_untilize_init<1, " + full +
           ">(0, 16);\n  cb_wait_front(0, 1);\n  cb_wait_front(1, 1);\n  cb_reserve_back(16, 1);\n"
           "  pack_untilize_block<1, " +
           full +
           ">(0, 1, 16, 0);\n  cb_push_back(16, 1);\n  cb_pop_front(0, 1);\n  cb_pop_front(1, 1);\n"
           "  pack_untilize_uninit(16);\n";
}

// The first tile of rows of `width` tiles.
std::string tilized(const std::string& width) {
    return "  compute_kernel_hw_startup(0, 1, 16);\n  tilize_init(0, " + width +
           ", 16);\n  cb_wait_front(0, 1);\n  cb_wait_front(1, 1);\n  cb_reserve_back(16, 1);\n  tilize_block(0, " +
           width +
           ", 16);\n  cb_push_back(16, 1);\n  cb_pop_front(0, 1);\n  cb_pop_front(1, 1);\n  tilize_uninit(0, 16);\n";
}

std::string copy(const Copy& c) {
    return c.init + c.before + "  cb_wait_front(0, " + c.n + ");\n  cb_wait_front(1, " + c.n + ");\n" + c.acquire +
           c.body + c.commit + "  cb_reserve_back(16, " + (c.reserve.empty() ? c.n : c.reserve) + ");\n" + c.wait +
           c.pack + "  tile_regs_release();\n  cb_push_back(16, " + c.n + ");\n  cb_pop_front(0, " + c.n +
           ");\n  cb_pop_front(1, " + c.n + ");\n";
}
// A tile, masked with another (all ones).
std::string masked(const std::string& arguments) {
    return copy({.body = "  copy_tile(0, 0, 0);\n  copy_tile(0, 0, 1);\n  mask_tile_init();\n  mask_tile(" + arguments +
                         ");  // HERE\n"});
}
// A tile or another, by itself; moved to another slot and back; its rows added up. All told a format.
std::string chosen(const std::string& format) {
    return copy(
        {.body = "  copy_tile(0, 0, 0);\n  copy_tile(0, 0, 1);\n  where_tile_init();\n  where_tile<DataFormat::" +
                 format + ">(0, 1, 0, 0);  // HERE\n"});
}
std::string copied_within_dst(const std::string& format) {
    return copy({.body = "  copy_tile(0, 0, 1);\n  copy_dest_values_init();\n  copy_dest_values<DataFormat::" + format +
                         ">(1, 0);  // HERE\n"});
}
std::string summed_by_sfpu(const std::string& format) {
    return copy({.body = "  copy_tile(0, 0, 0);\n  sfpu_reduce_init<PoolType::SUM, DataFormat::" + format +
                         ">();\n  sfpu_reduce<PoolType::SUM, DataFormat::" + format +
                         ", ReduceDim::REDUCE_ROW>(0);  // HERE\n"});
}
// An operation on two tiles after some init.
std::string paired(const std::string& init, const std::string& call) {
    return copy(
        {.body = "  copy_tile(0, 0, 0);\n  copy_tile(0, 0, 1);\n  " + init + "();\n  " + call + ";  // HERE\n"});
}
const std::string kFiveCopies = "  for (uint32_t i = 0; i < 5; ++i) {\n    copy_tile(0, i, i);  // HERE\n  }\n";
const std::string kFivePacks = "  for (uint32_t i = 0; i < 5; ++i) {\n    pack_tile(i, 16);\n  }\n";
const std::string kFiveCopiesPlain = "  for (uint32_t i = 0; i < 5; ++i) {\n    copy_tile(0, i, i);\n  }\n";
const std::string kBinaryInit = "  binary_op_init_common(0, 1, 16);\n  add_tiles_init(0, 1);\n";
}  // namespace

std::vector<Misuse> compute_misuse() {
    using tile::DataFormat;
    return {
        {"FiveTilesInADstOfFour", "TW2301", "DST index 4 is beyond the capacity of 4 tiles", "MATH",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.body = kFiveCopies, .pack = kFivePacks, .n = "5"}), 5, fp32());
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.body = kFiveCopiesPlain, .pack = kFivePacks, .n = "5"}), 5);
         }},
        {"MaskWithAFormatItDoesNotKnow", "TW2411", "mask_tile does nothing with DataFormat::Float32", "MATH",
         [](TestProgram& p, Bench& b) { tiles_through(p, b, masked("0, 1, DataFormat::Float32"), 1, fp32()); },
         [](TestProgram& p, Bench& b) { tiles_through(p, b, masked("0, 1"), 1, fp32()); }},
        {"WhereOfNarrowElementsInAWideDst", "TW2412", "where_tile with DataFormat::Float16_b", "MATH",
         [](TestProgram& p, Bench& b) { tiles_through(p, b, chosen("Float16_b"), 1, fp32()); },
         [](TestProgram& p, Bench& b) { tiles_through(p, b, chosen("Float32"), 1, fp32()); }},
        {"CopyOfWideElementsInANarrowDst", "TW2412", "they are 16", "MATH",
         [](TestProgram& p, Bench& b) { tiles_through(p, b, copied_within_dst("Float32")); },
         [](TestProgram& p, Bench& b) { tiles_through(p, b, copied_within_dst("Float16_b")); }},
        {"RowSumOfWideElementsInANarrowDst", "TW2412", "sfpu_reduce with DataFormat::Float32", "MATH",
         [](TestProgram& p, Bench& b) { tiles_through(p, b, summed_by_sfpu("Float32")); },
         [](TestProgram& p, Bench& b) { tiles_through(p, b, summed_by_sfpu("Float16_b"), 1, fp32()); }},
        {"DstUsedOutsideAcquire", "TW2302", "outside tile_regs_acquire", "MATH",
         [](TestProgram& p, Bench& b) {
             tiles_through(
                 p, b,
                 copy({.acquire = "",
                       .body = "  copy_tile(0, 0, 0);  // HERE\n  tile_regs_acquire();\n  copy_tile(0, 0, 0);\n"}));
         },
         [](TestProgram& p, Bench& b) { tiles_through(p, b, copy({})); }},
        {"PackedWithoutWait", "TW2303", "pack_tile", "PACK",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.pack = "  pack_tile(0, 16);  // HERE\n", .wait = ""}));
         },
         [](TestProgram& p, Bench& b) { tiles_through(p, b, copy({})); }},
        {"NestedAcquire", "TW2304", "is still open", "MATH",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.acquire = "  tile_regs_acquire();\n  tile_regs_acquire();  // HERE\n"}));
         },
         [](TestProgram& p, Bench& b) { tiles_through(p, b, copy({})); }},
        {"PackedTileThatNothingWrote", "TW2305", "pack_tile takes DST[1], which nothing has written", "PACK",
         [](TestProgram& p, Bench& b) { tiles_through(p, b, copy({.pack = "  pack_tile(1, 16);  // HERE\n"})); },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.body = "  copy_tile(0, 0, 1);\n", .pack = "  pack_tile(1, 16);\n"}));
         }},
        {"SfpuOnATileThatNothingWrote", "TW2305", "takes DST[1], which nothing has written", "MATH",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b,
                           copy({.body = "  copy_tile(0, 0, 0);\n  mul_binary_tile_init();\n"
                                         "  mul_binary_tile(0, 1, 0);  // HERE\n"}));
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b,
                           copy({.body = "  copy_tile(0, 0, 0);\n  copy_tile(0, 0, 1);\n  mul_binary_tile_init();\n"
                                         "  mul_binary_tile(0, 1, 0);\n"}));
         }},
        {"AddWithTheInitOfMultiply", "TW2401", "initialised for", "",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b,
                           copy({.init = "  binary_op_init_common(0, 1, 16);\n  mul_tiles_init(0, 1);\n",
                                 .body = "  add_tiles(0, 1, 0, 0, 0);  // HERE\n"}));
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.init = kBinaryInit, .body = "  add_tiles(0, 1, 0, 0, 0);\n"}));
         }},
        {"CopyWithTheInitOfAdd", "TW2401", "initialised for", "",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.init = kBinaryInit, .body = "  copy_tile(0, 0, 0);  // HERE\n"}));
         },
         [](TestProgram& p, Bench& b) { tiles_through(p, b, copy({})); }},
        {"TransposeWithTheInitOfCopy", "TW2401", "initialised for tiles as they are", "UNPACK",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.body = "  transpose_wh_tile(0, 0, 0);  // HERE\n"}));
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b,
                           copy({.init = "  transpose_wh_init(0, 16);\n", .body = "  transpose_wh_tile(0, 0, 0);\n"}));
         }},
        {"ReconfigForgotten", "TW2402", "c_1 holds Float32", "UNPACK",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.body = "  copy_tile(1, 0, 0);  // HERE\n"}), 1, {}, DataFormat::Float32);
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b,
                           copy({.init = "  unary_op_init_common(1, 16);\n  copy_tile_to_dst_init_short(1);\n",
                                 .body = "  copy_tile(1, 0, 0);\n"}),
                           1, {}, DataFormat::Float32);
         }},
        {"UnitsNeverConfigured", "TW2402", "never configured", "",
         [](TestProgram& p, Bench& b) { tiles_through(p, b, copy({.init = "  copy_tile_to_dst_init_short(0);\n"})); },
         [](TestProgram& p, Bench& b) { tiles_through(p, b, copy({})); }},
        {"ReduceMaskLeftOver", "TW2403", "mask", "PACK",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b,
                           copy({.init = "  compute_kernel_hw_startup(0, 1, 16);\n  reduce_init<PoolType::SUM, "
                                         "ReduceDim::REDUCE_ROW>(0, 1, 16);\n  copy_tile_to_dst_init_short(0);\n",
                                 .pack = "  pack_tile(0, 16);  // HERE\n"}));
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b,
                           copy({.init = "  compute_kernel_hw_startup(0, 1, 16);\n  reduce_init<PoolType::SUM, "
                                         "ReduceDim::REDUCE_ROW>(0, 1, 16);\n  reduce_uninit();\n  "
                                         "copy_tile_to_dst_init_short(0);\n"}));
         }},
        {"TileBeyondThePagesWaitedFor", "TW2405", "reads page 1 of c_0", "UNPACK",
         [](TestProgram& p, Bench& b) { tiles_through(p, b, copy({.body = "  copy_tile(0, 1, 0);  // HERE\n"})); },
         [](TestProgram& p, Bench& b) { tiles_through(p, b, copy({})); }},
        {"PackedBeyondThePagesReserved", "TW2406", "PACK has reserved 1 page", "PACK",
         [](TestProgram& p, Bench& b) {
             tiles_through(
                 p, b, copy({.pack = "  pack_tile(0, 16);\n  pack_tile(0, 16);  // HERE\n", .n = "2", .reserve = "1"}),
                 2);
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.pack = "  pack_tile(0, 16);\n  pack_tile(0, 16);\n", .n = "2"}), 2);
         }},
        {"RowsBeyondTheTile", "TW2606", "rows = 65, but a tile ends at 64", "PACK",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.pack = "  pack_rows_init(65);\n  pack_rows(0, 16);  // HERE\n"}));
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.pack = "  pack_rows_init(64);\n  pack_rows(0, 16);\n"}));
         }},
        {"BroadcastOfARowBeyondTheTile", "TW2606", "row to broadcast = 40, but a tile ends at 31", "UNPACK",
         [](TestProgram& p, Bench& b) { tiles_through(p, b, broadcast("40")); },
         [](TestProgram& p, Bench& b) { tiles_through(p, b, broadcast("3")); }},
        {"UntilizedRowsThatWrapAround", "TW2406", "are not in L1", "PACK",
         [](TestProgram& p, Bench& b) { tiles_through(p, b, untilized("134217728")); },  // rows lie 2^32 bytes apart
         [](TestProgram& p, Bench& b) { tiles_through(p, b, untilized("1")); }},
        {"TilizedRowsThatWrapAround", "TW2406", "are not in L1", "UNPACK",
         [](TestProgram& p, Bench& b) { tiles_through(p, b, tilized("67108864")); },
         [](TestProgram& p, Bench& b) { tiles_through(p, b, tilized("1")); }},
        {"SfpuInitialisedForAnotherOperation", "TW2404", "runs sqrt but was last initialised for exp", "MATH",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b,
                           copy({.body = "  copy_tile(0, 0, 0);\n  sqrt_tile_init();\n  exp_tile_init();\n"
                                         "  sqrt_tile(0);  // HERE\n"}));
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b,
                           copy({.body = "  copy_tile(0, 0, 0);\n  exp_tile_init();\n  sqrt_tile_init();\n"
                                         "  sqrt_tile(0);\n"}));
         }},
        {"GreaterWithTheInitOfSmaller", "TW2404", "was last initialised for", "MATH",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, paired("binary_min_tile_init", "binary_max_tile(0, 1, 0)"));
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, paired("binary_max_tile_init", "binary_max_tile(0, 1, 0)"));
         }},
        {"WhereWithTheInitOfAnAddition", "TW2404", "was last initialised for", "MATH",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, paired("add_binary_tile_init", "where_tile<DataFormat::Float16_b>(0, 1, 0, 0)"));
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, paired("where_tile_init", "where_tile<DataFormat::Float16_b>(0, 1, 0, 0)"));
         }},
        {"ColumnBroadcastWithTheInitOfRows", "TW2404", "was last initialised for", "MATH",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, paired("sfpu_bcast_row_init", "sfpu_mul_bcast_col(0, 1)"));
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, paired("sfpu_add_bcast_col_init", "sfpu_mul_bcast_col(0, 1)"));
         }},
        {"SfpuNeverInitialised", "TW2404", "no SFPU init was called", "MATH",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.body = "  copy_tile(0, 0, 0);\n  exp_tile(0);  // HERE\n"}));
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.body = "  copy_tile(0, 0, 0);\n  exp_tile_init();\n  exp_tile(0);\n"}));
         }},
        {"MailboxOfAThreadThatIsNot", "TW2407", "mailbox_write: thread 7 does not exist", "MATH",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.body = "  copy_tile(0, 0, 0);\n  MATH((mailbox_write(7, 1)));  // HERE\n"}));
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b,
                           copy({.body = "  copy_tile(0, 0, 0);\n  MATH((mailbox_write(3, 1)));\n"
                                         "  PACK((mailbox_read(2)));\n"}));
         }},
        {"HardwareSemaphoreThatIsNot", "TW2407", "hardware semaphore 9 does not exist", "PACK",
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.pack = "  PACK((t6_semaphore_post(9)));  // HERE\n  pack_tile(0, 16);\n"}));
         },
         [](TestProgram& p, Bench& b) {
             tiles_through(p, b, copy({.pack = "  PACK((t6_semaphore_post(7)));\n  pack_tile(0, 16);\n"}));
         }},
        {"TileNeverFilled", "TW2117", "where nothing was ever written", "UNPACK",
         [](TestProgram& p, Bench&) {
             p.cb(0, 2);
             p.cb(16, 2);
             p.reader(dm("  cb_reserve_back(0, 1);\n  cb_push_back(0, 1);\n"));
             p.compute(
                 tensix("  unary_op_init_common(0, 16);\n  copy_tile_to_dst_init_short(0);\n  cb_wait_front(0, 1);\n  "
                        "tile_regs_acquire();\n  copy_tile(0, 0, 0);  // HERE\n  tile_regs_commit();\n"
                        "  cb_reserve_back(16, 1);\n  tile_regs_wait();\n  pack_tile(0, 16);\n  tile_regs_release();\n "
                        " cb_push_back(16, 1);\n  cb_pop_front(0, 1);\n"));
             p.writer(dm("  cb_wait_front(16, 1);\n  cb_pop_front(16, 1);\n"));
         },
         [](TestProgram& p, Bench& b) { tiles_through(p, b, copy({})); }},
    };
}

}  // namespace tilewright::testing
