// CBs that are too small: proven by a replay that finishes.
#include "faulty.hpp"

namespace tilewright::testing {

namespace {
void wait_for_block(TestProgram& program, uint32_t depth) {
    program.cb(0, depth).formats[0].name = "cb_in";
    program.reader(
        dm("  for (uint32_t i = 0; i < 12; ++i) {\n    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n  }\n"));
    program.writer(
        dm("  for (uint32_t i = 0; i < 2; ++i) {\n    cb_wait_front(0, 6);  // HERE\n    cb_pop_front(0, 6);\n  }\n"));
}

// The reader fills c_0 entirely before c_1; the consumer takes them in turns.
void one_after_the_other(TestProgram& program, uint32_t depth) {
    program.cb(0, depth);
    program.cb(1, 2);
    program.reader(
        dm("  for (uint32_t i = 0; i < 9; ++i) {\n    cb_reserve_back(0, 1);  // HERE\n    cb_push_back(0, 1);\n  }\n"
           "  for (uint32_t i = 0; i < 9; ++i) {\n    cb_reserve_back(1, 1);\n    cb_push_back(1, 1);\n  }\n"));
    program.writer(
        dm("  for (uint32_t i = 0; i < 9; ++i) {\n    cb_wait_front(1, 1);\n    cb_pop_front(1, 1);\n    "
           "cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n  }\n"));
}

void reserve_too_much(TestProgram& program, uint32_t depth) {
    program.cb(0, depth);
    program.reader(dm("  cb_reserve_back(0, 8);  // HERE\n  cb_push_back(0, 8);\n"));
    program.writer(dm("  cb_wait_front(0, 8);\n  cb_pop_front(0, 8);\n"));
}

// An intermediate CB that must hold a whole row because its second use comes after the first has seen all of it.
void whole_row_needed(TestProgram& program, uint32_t depth) {
    program.cb(0, 2);
    program.cb(24, depth).formats[0].name = "cb_row";
    program.reader(
        dm("  for (uint32_t i = 0; i < 5; ++i) {\n    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n  }\n"));
    program.compute(
        tensix("  for (uint32_t i = 0; i < 5; ++i) {\n    cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n"
               "    cb_reserve_back(24, 1);\n    cb_push_back(24, 1);\n  }\n"
               "  cb_wait_front(24, 5);\n  cb_pop_front(24, 5);\n"));
}

void two_too_small(TestProgram& program, uint32_t a, uint32_t b) {
    program.cb(0, a);
    program.cb(1, b);
    program.reader(
        dm("  for (uint32_t i = 0; i < 4; ++i) {\n    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n    "
           "cb_reserve_back(1, 1);\n    cb_push_back(1, 1);\n  }\n"));
    program.writer(
        dm("  cb_wait_front(0, 3);\n  cb_wait_front(1, 3);\n  cb_pop_front(0, 3);\n  cb_pop_front(1, 3);\n"
           "  cb_wait_front(0, 1);\n  cb_wait_front(1, 1);\n  cb_pop_front(0, 1);\n  cb_pop_front(1, 1);\n"));
}

// Two pages that are never popped, because every round needs them.
void constants(TestProgram& p, uint32_t depth) {
    p.cb(2, depth).formats[0].name = "cb_scaler";
    p.reader(dm("  cb_reserve_back(2, 2);\n  cb_push_back(2, 2);\n"));
    p.writer(dm("  for (uint32_t i = 0; i < 3; ++i) {\n    cb_wait_front(2, 2);\n  }\n"));
}

// Blocks of two and single pages, each through a CB of that size, or the one through the other's.
void exchanged(TestProgram& p, uint32_t blocks, uint32_t singles) {
    p.cb(3, 2);
    p.cb(4, 1);
    p.writer(dm("  constexpr uint32_t cb_blocks = " + std::to_string(blocks) +
                ", cb_singles = " + std::to_string(singles) +
                ";\n  for (uint32_t i = 0; i < 3; ++i) {\n    cb_reserve_back(cb_blocks, 2);\n    "
                "cb_push_back(cb_blocks, 2);\n    cb_wait_front(cb_blocks, 2);\n    cb_pop_front(cb_blocks, 2);\n    "
                "cb_reserve_back(cb_singles, 1);\n    cb_push_back(cb_singles, 1);\n    cb_wait_front(cb_singles, "
                "1);\n    cb_pop_front(cb_singles, 1);\n  }\n"));
}
}  // namespace

std::vector<Faulty> capacity_hangs() {
    return {
        {"WaitBeyondCapacity", "TW1001", "writer waits for 6 pages of cb_in (c_0), which is 4 pages deep",
         "BRISC writer", [](TestProgram& p, card::Card&) { wait_for_block(p, 4); },
         [](TestProgram& p, card::Card&) { wait_for_block(p, 6); }, "cb_in (c_0) from 4 to 6 pages"},
        {"OneCbMustHoldEverything", "TW1001", "c_0 is too small", "NCRISC reader",
         [](TestProgram& p, card::Card&) { one_after_the_other(p, 2); },
         [](TestProgram& p, card::Card&) { one_after_the_other(p, 9); }, "c_0 from 2 to 9 pages"},
        {"ReserveBeyondCapacity", "TW1001", "reader reserves 8 pages of c_0, which is 4 pages deep", "NCRISC reader",
         [](TestProgram& p, card::Card&) { reserve_too_much(p, 4); },
         [](TestProgram& p, card::Card&) { reserve_too_much(p, 8); }, "c_0 from 4 to 8 pages"},
        {"IntermediateMustHoldARow", "TW1001", "cb_row (c_24)", "",
         [](TestProgram& p, card::Card&) { whole_row_needed(p, 2); },
         [](TestProgram& p, card::Card&) { whole_row_needed(p, 5); }, "cb_row (c_24) from 2 to 5 pages"},
        {"ConstantsThatAreKept", "TW1001", "cb_scaler (c_2)", "", [](TestProgram& p, card::Card&) { constants(p, 1); },
         [](TestProgram& p, card::Card&) { constants(p, 2); }, "cb_scaler (c_2) from 1 to 2 pages"},
        {"SizeOrIndex", "TW1001", "c_4", "", [](TestProgram& p, card::Card&) { exchanged(p, 4, 3); },
         [](TestProgram& p, card::Card&) { exchanged(p, 3, 4); }, "c_4 from 1 to 2 pages", false,
         "c_4 from 1 to 2 pages; or writer.cpp:3: c_4 and c_3 in each other's place"},
        {"TwoCbsTooSmall", "TW1001", "deadlock", "BRISC writer",
         [](TestProgram& p, card::Card&) { two_too_small(p, 2, 2); },
         [](TestProgram& p, card::Card&) { two_too_small(p, 3, 3); }, "c_0 from 2 to 3 pages, c_1 from 2 to 3 pages"},
    };
}

}  // namespace tilewright::testing
