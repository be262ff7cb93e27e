// TW2109: a write is issued from bytes into which a read is still in flight.
#include "checks/check.hpp"

namespace tilewright::checks::noc_write_of_read {

namespace {
void issue(const NocUse& use) {
    const Transfer* read = in_flight(use.fiber, Transfer::Kind::Read, use.own, use.bytes);
    if (read == nullptr) return;
    report("TW2109",
           fmt::format("noc_async_write from {:#x}..{:#x}, where a read into {:#x}..{:#x} is still in flight", use.own,
                       use.own + use.bytes, read->local, read->local + read->bytes),
           "the write may send the old bytes", "noc_async_read_barrier() before the write");
}
}  // namespace

void listen(Events& on) { on.noc_write.add(issue); }

}  // namespace tilewright::checks::noc_write_of_read
