// Rights to CB pages, bytes never written, addresses outside every buffer, writes of two cores to one place.
#include "checks/l1_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/run_state.hpp"

namespace tilewright::checks {

namespace {
using engine::CbRange;
using engine::CoreChecks;
using engine::Fiber;

void report(const char* code, Severity severity, std::string message, std::string why, std::string fix) {
    Finding finding;
    finding.code = code;
    finding.severity = severity;
    finding.message = std::move(message);
    finding.why = std::move(why);
    finding.fix = std::move(fix);
    engine::report(std::move(finding));
}

std::string name(uint32_t cb) { return engine::cb_name(engine::current_run(), engine::current_fiber(), cb); }

uint32_t unit() { return tw_self->processor >= TW_UNPACK ? 16 : 1; }

bool inside(uint32_t address, uint32_t bytes, uint64_t begin, uint64_t pages, uint32_t page_bytes) {
    return address >= begin && uint64_t{address} + bytes <= begin + pages * page_bytes;
}

bool holds_waited(const Fiber& fiber, uint32_t cb, uint32_t address, uint32_t bytes) {
    return inside(address, bytes, uint64_t{fiber.views[cb].fifo_rd_ptr} * unit(), fiber.waited[cb],
                  fiber.thread.cb_shared[cb].page_bytes);
}

bool holds_reserved(const Fiber& fiber, uint32_t cb, uint32_t address, uint32_t bytes) {
    return inside(address, bytes, uint64_t{fiber.views[cb].fifo_wr_ptr} * unit(), fiber.reserved[cb],
                  fiber.thread.cb_shared[cb].page_bytes);
}

void never_written(const char* call, const CbRange& range, uint32_t address, uint32_t bytes) {
    report("TW2117", Severity::Warning,
           fmt::format("{} of {} B at L1 address {:#x} in {}, where nothing was ever written", call, bytes, address,
                       name(range.cb)),
           "the bytes are whatever the previous program left there",
           "fill the page before it is used, or read what was filled");
}

// A tile of which only a part was filled. What lies in the rest on silicon is luck: here it is not a number, so that a
// result shows whether the rest reaches it.
void partly_written(const char* call, CoreChecks& core, const CbRange& range, uint32_t address, uint32_t bytes) {
    uint8_t* l1 = engine::current_fiber().core_run->core->l1();
    uint32_t never = 0;
    const uint32_t first = (address + CoreChecks::kGranule - 1) / CoreChecks::kGranule * CoreChecks::kGranule;
    for (uint32_t at = first; at + CoreChecks::kGranule <= address + bytes; at += CoreChecks::kGranule) {
        if (core.complete(at, CoreChecks::kGranule)) continue;
        std::memset(l1 + at, 0xFF, CoreChecks::kGranule);
        never += CoreChecks::kGranule;
    }
    if (never == 0) return;
    report(
        "TW2118", Severity::Note,
        fmt::format("{} reads a page of {} of which {} of {} B were never written", call, name(range.cb), never, bytes),
        "on silicon they are what the last program left there; strict mode has made them NaN, so a result that they "
        "reach is NaN",
        "fill the rest of the page (zeros for sums, -inf for maxima), or make sure that it never enters a result");
}

}  // namespace

void own_read(const char* call, uint32_t address, uint32_t bytes) {
    Fiber& fiber = engine::current_fiber();
    CoreChecks& core = *fiber.core_run->checks;
    const CbRange* range = core.range_at(address);
    if (range == nullptr) return;
    core.used.set(range->cb);
    if (range->placed || range->shared) return;
    const uint32_t cb = range->cb;
    if (core.untouched(address, bytes)) never_written(call, *range, address, bytes);
    // A producer may read back what it made; a page handed over by other means is somebody else's business.
    const Fiber* producer = fiber.core_run->producer[cb];
    const Fiber* consumer = fiber.core_run->consumer[cb];
    if (producer == nullptr || producer == &fiber || (consumer != nullptr && consumer != &fiber)) return;
    if (holds_waited(fiber, cb, address, bytes) || holds_reserved(fiber, cb, address, bytes)) return;
    if (consumer == nullptr && core.waited_by_anyone.test(cb) && fiber.waited[cb] == 0) return;
    report("TW2113", Severity::Error,
           fmt::format("{} of {} B at L1 address {:#x}: a page of {} that {} has {}", call, bytes, address, name(cb),
                       fiber.processor_name(),
                       fiber.waited[cb] == 0 ? "not waited for"
                                             : fmt::format("not waited for (it holds {})", fiber.waited[cb])),
           "the page may not have been pushed yet, or has been popped and is being refilled",
           fmt::format("cb_wait_front({}, n) before the access, and pop only after the last one", name(cb)));
}

void own_write(const char* call, uint32_t address, uint32_t bytes) {
    Fiber& fiber = engine::current_fiber();
    CoreChecks& core = *fiber.core_run->checks;
    core.mark_written(address, bytes);
    const CbRange* range = core.range_at(address);
    if (range == nullptr) return;
    core.used.set(range->cb);
    if (range->placed || range->shared) return;
    const uint32_t cb = range->cb;
    // Only who fills this CB page by page is bound by its own reserves.
    if (fiber.core_run->producer[cb] != &fiber && fiber.reserved[cb] == 0) return;
    if (holds_reserved(fiber, cb, address, bytes) || holds_waited(fiber, cb, address, bytes)) return;
    report("TW2114", Severity::Error,
           fmt::format("{} of {} B at L1 address {:#x}: a page of {} that {} has not reserved (it holds {})", call,
                       bytes, address, name(cb), fiber.processor_name(), fiber.reserved[cb]),
           "the page may belong to the consumer, whose data is overwritten",
           fmt::format("cb_reserve_back({}, n) before the page is filled", name(cb)));
}

void tile_read(const char* call, uint32_t cb, uint32_t address, uint32_t bytes) {
    CoreChecks& core = *engine::current_fiber().core_run->checks;
    const CbRange* range = core.range_at(address);
    if (range == nullptr || range->placed || range->cb != cb) return;
    if (core.complete(address, bytes)) return;
    if (core.untouched(address, bytes)) {
        never_written(call, *range, address, bytes);
    } else if (!range->shared) {
        partly_written(call, core, *range, address, bytes);
    }
}

void tile_written(uint32_t address, uint32_t bytes) {
    engine::current_fiber().core_run->checks->mark_written(address, bytes);
}

namespace {
// Neighbouring writes of one core are one entry: a core writes pages that follow each other in a bank, and there are
// millions of them.
void note_write(std::map<uintptr_t, engine::Run::DramWrite>& writes, uintptr_t begin, uintptr_t end, uint32_t core) {
    auto at = writes.upper_bound(begin);
    if (at != writes.begin()) {
        const auto before = std::prev(at);
        if (before->first == begin || (before->second.core == core && before->second.end >= begin)) {
            if (before->second.core == core) end = std::max(end, before->second.end);
            begin = before->first;
        }
    }
    while (at != writes.end() && at->first <= end && at->second.core == core) {
        end = std::max(end, at->second.end);
        at = writes.erase(at);
    }
    writes[begin] = {end, core};
}

void outside(const char* call, const card::Target& target, uint32_t bytes, const char* what) {
    const card::Allocator& allocator = engine::current_run().card.dram_allocator();
    const card::Allocation* allocation = allocator.find(target.offset);
    if (allocation != nullptr && target.offset + bytes <= allocation->address + allocation->bytes) return;
    // Without any buffer the host addresses DRAM by hand.
    if (allocator.bytes_in_use() == 0) return;
    report("TW2115", Severity::Warning,
           allocation == nullptr ? fmt::format("{} {} {} B at {:#x} of DRAM bank {}, where no buffer lies", call, what,
                                               bytes, target.offset, target.bank)
                                 : fmt::format("{} {} {} B at {:#x} of DRAM bank {}, {} B past the end of the buffer",
                                               call, what, bytes, target.offset, target.bank,
                                               target.offset + bytes - allocation->address - allocation->bytes),
           "the address was freed, is stale, or was computed for a page that does not exist",
           "check the page index, the page size and that the buffer of this address is alive");
}
}  // namespace

void remote_read(const card::Target& from, uint32_t bytes) {
    if (from.kind == card::Endpoint::Kind::Dram) outside("noc_async_read", from, bytes, "reads");
}

void remote_write(const char* call, const card::Target& to, uint32_t bytes) {
    engine::Run& run = engine::current_run();
    if (to.core != nullptr) {
        engine::CoreRun* core = run.core_by_index[to.core->index()];
        if (core != nullptr && core->checks) core->checks->mark_written(static_cast<uint32_t>(to.offset), bytes);
        return;
    }
    outside(call, to, bytes, "writes");
    // With semaphores the cores may well have agreed on an order.
    if (!run.program.semaphores.empty()) return;
    const uint32_t self = engine::current_core().index();
    const auto begin = reinterpret_cast<uintptr_t>(to.host);
    std::lock_guard lock(run.writes_mutex);
    auto next = run.writes.lower_bound(begin);
    if (next != run.writes.begin()) {
        auto before = std::prev(next);
        if (before->second.end > begin) next = before;
    }
    bool reported = false;
    for (auto it = next; it != run.writes.end() && it->first < begin + bytes; ++it) {
        if (it->second.core == self || reported) continue;
        reported = true;
        report("TW2116", Severity::Warning,
               fmt::format("{} of {} B at {:#x} of DRAM bank {} overlaps a write of core {}", call, bytes, to.offset,
                           to.bank, run.card.worker(it->second.core).logical().str()),
               "nothing orders the two: which one stays is a matter of luck",
               "give every core pages of its own (check the start page and the number of pages per core)");
    }
    note_write(run.writes, begin, begin + bytes, self);
}

}  // namespace tilewright::checks
