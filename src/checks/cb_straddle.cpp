// TW2004: a block of pages crosses the end of its buffer.
#include "checks/check.hpp"

namespace tilewright::checks::cb_straddle {

namespace {
void advance(const char* call, const CbUse& use, uint32_t pointer) {
    const TwCbView& view = use.view();
    if (uint64_t{pointer} + uint64_t{use.pages} * view.fifo_page_size <= view.fifo_limit) return;
    const uint32_t left = view.fifo_page_size == 0 ? 0 : (view.fifo_limit - pointer) / view.fifo_page_size;
    report("TW2004",
           fmt::format("{}({}, {}): the block straddles the wrap-around: {} page{} before the end of the buffer", call,
                       cb_name(use.fiber, use.cb), use.pages, left, left == 1 ? " is" : "s are"),
           "a pointer wraps only when it lands exactly on the end: this one runs past it, into the neighbouring buffer",
           "make the number of pages a multiple of every block size used on this buffer");
}

void push(const CbUse& use) { advance("cb_push_back", use, use.view().fifo_wr_ptr); }
void pop(const CbUse& use) { advance("cb_pop_front", use, use.view().fifo_rd_ptr); }
}  // namespace

void listen(Events& on) {
    on.cb_push.add(push);
    on.cb_pop.add(pop);
}

}  // namespace tilewright::checks::cb_straddle
