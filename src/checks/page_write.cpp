// TW2114: a thread writes to a page of a CB that it does not hold.
#include "checks/check.hpp"

namespace tilewright::checks::page_write {

namespace {
void write(const L1Use& use) {
    if (use.in_cb == nullptr || use.in_cb->placed || use.in_cb->shared) return;
    const Fiber& fiber = use.fiber;
    const uint32_t cb = use.in_cb->index;
    // Only who fills this CB page by page is bound by its own reserves.
    if (fiber.core_run->producer[cb] != &fiber && fiber.reserved[cb] == 0) return;
    if (holds_reserved(use) || holds_waited(use)) return;
    report("TW2114",
           fmt::format("{} of {} B at L1 address {:#x}: a page of {} that {} has not reserved (it holds {})", use.call,
                       use.bytes, use.address, cb_name(fiber, cb), fiber.name(), fiber.reserved[cb]),
           "the page may belong to the consumer, whose data is overwritten" + tile_beside_page(fiber, cb),
           fmt::format("cb_reserve_back({}, n) before the page is filled", cb_name(fiber, cb)));
}
}  // namespace

void listen(Events& on) { on.l1_write.add(write); }

}  // namespace tilewright::checks::page_write
