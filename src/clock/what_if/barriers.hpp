// Transfers and their barriers in a data-movement thread: how they stand there, and how they would stand with fewer
// barriers. Internal to src/clock.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "clock/tape.hpp"

namespace tilewright::clock {

// How a thread waits for its reads (TW_BARRIER_READ) or writes (TW_BARRIER_WRITE, TW_BARRIER_WRITE_SENT).
struct BarrierUse {
    uint32_t what = 0;      // TW_BARRIER_*
    uint64_t barriers = 0;  // that have something to wait for
    uint64_t transfers = 0;
    uint32_t bytes = 0;  // of a transfer, the commonest size
    uint64_t each() const { return barriers == 0 ? 0 : (transfers + barriers / 2) / barriers; }
    bool reads() const { return what == TW_BARRIER_READ; }
};
BarrierUse barrier_use(const ThreadTape& thread, uint32_t what);
// "2 KiB read", "4 writes of 64 B": what stands before each barrier.
std::string work_before_barrier(const BarrierUse& use);
std::string bytes_text(uint64_t bytes);  // "2 KiB", "96 B"

// The thread with every `every`th of these barriers. What goes to a CB between two of them is pushed (or popped)
// together after the second, and room (or pages) for all of it is waited for before the first transfer. Barriers before
// anything that may depend on them stay: semaphores, other CB calls, transfers of the other direction.
struct Batched {
    std::vector<Event> events;
    uint64_t dropped = 0;                      // barriers
    std::map<uint32_t, uint32_t> least_pages;  // by CB, so that one batch is worked on while the next one comes
};
Batched with_fewer_barriers(const std::vector<Event>& events, uint32_t what, uint32_t every);

}  // namespace tilewright::clock
