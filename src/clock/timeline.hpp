// A simulated run as a plain value to draw: what each processor and unit of the slowest core did and waited for, how
// full its CBs were, and how much every core of the program worked and waited. Of the slowest core only two pieces are
// kept, its first tile-rows and its slowest ones, and of those at most as many slices as a picture can show.
//
// Where a tile-row ends: the thread that gives results away is the data-movement thread that pops most pages; its pops,
// in the order of time, are cut into as many equal parts as the core has tile-rows. Where nobody pops (an output that
// stays in L1), the pushes of the CBs that are never popped serve; where there are none, equal parts of the time. A
// caller that does not know the number of tile-rows gets a part for each of these calls, kMostParts at most.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/core_coord.hpp"
#include "tw/abi.h"

namespace tilewright::clock {

struct TimelineOptions {
    std::map<LogicalCore, uint32_t> tile_rows;  // of each core; empty: not known
    uint32_t rows_shown = 2;                    // in each window
    uint32_t most_slices = 3000;                // in each window, steps of CBs included
};

// All times are cycles from the first kernel's start.
struct Timeline {
    static constexpr uint32_t kMostParts = 16;

    // A call or a wait; several where they are too short to be drawn one by one.
    struct Slice {
        double begin = 0, end = 0;
        double cycles = 0;   // worked or waited in between; of a call, less its waits
        uint32_t name = 0;   // in Timeline::names; of several, that of most cycles
        uint32_t count = 1;  // calls or waits
    };
    // A processor, or the unit behind one. A processor works or waits while it lives; what of that is neither call nor
    // wait is plain code. A unit works or waits, or has nothing to do.
    struct Line {
        std::string name;  // "NCRISC reader", "MATH", "MATH unit"
        bool unit = false;
        double begin = 0, end = 0;  // it lives, within the window
        double busy = 0, waiting = 0;
        std::string mostly;               // what it waits for longest; empty: it does not wait
        std::vector<Slice> calls, waits;  // each by time, without overlap
    };
    struct Level {
        double at = 0;
        uint32_t pages = 0;
    };
    struct Cb {
        uint32_t index = 0;
        std::string name;           // empty: none was given
        uint32_t pages = 0;         // that it holds at most
        std::vector<Level> levels;  // the first where the window begins
    };
    struct Window {
        uint32_t first_row = 0, rows = 0;  // tile-rows, from 0
        double begin = 0, end = 0;
        std::vector<Line> lines;  // in the order in which data passes
        std::vector<Cb> cbs;      // by index
        uint64_t joined = 0;      // calls, waits and steps that share a slice with their neighbours
        uint64_t left_out = 0;    // not even that: there were too many
    };
    struct ThreadShare {
        TwProcessor processor = TW_BRISC;
        std::string name;
        double lives = 0;    // cycles
        double busy = 0;     // compute threads: their unit
        double waiting = 0;  // and not busy
    };
    struct CoreShare {
        LogicalCore at;
        double end = 0;
        std::vector<ThreadShare> threads;  // in the order in which data passes
    };

    LogicalCore core;  // the slowest
    double clock_ghz = 1;
    double cycles = 0;            // of the program
    uint32_t rows = 0;            // of the slowest core
    bool rows_known = false;      // they are tile-rows; otherwise parts
    std::string rule;             // "equal parts of 16 pops by BRISC writer"
    std::vector<Window> windows;  // the first rows; the slowest of the others, where there are others
    std::vector<CoreShare> cores;
    std::map<uint32_t, uint32_t> peak_pages;  // by CB of the slowest core: the most it held
    std::vector<std::string> names;

    double us(double at) const { return at / clock_ghz / 1000; }
};

}  // namespace tilewright::clock
