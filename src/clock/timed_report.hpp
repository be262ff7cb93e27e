// What a process has timed, for whoever started it: a file with one JSON line a program, and beside it the tape of each
// program that is not like one before it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clock/tape.hpp"
#include "clock/timing.hpp"

namespace tilewright::clock {

// Adds a line to `file`. TW3903: it, or the tape, cannot be written.
void note_program(const std::string& file, const Tape& tape, uint32_t llk, const Timing& timing);

// Launches of one program, folded.
struct TimedPrograms {
    std::string program;
    std::string arch;
    std::string tape;  // file
    uint32_t llk = 0;
    uint32_t cores = 0;
    uint64_t launches = 0;
    double total_ns = 0;
    double ns() const { return total_ns / static_cast<double>(launches); }
};
// In the order of first launches; empty where nothing was timed. TW3903: the file is damaged.
std::vector<TimedPrograms> read_report(const std::string& file);

}  // namespace tilewright::clock
