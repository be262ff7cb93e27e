// From proposals to what a report says about them. Internal to src/doctor.
#pragma once

#include <vector>

#include "doctor/trial.hpp"
#include "doctor/verdict.hpp"

namespace tilewright::doctor {

// Seconds after which no further change is tried. Tests of what is proven give more of them, whatever the machine does.
inline double seconds_for_trials = 2.2;

struct Mended {
    Proof proof;
    std::string words;              // of the proven change or changes; empty: nothing was proven
    std::vector<std::string> also;  // a second fault that showed when the first was mended
};

// Tries what a verdict proposes; where the first change uncovers a second fault, that one's as well.
Mended mend(Trials& trials, const program::ProgramDescriptor& program, card::Card& card,
            const engine::RunOptions& options, const std::vector<Proposal>& proposals);
// The last line of a report.
std::string proof_words(const Proof& proof, bool proven, bool tried);

}  // namespace tilewright::doctor
