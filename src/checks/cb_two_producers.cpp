// TW2005: two threads push to one buffer.
#include "checks/check.hpp"

namespace tilewright::checks::cb_two_producers {

namespace {
void push(const CbUse& use) {
    const Fiber* producer = use.fiber.core_run->producer[use.cb];
    if (producer == &use.fiber) return;
    report("TW2005",
           fmt::format("{} has two producers: {} and {} both push", cb_name(use.fiber, use.cb), producer->name(),
                       use.fiber.name()),
           "each thread keeps its own write pointer: the two overwrite each other's pages",
           "let one kernel push to this buffer, or give the second its own");
}
}  // namespace

void listen(Events& on) { on.cb_push.add(push); }

}  // namespace tilewright::checks::cb_two_producers
