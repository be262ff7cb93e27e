// TW2003: a call asks for more pages than its buffer has.
#include "checks/check.hpp"

namespace tilewright::checks::cb_capacity {

namespace {
void ask(const char* call, const CbUse& use) {
    const uint32_t depth = use.buffer.num_pages;
    if (use.pages <= depth) return;
    const std::string cb = cb_name(use.fiber, use.cb);
    report("TW2003", fmt::format("{}({}, {}): the buffer is {} deep", call, cb, use.pages, pages(depth)),
           "no order of execution can satisfy this: the call never returns",
           fmt::format("make {} at least {} pages deep, or ask for at most {}", cb, use.pages, depth));
}

void reserve(const CbUse& use) { ask("cb_reserve_back", use); }
void wait(const CbUse& use) { ask("cb_wait_front", use); }
}  // namespace

void listen(Events& on) {
    on.cb_reserve.add(reserve);
    on.cb_wait.add(wait);
}

}  // namespace tilewright::checks::cb_capacity
