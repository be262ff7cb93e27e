// What must hold for every random program, whatever it does.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fuzz/programs/bench.hpp"

namespace tilewright::fuzz::programs {

struct Verdict {
    std::string outcome;  // of the strict run
    std::string fault;    // what does not hold, in a word or two; empty: everything does
    std::string details;
};

// Runs each program in several ways and compares. `begins` and `ends` are told of each, by its place in the list,
// before and after it.
void judge_all(const Setting& setting, const std::vector<Program>& programs, size_t first,
               const std::function<void(size_t)>& begins, const std::function<void(size_t, const Verdict&)>& ends);

}  // namespace tilewright::fuzz::programs
