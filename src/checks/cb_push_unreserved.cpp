// TW2001: pages are pushed that were not reserved.
#include "checks/check.hpp"

namespace tilewright::checks::cb_push_unreserved {

namespace {
void push(const CbUse& use) {
    const uint32_t reserved = use.fiber.reserved[use.cb];
    if (use.pages <= reserved || first_round_of_placed(use.fiber, use.cb, use.pages)) return;
    const std::string cb = cb_name(use.fiber, use.cb);
    report("TW2001",
           fmt::format("cb_push_back({}, {}) after {}", cb, use.pages,
                       reserved == 0 ? "no cb_reserve_back" : "cb_reserve_back of only " + pages(reserved)),
           "without the reserve the pages may still be in use by the consumer: their contents are overwritten",
           fmt::format("cb_reserve_back({}, {}) before the pages are filled", cb, use.pages));
}
}  // namespace

void listen(Events& on) { on.cb_push.add(push); }

}  // namespace tilewright::checks::cb_push_unreserved
