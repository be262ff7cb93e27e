// TW2113: a thread reads a page of a CB that it does not hold.
#include "checks/check.hpp"

namespace tilewright::checks::page_read {

namespace {
void read(const L1Use& use) {
    if (use.in_cb->placed || use.in_cb->shared) return;
    const Fiber& fiber = use.fiber;
    const uint32_t cb = use.in_cb->index;
    // A producer may read back what it made; a page handed over by other means is somebody else's business.
    const Fiber* producer = fiber.core_run->producer[cb];
    const Fiber* consumer = fiber.core_run->consumer[cb];
    if (producer == nullptr || producer == &fiber || (consumer != nullptr && consumer != &fiber)) return;
    if (holds_waited(use) || holds_reserved(use)) return;
    const uint32_t waited = fiber.waited[cb];
    if (consumer == nullptr && fiber.core_run->checks->waited_by_anyone.test(cb) && waited == 0) return;
    report("TW2113",
           fmt::format("{} of {} B at L1 address {:#x}: a page of {} that {} has {}", use.call, use.bytes, use.address,
                       cb_name(fiber, cb), fiber.name(),
                       waited == 0 ? "not waited for" : fmt::format("not waited for (it holds {})", waited)),
           "the page may not have been pushed yet, or has been popped and is being refilled",
           fmt::format("cb_wait_front({}, n) before the access, and pop only after the last one", cb_name(fiber, cb)));
}
}  // namespace

void listen(Events& on) { on.l1_read.add(read); }

}  // namespace tilewright::checks::page_read
