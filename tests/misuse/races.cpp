// Cores that use each other's L1 without an order: each race beside its twin that waits where it must.
#include "misuse.hpp"

namespace tilewright::testing {

namespace {

// What every kernel here begins with: args are the peer's coordinates, an address in L1 that is the same on all cores,
// a buffer in DRAM, and the corners of the receivers.
const std::string kBegin =
    "  [[maybe_unused]] const uint32_t x = get_arg_val<uint32_t>(0), y = get_arg_val<uint32_t>(1);\n"
    "  [[maybe_unused]] const uint32_t data = get_arg_val<uint32_t>(2);\n"
    "  [[maybe_unused]] const InterleavedAddrGen<true> dram = {.bank_base_address = get_arg_val<uint32_t>(3), "
    ".page_size = 2048};\n"
    "  [[maybe_unused]] const uint64_t all = get_noc_multicast_addr(get_arg_val<uint32_t>(4), "
    "get_arg_val<uint32_t>(5), "
    "get_arg_val<uint32_t>(6), get_arg_val<uint32_t>(7), 0);\n"
    "  [[maybe_unused]] const uint32_t me = get_arg_val<uint32_t>(8);\n"
    "  [[maybe_unused]] auto* s0 = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0));\n"
    "  [[maybe_unused]] auto* s1 = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(1));\n"
    "  [[maybe_unused]] auto* s2 = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(2));\n"
    "  [[maybe_unused]] auto* mem = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(data);\n"
    "  [[maybe_unused]] const auto peer = [&](uint32_t at) { return get_noc_addr(x, y, at); };\n"
    "  [[maybe_unused]] const auto sem = [](uint32_t i) { return get_semaphore(i); };\n";
// Fills the core's own data from DRAM; sends the core's own data to DRAM.
const std::string kFill = "  noc_async_read(get_noc_addr(0, dram), data, 256);\n  noc_async_read_barrier();\n";
const std::string kUse = "  noc_async_write(data, get_noc_addr(me, dram), 256);\n  noc_async_write_barrier();\n";
const std::string kSend = "  noc_async_write(data, peer(data), 256);\n";
const std::string kSent = "  noc_async_write_barrier();\n";
const std::string kDone = "  noc_async_atomic_barrier();\n";
const std::string kPull = "  noc_async_read(peer(data), data + 1024, 256);\n";
const std::string kPulled = "  noc_async_read_barrier();\n";

std::string inc(int semaphore, const std::string& mark = "") {
    return "  noc_semaphore_inc(peer(sem(" + std::to_string(semaphore) + ")), 1);" + mark + "\n";
}
std::string wait_min(int semaphore, const std::string& value) {
    return "  noc_semaphore_wait_min(s" + std::to_string(semaphore) + ", " + value + ");\n";
}
std::string twice(const std::string& body) { return "  for (uint32_t i = 0; i < 2; ++i) {\n" + body + "  }\n"; }
const std::string kHere = "  // HERE";

// Core (i,0) runs bodies[i] and talks to core (peers[i],0); receivers of multicasts are cores 1 to the last.
void cores_run(TestProgram& program, Bench& bench, const std::vector<std::string>& bodies,
               const std::vector<uint32_t>& peers) {
    const auto count = static_cast<uint32_t>(bodies.size());
    const CoreRanges cores = {{{0, 0}, {count - 1, 0}}};
    program.semaphores = {{0, cores, 0}, {1, cores, 0}, {2, cores, 0}};
    card::BufferConfig config;
    config.page_bytes = 4096;
    config.bytes = uint64_t{4096} * bench.card->num_workers();
    config.memory = card::MemoryType::L1;
    bench.buffers.push_back(std::make_unique<card::Buffer>(bench.card, config));
    const auto data = static_cast<uint32_t>(bench.buffers.back()->address());
    const uint32_t dram = bench.dram(8);
    const card::NocXy first = bench.card->virtual_core({1, 0}), last = bench.card->virtual_core({count - 1, 0});
    for (uint32_t i = 0; i < count; ++i) {
        const card::NocXy peer = bench.card->virtual_core({peers[i], 0});
        KernelDescriptor& kernel = program.reader(dm(kBegin + bodies[i]), {{{i, 0}, {i, 0}}});
        kernel.name = "core" + std::to_string(i);
        kernel.runtime_args[{i, 0}] = {peer.x, peer.y, data, dram, first.x, first.y, last.x, last.y, i + 1};
    }
}

using Bodies = std::vector<std::string>;
Misuse race(std::string name, std::string code, std::string says, const Bodies& wrong, const Bodies& right,
            std::vector<uint32_t> peers = {1, 0}) {
    return {std::move(name),
            std::move(code),
            std::move(says),
            "",
            [=](TestProgram& p, Bench& b) { cores_run(p, b, wrong, peers); },
            [=](TestProgram& p, Bench& b) { cores_run(p, b, right, peers); }};
}

const std::string kFlagAll =
    "  noc_semaphore_set(s0, 1);\n  noc_semaphore_set_multicast(sem(0), all | sem(0), 1);" + kHere + "\n";
const std::string kSendAll = "  noc_async_write_multicast(data, all | data, 256, 1);\n";
const std::string kSendThree = "  noc_async_write_multicast(data, all | data, 256, 3);\n";
const std::string kFlagThree = "  noc_semaphore_set(s0, 1);\n  noc_semaphore_set_multicast(sem(0), all | sem(0), 3);\n";

std::vector<Misuse> flags_before_data() {
    const std::string receive = wait_min(0, "1") + kUse;
    const std::string load = wait_min(0, "1") +
                             "  uint32_t sum = 0;\n  for (uint32_t i = 0; i < 64; ++i) sum += mem[i];\n"
                             "  mem[100] = sum;\n";
    const std::string other_noc = "  noc_semaphore_inc(peer(sem(0)), 1, 1 - noc_index);" + kHere +
                                  "\n  noc_async_atomic_barrier(1 - noc_index);\n";
    return {
        race("FlagByMulticastDataByUnicast", "TW2502", "noc_semaphore_set_multicast may arrive before the data",
             {kFill + kSend + kFlagAll + kSent, receive}, {kFill + kSend + kSent + kFlagAll + kSent, receive}),
        race("FlagByUnicastDataByMulticast", "TW2502", "noc_semaphore_inc may arrive before the data",
             {kFill + kSendAll + inc(0, kHere) + kSent + kDone, receive},
             {kFill + kSendAll + kSent + inc(0) + kDone, receive}),
        race("FlagThroughTheOtherNoc", "TW2502", "noc_semaphore_inc may arrive before the data",
             {kFill + kSend + other_noc + kSent, receive}, {kFill + kSend + kSent + other_noc, receive}),
        race("FlagThroughAThirdCore", "TW2502", "noc_semaphore_inc may arrive before the data",
             {kFill + "  noc_async_write(data, all | data, 256);\n" + inc(0, kHere) + kSent + kDone,
              wait_min(0, "1") + inc(0) + kDone, receive},
             {kFill + "  noc_async_write(data, all | data, 256);\n" + kSent + inc(0) + kDone,
              wait_min(0, "1") + inc(0) + kDone, receive},
             {1, 2, 0}),
        race("FlagBeforeTheReadIsOver", "TW2502", "that noc_async_read fetches may still be under way",
             {"  noc_async_read(get_noc_addr(0, dram), data, 256);\n" + inc(0, kHere) + kPulled + kDone,
              wait_min(0, "1") + kPull + kPulled},
             {kFill + inc(0) + kDone, wait_min(0, "1") + kPull + kPulled}),
        race("FlagBeforeTheWrite", "TW2502", "noc_semaphore_inc comes before the 256 B",
             {kFill + inc(0, kHere) + kSend + kSent + kDone, receive},
             {kFill + kSend + inc(0) + kSent + kDone, receive}),
        race("LoadedAfterAnEarlyFlag", "TW2502", "may arrive before the data", {kFill + kSend + kFlagAll + kSent, load},
             {kFill + kSend + kSent + kFlagAll + kSent, load}),
        race("PolledWordOfABuffer", "TW2502", "may arrive before the data",
             {kFill + wait_min(1, "1") + kSendAll + "  noc_semaphore_inc(peer(data + 2048), 1);" + kHere + "\n" +
                  kSent + kDone,
              "  mem[512] = 0;\n" + inc(1) + "  while (mem[512] == 0) {\n  }\n" + kUse + kDone},
             {kFill + wait_min(1, "1") + kSendAll + kSent + "  noc_semaphore_inc(peer(data + 2048), 1);\n" + kDone,
              "  mem[512] = 0;\n" + inc(1) + "  while (mem[512] == 0) {\n  }\n" + kUse + kDone}),
        race("LastWordOfAPacketPolled", "TW2502", "may arrive before the data",
             {kFill + wait_min(1, "1") + kSendAll + "  noc_async_write(data, peer(data + 1024), 256);" + kHere + "\n" +
                  kSent,
              "  mem[319] = 0;\n" + inc(1) + "  while (mem[319] == 0) {\n  }\n" + kUse + kDone},
             {kFill + wait_min(1, "1") + "  noc_async_write(data, peer(data + 1024), 256);\n" + kSent,
              "  mem[319] = 0;\n" + inc(1) +
                  "  while (mem[319] == 0) {\n  }\n  noc_async_write(data + 1024, get_noc_addr(me, dram), 256);\n" +
                  kSent + kDone}),
        race("BroadcastTree", "TW2502", "may arrive before the data",
             {kFill + "  noc_async_write_multicast(data, all | data, 256, 2);\n" + inc(0, kHere) + kSent + kDone,
              wait_min(0, "1") + inc(0) + kUse + kDone, receive},
             {kFill + "  noc_async_write_multicast(data, all | data, 256, 2);\n" + kSent + inc(0) + kDone,
              wait_min(0, "1") + inc(0) + kUse + kDone, receive},
             {1, 2, 0}),
    };
}

std::vector<Misuse> reads_without_handshake() {
    const std::string pull = "  noc_async_read(peer(data), data + 1024, 256);" + kHere + "\n" + kPulled;
    return {
        race("PullWithoutHandshake", "TW2503", "nothing says that core (0,0)", {kFill, pull},
             {kFill + inc(0) + kDone, wait_min(0, "1") + pull}),
        race("PullBeforeTheProducerRuns", "TW2503", "nothing says that core (1,0)", {pull, kFill},
             {wait_min(0, "1") + pull, kFill + inc(0) + kDone}),
        race("PullFromEveryNeighbour", "TW2503", "nothing says that core",
             {kFill + pull + inc(2) + kDone, kFill + wait_min(2, "1") + inc(2) + kDone,
              wait_min(2, "1") + kPull + kPulled},
             {kFill + wait_min(1, "1") + pull + inc(2) + kDone,
              kFill + "  noc_semaphore_inc(get_noc_addr(my_x[0] - 1, my_y[0], sem(1)), 1);\n" + wait_min(2, "1") +
                  inc(2) + kDone,
              wait_min(2, "1") + kPull + kPulled},
             {1, 2, 1}),
        race("SentOnWithoutWaiting", "TW2503", "nothing says that core (0,0)",
             {kFill + kSend + kSent,
              "  noc_async_write(data, get_noc_addr(me, dram), 256);" + kHere + "\n  noc_async_write_barrier();\n"},
             {kFill + kSend + kSent + inc(0) + kDone, wait_min(0, "1") + kUse}),
    };
}

std::vector<Misuse> credits_before_data() {
    const std::string produce = twice("  if (i > 0) noc_semaphore_wait_min(s1, i);\n" + kFill + inc(0)) + kDone;
    const std::string push = twice("  if (i > 0) noc_semaphore_wait_min(s1, i);\n" + kSend + inc(0) + kSent) + kDone;
    const std::string onward = "  noc_async_write(data, all | data, 256);\n";
    const std::string flushed = "  noc_async_writes_flushed();\n";
    return {
        race("PullGivenBackBeforeItsBarrier", "TW2504", "noc_async_read may still be reading",
             {produce, twice(wait_min(0, "i + 1") + kPull + inc(1, kHere) + kPulled) + kDone},
             {produce, twice(wait_min(0, "i + 1") + kPull + kPulled + inc(1)) + kDone}),
        race("ForwardedAndGivenBackBeforeItLeft", "TW2504", "noc_async_write may still be reading",
             {kFill + push, twice(wait_min(0, "i + 1") + "  noc_async_write(data, get_noc_addr(1, dram), 256);\n" +
                                  inc(1, kHere) + kSent) +
                                kDone},
             {kFill + push, twice(wait_min(0, "i + 1") + "  noc_async_write(data, get_noc_addr(1, dram), 256);\n" +
                                  flushed + inc(1) + kSent) +
                                kDone}),
        race("RingForwardsTooLate", "TW2504", "noc_async_write may still be reading",
             {kFill + push, twice(wait_min(0, "i + 1") + onward + inc(1, kHere) + kSent) + kDone, "  (void)me;\n"},
             {kFill + push, twice(wait_min(0, "i + 1") + onward + flushed + inc(1) + kSent) + kDone, "  (void)me;\n"},
             {1, 0, 0}),
    };
}

std::vector<Misuse> overruns() {
    const std::string send = "  noc_async_write(data, peer(data), 256);" + kHere + "\n";
    const std::string consume = twice(wait_min(0, "i + 1") + kUse + inc(1)) + kDone;
    const std::string slots =
        "  for (uint32_t i = 0; i < 6; ++i) {\n    if (i >= DEPTH) noc_semaphore_wait_min(s1, i + 1 - "
        "DEPTH);\n    noc_async_write(data, peer(data + 512 * (i & 1)), 256);" +
        kHere + "\n    noc_semaphore_inc(peer(sem(0)), 1);\n    noc_async_write_barrier();\n  }\n" + kDone;
    const auto deep = [&](const std::string& depth) { return "  constexpr uint32_t DEPTH = " + depth + ";\n" + slots; };
    const std::string drain =
        "  for (uint32_t i = 0; i < 6; ++i) {\n    noc_semaphore_wait_min(s0, i + 1);\n    "
        "noc_async_write(data + 512 * (i & 1), get_noc_addr(i, dram), 256);\n    "
        "noc_async_writes_flushed();\n    noc_semaphore_inc(peer(sem(1)), 1);\n  }\n"
        "  noc_async_write_barrier();\n" +
        kDone;
    const std::string cast = "  noc_async_write_multicast(data, all | data, 256, 3);" + kHere + "\n";
    const std::string take =
        twice("  noc_semaphore_set(s0, 0);\n" + inc(1) + "  noc_semaphore_wait(s0, 1);\n" + kUse) + kDone;
    return {
        race("SenderWaitsForNoCredit", "TW2505", "is done with what was there",
             {kFill + twice(send + inc(0) + kSent) + kDone, consume},
             {kFill + twice("  if (i > 0) noc_semaphore_wait_min(s1, i);\n" + send + inc(0) + kSent) + kDone, consume}),
        race("OneCreditTooMany", "TW2505", "is done with what was there", {kFill + deep("3"), drain},
             {kFill + deep("2"), drain}),
        race("CreditBeforeTheUse", "TW2505", "is done with what was there",
             {kFill + twice("  if (i > 0) noc_semaphore_wait_min(s1, i);\n" + send + inc(0) + kSent) + kDone,
              twice(wait_min(0, "i + 1") + inc(1) + kUse) + kDone},
             {kFill + twice("  if (i > 0) noc_semaphore_wait_min(s1, i);\n" + send + inc(0) + kSent) + kDone, consume}),
        race("MulticastAgainWithoutAsking", "TW2505", "is done with what was there",
             {kFill + "  noc_semaphore_wait(s1, 3);\n" + twice(cast + kFlagThree + kSent), take, take, take},
             {kFill + twice("  noc_semaphore_wait(s1, 3);\n  noc_semaphore_set(s1, 0);\n" + cast + kFlagThree + kSent),
              take, take, take},
             {1, 0, 0, 0}),
        race("ProducerRefillsWhatIsPulled", "TW2505", "is done with what was there",
             {twice("  noc_async_read(get_noc_addr(0, dram), data, 256);" + kHere + "\n" + kPulled + inc(0)) + kDone,
              twice(wait_min(0, "i + 1") + kPull + kPulled + inc(1)) + kDone},
             {twice("  if (i > 0) noc_semaphore_wait_min(s1, i);\n" + kFill + inc(0)) + kDone,
              twice(wait_min(0, "i + 1") + kPull + kPulled + inc(1)) + kDone}),
    };
}

std::vector<Misuse> double_writes() {
    const std::string gather = wait_min(0, "2") + kUse;
    const std::string leaf = "  noc_async_write(data, peer(data), 256);" + kHere + "\n" + inc(0) + kSent + kDone;
    const std::string own = "  noc_async_write(data, peer(data + 256 * me), 256);\n" + inc(0) + kSent + kDone;
    const std::string zeros = "  for (uint32_t i = 0; i < 64; ++i) mem[i] = 0;\n";
    return {
        race("TwoLeavesOneSlot", "TW2506", "nothing orders the two",
             {gather, kFill + kSend + inc(0) + kSent + kDone, kFill + leaf}, {gather + kUse, kFill + own, kFill + own},
             {1, 0, 0}),
        race("ClearedWhileOthersWrite", "TW2506", "nothing orders the two",
             {zeros + wait_min(0, "1") + kUse, kFill + leaf},
             {zeros + inc(1) + wait_min(0, "1") + kUse + kDone, kFill + wait_min(1, "1") + leaf}),
    };
}

std::vector<Misuse> lost_signals() {
    const std::string clear = "  noc_semaphore_set(s0, 0);";
    const std::string answer = "  noc_semaphore_wait(s1, 1);\n  noc_inline_dw_write(peer(sem(0)), 1);\n" + kSent;
    const std::string value =
        "  noc_semaphore_set(s1, me);\n  noc_semaphore_set_remote(sem(1), peer(sem(0)));\n" + kSent;
    const std::string answer_all = "  noc_semaphore_wait(s1, 3);\n  noc_semaphore_set(s1, 0);\n" + kFlagThree + kSent;
    const std::string valid = "  noc_semaphore_wait(s0, 1);\n";
    return {
        race("ClearedAfterReady", "TW2507", "change semaphore 0 of core (1,0) in no order",
             {answer, inc(1) + clear + kHere + "\n" + valid + kDone}, {answer, clear + "\n" + inc(1) + valid + kDone}),
        race("ClearedAfterReadyByThree", "TW2507", "change semaphore 0 of core",
             {kFill + answer_all, inc(1) + clear + kHere + "\n" + valid + kDone, clear + "\n" + inc(1) + valid + kDone,
              clear + "\n" + inc(1) + valid + kDone},
             {kFill + answer_all, clear + "\n" + inc(1) + valid + kDone, clear + "\n" + inc(1) + valid + kDone,
              clear + "\n" + inc(1) + valid + kDone},
             {1, 0, 0, 0}),
        race("CounterResetUnderway", "TW2507", "change semaphore 0 of core (1,0) in no order",
             {inc(0) + inc(0) + kDone, wait_min(0, "1") + clear + kHere + "\n"},
             {inc(0) + wait_min(1, "1") + inc(0) + kDone,
              wait_min(0, "1") + clear + "\n" + inc(1) + wait_min(0, "1") + kDone}),
        race("TwoSetOneWord", "TW2507", "change semaphore 0 of core (0,0) in no order",
             {wait_min(0, "1"), value, value}, {wait_min(0, "1"), value, "  (void)me;\n"}, {1, 0, 0}),
    };
}

std::vector<Misuse> unfinished_signals() {
    return {
        race("IncrementAtTheEnd", "TW2508", "kernel ended with a noc_semaphore_inc to core (1,0) in flight",
             {inc(0, kHere), "  (void)me;\n"}, {inc(0) + kDone, "  (void)me;\n"}),
        race("LastCreditNobodyTakes", "TW2508", "in flight",
             {kFill + kSend + inc(0) + kSent + kDone, wait_min(0, "1") + kUse + inc(1, kHere)},
             {kFill + kSend + inc(0) + kSent + kDone, wait_min(0, "1") + kUse + inc(1) + kDone}),
    };
}

}  // namespace

std::vector<Misuse> race_misuse() {
    std::vector<Misuse> all;
    for (const auto& part : {flags_before_data(), reads_without_handshake(), credits_before_data(), overruns(),
                             double_writes(), lost_signals(), unfinished_signals()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

}  // namespace tilewright::testing
