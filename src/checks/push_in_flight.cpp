// TW2103: a page is pushed into which a read is still in flight.
#include "checks/check.hpp"

namespace tilewright::checks::push_in_flight {

namespace {
void push(const CbUse& use) {
    const Transfer* read = in_flight(use, Transfer::Kind::Read, use.view().fifo_wr_ptr);
    if (read == nullptr) return;
    report("TW2103",
           fmt::format("cb_push_back({}, {}) publishes a page whose noc_async_read ({} B) is still in flight",
                       cb_name(use.fiber, use.cb), use.pages, read->bytes),
           "the consumer may read the page before the data lands; it often works, because the read is usually fast",
           "noc_async_read_barrier() before the push (one barrier may cover a whole block of reads)");
}
}  // namespace

void listen(Events& on) { on.cb_push.add(push); }

}  // namespace tilewright::checks::push_in_flight
