// What one thread of one core does with its time, by call. Internal to src/clock.
#pragma once

#include <string>
#include <vector>

#include "clock/tape.hpp"

namespace tilewright::clock {

struct CallWork {
    std::string call;  // "exp_tile (SFPU)", "matmul_tiles (HiFi4)", "noc_async_read 32 B"
    double cycles = 0;
    uint64_t times = 0;  // 0: plain code between calls
};
// Longest first. Of a compute thread's unit.
std::vector<CallWork> work_of_unit(const Tape& tape, uint32_t llk, LogicalCore core, TwProcessor processor);
// Of the processor itself, its waits left out.
std::vector<CallWork> work_of_processor(const Tape& tape, uint32_t llk, LogicalCore core, TwProcessor processor);

}  // namespace tilewright::clock
