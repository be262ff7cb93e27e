// TW2006: two threads pop from one buffer.
#include "checks/check.hpp"

namespace tilewright::checks::cb_two_consumers {

namespace {
void pop(const CbUse& use) {
    const Fiber* consumer = use.fiber.core_run->consumer[use.cb];
    if (consumer == &use.fiber) return;
    report("TW2006",
           fmt::format("{} has two consumers: {} and {} both pop", cb_name(use.fiber, use.cb), consumer->name(),
                       use.fiber.name()),
           "each thread keeps its own read pointer: the two read the same pages and free twice as many",
           "give each consumer its own buffer");
}
}  // namespace

void listen(Events& on) { on.cb_pop.add(pop); }

}  // namespace tilewright::checks::cb_two_consumers
