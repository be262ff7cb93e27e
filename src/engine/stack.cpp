// Stack pool and context switches (Boost.Context), annotated for the address and the thread sanitizer.
#include "engine/stack.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include "base/error.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#define TW_ASAN 1
#else
#define TW_ASAN 0
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#define TW_TSAN 1
#else
#define TW_TSAN 0
#endif

namespace tilewright::engine {

namespace {
namespace fc = boost::context::detail;

// Kernels have a few KiB of private memory on the card; the engine's own calls and a printf need more than that.
#ifdef TILEWRIGHT_SANITIZED  // whose frames are several times as large
constexpr size_t kStackBytes = 1024 * 1024;
#else
constexpr size_t kStackBytes = 256 * 1024;
#endif
constexpr size_t kGuardBytes = 16 * 1024;
constexpr size_t kPoolLimit = 2048;

std::mutex pool_mutex;
std::vector<Stack>& free_stacks() {
    static auto* stacks = new std::vector<Stack>();  // never destroyed: threads may end after main
    return *stacks;
}

struct Start {
    void (*entry)(void*);
    void* argument;
};

void finish_switch([[maybe_unused]] Context& self, Context& from, fc::fcontext_t from_handle) {
#if TW_ASAN
    __sanitizer_finish_switch_fiber(self.fake_stack, &from.stack_bottom, &from.stack_bytes);
#endif
    from.handle = from_handle;
}

// The last act on a stack that is left: what follows is done in the name of `to`. No call of its own: the thread
// sanitizer would note its beginning on the one stack and its end on the other.
[[gnu::always_inline]] inline void announce_switch([[maybe_unused]] Context* from, [[maybe_unused]] const Context& to) {
#if TW_ASAN
    __sanitizer_start_switch_fiber(from == nullptr ? nullptr : &from->fake_stack, to.stack_bottom, to.stack_bytes);
#endif
#if TW_TSAN
    // A fiber may be resumed by another thread than the one it left (stack_of): who leaves is asked, not remembered.
    if (from != nullptr) from->tsan_fiber = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(to.tsan_fiber, 0);
#endif
}

struct Hop {
    Context* from;       // nullptr: abandoned
    const Start* start;  // first entry only
};

void trampoline(fc::transfer_t transfer) {
    auto* hop = static_cast<Hop*>(transfer.data);
    Start start = *hop->start;
#if TW_ASAN
    const void* bottom = nullptr;
    size_t bytes = 0;
    __sanitizer_finish_switch_fiber(nullptr, &bottom, &bytes);
    hop->from->stack_bottom = bottom;
    hop->from->stack_bytes = bytes;
#endif
    hop->from->handle = transfer.fctx;
    start.entry(start.argument);
    __builtin_trap();
}

}  // namespace

bool Stack::in_guard(const void* p) const { return p < base && p >= base - kGuardBytes; }

Stack take_stack() {
    {
        std::lock_guard lock(pool_mutex);
        if (!free_stacks().empty()) {
            Stack stack = free_stacks().back();
            free_stacks().pop_back();
#if TW_ASAN
            // Frames that were abandoned left their red zones behind.
            __asan_unpoison_memory_region(stack.base, stack.bytes);
#endif
            return stack;
        }
    }
    // Guards on both sides: what is written past the top belongs to somebody else, too.
    constexpr size_t kBytes = kGuardBytes + kStackBytes + kGuardBytes;
    void* memory =
        ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED || ::mprotect(memory, kGuardBytes, PROT_NONE) != 0 ||
        ::mprotect(static_cast<uint8_t*>(memory) + kBytes - kGuardBytes, kGuardBytes, PROT_NONE) != 0) {
        throw Error("TW3005", std::string("cannot make a kernel stack: ") + std::strerror(errno), {},
                    Exit::Environment);
    }
    return Stack{static_cast<uint8_t*>(memory) + kGuardBytes, kStackBytes};
}

void give_stack(Stack stack) {
    if (stack.base == nullptr) return;
    {
        std::lock_guard lock(pool_mutex);
        if (free_stacks().size() < kPoolLimit) {
            free_stacks().push_back(stack);
            return;
        }
    }
    ::munmap(stack.base - kGuardBytes, stack.bytes + 2 * kGuardBytes);
}

void make_context(Context& context, const Stack& stack, void (*entry)(void*), void* argument) {
    // The start record lies at the top of the stack itself; the context begins below it.
    *reinterpret_cast<Start*>(stack.top() - 128) = Start{entry, argument};
    context.handle = fc::make_fcontext(stack.top() - 128, stack.bytes - 128, trampoline);
    context.stack_bottom = stack.base;
    context.stack_bytes = stack.bytes;
    context.fake_stack = nullptr;
#if TW_TSAN
    context.tsan_fiber = __tsan_create_fiber(0);
#endif
    context.fresh = true;
}

void end_context([[maybe_unused]] Context& context) {
#if TW_TSAN
    if (context.tsan_fiber != nullptr) __tsan_destroy_fiber(std::exchange(context.tsan_fiber, nullptr));
#endif
}

void switch_to(Context& from, Context& to) {
    Hop hop{&from, nullptr};
    if (to.fresh) {
        to.fresh = false;
        hop.start = reinterpret_cast<const Start*>(static_cast<const uint8_t*>(to.stack_bottom) + to.stack_bytes - 128);
    }
    announce_switch(&from, to);
    const fc::transfer_t back = fc::jump_fcontext(to.handle, &hop);
    // Somebody came back to us; `back.data` names who left.
    auto* other = static_cast<Hop*>(back.data);
    if (other->from != nullptr) {
        finish_switch(from, *other->from, back.fctx);
    } else {
#if TW_ASAN
        __sanitizer_finish_switch_fiber(from.fake_stack, nullptr, nullptr);
#endif
    }
}

void leave_to(Context& to) {
    static thread_local Hop hop{nullptr, nullptr};
    announce_switch(nullptr, to);
    fc::jump_fcontext(to.handle, &hop);
    __builtin_unreachable();
}

}  // namespace tilewright::engine
