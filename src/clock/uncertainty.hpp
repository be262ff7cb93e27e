// How far a time may be off, from the confidence of what it rests on: figures are made worse by what figures of their
// letter are usually off by, group by group, and the program is timed again.
#pragma once

#include <string>
#include <vector>

#include "clock/tape.hpp"

namespace tilewright::clock {

// A group of figures and what it adds to the uncertainty.
struct RestsOn {
    std::string group;    // "DRAM", "SFPU functions"
    char confidence = 0;  // the letter that matters most: M, D, C, F or G
    double relative = 0;  // of the time
};

struct Uncertainty {
    double relative = 0;            // of the time: the root of the sum of squares
    std::vector<RestsOn> rests_on;  // what matters, most first
    std::string text() const;       // "give or take 8 %, mostly from DRAM (M) and pack cycles (F)"
};

// What a figure of that letter is usually off by, relative.
double width_of(char confidence);

Uncertainty uncertainty_of(const Tape& tape, uint32_t llk, double ns);

}  // namespace tilewright::clock
