// TW2002: pages are popped that were not waited for.
#include "checks/check.hpp"

namespace tilewright::checks::cb_pop_unwaited {

namespace {
void pop(const CbUse& use) {
    const uint32_t waited = use.fiber.waited[use.cb];
    if (use.pages <= waited) return;
    const std::string cb = cb_name(use.fiber, use.cb);
    report_unless_resident(use.fiber, use.cb, "TW2002",
                           fmt::format("cb_pop_front({}, {}) after {}", cb, use.pages,
                                       waited == 0 ? "no cb_wait_front" : "cb_wait_front of only " + pages(waited)),
                           "pages that were not waited for may not be there yet: the counters run apart",
                           fmt::format("cb_wait_front({}, {}) before the pages are used", cb, use.pages));
}
}  // namespace

void listen(Events& on) { on.cb_pop.add(pop); }

}  // namespace tilewright::checks::cb_pop_unwaited
