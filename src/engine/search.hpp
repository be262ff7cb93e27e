// Schedules on purpose: a failing one made small, and a systematic search for one. Internal to src/engine, src/doctor
// and src/cli.
#pragma once

#include <optional>
#include <string>

#include "engine/interleave.hpp"
#include "engine/launch.hpp"

namespace tilewright::engine {

// How a run ended, as far as two runs are compared by it: empty if all went well, "hang", or the code of a failure.
std::string ending(const Outcome& outcome);

// The state of the card before a run, so that the same program can be run again from there.
class Rewind {
public:
    explicit Rewind(PreparedProgram& prepared) : prepared_(prepared), l1_(prepared.card) {}
    Outcome run(const Script& script, bool keeps_calls = false);
    void undo(Outcome& outcome) const;  // and gives its stacks back

private:
    PreparedProgram& prepared_;
    L1Snapshot l1_;
};

struct Effort {
    uint32_t runs = 200;
    double seconds = 1.5;
};

// The fewest deviations found with which the program still ends as `how`. Every one that is left matters.
Script shrink(Rewind& rewind, Script script, const std::string& how, const Effort& effort);

struct Search {
    std::optional<Script> failing;  // shrunk
    std::string how;                // it fails
    uint32_t runs = 0;
    uint32_t orders = 0;    // that differ in the order of dependent calls
    bool complete = false;  // everything up to two deviations was tried
};
// Runs the program under schedules with no, one and two deviations: a thread stopped before a call that others depend
// on, a signal that is late. Runs in which dependent calls come in an order seen before are not developed further. The
// card is left as it was. For programs with random schedules.
Search search_schedules(PreparedProgram& prepared, const Effort& effort);

}  // namespace tilewright::engine
