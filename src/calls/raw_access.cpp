// Raw loads and stores of kernels, as the compiler pass announces them in strict mode.
#include "checks/events.hpp"
#include "checks/quiet_stores.hpp"
#include "tw/abi.h"

namespace tilewright::calls {

namespace {
// Addresses of the running core's own 32-bit space; anything else (stack, globals, tables) is not L1.
bool own_l1(const void* address, uint32_t& l1_address) {
    const uint64_t offset = reinterpret_cast<uint64_t>(address) - tw_self->l1_base;
    l1_address = static_cast<uint32_t>(offset);
    return offset >> 32 == 0;
}
checks::L1Use own_use(const char* call, uint32_t address, uint32_t bytes) {
    engine::Fiber& fiber = engine::running_fiber();
    return {fiber, call, address, bytes, fiber.core_run->checks->cb_at(address)};
}
}  // namespace

extern "C" {

void tw_touch_l1(uint32_t address, uint32_t bytes) { engine::running_fiber().core_run->reads.touch_l1(address, bytes); }

void tw_check_load(const void* address, uint32_t bytes) {
    uint32_t at = 0;
    if (!tw_self->strict || !own_l1(address, at)) return;
    const checks::L1Use use = own_use("load", at, bytes);
    checks::events.load(use);
    if (use.in_cb != nullptr) checks::events.l1_read(use);
}

void tw_check_store(const void* address, uint32_t bytes) {
    uint32_t at = 0;
    if (!tw_self->strict || !own_l1(address, at)) return;
    if (checks::store_quietly(engine::running_fiber(), at, bytes, 0)) return;
    const checks::L1Use use = own_use("store", at, bytes);
    checks::events.store(use);
    checks::events.l1_write(use);
}

void tw_check_load_from(const void* address, uint32_t bytes, uint32_t pointer) {
    tw_check_load(address, bytes);
    uint32_t at = 0;
    if (tw_self->strict && own_l1(address, at))
        checks::events.pointer_use({engine::running_fiber(), at, bytes, pointer, false});
}

void tw_check_store_from(const void* address, uint32_t bytes, uint32_t pointer) {
    uint32_t at = 0;
    if (!tw_self->strict || !own_l1(address, at)) return;
    engine::Fiber& fiber = engine::running_fiber();
    if (checks::store_quietly(fiber, at, bytes, pointer)) return;
    const checks::L1Use use = own_use("store", at, bytes);
    checks::events.store(use);
    checks::events.l1_write(use);
    checks::events.pointer_use({fiber, at, bytes, pointer, true});
}

uint32_t tw_fills_l1(uint32_t address, uint32_t bytes) {
    return tw_self->strict && checks::store_quietly(engine::running_fiber(), address, bytes, 0) ? 1 : 0;
}

void tw_check_align(const void* address, uint32_t align) {
    uint32_t at = 0;
    if (tw_self->strict && own_l1(address, at) && at % align != 0)
        checks::events.unaligned({engine::running_fiber(), at, align});
}

void tw_check_stack(uint32_t bytes) {
    if (tw_self->strict) checks::events.stack({engine::running_fiber(), bytes});
}

void tw_check_division(uint32_t unusual) {
    if (unusual == 0 || !tw_self->strict) return;
    Finding finding;
    finding.code = "TW2605";
    finding.severity = Severity::Warning;
    finding.message = unusual == 2 ? "an integer is divided by zero" : "the smallest integer is divided by -1";
    finding.why = unusual == 2 ? "the card's processors give -1, and the dividend as remainder, without a word"
                               : "the card's processors give the dividend itself, and 0 as remainder, without a word";
    finding.fix = unusual == 2 ? "check the divisor first" : "check the operands first, or divide unsigned integers";
    engine::report(std::move(finding));
}

}  // extern "C"

}  // namespace tilewright::calls
