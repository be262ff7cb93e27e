// TW2112: a kernel stores to bytes into which a read is still in flight.
#include "checks/check.hpp"

namespace tilewright::checks::store_over_read {

namespace {
void store(const L1Use& use) {
    const Transfer* read = in_flight(use.fiber, Transfer::Kind::Read, use.address, use.bytes);
    if (read == nullptr) return;
    report("TW2112",
           fmt::format("store of {} B at L1 address {:#x}, into which a noc_async_read of {} B is still in flight",
                       use.bytes, use.address, read->bytes),
           "the read may land after the store and overwrite it", "noc_async_read_barrier() before the store");
}
}  // namespace

void listen(Events& on) { on.store.add(store); }

}  // namespace tilewright::checks::store_over_read
