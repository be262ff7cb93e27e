// From proposals to what a report says about them. Internal to src/doctor.
#pragma once

#include <vector>

#include "doctor/case.hpp"
#include "doctor/trial.hpp"
#include "doctor/verdict.hpp"

namespace tilewright::doctor {

// Seconds after which no further change is tried. Tests of what is proven give more of them, whatever the machine does.
inline double seconds_for_trials = 2.2;

// A fix that a report prints: the changes that were proven, each with the program it was made to. One is enough.
struct ToldFix {
    std::vector<Proposal> alternatives;
};

// Keeps the fixes that reports of this thread print while it lives, for who wants to try them once more. One at a time.
class ToldFixes {
public:
    ToldFixes();
    ~ToldFixes();
    ToldFixes(const ToldFixes&) = delete;
    ToldFixes& operator=(const ToldFixes&) = delete;
    const std::vector<ToldFix>& list() const { return list_; }
    static void note(std::vector<Proposal> alternatives);

private:
    std::vector<ToldFix> list_;
};

struct Mended {
    Proof proof;
    std::string words;              // of the proven change or changes; empty: nothing was proven
    std::vector<std::string> also;  // a second fault that showed when the first was mended
};

// Tries what a verdict on this hang proposes; where the first change uncovers a second fault, that one's as well.
Mended mend(Trials& trials, const Case& hang, const engine::RunOptions& options,
            const std::vector<Proposal>& proposals);
// The last line of a report.
std::string proof_words(const Proof& proof, bool proven, bool tried);

}  // namespace tilewright::doctor
