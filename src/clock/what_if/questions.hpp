// The questions, one function each. Internal to src/clock.
#pragma once

#include "clock/what_if/what_if.hpp"

namespace tilewright::clock {

void ask_depths(Trials& trials);
void ask_barriers(Trials& trials);
void ask_transfers(Trials& trials);
void ask_banks(Trials& trials);
void ask_nocs(Trials& trials);
void ask_placements(Trials& trials);
void ask_machine(Trials& trials);

std::vector<ChangedProgram> other_fidelities(const program::ProgramDescriptor& program, const Tape& tape);
std::vector<ChangedProgram> other_dst(const program::ProgramDescriptor& program, const Tape& tape);

// No core waits for, or sends to, another one.
bool talks_only_to_dram(const Tape& tape);

// The page of a DRAM bank that is moved most often, and what part of all its bank's bytes that is.
struct HotPage {
    uint32_t bank = 0;
    uint32_t bytes = 0;
    uint64_t times = 0;
    double of_bank = 0;
};
HotPage hottest_page(const Tape& tape);

// Pages of each CB, the most that a core has.
std::map<uint32_t, uint32_t> pages_of(const Tape& tape);
// Whether every core that has these CBs has L1 for so many pages.
bool fits(const Tape& tape, const std::map<uint32_t, uint32_t>& pages);

}  // namespace tilewright::clock
