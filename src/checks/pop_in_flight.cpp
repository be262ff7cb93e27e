// TW2106: a page is popped whose write has not left.
#include "checks/check.hpp"

namespace tilewright::checks::pop_in_flight {

namespace {
void pop(const CbUse& use) {
    const Transfer* write = in_flight(use, Transfer::Kind::Write, use.view().fifo_rd_ptr);
    if (write == nullptr) return;
    report("TW2106",
           fmt::format("cb_pop_front({}, {}) frees a page whose noc_async_write ({} B) has not left",
                       cb_name(use.fiber, use.cb), use.pages, write->bytes),
           "the producer may overwrite the page before it is sent",
           "noc_async_writes_flushed() or noc_async_write_barrier() before the pop");
}
}  // namespace

void listen(Events& on) { on.cb_pop.add(pop); }

}  // namespace tilewright::checks::pop_in_flight
