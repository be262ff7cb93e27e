// Circular-buffer calls: the complete ones of strict mode and the slow paths of the inlined ones.
#include <fmt/format.h>

#include "calls/point.hpp"
#include "checks/events.hpp"
#include "engine/run_state.hpp"

namespace tilewright::calls {

namespace {
using engine::Wait;
using engine::WaitKind;

uint16_t filled(const TwCbShared& cb) { return static_cast<uint16_t>(cb.pushed - cb.popped); }

bool reservable(const TwCbShared& cb, uint32_t pages) {
    // As the card computes it: 16-bit difference, then a signed comparison.
    return static_cast<int32_t>(cb.num_pages) - static_cast<int32_t>(filled(cb)) >= static_cast<int32_t>(pages);
}

bool reserve_ready(const Wait& wait, const void* context) {
    return reservable(*static_cast<const TwCbShared*>(context), wait.wanted);
}

bool wait_ready(const Wait& wait, const void* context) {
    return filled(*static_cast<const TwCbShared*>(context)) >= wait.wanted;
}

TwCbShared& shared(uint32_t cb, const char* call) {
    if (cb >= TW_MAX_CBS || tw_self->cb_shared[cb].bytes == 0) tw_cb_bad_index(cb, call);
    return tw_self->cb_shared[cb];
}

void block(WaitKind kind, uint32_t cb, uint32_t pages) {
    TwCbShared& buffer = shared(cb, kind == WaitKind::CbReserve ? "cb_reserve_back" : "cb_wait_front");
    Wait wait;
    wait.kind = kind;
    wait.index = cb;
    wait.wanted = pages;
    wait.ready = kind == WaitKind::CbReserve ? reserve_ready : wait_ready;
    wait.context = &buffer;
    engine::block_until(wait);
}

bool is_compute() { return tw_self->processor >= TW_UNPACK; }

// Data-movement pointers wrap on exact landing only; compute pointers when they reach or pass the end.
void advance(uint32_t& pointer, const TwCbView& view, uint32_t pages) {
    pointer += pages * view.fifo_page_size;
    if (engine::current_run().dry) {  // capacities are tried out there: never run away
        while (pointer >= view.fifo_limit && view.fifo_size != 0) pointer -= view.fifo_size;
        return;
    }
    if (is_compute() ? pointer >= view.fifo_limit : pointer == view.fifo_limit) pointer -= view.fifo_size;
}

// Inlined, so that the return address is the kernel's.
[[gnu::always_inline]] inline void raise(const checks::Listeners<checks::CbUse>& event, uint32_t cb,
                                         const TwCbShared& buffer, uint32_t pages) {
    if (tw_self->strict) event({engine::running_fiber(), cb, buffer, pages, __builtin_return_address(0)});
}

void watch_pages(uint32_t cb, engine::CbCall call, uint32_t pages) {
    engine::Fiber& fiber = engine::current_fiber();
    if (fiber.run->observer != nullptr) fiber.run->observer->cb_call(fiber, cb, call, pages);
}
}  // namespace

extern "C" {

void tw_cb_bad_index(uint32_t cb, const char* call) {
    Finding finding;
    finding.code = "TW2202";
    const uint32_t count = engine::current_run().card.arch().num_cbs;
    finding.message =
        cb >= count
            ? fmt::format("{}: circular buffer index {} is out of range: c_0 to c_{} exist", call, cb, count - 1)
            : fmt::format("{}: c_{} is not configured on core {}", call, cb, engine::current_core_name());
    finding.why = "on the card the call works on whatever the previous program left in that buffer's registers";
    finding.fix = fmt::format("create c_{} on this core, or use the index that the program configures", cb);
    engine::fail_fiber(std::move(finding));
}

void tw_cb_block_reserve(uint32_t cb, uint32_t pages) { block(WaitKind::CbReserve, cb, pages); }
void tw_cb_block_wait(uint32_t cb, uint32_t pages) { block(WaitKind::CbWait, cb, pages); }

void tw_cb_reserve_back(uint32_t cb, uint32_t pages) {
    point("cb_reserve_back");
    TwCbShared& buffer = shared(cb, "cb_reserve_back");
    raise(checks::events.cb_reserve, cb, buffer, pages);
    watch_pages(cb, engine::CbCall::Reserve, pages);
    block(WaitKind::CbReserve, cb, pages);
    raise(checks::events.cb_reserved, cb, buffer, pages);
}

void tw_cb_push_back(uint32_t cb, uint32_t pages) {
    point("cb_push_back");
    TwCbShared& buffer = shared(cb, "cb_push_back");
    raise(checks::events.cb_push, cb, buffer, pages);
    TwCbView& view = tw_self->cb[cb];
    buffer.pushed += pages;
    view.tiles_received = static_cast<uint16_t>(view.tiles_received + pages);
    advance(view.fifo_wr_ptr, view, pages);
    view.fifo_wr_tile_ptr = 0;
    watch_pages(cb, engine::CbCall::Push, pages);
    raise(checks::events.cb_pushed, cb, buffer, pages);
}

void tw_cb_wait_front(uint32_t cb, uint32_t pages) {
    point("cb_wait_front");
    TwCbShared& buffer = shared(cb, "cb_wait_front");
    raise(checks::events.cb_wait, cb, buffer, pages);
    watch_pages(cb, engine::CbCall::Wait, pages);
    block(WaitKind::CbWait, cb, pages);
    raise(checks::events.cb_waited, cb, buffer, pages);
}

void tw_cb_pop_front(uint32_t cb, uint32_t pages) {
    point("cb_pop_front");
    TwCbShared& buffer = shared(cb, "cb_pop_front");
    raise(checks::events.cb_pop, cb, buffer, pages);
    TwCbView& view = tw_self->cb[cb];
    buffer.popped += pages;
    view.tiles_acked = static_cast<uint16_t>(view.tiles_acked + pages);
    advance(view.fifo_rd_ptr, view, pages);
    watch_pages(cb, engine::CbCall::Pop, pages);
    raise(checks::events.cb_popped, cb, buffer, pages);
}

uint32_t tw_cb_reservable(uint32_t cb, uint32_t pages) {
    point("cb_pages_reservable_at_back");
    TwCbShared& buffer = shared(cb, "cb_pages_reservable_at_back");
    if (!reservable(buffer, pages)) engine::yield_poll();
    if (!reservable(buffer, pages)) return 0;
    raise(checks::events.cb_probed, cb, buffer, pages);
    return 1;
}

uint32_t tw_cb_available(uint32_t cb, uint32_t pages) {
    point("cb_pages_available_at_front");
    TwCbShared& buffer = shared(cb, "cb_pages_available_at_front");
    if (filled(buffer) < pages) engine::yield_poll();
    if (filled(buffer) < pages) return 0;
    raise(checks::events.cb_probed, cb, buffer, pages);
    return 1;
}

}  // extern "C"

}  // namespace tilewright::calls
