// No code: stores that the checks of stores have nothing to say about.
//
// Kernels fill tiles word by word: a thousand stores, each of which these checks would judge by the same facts. A
// thread's stores into pages of a CB that it has reserved, where none of its transfers is under way, are right by all
// of them. Two checks keep books of what is written and are told of every store.
#include "checks/quiet_stores.hpp"

#include <algorithm>

#include "checks/check.hpp"

namespace tilewright::checks::quiet_stores {

namespace {
bool within(const engine::QuietStores& quiet, uint32_t address, uint64_t end, uint32_t pointer) {
    return address >= quiet.begin && end <= quiet.end && *quiet.pointer == quiet.pointed_to &&
           (pointer == 0 || (pointer >= quiet.home_begin && pointer < quiet.home_end));
}

// Finds the widest such place around these bytes; false: there is none.
bool find_place(Fiber& fiber, uint32_t address, uint64_t end) {
    const CoreRun& core = *fiber.core_run;
    const CbPlan* cb = core.checks->cb_at(address);
    if (cb == nullptr || cb->placed || cb->shared) return false;
    const uint64_t unit = fiber.thread.processor >= TW_UNPACK ? 16 : 1;
    const uint32_t& pointer = fiber.views[cb->index].fifo_wr_ptr;
    uint64_t from = unit * pointer;
    uint64_t to = from + uint64_t{fiber.reserved[cb->index]} * fiber.thread.cb_shared[cb->index].page_bytes;
    from = std::max<uint64_t>({from, cb->address, fiber.run->card.arch().l1_map_end + card::kConfigBytes});
    to = std::min<uint64_t>(to, uint64_t{cb->address} + cb->bytes);
    for (const Transfer& transfer : fiber.pending) {
        const uint64_t begin = transfer.local, after = begin + transfer.bytes;
        if (after <= address)
            from = std::max(from, after);
        else if (begin >= end)
            to = std::min(to, begin);
        else
            return false;
    }
    if (address < from || end > to) return false;
    fiber.quiet = {
        static_cast<uint32_t>(from), static_cast<uint32_t>(to), cb->address, cb->address + cb->bytes, &pointer, pointer,
        books_of_written(core),      books_of_races(fiber)};
    return true;
}
// The thread holds other pages, or has transfers under way: what it may store where is another question.
void other_pages(const CbUse& use) { use.fiber.quiet.end = 0; }
void transfer(const NocCall& use) { use.fiber.quiet.end = 0; }
}  // namespace

void listen(Events& on) {
    on.cb_reserved.add(other_pages);
    on.cb_pushed.add(other_pages);
    on.noc_call.add(transfer);
}

bool store(Fiber& fiber, uint32_t address, uint32_t bytes, uint32_t pointer) {
    engine::QuietStores& quiet = fiber.quiet;
    const uint64_t end = uint64_t{address} + bytes;
    if (!within(quiet, address, end, pointer)) {
        if (bytes == 0 || !find_place(fiber, address, end) || !within(quiet, address, end, pointer)) return false;
        // What else is told of a store: that the CB is used.
        events.cb_filled({fiber, "store", address, bytes, fiber.core_run->checks->cb_at(address)});
    }
    if (quiet.races != nullptr && !note_store(quiet.races, fiber, address, bytes)) return false;
    note_written(quiet.written, address, bytes);
    return true;
}

}  // namespace tilewright::checks::quiet_stores

namespace tilewright::checks {

bool store_quietly(Fiber& fiber, uint32_t address, uint32_t bytes, uint32_t pointer) {
    return quiet_stores::store(fiber, address, bytes, pointer);
}

}  // namespace tilewright::checks
