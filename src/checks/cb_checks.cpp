// Circular-buffer rules: reserve before push, wait before pop, blocks that do not straddle the end, one producer and
// one consumer, and no page published or popped while a transfer still works on it.
#include "checks/cb_checks.hpp"

#include <fmt/format.h>

#include "engine/run_state.hpp"

namespace tilewright::checks {

namespace {
using engine::Fiber;
using engine::Transfer;

std::string name(uint32_t cb) { return engine::cb_name(engine::current_run(), engine::current_fiber(), cb); }

const char* plural(uint32_t n) { return n == 1 ? "" : "s"; }

void report(const char* code, std::string message, std::string why, std::string fix) {
    Finding finding;
    finding.code = code;
    finding.message = std::move(message);
    finding.why = std::move(why);
    finding.fix = std::move(fix);
    engine::report(std::move(finding));
}

bool is_compute() { return tw_self->processor >= TW_UNPACK; }

void beyond_capacity(const char* call, uint32_t cb, const TwCbShared& buffer, uint32_t pages) {
    if (pages <= buffer.num_pages) return;
    report("TW2003",
           fmt::format("{}({}, {}): the buffer is {} page{} deep", call, name(cb), pages, buffer.num_pages,
                       plural(buffer.num_pages)),
           "no order of execution can satisfy this: the call never returns",
           fmt::format("make {} at least {} pages deep, or ask for at most {}", name(cb), pages, buffer.num_pages));
}

// The block [pointer, pointer + pages) must not cross the end of the buffer.
void straddle(const char* call, uint32_t cb, const TwCbView& view, uint32_t pointer, uint32_t pages) {
    const uint64_t end = uint64_t{pointer} + uint64_t{pages} * view.fifo_page_size;
    if (end <= view.fifo_limit) return;
    const uint32_t left = view.fifo_page_size == 0 ? 0 : (view.fifo_limit - pointer) / view.fifo_page_size;
    report("TW2004",
           fmt::format("{}({}, {}): the block straddles the wrap-around: {} page{} before the end of the buffer", call,
                       name(cb), pages, left, left == 1 ? " is" : "s are"),
           "a pointer wraps only when it lands exactly on the end: this one runs past it, into the neighbouring buffer",
           "make the number of pages a multiple of every block size used on this buffer");
}

// Bytes of the `pages` pages from `pointer`, as L1 addresses.
bool overlaps(const Transfer& transfer, const TwCbView& view, uint32_t pointer, uint32_t pages) {
    const uint32_t unit = is_compute() ? 16 : 1;
    const uint64_t begin = uint64_t{pointer} * unit;
    const uint64_t end = begin + uint64_t{pages} * view.fifo_page_size * unit;
    return transfer.local < end && begin < uint64_t{transfer.local} + transfer.bytes;
}
}  // namespace

void before_reserve(uint32_t cb, const TwCbShared& buffer, uint32_t pages) {
    engine::current_fiber().core_run->checks->used.set(cb);
    beyond_capacity("cb_reserve_back", cb, buffer, pages);
}

void after_reserve(uint32_t cb, const TwCbShared&, uint32_t pages) {
    uint32_t& reserved = engine::current_fiber().reserved[cb];
    if (pages > reserved) reserved = pages;
}

void before_push(uint32_t cb, const TwCbShared& buffer, uint32_t pages) {
    Fiber& fiber = engine::current_fiber();
    const TwCbView& view = tw_self->cb[cb];
    if (pages > fiber.reserved[cb]) {
        report("TW2001",
               fmt::format("cb_push_back({}, {}) after {}", name(cb), pages,
                           fiber.reserved[cb] == 0 ? "no cb_reserve_back"
                                                   : fmt::format("cb_reserve_back of only {} page{}",
                                                                 fiber.reserved[cb], plural(fiber.reserved[cb]))),
               "without the reserve the pages may still be in use by the consumer: their contents are overwritten",
               fmt::format("cb_reserve_back({}, {}) before the pages are filled", name(cb), pages));
    }
    straddle("cb_push_back", cb, view, view.fifo_wr_ptr, pages);
    for (const Transfer& transfer : fiber.pending) {
        if (transfer.kind != Transfer::Kind::Read || !overlaps(transfer, view, view.fifo_wr_ptr, pages)) continue;
        report("TW2103",
               fmt::format("cb_push_back({}, {}) publishes a page whose noc_async_read ({} B) is still in flight",
                           name(cb), pages, transfer.bytes),
               "the consumer may read the page before the data lands; it often works, because the read is usually fast",
               "noc_async_read_barrier() before the push (one barrier may cover a whole block of reads)");
        break;
    }
    const Fiber*& producer = fiber.core_run->producer[cb];
    if (producer == nullptr) producer = &fiber;
    if (producer != &fiber) {
        report("TW2005",
               fmt::format("{} has two producers: {} and {} both push", name(cb), producer->processor_name(),
                           fiber.processor_name()),
               "each thread keeps its own write pointer: the two overwrite each other's pages",
               "let one kernel push to this buffer, or give the second its own");
    }
    if (static_cast<uint64_t>(buffer.pushed - buffer.popped) + pages > 65535) {
        report("TW2007", fmt::format("{} has more than 65,535 pages outstanding", name(cb)),
               "the counters are 16 bits wide: the difference wraps to a small number",
               "pop pages, or use larger ones");
    }
}

void after_push(uint32_t cb, const TwCbShared& buffer, uint32_t pages) {
    Fiber& fiber = engine::current_fiber();
    fiber.reserved[cb] -= std::min(pages, fiber.reserved[cb]);
    uint32_t& peak = fiber.core_run->peak_pages[cb];
    peak = std::max(peak, static_cast<uint32_t>(buffer.pushed - buffer.popped));
}

void before_wait(uint32_t cb, const TwCbShared& buffer, uint32_t pages) {
    engine::CoreChecks& core = *engine::current_fiber().core_run->checks;
    core.used.set(cb);
    core.waited_by_anyone.set(cb);
    beyond_capacity("cb_wait_front", cb, buffer, pages);
}

void after_wait(uint32_t cb, const TwCbShared&, uint32_t pages) {
    uint32_t& waited = engine::current_fiber().waited[cb];
    if (pages > waited) waited = pages;
}

void before_pop(uint32_t cb, const TwCbShared&, uint32_t pages) {
    Fiber& fiber = engine::current_fiber();
    const TwCbView& view = tw_self->cb[cb];
    if (pages > fiber.waited[cb]) {
        report("TW2002",
               fmt::format("cb_pop_front({}, {}) after {}", name(cb), pages,
                           fiber.waited[cb] == 0 ? "no cb_wait_front"
                                                 : fmt::format("cb_wait_front of only {} page{}", fiber.waited[cb],
                                                               plural(fiber.waited[cb]))),
               "pages that were not waited for may not be there yet: the counters run apart",
               fmt::format("cb_wait_front({}, {}) before the pages are used", name(cb), pages));
    }
    if (fiber.core_run->checks->persistent.test(cb)) {
        report("TW2009", fmt::format("cb_pop_front({}, {}): the buffer is declared persistent", name(cb), pages),
               "it is filled once and serves the whole run: after the pop the next wait never ends",
               fmt::format("leave {} alone, or do not declare it persistent", name(cb)));
    }
    straddle("cb_pop_front", cb, view, view.fifo_rd_ptr, pages);
    for (const Transfer& transfer : fiber.pending) {
        if (transfer.kind != Transfer::Kind::Write || transfer.sent ||
            !overlaps(transfer, view, view.fifo_rd_ptr, pages))
            continue;
        report("TW2106",
               fmt::format("cb_pop_front({}, {}) frees a page whose noc_async_write ({} B) has not left", name(cb),
                           pages, transfer.bytes),
               "the producer may overwrite the page before it is sent",
               "noc_async_writes_flushed() or noc_async_write_barrier() before the pop");
        break;
    }
    const Fiber*& consumer = fiber.core_run->consumer[cb];
    if (consumer == nullptr) consumer = &fiber;
    if (consumer != &fiber) {
        report("TW2006",
               fmt::format("{} has two consumers: {} and {} both pop", name(cb), consumer->processor_name(),
                           fiber.processor_name()),
               "each thread keeps its own read pointer: the two read the same pages and free twice as many",
               "give each consumer its own buffer");
    }
}

void after_pop(uint32_t cb, const TwCbShared&, uint32_t pages) {
    uint32_t& waited = engine::current_fiber().waited[cb];
    waited -= std::min(pages, waited);
}

}  // namespace tilewright::checks
