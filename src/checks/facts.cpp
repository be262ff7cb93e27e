// No code: what several checks ask about, kept up to date before they judge. Pages a thread holds, who fills and who
// empties a CB.
#include <algorithm>

#include "checks/check.hpp"

namespace tilewright::checks::facts {

namespace {
void reserved(const CbUse& use) {
    uint32_t& held = use.fiber.reserved[use.cb];
    held = std::max(held, use.pages);
}

void push(const CbUse& use) {
    const Fiber*& producer = use.fiber.core_run->producer[use.cb];
    if (producer == nullptr) producer = &use.fiber;
}

void pushed(const CbUse& use) {
    uint32_t& held = use.fiber.reserved[use.cb];
    held -= std::min(use.pages, held);
}

void wait(const CbUse& use) { use.fiber.core_run->checks->waited_by_anyone.set(use.cb); }

void waited(const CbUse& use) {
    uint32_t& held = use.fiber.waited[use.cb];
    held = std::max(held, use.pages);
}

void pop(const CbUse& use) {
    const Fiber*& consumer = use.fiber.core_run->consumer[use.cb];
    if (consumer == nullptr) consumer = &use.fiber;
}

void popped(const CbUse& use) {
    uint32_t& held = use.fiber.waited[use.cb];
    held -= std::min(use.pages, held);
}
}  // namespace

void listen(Events& on) {
    on.cb_reserved.add(reserved);
    on.cb_push.add(push);
    on.cb_pushed.add(pushed);
    on.cb_wait.add(wait);
    on.cb_waited.add(waited);
    on.cb_pop.add(pop);
    on.cb_popped.add(popped);
}

}  // namespace tilewright::checks::facts
