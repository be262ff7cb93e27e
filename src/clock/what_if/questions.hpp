// The questions, one function each. Internal to src/clock.
#pragma once

#include "clock/what_if/what_if.hpp"

namespace tilewright::clock {

void ask_depths(Trials& trials);
void ask_barriers(Trials& trials);
void ask_transfers(Trials& trials);
void ask_banks(Trials& trials);
void ask_placements(Trials& trials);
void ask_machine(Trials& trials);

std::vector<ChangedProgram> other_fidelities(const program::ProgramDescriptor& program, const Tape& tape);
std::vector<ChangedProgram> other_dst(const program::ProgramDescriptor& program, const Tape& tape);

// Pages of each CB, the most that a core has.
std::map<uint32_t, uint32_t> pages_of(const Tape& tape);
// Whether every core that has these CBs has L1 for so many pages.
bool fits(const Tape& tape, const std::map<uint32_t, uint32_t>& pages);

}  // namespace tilewright::clock
