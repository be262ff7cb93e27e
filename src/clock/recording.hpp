// What a program does, recorded once by a dry run, and timed as often as one likes: as it is, or with something
// changed. Control flow is followed, data is not computed, and no tensor changes.
#pragma once

#include <cstdint>
#include <memory>

#include "card/card.hpp"
#include "clock/timeline.hpp"
#include "clock/change.hpp"
#include "clock/timing.hpp"
#include "engine/run_options.hpp"
#include "program/descriptor.hpp"

namespace tilewright::clock {

class Tape;

struct TraceSummary {
    uint64_t slices = 0;
    uint64_t left_out = 0;  // slices and steps of counters beyond TraceOptions::most
};

class Recording {
public:
    // Throws as a run does: findings of the kernels' builds, hangs (TW1000 ...), TW3902 where the machine has no
    // timing figures.
    Recording(card::Card& card, const program::ProgramDescriptor& program, engine::RunOptions options);

    Timing time(const Change& change = {}) const;
    // Draws the run into a file (trace.hpp). TW3904: it cannot be written.
    TraceSummary trace(const engine::TraceOptions& options) const;
    // What pictures are drawn from (timeline.hpp).
    Timeline timeline(const TimelineOptions& options = {}) const;
    const Tape& tape() const { return *tape_; }
    uint32_t llk() const { return llk_; }
    double seconds_build = 0, seconds_record = 0;

private:
    std::shared_ptr<Tape> tape_;
    uint32_t llk_ = 0;
};

}  // namespace tilewright::clock
