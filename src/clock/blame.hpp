// Who holds a program up: along the waits, over CBs, units and semaphores, from the thread that ends last to the one
// that does not wait for another. Internal to src/clock.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "clock/shares.hpp"
#include "clock/tape.hpp"
#include "clock/timing.hpp"

namespace tilewright::clock {

// What the program would gain if something alone were twice as quick, as a part of its time: each processor with its
// unit, the networks, DRAM. Chains of waits say who waits for whom; this says who counts.
struct Gains {
    std::map<TwProcessor, double> threads;
    double noc = 0, dram = 0, latency = 0;
    bool networks_are_full() const;  // nothing else would help as much
};
Gains gains_of(const Tape& tape, uint32_t llk, const Timing& timing);

// The thread, on its core. Where that is not the core from which the search began: who waits there for whose signal.
struct Guilty {
    const CoreTape* core = nullptr;
    std::vector<Share> shares;  // of that core
    size_t at = 0;              // of them
    struct Crossing {
        LogicalCore core;
        std::string role;
        double part = 0;
        std::string what;  // "semaphore 1", "memory that it polls"
        LogicalCore from;
    };
    std::optional<Crossing> crossing;
    // They wait for each other, over semaphores: who for what, once round.
    std::vector<Crossing> circle;
    const Share& share() const { return shares[at]; }
};
Guilty find_guilty(const Tape& tape, const Timing& timing, LogicalCore slowest, const Gains& gains);

// A CB at which the thread and the one on its other side both wait for each other: it is too shallow for them to work
// at the same time.
struct Turns {
    uint32_t cb = 0;
    const Share *fills = nullptr, *empties = nullptr;
    double for_room = 0, for_pages = 0;
};
std::optional<Turns> turns_at(const Guilty& guilty);

const ThreadTape& thread_of(const CoreTape& core, TwProcessor processor);

}  // namespace tilewright::clock
