// TW2007: more pages are outstanding than the 16-bit counters can tell.
#include "checks/check.hpp"

namespace tilewright::checks::cb_counter {

namespace {
void push(const CbUse& use) {
    if (use.buffer.pushed - use.buffer.popped + use.pages <= 65535) return;
    report("TW2007", fmt::format("{} has more than 65,535 pages outstanding", cb_name(use.fiber, use.cb)),
           "the counters are 16 bits wide: the difference wraps to a small number", "pop pages, or use larger ones");
}
}  // namespace

void listen(Events& on) { on.cb_push.add(push); }

}  // namespace tilewright::checks::cb_counter
