// Fiber stacks and the one place that switches them. Internal to src/engine.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>

namespace tilewright::engine {

// A stack with a guard page below; from a pool, so that starting a program costs no system calls the second time.
struct Stack {
    uint8_t* base = nullptr;  // lowest usable byte
    size_t bytes = 0;
    uint8_t* top() const { return base + bytes; }
    bool contains(const void* p) const { return p >= base && p < top(); }
    bool in_guard(const void* p) const;
};

Stack take_stack();
void give_stack(Stack stack);

// A suspended computation. `switch_to` saves the running one into `from`.
struct Context {
    boost::context::detail::fcontext_t handle = nullptr;
    const void* stack_bottom = nullptr;  // for the address sanitizer
    size_t stack_bytes = 0;
    void* fake_stack = nullptr;
    void* tsan_fiber = nullptr;  // for the thread sanitizer: its own state of this computation
    bool fresh = false;          // made, never entered
};

// Prepares `context` to run `entry(argument)` on `stack`. `entry` must never return.
void make_context(Context& context, const Stack& stack, void (*entry)(void*), void* argument);
// It will not be entered again. Not for the one that runs.
void end_context(Context& context);
void switch_to(Context& from, Context& to);
// As switch_to, but the running computation is abandoned.
[[noreturn]] void leave_to(Context& to);

}  // namespace tilewright::engine
