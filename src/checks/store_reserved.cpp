// TW2119: a kernel stores where firmware and mailboxes lie.
#include "checks/check.hpp"

namespace tilewright::checks::store_reserved {

namespace {
void store(const L1Use& use) {
    const uint32_t end = use.fiber.run->card.arch().l1_map_end;
    if (use.address >= end) return;
    report("TW2119",
           fmt::format("store of {} B at L1 address {:#x}; up to {:#x} firmware, mailboxes and constants lie there",
                       use.bytes, use.address, end),
           "the core runs on what stands there: it may hang much later, or in the next program",
           "take the address from a CB (get_write_ptr), a semaphore (get_semaphore) or a buffer of the host's");
}
}  // namespace

void listen(Events& on) { on.store.add(store); }

}  // namespace tilewright::checks::store_reserved
