// One execution of a prepared program. Internal to src/engine, src/clock, src/doctor and src/workshop.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "engine/prepare.hpp"
#include "engine/run_state.hpp"

namespace tilewright::engine {

struct Script;  // interleave.hpp

struct RunSetup {
    std::unique_ptr<UndoLog> undo;
    bool dry = false;
    bool silent = false;
    Probe probe = {};
    CallObserver* observer = nullptr;
    std::function<bool(Run&)> on_stuck;
    // CBs by index whose number of pages differs from the program's. Credits only: the bytes stay where they are.
    std::map<uint32_t, uint32_t> capacity_pages;
    // Random schedules: take these decisions instead of drawing them from the seed.
    const Script* script = nullptr;
    bool keeps_calls = false;  // random schedules: remember every call
};

struct Outcome {
    bool finished = false;
    std::unique_ptr<Run> run;
};

Outcome run_once(PreparedProgram& prepared, RunSetup setup);
void give_back_stacks(Run& run);

// As launch(), watched. The observer is asked for again when a run has to be repeated: what it saw before is void.
RunResult launch_observed(PreparedProgram& prepared, const std::function<CallObserver*()>& observer);

// L1 that outlives a program: tensors in L1. Taken before a run that may have to be repeated.
struct L1Snapshot {
    struct Piece {
        uint8_t* at;
        std::vector<uint8_t> bytes;
    };
    std::vector<Piece> pieces;

    explicit L1Snapshot(card::Card& card);
    void restore() const;
};

}  // namespace tilewright::engine
