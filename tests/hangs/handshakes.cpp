// Cores that signal each other with wrong numbers, to wrong places or in the wrong order.
#include "faulty.hpp"

namespace tilewright::testing {

namespace {
using P = TestProgram&;

CoreRanges row(uint32_t first, uint32_t last, uint32_t y = 0) { return {{{first, y}, {last, y}}}; }

// A pointer to a semaphore of this core.
std::string word(const std::string& id, const std::string& name = "word") {
    return "  volatile tt_l1_ptr uint32_t* " + name +
           " = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(" + id + "));\n";
}

// Raises a semaphore of the core at runtime args 0 and 1.
const std::string kSignal =
    "  noc_semaphore_inc(get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), get_semaphore(0)), 1);\n"
    "  noc_async_atomic_barrier();\n";

void arg_core(KernelDescriptor& kernel, card::Card& card, LogicalCore from, LogicalCore to,
              std::vector<uint32_t> more = {}) {
    const card::NocXy at = card.virtual_core(to);
    kernel.runtime_args[from] = {at.x, at.y};
    kernel.runtime_args[from].insert(kernel.runtime_args[from].end(), more.begin(), more.end());
}

// Core (0,0) gathers one signal of each of `senders` cores to its right and waits for `wanted`.
void gather(P p, card::Card& card, uint32_t senders, uint32_t wanted, const std::string& mark = "") {
    p.semaphores = {{0, row(0, senders), 0}};
    p.reader(dm(word("0") + "  noc_semaphore_wait(word, get_arg_val<uint32_t>(0));" + mark + "\n"))
        .runtime_args[k00] = {wanted};
    auto& sender = p.writer(dm(kSignal), row(1, senders));
    for (uint32_t x = 1; x <= senders; ++x) arg_core(sender, card, {x, 0}, k00);
}

// The same with a number in the text and a minimum.
void gather_min(P p, card::Card& card, uint32_t senders, const std::string& wanted, const std::string& mark = "") {
    p.semaphores = {{1, row(0, senders, 2), 0}};
    p.writer(dm(word("1") + "  noc_semaphore_wait_min(word, " + wanted + ");" + mark + "\n"), {{{0, 2}, {0, 2}}});
    auto& sender = p.reader(dm("  uint64_t to = get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), "
                               "get_semaphore(1));\n  noc_semaphore_inc(to, 1);\n  noc_async_atomic_barrier();\n"),
                            row(1, senders, 2));
    for (uint32_t x = 1; x <= senders; ++x) arg_core(sender, card, {x, 2}, {0, 2});
}

// Two senders, three rounds, a counter for each round; an answer lets the senders go on.
void rounds(P p, card::Card& card, const std::string& reset, const std::string& mark, const std::string& wanted = "2") {
    p.semaphores = {{0, row(0, 2), 0}, {1, row(0, 2), 0}};
    auto& gatherer = p.reader(
        dm(word("0") + "  for (uint32_t r = 0; r < 3; ++r) {\n    noc_semaphore_wait(word, " + wanted + ");" + mark +
           "\n" + reset +
           "    for (uint32_t i = 0; i < 2; ++i) {\n      noc_semaphore_inc(get_noc_addr(get_arg_val<uint32_t>(2 * i), "
           "get_arg_val<uint32_t>(2 * i + 1), get_semaphore(1)), 1);\n    }\n    noc_async_atomic_barrier();\n  }\n"));
    const card::NocXy a = card.virtual_core({1, 0}), b = card.virtual_core({2, 0});
    gatherer.runtime_args[k00] = {a.x, a.y, b.x, b.y};
    auto& sender = p.writer(dm(word("1", "go") + "  for (uint32_t r = 0; r < 3; ++r) {\n  " + kSignal +
                               "    noc_semaphore_wait(go, 1);\n    noc_semaphore_set(go, 0);\n  }\n"),
                            row(1, 2));
    for (uint32_t x = 1; x <= 2; ++x) arg_core(sender, card, {x, 0}, k00);
}

// Two kernels that shake hands; `first` and `second` are their bodies.
void handshake(P p, card::Card& card, const std::string& left, const std::string& right) {
    p.semaphores = {{0, row(3, 4), 0}};
    arg_core(p.reader(dm(word("0") + left), row(3, 3)), card, {3, 0}, {4, 0});
    arg_core(p.writer(dm(word("0") + right), row(4, 4)), card, {4, 0}, {3, 0});
}
const std::string kWaitOne = "  noc_semaphore_wait(word, 1);\n";

// A token goes round `cores` cores of a column; core (5,0) has it first if it is primed.
void ring(P p, card::Card& card, uint32_t cores, bool primed) {
    const CoreRanges column = {{{5, 0}, {5, cores - 1}}};
    p.semaphores = {{2, {{{5, 0}, {5, 0}}}, primed ? 1u : 0u}, {2, {{{5, 1}, {5, cores - 1}}}, 0}};
    auto& kernel = p.reader(dm(word("2") + "  noc_semaphore_wait(word, 1);\n  noc_semaphore_set(word, 0);\n"
                                           "  noc_semaphore_inc(get_noc_addr(get_arg_val<uint32_t>(0), "
                                           "get_arg_val<uint32_t>(1), get_semaphore(2)), 1);\n"
                                           "  noc_async_atomic_barrier();\n"),
                            column);
    for (uint32_t y = 0; y < cores; ++y) arg_core(kernel, card, {5, y}, {5, (y + 1) % cores});
}

// Eight children report to core (0,1); argument 2 says whether they do.
void children(P p, card::Card& card, LogicalCore silent) {
    const CoreRanges cores = {{{1, 0}, {4, 1}}};
    p.semaphores = {{0, {{{0, 0}, {4, 1}}}, 0}};
    p.reader(dm(word("0") + "  noc_semaphore_wait(word, 8);\n"), {{{0, 1}, {0, 1}}});
    auto& child = p.writer(dm("  if (get_arg_val<uint32_t>(2) != 0) {\n  " + kSignal + "  }\n"), cores);
    for (const LogicalCore& core : cores_of(cores)) arg_core(child, card, core, {0, 1}, {core == silent ? 0u : 1u});
}

void missing_on_a_core(P p, card::Card& card, const CoreRanges& created) {
    p.semaphores = {{0, row(0, 1), 0}, {1, created, 0}};
    p.reader(dm(word("1") + "  noc_semaphore_wait(word, 1);\n"), row(0, 0));
    arg_core(
        p.writer(
            dm("  uint64_t to = get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), get_semaphore(0));\n"
               "  noc_semaphore_inc(to, 1);\n  noc_async_atomic_barrier();\n"),
            row(1, 1)),
        card, {1, 0}, k00);
}

void starting_value(P p, card::Card& card, uint32_t initial) {
    p.semaphores = {{3, row(0, 3), initial}};
    p.writer(dm(word("3", "ready") + "  noc_semaphore_wait(ready, 3);\n  noc_semaphore_set(ready, 0);\n"));
    auto& sender = p.reader(dm("  noc_semaphore_inc(get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), "
                               "get_semaphore(3)), 1);\n  noc_async_atomic_barrier();\n"),
                            row(1, 3));
    for (uint32_t x = 1; x <= 3; ++x) arg_core(sender, card, {x, 0}, k00);
}

void other_semaphore(P p, card::Card& card, const std::string& waited) {
    p.semaphores = {{0, row(0, 1), 0}, {1, row(0, 1), 0}};
    p.reader(dm(word(waited) + "  noc_semaphore_wait_min(word, 1);\n"));
    arg_core(p.writer(dm(kSignal), row(1, 1)), card, {1, 0}, k00);
}

// The receiver waits in every round, the sender has fewer of them.
void sender_rounds(P p, card::Card& card, uint32_t sends, uint32_t waits) {
    p.semaphores = {{0, row(0, 1), 0}, {1, row(0, 1), 0}};
    auto& receiver = p.reader(
        dm(word("0") + "  for (uint32_t r = 0; r < get_arg_val<uint32_t>(2); ++r) {\n    noc_semaphore_wait(word, 1);\n"
                       "    noc_semaphore_set(word, 0);\n    noc_semaphore_inc(get_noc_addr(get_arg_val<uint32_t>(0), "
                       "get_arg_val<uint32_t>(1), get_semaphore(1)), 1);\n    noc_async_atomic_barrier();\n  }\n"));
    arg_core(receiver, card, k00, {1, 0}, {waits});
    auto& sender = p.writer(dm(word("1", "taken") + "  for (uint32_t r = 0; r < get_arg_val<uint32_t>(2); ++r) {\n  " +
                               kSignal + "    noc_semaphore_wait(taken, 1);\n    noc_semaphore_set(taken, 0);\n  }\n"),
                            row(1, 1));
    arg_core(sender, card, {1, 0}, k00, {sends});
}

// (0,0) waits for (1,0), which waits for (2,0), which waits for a page.
void chain(P p, card::Card& card, uint32_t pushed) {
    p.semaphores = {{0, row(0, 2), 0}};
    p.cb(7, 2, 2048, row(2, 2));
    p.reader(dm(word("0") + kWaitOne), row(0, 0));
    arg_core(p.reader(dm(word("0") + kWaitOne + kSignal), row(1, 1)), card, {1, 0}, {0, 0});
    arg_core(p.reader(dm("  cb_wait_front(7, 2);\n  cb_pop_front(7, 2);\n" + kSignal), row(2, 2)), card, {2, 0},
             {1, 0});
    p.writer(dm("  for (uint32_t i = 0; i < get_arg_val<uint32_t>(0); ++i) {\n    cb_reserve_back(7, 1);\n    "
                "cb_push_back(7, 1);\n  }\n"),
             row(2, 2))
        .runtime_args[{2, 0}] = {pushed};
}

// One processor of a core waits for the other.
void on_one_core(P p, bool signalled) {
    p.semaphores = {{0, kCore00, 0}};
    p.reader(dm(word("0") + "  noc_semaphore_set(word, 0);\n  noc_semaphore_wait(word, 1);\n"));
    p.writer(dm(signalled ? "  noc_semaphore_inc(get_noc_addr(get_semaphore(0)), 1);\n  noc_async_atomic_barrier();\n"
                          : ""));
}

// Three kernels of their own, each waiting for the one before it.
void triangle(P p, card::Card& card, bool first_signals) {
    p.semaphores = {{0, row(0, 2, 3), 0}};
    const std::string signal_then_wait = word("0") + kSignal + kWaitOne,
                      wait_then_signal = word("0") + kWaitOne + kSignal;
    arg_core(p.reader(dm(first_signals ? signal_then_wait : wait_then_signal), row(0, 0, 3)), card, {0, 3}, {1, 3});
    arg_core(p.reader(dm(wait_then_signal + "  // the second\n"), row(1, 1, 3)), card, {1, 3}, {2, 3});
    arg_core(p.reader(dm(wait_then_signal + "  // the third\n"), row(2, 2, 3)), card, {2, 3}, {0, 3});
}

// A sender that multicasts a flag when its receivers are ready.
void multicast_flag(P p, card::Card& card, uint32_t receivers, uint32_t ready) {
    const CoreRanges all = row(0, receivers);
    p.semaphores = {{0, all, 0}, {1, all, 0}};
    const card::NocXy a = card.virtual_core({1, 0}), b = card.virtual_core({receivers, 0});
    p.reader(dm(word("0", "ready") + word("1", "valid") +
                "  noc_semaphore_wait(ready, get_arg_val<uint32_t>(4));\n  noc_semaphore_set(valid, 1);\n"
                "  noc_semaphore_set_multicast(get_semaphore(1), get_noc_multicast_addr(get_arg_val<uint32_t>(0), "
                "get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(2), get_arg_val<uint32_t>(3), get_semaphore(1)), " +
                std::to_string(receivers) + ");\n  noc_async_write_barrier();\n"))
        .runtime_args[k00] = {a.x, a.y, b.x, b.y, ready};
    auto& receiver =
        p.reader(dm(word("1", "valid") + kSignal + "  noc_semaphore_wait(valid, 1);\n"), row(1, receivers));
    for (uint32_t x = 1; x <= receivers; ++x) arg_core(receiver, card, {x, 0}, k00);
}
}  // namespace

std::vector<Faulty> handshake_hangs() {
    return {
        {"SenderCountsItself", "TW1006", "reader waits until semaphore 0 is 5; it is 4", "NCRISC reader",
         [](P p, card::Card& card) { gather(p, card, 4, 5, "  // HERE"); },
         [](P p, card::Card& card) { gather(p, card, 4, 4); }, "does the waiting core count itself", false,
         "pass 4 instead of 5 as runtime arg 0 of reader"},
        {"MinimumOneTooHigh", "TW1006", "semaphore 1 is at least 7; it is 6", "BRISC writer",
         [](P p, card::Card& card) { gather_min(p, card, 6, "7", "  // HERE"); },
         [](P p, card::Card& card) { gather_min(p, card, 6, "6"); }, "6 cores", false, "wait for 6 instead of 7"},
        {"CounterNeverReset", "TW1006", "waits 3 times for semaphore 0 to be 2, which nobody sets back to 0",
         "NCRISC reader", [](P p, card::Card& card) { rounds(p, card, "", "  // HERE"); },
         [](P p, card::Card& card) { rounds(p, card, "    noc_semaphore_set(word, 0);\n", ""); },
         "later waits end at once", false, "noc_semaphore_set(word, 0); after this wait"},
        // Whoever has signalled waits for the answer: that is no circle.
        {"OneSignalTooManyIsWaitedFor", "TW1006", "semaphore 0 is 3; it is 2", "NCRISC reader",
         [](P p, card::Card& card) { rounds(p, card, "    noc_semaphore_set(word, 0);\n", "", "3"); },
         [](P p, card::Card& card) { rounds(p, card, "    noc_semaphore_set(word, 0);\n", ""); },
         "it was changed 2 times, by 2 cores: 1 fewer than the wait needs"},
        {"OneSignalTooFewIsWaitedFor", "TW1006", "semaphore 0 is 1; it is 2", "NCRISC reader",
         [](P p, card::Card& card) { rounds(p, card, "    noc_semaphore_set(word, 0);\n", "", "1"); },
         [](P p, card::Card& card) { rounds(p, card, "    noc_semaphore_set(word, 0);\n", ""); },
         "it was changed 2 times, by 2 cores: 1 more than the wait is for"},
        {"BothWaitFirst", "TW1010", "each wait for a signal of the other", "",
         [](P p, card::Card& card) { handshake(p, card, kWaitOne + kSignal, kWaitOne + kSignal); },
         [](P p, card::Card& card) { handshake(p, card, kSignal + kWaitOne, kWaitOne + kSignal); }, "the circle", false,
         "wait after the signal"},
        {"RingNotPrimed", "TW1010", "4 threads wait for each other in a circle", "NCRISC reader",
         [](P p, card::Card& card) { ring(p, card, 4, false); }, [](P p, card::Card& card) { ring(p, card, 4, true); },
         "nobody begins", false, "create semaphore 2 on core (5,0) with 1 instead of 0"},
        {"RingOfSixNotPrimed", "TW1010", "6 threads wait for each other in a circle", "NCRISC reader",
         [](P p, card::Card& card) { ring(p, card, 6, false); }, [](P p, card::Card& card) { ring(p, card, 6, true); },
         "(5,5)", false, "create semaphore 2"},
        {"TriangleOfThreeKernels", "TW1010", "3 threads wait for each other in a circle", "NCRISC reader",
         [](P p, card::Card& card) { triangle(p, card, false); },
         [](P p, card::Card& card) { triangle(p, card, true); }, "nobody begins", false, "wait after the signal"},
        {"OneChildOfEightIsSilent", "TW1006", "semaphore 0 is 8; it is 7", "NCRISC reader",
         [](P p, card::Card& card) { children(p, card, {3, 1}); },
         [](P p, card::Card& card) { children(p, card, {9, 9}); }, "core (3,1) never does", false,
         "pass 1 instead of 0 as runtime arg 2 of writer on core (3,1)"},
        {"SemaphoreMissingOnACore", "TW1006", "semaphore 1, which does not exist on core (0,0)", "NCRISC reader",
         [](P p, card::Card& card) { missing_on_a_core(p, card, row(1, 1)); },
         [](P p, card::Card& card) { other_semaphore(p, card, "0"); }, "creates it on (1,0) only", false,
         "semaphore 0 instead of 1"},
        {"FlagStartsValid", "TW1006", "semaphore 3 is 3; it is 4", "BRISC writer",
         [](P p, card::Card& card) { starting_value(p, card, 1); },
         [](P p, card::Card& card) { starting_value(p, card, 0); }, "it starts with 1, and 3 came on top", false,
         "create semaphore 3 with 0 instead of 1"},
        {"SignalGoesToAnotherSemaphore", "TW1006", "semaphore 1 is at least 1; it is 0", "NCRISC reader",
         [](P p, card::Card& card) { other_semaphore(p, card, "1"); },
         [](P p, card::Card& card) { other_semaphore(p, card, "0"); }, "goes to semaphore 0 instead", false,
         "semaphore 0 instead of 1"},
        {"SignalGoesToTheNeighbour", "TW1006", "semaphore 0 is 2; it is 1", "NCRISC reader",
         [](P p, card::Card& card) {
             gather(p, card, 2, 2);
             arg_core(p.kernels[1], card, {2, 0}, {1, 0});
         },
         [](P p, card::Card& card) { gather(p, card, 2, 2); }, "sets the same word on core (1,0)", false,
         "instead of (19,18) as runtime args 0 and 1 of writer on core (2,0)"},
        {"ReceiverHasMoreRounds", "TW1006", "semaphore 0 is 1; it is 0", "NCRISC reader",
         [](P p, card::Card& card) { sender_rounds(p, card, 3, 4); },
         [](P p, card::Card& card) { sender_rounds(p, card, 4, 4); }, "waited for the 4. time", false,
         "pass 3 instead of 4 as runtime arg 2 of reader"},
        {"RootOfAChainIsACb", "TW1002", "page 2 of c_7", "NCRISC reader",
         [](P p, card::Card& card) { chain(p, card, 1); }, [](P p, card::Card& card) { chain(p, card, 2); },
         "core (2,0)", false, "pass 2 instead of 1 as runtime arg 0 of writer on core (2,0)"},
        {"OwnResetIsNoSignal", "TW1006", "semaphore 0 is 1; it is 0", "NCRISC reader",
         [](P p, card::Card&) { on_one_core(p, false); }, [](P p, card::Card&) { on_one_core(p, true); },
         "no thread of the program sets or raises it on this core", false, "nothing"},
        {"MulticastWaitsForOneReceiverTooMany", "TW1006", "semaphore 0 is 4; it is 3", "NCRISC reader",
         [](P p, card::Card& card) { multicast_flag(p, card, 3, 4); },
         [](P p, card::Card& card) { multicast_flag(p, card, 3, 3); }, "3 cores", false,
         "pass 3 instead of 4 as runtime arg 4 of reader"},
    };
}

}  // namespace tilewright::testing
