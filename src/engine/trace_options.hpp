// What of a timed run is to be drawn, and into which file (src/clock/trace.hpp). A value, part of RunOptions.
#pragma once

#include <cstdint>
#include <string>

#include "base/core_coord.hpp"

namespace tilewright::engine {

struct TraceOptions {
    std::string file;         // empty: no trace
    CoreRanges cores;         // empty: all
    double begin_us = 0;      // of the program's time
    double end_us = 0;        // 0: to its end
    uint64_t most = 1000000;  // slices and steps of counters; what comes after is left out

    bool wants(LogicalCore core) const { return cores.empty() || contains(cores, core); }
    bool operator==(const TraceOptions&) const = default;
};

// "0,0", "0,0-1,0" or several of them with a space between; "BEGIN:END" in microseconds, either may be missing. `who`:
// the flag or variable that said so. TW3904 where it is neither.
CoreRanges parse_trace_cores(const std::string& who, const std::string& text);
void parse_trace_window(const std::string& who, const std::string& text, TraceOptions& to);

}  // namespace tilewright::engine
