// TW2111: a kernel stores to bytes whose write has not left.
#include "checks/check.hpp"

namespace tilewright::checks::store_over_write {

namespace {
void store(const L1Use& use) {
    const Transfer* write = in_flight(use.fiber, Transfer::Kind::Write, use.address, use.bytes);
    if (write == nullptr) return;
    report("TW2111",
           fmt::format("store of {} B at L1 address {:#x}, whose noc_async_write of {} B has not left", use.bytes,
                       use.address, write->bytes),
           "the write may send the new bytes instead of the old", "noc_async_writes_flushed() before the store");
}
}  // namespace

void listen(Events& on) { on.store.add(store); }

}  // namespace tilewright::checks::store_over_write
