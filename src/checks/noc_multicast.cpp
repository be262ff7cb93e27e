// TW2104: a multicast counts receivers that its rectangle has not.
#include "checks/check.hpp"

namespace tilewright::checks::noc_multicast {

namespace {
void sent(const Multicast& use) {
    if (use.reached == use.num_dests) return;
    report("TW2104",
           fmt::format("{}: num_dests is {}, but the rectangle has {} receiver{}", use.call, use.num_dests, use.reached,
                       use.reached == 1 ? "" : "s"),
           "acknowledgements are counted against num_dests: the write barrier returns too early or never",
           fmt::format(
               "pass num_dests = {}{}", use.reached,
               use.flags & TW_NOC_LOOPBACK ? "" : " (the sender is excluded; the _loopback_src form includes it)"));
}
}  // namespace

void listen(Events& on) { on.noc_multicast.add(sent); }

}  // namespace tilewright::checks::noc_multicast
