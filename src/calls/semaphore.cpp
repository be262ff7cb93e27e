// Semaphores: 32-bit words in L1 that the NoC and the core itself change.
#include <atomic>

#include "calls/point.hpp"
#include "checks/events.hpp"

namespace tilewright::calls {

namespace {
using engine::Wait;
using engine::WaitKind;

uint32_t load(const void* word) { return __atomic_load_n(static_cast<const uint32_t*>(word), __ATOMIC_ACQUIRE); }

bool equal_ready(const Wait& wait, const void* word) { return load(word) == wait.wanted; }
bool min_ready(const Wait& wait, const void* word) { return load(word) >= wait.wanted; }

// A word that others look at, or that others set: from here on they may look at the rest of L1, too.
void others_may_look() { engine::running_fiber().core_run->reads.end(); }

void wait_for(WaitKind kind, volatile uint32_t* word, uint32_t value) {
    others_may_look();
    Wait wait;
    wait.kind = kind;
    wait.wanted = value;
    wait.address = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(word));
    wait.ready = kind == WaitKind::SemaphoreEqual ? equal_ready : min_ready;
    wait.context = const_cast<const uint32_t*>(word);
    engine::Fiber& fiber = engine::running_fiber();
    if (fiber.run->observer != nullptr)
        fiber.run->observer->semaphore_wait(fiber, wait.address, value, kind == WaitKind::SemaphoreEqual);
    engine::block_until(wait);
    // An answer has come: flags sent before have left.
    if (tw_self->strict)
        std::erase_if(engine::current_fiber().pending,
                      [](const engine::Transfer& t) { return t.flag && (t.to == nullptr || t.landed); });
}

void tell(checks::WordUse::Kind kind, const char* call, const volatile uint32_t* word, uint32_t value, void* pc) {
    const uint64_t offset = reinterpret_cast<uint64_t>(word) - tw_self->l1_base;
    if (tw_self->strict && offset >> 32 == 0)
        checks::events.word({kind, engine::running_fiber(), call, static_cast<uint32_t>(offset), value, pc});
}

void check_store(const volatile uint32_t* word) {
    const uint64_t offset = reinterpret_cast<uint64_t>(word) - tw_self->l1_base;
    if (tw_self->strict && offset >> 32 == 0)
        checks::events.store({engine::running_fiber(), "store", static_cast<uint32_t>(offset), 4, nullptr});
}
void watch_word(const volatile uint32_t* word, uint32_t value, bool raised) {
    engine::Fiber& fiber = engine::current_fiber();
    if (fiber.run->observer == nullptr) return;
    const uint64_t offset = reinterpret_cast<uint64_t>(word) - fiber.thread.l1_base;
    if (offset >> 32 == 0)
        fiber.run->observer->signal(fiber, *fiber.core_run->core, static_cast<uint32_t>(offset), value, raised);
}
}  // namespace

extern "C" {

void tw_semaphore_wait(volatile uint32_t* word, uint32_t value) {
    point("noc_semaphore_wait");
    wait_for(WaitKind::SemaphoreEqual, word, value);
    tell(checks::WordUse::Kind::WaitedEqual, "noc_semaphore_wait", word, value, __builtin_return_address(0));
}
void tw_semaphore_wait_min(volatile uint32_t* word, uint32_t value) {
    point("noc_semaphore_wait_min");
    wait_for(WaitKind::SemaphoreMin, word, value);
    tell(checks::WordUse::Kind::WaitedMin, "noc_semaphore_wait_min", word, value, __builtin_return_address(0));
}

void tw_semaphore_set(volatile uint32_t* word, uint32_t value) {
    point("noc_semaphore_set");
    tell(checks::WordUse::Kind::Set, "noc_semaphore_set", word, value, __builtin_return_address(0));
    check_store(word);
    others_may_look();
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
    watch_word(word, value, false);
}

void tw_semaphore_add(volatile uint32_t* word, uint32_t value) {
    point("Semaphore::up");
    tell(checks::WordUse::Kind::Add, "Semaphore::up", word, value, __builtin_return_address(0));
    check_store(word);
    others_may_look();
    __atomic_fetch_add(word, value, __ATOMIC_ACQ_REL);
    watch_word(word, value, true);
}

}  // extern "C"

}  // namespace tilewright::calls
