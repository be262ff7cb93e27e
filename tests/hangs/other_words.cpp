// The mistakes of the other files in other words: other kernels, cores, positions and numbers.
#include "faulty.hpp"

namespace tilewright::testing {

namespace {
using P = TestProgram&;

CoreRanges one(LogicalCore core) { return {{core, core}}; }

void to_core(KernelDescriptor& kernel, card::Card& card, LogicalCore from, LogicalCore to) {
    const card::NocXy at = card.virtual_core(to);
    kernel.runtime_args[from].push_back(at.x);
    kernel.runtime_args[from].push_back(at.y);
}

const std::string kFlagOf1 = "  auto* flag = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(1));\n";
const std::string kRaise1 =
    "  const uint32_t x = get_arg_val<uint32_t>(0), y = get_arg_val<uint32_t>(1);\n"
    "  noc_semaphore_inc(get_noc_addr(x, y, get_semaphore(1)), 1);\n  noc_async_atomic_barrier();\n";

// Twelve cores of a rectangle report to core (6,6), which waits for `expected`.
void reports(P p, card::Card& card, uint32_t expected, const std::string& mark = "") {
    const CoreRanges workers = {{{0, 3}, {3, 5}}};
    const LogicalCore boss{6, 6};
    p.semaphores = {{1, workers, 0}, {1, one(boss), 0}};
    p.writer(dm("  constexpr uint32_t expected = get_compile_time_arg_val(0);\n" + kFlagOf1 +
                "  noc_semaphore_wait(flag, expected);" + mark + "\n  noc_semaphore_set(flag, 0);\n"),
             one(boss))
        .compile_time_args = {expected};
    auto& worker = p.reader(dm(kRaise1), workers);
    for (const LogicalCore& core : cores_of(workers)) to_core(worker, card, core, boss);
}

// A pair of buffers that two processors hand to and fro; `first` of them is filled before.
void ping_pong(P p, bool filled) {
    p.cb(0, 1);
    p.cb(1, 1);
    p.reader(dm(std::string(filled ? "  cb_reserve_back(0, 1);\n  cb_push_back(0, 1);\n" : "") +
                "  for (uint32_t i = 0; i < 3; ++i) {\n    cb_wait_front(1, 1);\n    cb_pop_front(1, 1);\n"
                "    if (i < 2) {\n      cb_reserve_back(0, 1);\n      cb_push_back(0, 1);\n    }\n  }\n"));
    p.writer(
        dm("  for (uint32_t i = 0; i < 3; ++i) {\n    cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n"
           "    cb_reserve_back(1, 1);\n    cb_push_back(1, 1);\n  }\n"));
}

// A reader with a helper that forgets one of two buffers on its last call.
void two_inputs(P p, const std::string& second_bound) {
    p.cb(0, 2);
    p.cb(1, 2);
    p.cb(16, 2);
    const std::string fill =
        "void fill(uint32_t cb) {\n  cb_reserve_back(cb, 1);\n  auto* at = reinterpret_cast<volatile "
        "uint32_t*>(get_write_ptr(cb));\n"
        "  for (uint32_t i = 0; i < 512; ++i) at[i] = 0x40004000;\n  cb_push_back(cb, 1);\n}\n";
    std::string text = dm("  for (uint32_t i = 0; i < 7; ++i) {\n    fill(0);\n    if (i < " + second_bound +
                          ") {\n      fill(1);\n    }\n  }\n");
    text.insert(text.find("void kernel_main"), fill);
    p.reader(text);
    p.compute(tensix(
        "  binary_op_init_common(0, 1, 16);\n  add_tiles_init(0, 1);\n  for (uint32_t i = 0; i < 7; ++i) {\n"
        "    cb_wait_front(0, 1);\n    cb_wait_front(1, 1);\n    tile_regs_acquire();\n    add_tiles(0, 1, 0, 0, 0);\n"
        "    tile_regs_commit();\n    cb_pop_front(0, 1);\n    cb_pop_front(1, 1);\n    cb_reserve_back(16, 1);\n"
        "    tile_regs_wait();\n    pack_tile(0, 16);\n    tile_regs_release();\n    cb_push_back(16, 1);\n  }\n"));
    p.writer(dm("  for (uint32_t i = 0; i < 7; ++i) {\n    cb_wait_front(16, 1);\n    cb_pop_front(16, 1);\n  }\n"));
}

// Sections in a nested loop; `release` may be lost.
void nested(P p, const std::string& release) {
    p.cb(2, 4);
    p.cb(17, 4);
    p.reader(dm(
        "  for (uint32_t i = 0; i < 8; ++i) {\n    cb_reserve_back(2, 1);\n    auto* at = "
        "reinterpret_cast<volatile uint32_t*>(get_write_ptr(2));\n    for (uint32_t j = 0; j < 512; ++j) at[j] = 0;\n"
        "    cb_push_back(2, 1);\n  }\n"));
    p.compute(tensix(
        "  unary_op_init_common(2, 17);\n  copy_tile_to_dst_init_short(2);\n  for (uint32_t b = 0; b < 2; ++b) {\n"
        "    for (uint32_t i = 0; i < 4; ++i) {\n      tile_regs_acquire();\n      cb_wait_front(2, 1);\n      "
        "copy_tile(2, 0, 0);\n"
        "      cb_pop_front(2, 1);\n      tile_regs_commit();\n      tile_regs_wait();\n      cb_reserve_back(17, 1);\n"
        "      pack_tile(0, 17);\n      cb_push_back(17, 1);\n" +
        release + "    }\n  }\n"));
    p.writer(dm("  cb_wait_front(17, 4);\n  cb_pop_front(17, 4);\n  cb_wait_front(17, 4);\n  cb_pop_front(17, 4);\n"));
}

// Six cores in a line, each waiting for its left neighbour; the first goes ahead if it is told so.
void pipeline(P p, card::Card& card, uint32_t first_goes) {
    const CoreRanges line = {{{0, 6}, {5, 6}}};
    p.semaphores = {{1, line, 0}};
    auto& stage = p.writer(
        dm("  if (get_arg_val<uint32_t>(2) == 0) {\n" + kFlagOf1 +
           "    noc_semaphore_wait_min(flag, 1);\n  }\n  if (get_arg_val<uint32_t>(3) != 0) {\n" + kRaise1 + "  }\n"),
        line);
    for (uint32_t x = 0; x < 6; ++x) {
        to_core(stage, card, {x, 6}, {(x + 1) % 6, 6});
        stage.runtime_args[{x, 6}].push_back(x == 0 ? first_goes : 0);
        stage.runtime_args[{x, 6}].push_back(x == 5 ? 0 : 1);
    }
}

void whole_and_parts(P p, const std::string& rounds, uint32_t depth) {
    p.cb(9, depth).formats[0].name = "cb_mid";
    p.compute(tensix("  for (uint32_t i = 0; i < " + rounds +
                     "; ++i) {\n    cb_reserve_back(9, 3);\n    cb_push_back(9, 3);\n  }\n"));
    p.writer(dm("  for (uint32_t i = 0; i < 3; ++i) {\n    cb_wait_front(9, 6);\n    cb_pop_front(9, 6);\n  }\n"));
}
}  // namespace

std::vector<Faulty> other_hangs() {
    return {
        {"BossCountsItselfAmongTwelve", "TW1006", "semaphore 1 is 13; it is 12", "BRISC writer",
         [](P p, card::Card& card) { reports(p, card, 13, "  // HERE"); },
         [](P p, card::Card& card) { reports(p, card, 12); }, "12 cores", false,
         "pass 12 instead of 13 as compile-time arg 0 of writer"},
        {"NobodyServesFirst", "TW1002", "c_", "", [](P p, card::Card&) { ping_pong(p, false); },
         [](P p, card::Card&) { ping_pong(p, true); }},
        {"SecondInputOneShort", "TW1002", "page 7 of c_1", "UNPACK", [](P p, card::Card&) { two_inputs(p, "6"); },
         [](P p, card::Card&) { two_inputs(p, "7"); }, "1 short"},
        {"ReleaseLostInANestedLoop", "TW1005", "PACK", "", [](P p, card::Card&) { nested(p, ""); },
         [](P p, card::Card&) { nested(p, "      tile_regs_release();\n"); }, "release", false, "tile_regs_release();"},
        {"FirstOfALineWaits", "TW1006", "semaphore 1 is at least 1; it is 0", "BRISC writer",
         [](P p, card::Card& card) { pipeline(p, card, 0); }, [](P p, card::Card& card) { pipeline(p, card, 1); },
         "core (0,6)"},
        {"ThreeBlocksWhereSixAreWanted", "TW1001", "cb_mid (c_9)", "BRISC writer",
         [](P p, card::Card&) { whole_and_parts(p, "6", 5); }, [](P p, card::Card&) { whole_and_parts(p, "6", 6); }, "",
         false, "grow cb_mid (c_9) from 5 to 6 pages"},
        {"OneBlockTooFew", "TW1002", "cb_mid (c_9)", "BRISC writer",
         [](P p, card::Card&) { whole_and_parts(p, "5", 6); }, [](P p, card::Card&) { whole_and_parts(p, "6", 6); }, "",
         false, "rounds: 6 instead of 5"},
    };
}

}  // namespace tilewright::testing
