// Compute threads that wait for each other or for a hand-over that never happens.
#include "faulty.hpp"

namespace tilewright::testing {

namespace {
const std::string kFill =
    "    for (uint32_t j = 0; j < 512; ++j) {\n      reinterpret_cast<volatile uint32_t*>(get_write_ptr(0))[j] = "
    "0x3F803F80;\n    }\n";
const std::string kReader =
    dm("  for (uint32_t i = 0; i < 4; ++i) {\n    cb_reserve_back(0, 1);\n" + kFill + "    cb_push_back(0, 1);\n  }\n");
const std::string kWriter =
    dm("  for (uint32_t i = 0; i < 4; ++i) {\n    cb_wait_front(16, 1);\n    cb_pop_front(16, 1);\n  }\n");

// A copy loop with holes: calls may be left out, and code put first.
struct Copy {
    bool commit = true;
    bool release = true;
    std::string first = "";
    std::string copy = "    copy_tile(0, 0, 0);\n";
    std::string wait_mark = "";
    std::string acquire_mark = "";
};

void copy_program(TestProgram& program, const Copy& how) {
    program.cb(0, 2);
    program.cb(16, 2);
    program.reader(kReader);
    program.compute(tensix(
        "  unary_op_init_common(0, 16);\n  copy_tile_to_dst_init_short(0);\n  for (uint32_t i = 0; i < 4; ++i) {\n" +
        how.first + "    cb_wait_front(0, 1);\n    tile_regs_acquire();" + how.acquire_mark + "\n" + how.copy +
        (how.commit ? "    tile_regs_commit();\n" : "") +
        "    cb_pop_front(0, 1);\n    cb_reserve_back(16, 1);\n    tile_regs_wait();" + how.wait_mark +
        "\n    pack_tile(0, 16);\n" + (how.release ? "    tile_regs_release();\n" : "") +
        "    cb_push_back(16, 1);\n  }\n"));
    program.writer(kWriter);
}

}  // namespace

std::vector<Faulty> compute_hangs() {
    return {
        {"CommitForgotten", "TW1005", "MATH never commits", "PACK",
         [](TestProgram& p, card::Card&) { copy_program(p, {.commit = false, .wait_mark = "  // HERE"}); },
         [](TestProgram& p, card::Card&) { copy_program(p, {}); }, "tile_regs_commit"},
        {"ReleaseForgotten", "TW1005", "PACK never releases", "MATH",
         [](TestProgram& p, card::Card&) {
             // PACK ends after its two waits; MATH wants a third section.
             p.cb(0, 4);
             p.reader(kReader);
             p.compute(
                 tensix("  unary_op_init_common(0, 0);\n  copy_tile_to_dst_init_short(0);\n  for (uint32_t i = 0; i < "
                        "4; ++i) {\n    cb_wait_front(0, 1);\n"
                        "    tile_regs_acquire();  // HERE\n    copy_tile(0, 0, 0);\n    tile_regs_commit();\n    "
                        "cb_pop_front(0, 1);\n  }\n"));
         },
         [](TestProgram& p, card::Card&) { copy_program(p, {}); }, "tile_regs_release"},
        {"MathWithoutUnpack", "TW1005", "UNPACK sends no more operands", "MATH",
         [](TestProgram& p, card::Card&) { copy_program(p, {.copy = "    MATH((copy_tile(0, 0, 0)));  // HERE\n"}); },
         [](TestProgram& p, card::Card&) { copy_program(p, {}); }, "same tile calls", true},
        {"OwnOutputAwaitedBeforeItIsMade", "TW1005", "UNPACK needs c_24, which the same kernel fills later", "UNPACK",
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.cb(24, 2);
             p.reader(dm("  cb_reserve_back(0, 1);\n" + kFill + "  cb_push_back(0, 1);\n"));
             p.compute(tensix(
                 "  unary_op_init_common(0, 24);\n  copy_tile_to_dst_init_short(0);\n  cb_wait_front(24, 1);  // "
                 "HERE\n  cb_wait_front(0, 1);\n  tile_regs_acquire();\n"
                 "  copy_tile(0, 0, 0);\n  tile_regs_commit();\n  cb_reserve_back(24, 1);\n  tile_regs_wait();\n  "
                 "pack_tile(0, 24);\n"
                 "  tile_regs_release();\n  cb_push_back(24, 1);\n  cb_pop_front(24, 1);\n  cb_pop_front(0, 1);\n"));
         },
         [](TestProgram& p, card::Card&) {
             p.cb(0, 2);
             p.cb(24, 2);
             p.reader(dm("  cb_reserve_back(0, 1);\n" + kFill + "  cb_push_back(0, 1);\n"));
             p.compute(
                 tensix("  unary_op_init_common(0, 24);\n  copy_tile_to_dst_init_short(0);\n  cb_wait_front(0, 1);\n  "
                        "tile_regs_acquire();\n"
                        "  copy_tile(0, 0, 0);\n  tile_regs_commit();\n  cb_reserve_back(24, 1);\n  "
                        "tile_regs_wait();\n  pack_tile(0, 24);\n"
                        "  tile_regs_release();\n  cb_push_back(24, 1);\n  cb_wait_front(24, 1);\n  cb_pop_front(24, "
                        "1);\n  cb_pop_front(0, 1);\n"));
         }},
    };
}

}  // namespace tilewright::testing
