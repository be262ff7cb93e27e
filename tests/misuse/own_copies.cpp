// Writes through the NoC into the writing core's own L1: sent is not landed, for the own core as little as for others.
#include "misuse.hpp"

namespace tilewright::testing {

namespace {

// Arguments: the other core's coordinates, and a buffer in DRAM. `from` is 256 B of the core's own that are filled.
const std::string kArguments =
    "  [[maybe_unused]] const uint32_t x = get_arg_val<uint32_t>(0), y = get_arg_val<uint32_t>(1);\n"
    "  [[maybe_unused]] const InterleavedAddrGen<true> dram = {.bank_base_address = get_arg_val<uint32_t>(2), "
    ".page_size = 2048};\n"
    "  [[maybe_unused]] const uint32_t mine_x = my_x[noc_index], mine_y = my_y[noc_index];\n"
    "  [[maybe_unused]] const auto both = [&](uint32_t at) { return get_noc_multicast_addr(mine_x, mine_y, x, y, at); "
    "};\n"
    "  [[maybe_unused]] const auto other = [&](uint32_t at) { return get_noc_multicast_addr(x, y, x, y, at); };\n"
    "  [[maybe_unused]] auto* s0 = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0));\n"
    "  [[maybe_unused]] auto* s1 = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(1));\n"
    "  [[maybe_unused]] auto* s2 = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(2));\n";
const std::string kFillAndReserve =
    "  cb_reserve_back(1, 1);\n  const uint32_t from = get_write_ptr(1);\n"
    "  noc_async_read(get_noc_addr(0, dram), from, 256);\n  noc_async_read_barrier();\n"
    "  cb_reserve_back(0, 1);\n  const uint32_t at = get_write_ptr(0);\n";
// The other core has room.
const std::string kReady = "  noc_semaphore_wait(s1, 1);\n";
const std::string kCast = "  noc_async_write_multicast_loopback_src(from, both(at), 256, 2);\n";
const std::string kLinked = "  noc_async_write_multicast_loopback_src(from, both(at), 256, 2, true);\n";
const std::string kCopy = "  noc_async_write(from, get_noc_addr(mine_x, mine_y, at), 256);\n";
const std::string kCastToOther = "  noc_async_write_multicast(from, other(at), 256, 1);\n";
const std::string kFlag =
    "  noc_semaphore_set(s0, 1);\n  noc_semaphore_set_multicast(get_semaphore(0), other(get_semaphore(0)), 1);\n";
const std::string kFlagBoth =
    "  noc_semaphore_set(s2, 1);\n  noc_semaphore_set_multicast_loopback_src(get_semaphore(2), "
    "both(get_semaphore(0)), 2);\n";
const std::string kFlushed = "  noc_async_writes_flushed();\n";
const std::string kLanded = "  noc_async_write_barrier();\n";
const std::string kPush = "  cb_push_back(0, 1);\n";
const std::string kPushHere = "  cb_push_back(0, 1);  // HERE\n";

const std::string kReceive =
    "  cb_reserve_back(0, 1);\n  noc_semaphore_inc(get_noc_addr(x, y, get_semaphore(1)), 1);\n"
    "  noc_semaphore_wait(s0, 1);\n  noc_async_atomic_barrier();\n  cb_push_back(0, 1);\n";
const std::string kTakePage =
    "  cb_wait_front(0, 1);\n  noc_async_write(get_read_ptr(0), get_noc_addr(1, dram), 256);\n"
    "  noc_async_write_barrier();\n  cb_pop_front(0, 1);\n";

// Each core of a row has a sender or receiver that fills c_0, and a writer that empties it.
void row(TestProgram& program, Bench& bench, const std::vector<std::string>& bodies, const std::string& takes) {
    const auto count = static_cast<uint32_t>(bodies.size());
    const CoreRanges cores = {{{0, 0}, {count - 1, 0}}};
    program.semaphores = {{0, cores, 0}, {1, cores, 0}, {2, cores, 0}};
    program.cb(0, 2, 2048, cores);
    program.cb(1, 1, 2048, kCore00);
    const uint32_t dram = bench.dram(4);
    for (uint32_t i = 0; i < count; ++i) {
        const card::NocXy other = bench.card->virtual_core({count - 1 - i, 0});
        const CoreRanges here = {{{i, 0}, {i, 0}}};
        KernelDescriptor& fills = program.reader(dm(kArguments + bodies[i]), here);
        fills.name = "core" + std::to_string(i);
        fills.runtime_args[{i, 0}] = {other.x, other.y, dram};
        KernelDescriptor& empties = program.writer(dm(kArguments + (i == 0 ? takes : kTakePage)), here);
        empties.name = "takes" + std::to_string(i);
        empties.runtime_args[{i, 0}] = {other.x, other.y, dram};
    }
}

Misuse own_copy(std::string name, std::string says, const std::string& wrong, const std::string& right, bool alone,
                const std::string& takes = kTakePage) {
    const auto program = [=](const std::string& body) {
        return [=](TestProgram& p, Bench& b) {
            row(p, b,
                alone ? std::vector{kFillAndReserve + body} : std::vector{kFillAndReserve + kReady + body, kReceive},
                takes);
        };
    };
    return {std::move(name), "TW2502", std::move(says), "NCRISC core0", program(wrong), program(right)};
}

}  // namespace

std::vector<Misuse> own_copy_misuse() {
    const std::string way = "publishes pages that 256 B of noc_async_write";
    const std::string cast = way + "_multicast may still be on the way to";
    const std::string write = way + " may still be on the way to";
    const std::string tell = "  noc_semaphore_set(s2, 1);";
    const std::string hear =
        "  noc_semaphore_wait(s2, 1);\n  noc_async_write(get_write_ptr(0), get_noc_addr(1, dram), 256);\n" + kLanded;
    return {
        own_copy("OwnCopyOfAMulticastFlushedAndPushed", cast, kCast + kFlag + kFlushed + kPushHere + kLanded,
                 kCast + kFlag + kLanded + kPush, false),
        own_copy("OwnCopyOfALinkedMulticastFlushedAndPushed", cast, kLinked + kFlag + kFlushed + kPushHere + kLanded,
                 kLinked + kFlag + kLanded + kPush, false),
        // The flag that goes the way of the data is there after the data, on the own core, too.
        own_copy("OwnCopyPushedWithoutHavingSeenTheFlag", cast, kCast + kFlagBoth + kPushHere + kLanded,
                 kCast + kFlagBoth + "  noc_semaphore_wait(s0, 1);\n" + kPush + kLanded, false),
        own_copy("CopyIntoTheOwnL1FlushedAndPushed", write,
                 kCastToOther + kCopy + kFlag + kFlushed + kPushHere + kLanded,
                 kCastToOther + kCopy + kFlag + kLanded + kPush, false),
        own_copy("CopyIntoTheOwnL1OfTheOnlyCore", write, kCopy + kFlushed + kPushHere + kLanded,
                 kCopy + kLanded + kPush, true),
        own_copy("CopyIntoTheOwnL1ToldByASemaphore", "noc_semaphore_set may arrive before the data",
                 kCopy + kFlushed + tell + "  // HERE\n" + kLanded, kCopy + kLanded + tell + "\n", true, hear),
        // What lies where it is sent to is there already, whenever it arrives.
        own_copy("OwnCopyFromElsewhereAndOntoItself", cast, kCast + kFlag + kFlushed + kPushHere + kLanded,
                 "  noc_async_read(get_noc_addr(0, dram), at, 256);\n  noc_async_read_barrier();\n"
                 "  noc_async_write_multicast_loopback_src(at, both(at), 256, 2);\n" +
                     kFlag + kFlushed + kPush + kLanded,
                 false),
    };
}

}  // namespace tilewright::testing
