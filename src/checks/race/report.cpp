// Races in words: which of the two sides is told of its mistake, and what would order them.
#include "checks/race/state.hpp"

namespace tilewright::checks::races {

namespace {

std::string thread_words(const Fiber& fiber) {
    return fmt::format("core {} {}", fiber.core_run->core->logical().str(), fiber.name());
}

std::string core_words(const CoreState& core) { return "core " + core.core->core->logical().str(); }

Place place_of_call(const Fiber& fiber, void* pc) {
    Place place;
    place.core = fiber.core_run->core->logical().str();
    place.thread = fiber.name();
    place.kernel = fiber.kernel->display_name();
    if (fiber.image != nullptr && pc != nullptr)
        place.stack = engine::resolve_stack(*fiber.image, {static_cast<char*>(pc) - 1});
    return place;
}

std::string line_words(const Fiber& fiber, const char* call, void* pc) {
    const Place place = place_of_call(fiber, pc);
    const Frame* line = place.line();
    return line == nullptr ? fmt::format("{}: {}", thread_words(fiber), call)
                           : fmt::format("{}: {} ({}:{})", thread_words(fiber), call, line->file, line->line);
}

// The other side, as far as it is remembered.
struct Side {
    Deed transfer;  // fiber is null: not a transfer, or long ago
    Deed signal;    // the first that told the running thread's core of what came after; fiber is null: none
    bool is_transfer = false;
    bool heard = false;  // the running thread has heard of the transfer, not of its end
    bool early = false;  // it has heard a signal that came before the first such transfer
    bool ever = false;   // it has heard anything of that thread
    bool own = false;    // both are of the core whose L1 it is
    std::string who;
};

Side other_side(const Clash& clash) {
    Side side;
    const Id work = work_of(clash.other.id());
    CoreState& core = core_state(*clash.fiber.run, core_of(work));
    const Owner& owner = core.owners[work & 3];
    const uint32_t known = of<CoreState>(*clash.fiber.core_run).owners[owner_index(clash.fiber)].clock.get(work);
    side.ever = known != 0;
    side.is_transfer = !is_work(clash.other.id());
    side.who = core_words(core);
    core.deeds_lock.lock();
    if (side.is_transfer) {
        if (const auto deed = owner.issued.find(clash.other.number())) side.transfer = *deed;
    }
    const bool at_hand = side.transfer.fiber != nullptr;
    side.heard = at_hand && known >= side.transfer.work;
    // The first signal after the transfer, best one that another core hears; or the last before it, if it is the only
    // thing that could have told of it.
    const uint32_t place = clash.where.place;
    side.own = core_of(work) == place && of<CoreState>(*clash.fiber.core_run).place == place;
    const CbPlan* cb = side.own ? clash.where.core->checks->cb_at(clash.address) : nullptr;
    const auto told_it = [&](const Deed& deed) {
        return side.own ? !deed.far && (cb == nullptr || deed.cb == cb->index) : deed.far;
    };
    const uint32_t first = side.heard ? side.transfer.work : known;
    for (uint32_t number = first; number != 0 && number <= known && number - first < Deeds::kKept; ++number) {
        const auto deed = owner.told.find(number);
        if (!deed || (side.signal.fiber != nullptr && !told_it(*deed))) continue;
        side.signal = *deed;
        if (told_it(*deed)) break;
    }
    side.early = at_hand && side.ever && !side.heard && side.signal.fiber != nullptr;
    for (uint32_t back = 1; side.early && back < Deeds::kKept && back < side.transfer.number; ++back) {
        const auto deed = owner.issued.find(side.transfer.number - back);
        if (!deed) break;
        const bool alike = deed->way == side.transfer.way && std::string_view(deed->call) == side.transfer.call;
        if (alike && deed->work <= known) side.early = false;
    }
    core.deeds_lock.unlock();
    if (at_hand)
        side.who = thread_words(*side.transfer.fiber);
    else if (side.signal.fiber != nullptr)
        side.who = thread_words(*side.signal.fiber);
    return side;
}

std::string range_words(const Clash& clash) {
    const CbPlan* cb = clash.where.core->checks->cb_at(clash.address);
    std::string text = fmt::format("L1 address {:#x} of {}", clash.address, core_words(clash.where));
    if (cb != nullptr) text += fmt::format(" ({})", cb_name(*clash.where.core->fibers.front(), cb->index));
    return text;
}

const char* barrier_for(const Deed& transfer) {
    return std::string_view(transfer.call) == "noc_async_read" ? "noc_async_read_barrier()"
                                                               : "noc_async_write_barrier()";
}

std::string ways(const Side& side) {
    if (std::string_view(side.transfer.call) == "noc_async_read")
        return "a read is over at its barrier, and nothing else says so";
    if (side.own && !side.signal.far)
        return "a flush says that the data has left, not that it is there, be it only for the core's own L1";
    if (side.signal.noc != side.transfer.noc)
        return fmt::format("the data goes through NoC {}, the signal through NoC {}: nothing keeps their order",
                           side.transfer.noc, side.signal.noc);
    if (side.signal.multicast != side.transfer.multicast)
        return "multicasts and unicasts have virtual channels of their own: nothing keeps their order";
    return "the order of two writes is kept only on one way: same thread, same NoC, same kind, same destination";
}

void add_sides(Finding& finding, const Clash& clash, const Side& side) {
    if (side.transfer.fiber != nullptr)
        finding.seen.push_back(line_words(*side.transfer.fiber, side.transfer.call, side.transfer.pc));
    if (side.signal.fiber != nullptr && side.signal.pc != nullptr)
        finding.seen.push_back(line_words(*side.signal.fiber, side.signal.call, side.signal.pc));
    const std::vector<Frame> stack = engine::current_stack();
    const Place here{{}, {}, {}, stack};
    const Frame* line = here.line();
    finding.seen.push_back(
        line == nullptr ? fmt::format("{}: {}", thread_words(clash.fiber), clash.call)
                        : fmt::format("{}: {} ({}:{})", thread_words(clash.fiber), clash.call, line->file, line->line));
}

Finding too_early(const Side& side) {
    Finding finding;
    finding.code = "TW2502";
    const char* does = std::string_view(side.transfer.call) == "noc_async_read" ? "fetches" : "sends";
    finding.message = side.own && side.signal.cb != kNoCb
                          ? fmt::format("{} publishes pages that {} B of {} may still be on the way to",
                                        side.signal.call, side.transfer.bytes, side.transfer.call)
                      : side.early
                          ? fmt::format("{} comes before the {} B that {} {} later", side.signal.call,
                                        side.transfer.bytes, side.transfer.call, does)
                          : fmt::format("{} may arrive before the data: the {} B that {} {} may still be under way",
                                        side.signal.call, side.transfer.bytes, side.transfer.call, does);
    finding.why = (side.early ? "who hears of it takes the data for complete" : ways(side)) +
                  std::string("; the receiver may see what was there before");
    finding.fix =
        fmt::format("{0}, then {1}, then {2}", side.transfer.call, barrier_for(side.transfer), side.signal.call);
    finding.place = place_of_call(*side.signal.fiber, side.signal.pc);
    return finding;
}

// Either side may have come first: the one that reads is told.
Finding unannounced(const Clash& clash, const Side& side) {
    Finding finding;
    finding.code = "TW2503";
    finding.message =
        fmt::format("{} reads {} B at {}, and nothing says that {} has put them there",
                    clash.writes ? side.transfer.call : clash.call, clash.writes ? side.transfer.bytes : clash.bytes,
                    range_words(clash), clash.writes ? thread_words(clash.fiber) : side.who);
    if (clash.writes) finding.place = place_of_call(*side.transfer.fiber, side.transfer.pc);
    finding.why = "the two run side by side: the read sees the new bytes, the old ones, or some of each";
    finding.fix =
        "let the side that fills them signal a semaphore when they are there, and wait for it before the read";
    return finding;
}

Finding given_back(const Side& side) {
    const bool reads = std::string_view(side.transfer.call) == "noc_async_read";
    Finding finding;
    finding.code = "TW2504";
    finding.message = fmt::format("{} gives {} B back that {} may still be reading", side.signal.call,
                                  side.transfer.bytes, side.transfer.call);
    finding.why = "who hears of it writes the next data there while the old is still under way";
    finding.fix = fmt::format("{} before {}", reads ? "noc_async_read_barrier()" : "noc_async_writes_flushed()",
                              side.signal.call);
    finding.place = place_of_call(*side.signal.fiber, side.signal.pc);
    return finding;
}

// Either side may have come first: the one that writes is told.
Finding overrun(const Clash& clash, const Side& side) {
    Finding finding;
    finding.code = "TW2505";
    const std::string reader = clash.writes ? side.who : thread_words(clash.fiber);
    const char* call = clash.writes ? clash.call : side.transfer.call;
    finding.message =
        fmt::format("{} writes to {} before {} is done with what was there", call, range_words(clash), reader);
    finding.why = "nothing makes the write wait for the reader: it may read some of the old bytes and some of the new";
    finding.fix = "let the reader signal when the bytes are free, and wait for that signal before writing there again";
    if (!clash.writes) finding.place = place_of_call(*side.transfer.fiber, side.transfer.pc);
    return finding;
}

Finding two_writers(const Clash& clash, const Side& side) {
    Finding finding;
    finding.code = "TW2506";
    finding.message = fmt::format("{} writes to {}, where {} writes, too, and nothing orders the two", clash.call,
                                  range_words(clash), side.who);
    finding.why = "which of the two stays is a matter of luck";
    finding.fix =
        "give each writer bytes of its own, or let one wait for a signal that the other sends when it is done";
    return finding;
}

}  // namespace

void report_clash(const Clash& clash) {
    const Side side = other_side(clash);
    const bool told = side.heard && side.signal.fiber != nullptr;
    const bool from_afar = core_of(clash.other.id()) != clash.where.place;
    Finding finding;
    if (clash.writes && clash.other_wrote)
        finding = two_writers(clash, side);
    else if (clash.writes && told)
        finding = given_back(side);
    else if (clash.writes && from_afar && !side.ever && side.transfer.fiber != nullptr)
        finding = unannounced(clash, side);
    else if (clash.writes)
        finding = overrun(clash, side);
    else if (told || side.early)
        finding = too_early(side);
    else if (side.ever && side.transfer.fiber != nullptr)
        finding = overrun(clash, side);
    else
        finding = unannounced(clash, side);
    add_sides(finding, clash, side);
    engine::report(std::move(finding));
}

void report_lost_signal(const Fiber& fiber, const CoreState& where, const Signal& mine, const char* call,
                        const Signal& other) {
    const CoreState& core = core_state(*fiber.run, core_of(other.owner));
    const Fiber* from = core.owners[other.owner & 3].fiber;
    const uint32_t offset = mine.address - fiber.thread.semaphore_addr;
    const std::string word = offset < TW_MAX_SEMAPHORES * 16 && offset % 16 == 0
                                 ? fmt::format("semaphore {}", offset / 16)
                                 : fmt::format("the word at {:#x}", mine.address);
    // The plain write is the one that destroys, so it is the place.
    const auto destroys = [](const Signal& s) { return s.kind == Signal::Kind::Store || s.kind == Signal::Kind::Add; };
    const bool other_is_place = destroys(other) && !destroys(mine) && from != nullptr;
    Finding finding;
    finding.code = "TW2507";
    finding.message =
        fmt::format("{} and {} change {} of {} in no order: one of the two may be lost",
                    other_is_place ? other.call : call, other_is_place ? call : other.call, word, core_words(where));
    finding.why = "if the signal comes first, the other overwrites it, and who waits for it waits for ever";
    finding.fix =
        "reset the word before telling the other side that it may signal, or after having waited for its signal";
    if (other_is_place) finding.place = place_of_call(*from, other.pc);
    if (from != nullptr) finding.seen.push_back(line_words(*from, other.call, other.pc));
    finding.seen.push_back(line_words(fiber, call, mine.pc));
    engine::report(std::move(finding));
}

}  // namespace tilewright::checks::races
