// TW2011: a push or pop of no pages.
#include "checks/check.hpp"

namespace tilewright::checks::cb_nothing {

namespace {
void look(const char* call, const CbUse& use) {
    if (use.pages != 0) return;
    report("TW2011", fmt::format("{}({}, 0) does nothing", call, cb_name(use.fiber, use.cb)),
           "a count that comes out as nothing is seldom what was meant",
           "leave the call out where there are no pages, or correct the count");
}

void push(const CbUse& use) { look("cb_push_back", use); }
void pop(const CbUse& use) { look("cb_pop_front", use); }
}  // namespace

void listen(Events& on) {
    on.cb_push.add(push);
    on.cb_pop.add(pop);
}

}  // namespace tilewright::checks::cb_nothing
