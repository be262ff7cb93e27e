// DST sections that are handed over too seldom or too often, seen from where the hand-over was lost.
#include "faulty.hpp"

namespace tilewright::testing {

namespace {
using P = TestProgram&;

const std::string kOnes =
    "      for (uint32_t j = 0; j < 512; ++j) {\n        reinterpret_cast<volatile uint32_t*>(get_write_ptr(0))[j] = "
    "0x3F803F80;\n      }\n";

// Helpers in front of the kernel's main function.
std::string tensix_with(const std::string& helpers, const std::string& body) {
    std::string text = tensix(body);
    text.insert(text.find("void kernel_main"), helpers);
    return text;
}

void tiles(P p, uint32_t count, uint32_t out, const std::string& compute, const std::string& writer_mark = "") {
    p.cb(0, 2);
    p.cb(16, 2);
    p.reader(dm("  for (uint32_t i = 0; i < " + std::to_string(count) + "; ++i) {\n    cb_reserve_back(0, 1);\n" +
                kOnes + "    cb_push_back(0, 1);\n  }\n"));
    p.compute(compute);
    p.writer(dm("  for (uint32_t i = 0; i < " + std::to_string(out) + "; ++i) {\n    cb_wait_front(16, 1);" +
                writer_mark + "\n    cb_pop_front(16, 1);\n  }\n"));
}

const std::string kStart = "  unary_op_init_common(0, 16);\n  copy_tile_to_dst_init_short(0);\n";

// Copies in a helper, packs in another.
std::string two_helpers(const std::string& commit, const std::string& release) {
    return tensix_with(
        "void take(uint32_t cb) {\n  cb_wait_front(cb, 1);\n  tile_regs_acquire();\n  copy_tile(cb, 0, 0);\n" + commit +
            "  cb_pop_front(cb, 1);\n}\nvoid give(uint32_t cb) {\n  cb_reserve_back(cb, 1);\n  tile_regs_wait();\n"
            "  pack_tile(0, cb);\n" +
            release + "  cb_push_back(cb, 1);\n}\n",
        kStart + "  for (uint32_t i = 0; i < 5; ++i) {\n    take(0);\n    give(16);\n  }\n");
}

// Every second tile is packed; the others leave early.
std::string every_second(const std::string& leave) {
    return tensix(kStart +
                  "  for (uint32_t i = 0; i < 6; ++i) {\n    cb_wait_front(0, 1);\n    tile_regs_acquire();\n"
                  "    copy_tile(0, 0, 0);\n    tile_regs_commit();\n    cb_pop_front(0, 1);\n    tile_regs_wait();\n"
                  "    if (i % 2 == 1) {\n" +
                  leave +
                  "    }\n    cb_reserve_back(16, 1);\n    pack_tile(0, 16);\n    tile_regs_release();\n"
                  "    cb_push_back(16, 1);\n  }\n");
}

// The same with the way out before the commit.
std::string leaves_before_commit(const std::string& leave) {
    return tensix(
        kStart +
        "  for (uint32_t i = 0; i < 4; ++i) {\n    cb_wait_front(0, 1);\n    tile_regs_acquire();\n"
        "    copy_tile(0, 0, 0);\n    cb_pop_front(0, 1);\n    if (i == 2) {\n" +
        leave +
        "    }\n    tile_regs_commit();\n    cb_reserve_back(16, 1);\n    tile_regs_wait();\n    pack_tile(0, 16);\n"
        "    tile_regs_release();\n    cb_push_back(16, 1);\n  }\n");
}

// Two tiles a section, committed once too often or packed in halves.
std::string two_in_a_section(const std::string& between) {
    return tensix(
        kStart +
        "  for (uint32_t i = 0; i < 3; ++i) {\n    tile_regs_acquire();\n    for (uint32_t j = 0; j < 2; ++j) {\n"
        "      cb_wait_front(0, 1);\n      copy_tile(0, 0, j);\n      cb_pop_front(0, 1);\n    }\n    "
        "tile_regs_commit();\n" +
        "    tile_regs_wait();\n    for (uint32_t j = 0; j < 2; ++j) {\n      cb_reserve_back(16, 1);\n"
        "      pack_tile(j, 16);\n      cb_push_back(16, 1);\n    }\n" +
        between + "  }\n");
}

// A wait for an intermediate CB that stands before the calls that fill it.
std::string intermediate(bool early) {
    const std::string wait = "    cb_wait_front(24, 1);\n";
    return tensix(
        "  unary_op_init_common(0, 16);\n  for (uint32_t i = 0; i < 3; ++i) {\n" + (early ? wait : "") +
        "    copy_tile_to_dst_init_short(0);\n    cb_wait_front(0, 1);\n    tile_regs_acquire();\n    copy_tile(0, 0, "
        "0);\n"
        "    tile_regs_commit();\n    cb_reserve_back(24, 1);\n    tile_regs_wait();\n    pack_tile(0, 24);\n"
        "    tile_regs_release();\n    cb_push_back(24, 1);\n    cb_pop_front(0, 1);\n" +
        (early ? "" : wait) +
        "    copy_tile_to_dst_init_short(24);\n    tile_regs_acquire();\n    copy_tile(24, 0, 0);\n    "
        "tile_regs_commit();\n"
        "    cb_pop_front(24, 1);\n    cb_reserve_back(16, 1);\n    tile_regs_wait();\n    pack_tile(0, 16);\n"
        "    tile_regs_release();\n    cb_push_back(16, 1);\n  }\n");
}
}  // namespace

std::vector<Faulty> section_hangs() {
    return {
        {"CommitLostInAHelper", "TW1005", "MATH never commits", "PACK",
         [](P p, card::Card&) { tiles(p, 5, 5, two_helpers("", "  tile_regs_release();\n")); },
         [](P p, card::Card&) { tiles(p, 5, 5, two_helpers("  tile_regs_commit();\n", "  tile_regs_release();\n")); },
         "tile_regs_commit", false, "tile_regs_commit();"},
        {"ReleaseLostInAHelper", "TW1005", "", "",
         [](P p, card::Card&) { tiles(p, 5, 5, two_helpers("  tile_regs_commit();\n", "")); },
         [](P p, card::Card&) { tiles(p, 5, 5, two_helpers("  tile_regs_commit();\n", "  tile_regs_release();\n")); },
         "tile_regs_release", false, "tile_regs_release();"},
        {"ReleaseMissingOnContinue", "TW1005", "", "",
         [](P p, card::Card&) { tiles(p, 6, 3, every_second("      continue;\n")); },
         [](P p, card::Card&) { tiles(p, 6, 3, every_second("      tile_regs_release();\n      continue;\n")); },
         "tile_regs_release", false, "tile_regs_release(); before this continue"},
        {"CommitMissingOnContinue", "TW1005", "", "",
         [](P p, card::Card&) {
             tiles(p, 4, 4,
                   leaves_before_commit("      tile_regs_wait();\n      tile_regs_release();\n      "
                                        "cb_reserve_back(16, 1);\n      cb_push_back(16, 1);\n      continue;\n"));
         },
         [](P p, card::Card&) {
             tiles(p, 4, 4,
                   leaves_before_commit(
                       "      tile_regs_commit();\n      tile_regs_wait();\n      tile_regs_release();\n      "
                       "cb_reserve_back(16, 1);\n      cb_push_back(16, 1);\n      continue;\n"));
         },
         "", true, "tile_regs_commit();"},
        {"ReleaseForgottenAfterTwoPacks", "TW1005", "", "",
         [](P p, card::Card&) { tiles(p, 6, 6, two_in_a_section("")); },
         [](P p, card::Card&) { tiles(p, 6, 6, two_in_a_section("    tile_regs_release();\n")); }, "tile_regs_release",
         false, "tile_regs_release();"},
        {"IntermediateAwaitedAtTheTopOfTheLoop", "TW1005", "UNPACK needs c_24, which the same kernel fills later",
         "UNPACK",
         [](P p, card::Card&) {
             p.cb(24, 2);
             tiles(p, 3, 3, intermediate(true));
         },
         [](P p, card::Card&) {
             p.cb(24, 2);
             tiles(p, 3, 3, intermediate(false));
         },
         "", false, "after the cb_push_back that makes it true"},
    };
}

}  // namespace tilewright::testing
