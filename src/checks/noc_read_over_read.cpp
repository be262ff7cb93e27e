// TW2108: a read is issued into bytes into which another read is still in flight.
#include "checks/check.hpp"

namespace tilewright::checks::noc_read_over_read {

namespace {
void issue(const NocUse& use) {
    const Transfer* read = in_flight(use.fiber, Transfer::Kind::Read, use.own, use.bytes);
    if (read == nullptr) return;
    report("TW2108",
           fmt::format("noc_async_read into {:#x}..{:#x} while an earlier read into {:#x}..{:#x} is still in flight",
                       use.own, use.own + use.bytes, read->local, read->local + read->bytes),
           "reads land in any order: either may win",
           "noc_async_read_barrier() between the two, or another destination");
}
}  // namespace

void listen(Events& on) { on.noc_read.add(issue); }

}  // namespace tilewright::checks::noc_read_over_read
