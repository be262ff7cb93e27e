// TW2009: a page of a buffer that is declared persistent is popped.
#include "checks/check.hpp"

namespace tilewright::checks::cb_persistent {

namespace {
void pop(const CbUse& use) {
    if (!use.fiber.core_run->checks->cb(use.cb)->persistent) return;
    const std::string cb = cb_name(use.fiber, use.cb);
    report("TW2009", fmt::format("cb_pop_front({}, {}): the buffer is declared persistent", cb, use.pages),
           "it is filled once and serves the whole run: after the pop the next wait never ends",
           fmt::format("leave {} alone, or do not declare it persistent", cb));
}
}  // namespace

void listen(Events& on) { on.cb_pop.add(pop); }

}  // namespace tilewright::checks::cb_persistent
