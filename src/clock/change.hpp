// Timing a tape with something changed: the machine's figures, or the CBs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "clock/timing.hpp"
#include "tw/abi.h"

namespace tilewright::clock {

class Tape;
struct Figures;

// What would be different. Empty: nothing.
struct Change {
    std::map<uint32_t, uint32_t> cb_pages;  // by CB: another number of pages on every core
    double dram_rate = 1;                   // of the machine's figures: times this
    double noc_rate = 1;
    double latency = 1;                  // of networks and DRAM
    std::map<TwProcessor, double> pace;  // by processor, with its unit: its work takes this part of the time
};

// `llk`: whose low-level library (engine::RunOptions::timed_llk).
Timing time_of(const Tape& tape, uint32_t llk, const Change& change = {});
// Of a tape that nobody has run: none where its threads wait for each other, or semaphores are passed in an order that
// has to be guessed.
std::optional<Timing> try_time(const Tape& tape, uint32_t llk, const Change& change = {});

}  // namespace tilewright::clock
