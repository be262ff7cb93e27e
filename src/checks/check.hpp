// What a check is written with. A check is one file and one namespace of the same name: `listen` says
// what events (events.hpp) it listens to, the rest are the functions it listens with and its states. Its name stands in
// check_list.cpp, its codes in the first line of its file.
//
//     // TW2003: a call asks for more pages than its buffer has.
//     namespace tilewright::checks::cb_capacity {
//     void ask(const CbUse& use) { if (use.pages > use.buffer.num_pages) report("TW2003", ...); }
//     void listen(Events& on) { on.cb_reserve.add(ask); on.cb_wait.add(ask); }
//     }
#pragma once

#include <fmt/format.h>

#include <string>

#include "checks/events.hpp"

namespace tilewright::checks {

using engine::CbPlan;
using engine::CoreRun;
using engine::Fiber;
using engine::Run;
using engine::Transfer;

// Reports at the running thread's place in its kernel, and goes on.
void report(const char* code, std::string message, std::string why, std::string fix,
            Severity severity = Severity::Error);

// The same about pages of this CB that were not waited for; not where the CB lies on a buffer whose data is there
// already, which shows by nobody pushing to it (resident.cpp).
void report_unless_resident(const Fiber& fiber, uint32_t cb, const char* code, std::string message, std::string why,
                            std::string fix);
// The CB lies on a buffer, and with so many pages more it has not yet been filled once: there is nothing that filling
// it without a reserve could overwrite.
bool first_round_of_placed(const Fiber& fiber, uint32_t cb, uint64_t pages);

std::string cb_name(const Fiber& fiber, uint32_t cb);  // "cb_in (c_0)", or "c_0"
std::string pages(uint64_t count);                     // "1 page", "4 pages"
// "; a page of c_0 has 2048 B, a tile of its format (Float32) 4096 B"; empty where a tile fits its page.
std::string tile_beside_page(const Fiber& fiber, uint32_t cb);
// "DRAM bank 3 at NoC (1,2)"; `noc_address` as kernels write it.
std::string far_place(uint64_t noc_address, const card::Target& target);

// The thread's own transfer of this kind that still works on these bytes of its L1; null: none. Writes that have left
// no longer do.
inline const Transfer* in_flight(const Fiber& fiber, Transfer::Kind kind, uint64_t address, uint64_t bytes) {
    const Fiber::Span& span = fiber.spans[static_cast<size_t>(kind)];
    if (fiber.pending.empty() || address >= span.end || address + bytes <= span.begin) return nullptr;
    for (const Transfer& transfer : fiber.pending) {
        if (transfer.kind != kind || transfer.sent) continue;
        if (transfer.local < address + bytes && address < uint64_t{transfer.local} + transfer.bytes) return &transfer;
    }
    return nullptr;
}
// The same for `pages` pages of a CB from one of the thread's pointers. Compute threads count in 16-byte words.
inline const Transfer* in_flight(const CbUse& use, Transfer::Kind kind, uint32_t pointer) {
    const uint64_t unit = use.fiber.thread.processor >= TW_UNPACK ? 16 : 1;
    return in_flight(use.fiber, kind, pointer * unit, uint64_t{use.pages} * use.view().fifo_page_size * unit);
}

// The bytes lie in pages of their CB that the thread has waited for, or reserved.
bool holds_waited(const L1Use& use);
bool holds_reserved(const L1Use& use);
// "exp", for messages.
std::string sfpu_words(tile::SfpuOp op);

// A state of a check's own. keep<State, Run>(on), keep<State, CoreRun>(on) or keep<State, Fiber>(on) where the check
// listens: State(const Of&) is then made for each run, core or thread, in strict mode; of<State>(...) finds it.
template <class State>
struct Kept {
    inline static uint32_t slot = 0;
};
template <class Of>
StateMakers<Of>& makers(Events& on) {
    if constexpr (std::is_same_v<Of, Run>)
        return on.states_of_run;
    else if constexpr (std::is_same_v<Of, CoreRun>)
        return on.states_of_core;
    else
        return on.states_of_thread;
}
template <class State, class Of>
void keep(Events& on) {
    StateMakers<Of>& all = makers<Of>(on);
    if (all.count == all.list.size()) throw InternalError("too many states of checks: raise the size in events.hpp");
    Kept<State>::slot = all.count;
    all.list[all.count++] = [](Of& of) -> std::shared_ptr<void> { return std::make_shared<State>(of); };
}
template <class State>
State& of(const Run& run) {
    return *static_cast<State*>(run.check_states[Kept<State>::slot].get());
}
template <class State>
State& of(const CoreRun& core) {
    return *static_cast<State*>(core.checks->states[Kept<State>::slot].get());
}
template <class State>
State& of(const Fiber& fiber) {
    return *static_cast<State*>(fiber.check_states[Kept<State>::slot].get());
}

}  // namespace tilewright::checks
