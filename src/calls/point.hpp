// Where an interleaved run may let other threads go on: the beginning of every NoC, semaphore and CB call. Internal to
// src/calls.
#pragma once

#include "engine/interleave.hpp"

namespace tilewright::calls {

// Inlined, so that the return address is the kernel's.
[[gnu::always_inline]] inline void point(const char* call) {
    engine::Fiber& fiber = engine::running_fiber();
    if (fiber.preempts) [[unlikely]]
        engine::preempt(fiber, call, __builtin_return_address(0));
}

}  // namespace tilewright::calls
