// The debug calls of kernels: prints, assertions, waypoints, profiler zones. Which prints come out is chosen by the
// same environment variables as on the card.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/core_coord.hpp"
#include "tw/abi.h"

namespace tilewright::calls {

// Which cores and processors print. Nothing is selected without TT_METAL_DPRINT_CORES.
class PrintSelection {
public:
    PrintSelection() = default;
    // `cores`: "0,0", "(0,0),(0,1)", "(0,0)-(3,0)", "all" or "worker"; `processors`: "" for all, or names of BR, NC,
    // TR0, TR1, TR2 joined by + or a comma. Throws tilewright::Error when it cannot be read.
    PrintSelection(std::string_view cores, std::string_view processors);
    static PrintSelection from_environment();

    bool any() const { return all_ || !ranges_.empty(); }
    bool contains(LogicalCore core, TwProcessor processor) const;

private:
    bool all_ = false;
    CoreRanges ranges_;
    uint32_t processors_ = ~0u;  // bit per TwProcessor
};

std::string_view processor_name(TwProcessor);  // BR, NC, TR0, TR1, TR2; TR for a fused compute thread

// Replaces selection and output of all later prints; `out` null: standard output. For tests and embedding.
void set_print_output(PrintSelection selection, std::ostream* out, bool prefix = true);
// Back to what the environment says.
void reset_print_output();
// Prints what threads left without a newline. The engine calls it when a run ends.
void flush_prints();

// Where traces are collected. All calls come from kernel threads; `thread` is the caller.
class DebugSink {
public:
    virtual ~DebugSink() = default;
    virtual void zone_begin(const TwThread& thread, const char* name) = 0;
    virtual void zone_end(const TwThread& thread) = 0;
    virtual void record(const TwThread& thread, const char* name, uint64_t value) = 0;
};
void set_debug_sink(DebugSink* sink);  // null: zones and records are dropped

}  // namespace tilewright::calls
