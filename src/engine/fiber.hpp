// What kernel calls need of the engine: the running thread, blocking, and ending a thread with an error.
//
// A fiber is one kernel thread of one core. It runs until it blocks; blocking means stating a condition. The scheduler
// resumes a fiber when its condition holds. When no fiber of the program can run, the program hangs: exactly then.
#pragma once

#include <cstdint>
#include <string>

#include "base/error.hpp"
#include "tw/abi.h"

namespace tilewright::card {
class Core;
class Card;
}  // namespace tilewright::card

namespace tilewright::engine {

enum class WaitKind : uint8_t {
    None,
    CbReserve,       // index = cb, wanted = pages
    CbWait,          // index = cb, wanted = pages
    SemaphoreEqual,  // address = L1 address, wanted = value
    SemaphoreMin,    // address = L1 address, wanted = value
    SourceFree,      // UNPACK: no free source-register bank
    SourceValid,     // MATH: no unpacked operand
    DstFree,         // MATH: tile_regs_acquire
    DstCommitted,    // PACK: tile_regs_wait
    Barrier,         // index = noc, wanted = TW_BARRIER_* bits
    Mailbox,         // index = from-thread
    T6Semaphore,     // index
    Poll,            // a loop that reads volatile memory
    Unpacker,        // UNPACK: a unit that never finishes; index = cb, wanted = the format in L1
};

// A blocking condition. `ready` is called by the scheduler, on the fiber's own host thread; it must be cheap and must
// not change anything.
struct Wait {
    WaitKind kind = WaitKind::None;
    uint32_t index = 0;
    uint32_t wanted = 0;
    uint32_t address = 0;
    bool (*ready)(const Wait&, const void* context) = nullptr;
    const void* context = nullptr;
};

class Run;  // one execution of a program (run_state.hpp)
struct Fiber;

// The fiber that is running on this host thread; kernel calls are made from nowhere else.
Fiber& current_fiber();
inline TwThread& current_thread() { return *tw_self; }
card::Core& current_core();
Run& current_run();
std::string current_core_name();  // "(1,0)"

// Blocks the running fiber until the condition holds. Returns at once if it holds already.
void block_until(const Wait& wait);
// Lets the other fibers run once (polling loops and failed probes).
void yield_poll();
// Ends the running fiber with an error; the run ends with it.
[[noreturn]] void fail_fiber(Finding finding);
// Records a finding and goes on. Place (core, thread, source line) is filled in if empty.
void report(Finding finding);
// Fills in where the running thread is; false: the same was reported from here before, or nothing is to be reported.
bool fill_first_place(Finding& finding);
// The kernel's call stack at this moment, innermost kernel frame first (inlined frames resolved).
std::vector<Frame> current_stack();

}  // namespace tilewright::engine
