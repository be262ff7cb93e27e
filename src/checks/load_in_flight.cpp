// TW2110: a kernel loads bytes into which a read is still in flight.
#include "checks/check.hpp"

namespace tilewright::checks::load_in_flight {

namespace {
void load(const L1Use& use) {
    const Transfer* read = in_flight(use.fiber, Transfer::Kind::Read, use.address, use.bytes);
    if (read == nullptr) return;
    report("TW2110",
           fmt::format("load of {} B at L1 address {:#x}, where a noc_async_read of {} B is still in flight", use.bytes,
                       use.address, read->bytes),
           "the load may see the old bytes; it often works, because the read is usually fast",
           "noc_async_read_barrier() before the load");
}
}  // namespace

void listen(Events& on) { on.load.add(load); }

}  // namespace tilewright::checks::load_in_flight
