// What goes wrong inside a kernel thread: crashes (signals), endless loops, and where it happened. Internal to
// src/engine.
#pragma once

#include "engine/run_state.hpp"

namespace tilewright::engine {

// While alive on a host thread, a fault in a fiber ends that fiber with finding TW2601 and the process lives on.
// Faults outside fibers go to whoever handled them before.
class FaultGuard {
public:
    FaultGuard();
    ~FaultGuard();
    FaultGuard(const FaultGuard&) = delete;
    FaultGuard& operator=(const FaultGuard&) = delete;

private:
    void* alternate_stack_;
    struct Saved;
    Saved* saved_;
};

// Core, thread, kernel and, if absent, the call stack of the running fiber.
void fill_place(Fiber& fiber, Finding& finding);
// Hook at the end of kernel_main: transfers still in flight are a finding in strict mode, and land.
void end_of_kernel(Fiber& fiber);
void start_fiber(Fiber& fiber);

}  // namespace tilewright::engine
