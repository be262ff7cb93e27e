// The bottleneck in one sentence. Internal to src/clock.
#pragma once

#include <string>

#include "clock/verdict.hpp"

namespace tilewright::clock {

// Cause and remedy, from a verdict that has all but its sentence.
std::string bottleneck(const Tape& tape, uint32_t llk, const Timing& timing, const Verdict& verdict, Asked asked);

}  // namespace tilewright::clock
