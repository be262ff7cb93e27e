// Semaphores nobody signals, barriers nobody answers, words nobody writes.
#include "faulty.hpp"

namespace tilewright::testing {

namespace {
const LogicalCore k10{1, 0};
const CoreRanges kBoth = {{{0, 0}, {1, 0}}};

const std::string kWord =
    "  volatile tt_l1_ptr uint32_t* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0));\n";

// Core (0,0) waits for a signal that core (1,0) sends to the core given by its arguments.
void signal_to(TestProgram& program, card::Card& card, LogicalCore target, uint32_t times, const std::string& wait) {
    program.semaphores = {{0, kBoth, 0}};
    program.reader(dm(kWord + "  " + wait + "  // HERE\n"), {{{0, 0}, {0, 0}}});
    auto& sender = program.writer(
        dm("  uint64_t to = get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), get_semaphore(0));\n"
           "  for (uint32_t i = 0; i < get_arg_val<uint32_t>(2); ++i) {\n    noc_semaphore_inc(to, 1);\n  }\n  "
           "noc_async_atomic_barrier();\n"),
        {{{1, 0}, {1, 0}}});
    const card::NocXy at = card.virtual_core(target);
    sender.runtime_args[k10] = {at.x, at.y, times};
}

void multicast(TestProgram& program, card::Card& card, uint32_t num_dests) {
    const CoreRanges cores = {{{0, 0}, {2, 0}}};
    program.cb(0, 1, 2048, cores);
    program.writer(dm(
        "  cb_reserve_back(0, 1);\n  uint32_t at = get_write_ptr(0);\n"
        "  for (uint32_t i = 0; i < 512; ++i) {\n    reinterpret_cast<volatile uint32_t*>(at)[i] = i;\n  }\n"
        "  uint32_t word[4];\n  for (int i = 0; i < 4; ++i) word[i] = get_arg_val<uint32_t>(i);\n"
        "  uint64_t to = get_noc_multicast_addr(word[0], word[1], word[2], word[3], at);\n"
        "  noc_async_write_multicast(at, to, 2048, get_arg_val<uint32_t>(4));\n  noc_async_write_barrier();  // HERE\n"
        "  cb_push_back(0, 1);\n  cb_wait_front(0, 1);\n  cb_pop_front(0, 1);\n"));
    program.reader(dm(""), {{{1, 0}, {2, 0}}});
    const card::NocXy a = card.virtual_core({1, 0}), b = card.virtual_core({2, 0});
    program.kernels[0].runtime_args[k00] = {b.x, b.y, a.x, a.y, num_dests};  // NoC 1: the far corner first
}
}  // namespace

std::vector<Faulty> signal_hangs() {
    return {
        {"SemaphoreNeverSignalled", "TW1006", "reader waits until semaphore 0 is 1; it is 0", "NCRISC reader",
         [](TestProgram& p, card::Card& card) { signal_to(p, card, k00, 0, "noc_semaphore_wait(word, 1);"); },
         [](TestProgram& p, card::Card& card) { signal_to(p, card, k00, 1, "noc_semaphore_wait(word, 1);"); },
         "no thread of the program"},
        {"AfterAWaypoint", "TW1006", "semaphore 0", "NCRISC reader",
         [](TestProgram& p, card::Card& card) {
             signal_to(p, card, k00, 0, "WAYPOINT(\"DOOR\"); WAYPOINT(\"GATE\"); noc_semaphore_wait(word, 1);");
         },
         [](TestProgram& p, card::Card& card) {
             signal_to(p, card, k00, 1, "WAYPOINT(\"GATE\"); noc_semaphore_wait(word, 1);");
         },
         "last waypoint GATE", /*strict_only=*/true},
        {"SignalGoesToAnotherCore", "TW1006", "semaphore 0", "NCRISC reader",
         [](TestProgram& p, card::Card& card) { signal_to(p, card, k10, 1, "noc_semaphore_wait(word, 1);"); },
         [](TestProgram& p, card::Card& card) { signal_to(p, card, k00, 1, "noc_semaphore_wait(word, 1);"); },
         "sets the same word on core (1,0)"},
        {"TooFewSignals", "TW1006", "is at least 4; it is 3", "NCRISC reader",
         [](TestProgram& p, card::Card& card) { signal_to(p, card, k00, 3, "noc_semaphore_wait_min(word, 4);"); },
         [](TestProgram& p, card::Card& card) { signal_to(p, card, k00, 4, "noc_semaphore_wait_min(word, 4);"); },
         "changed it 3 times"},
        {"WaitForEqualityOvershoots", "TW1006", "is 2; it is 5", "NCRISC reader",
         [](TestProgram& p, card::Card&) {
             p.semaphores = {{0, kCore00, 5}};
             p.reader(dm(kWord + "  noc_semaphore_wait(word, 2);  // HERE\n"));
         },
         [](TestProgram& p, card::Card&) {
             p.semaphores = {{0, kCore00, 5}};
             p.reader(dm(kWord + "  noc_semaphore_wait_min(word, 2);\n"));
         }},
        {"MulticastCountsTooManyReceivers", "TW1007", "writer waits at a barrier", "BRISC writer",
         [](TestProgram& p, card::Card& card) { multicast(p, card, 3); },
         [](TestProgram& p, card::Card& card) { multicast(p, card, 2); }, "TW2104"},
        {"PollOfAWordNobodyWrites", "TW1008", "reader polls", "NCRISC reader",
         [](TestProgram& p, card::Card&) {
             p.semaphores = {{0, kCore00, 0}};
             p.reader(dm(kWord + "  while (*word != 7) {}  // HERE\n"));
         },
         [](TestProgram& p, card::Card&) {
             p.semaphores = {{0, kCore00, 7}};
             p.reader(dm(kWord + "  while (*word != 7) {}\n"));
         }},
        {"SignallerIsStuckItself", "TW1002", "c_0", "BRISC writer",
         [](TestProgram& p, card::Card& card) {
             // The sender starves on its CB: the semaphore wait is a consequence.
             p.cb(0, 2, 2048, {{{1, 0}, {1, 0}}});
             p.semaphores = {{0, kBoth, 0}};
             p.reader(dm(kWord + "  noc_semaphore_wait(word, 1);\n"), {{{0, 0}, {0, 0}}});
             auto& sender =
                 p.writer(dm("  cb_wait_front(0, 1);  // HERE\n  cb_pop_front(0, 1);\n"
                             "  noc_semaphore_inc(get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), "
                             "get_semaphore(0)), 1);\n  noc_async_atomic_barrier();\n"),
                          {{{1, 0}, {1, 0}}});
             const card::NocXy at = card.virtual_core(k00);
             sender.runtime_args[k10] = {at.x, at.y};
         },
         [](TestProgram& p, card::Card& card) { signal_to(p, card, k00, 1, "noc_semaphore_wait(word, 1);"); }},
    };
}

}  // namespace tilewright::testing
