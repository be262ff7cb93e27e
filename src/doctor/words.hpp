// Semaphores as the doctor sees them: who waits for a word, who changed it so far, who would still change it. Internal
// to src/doctor.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "doctor/case.hpp"

namespace tilewright::doctor {

// One thread that changes the word, other than the one that waits for it: what a waiter stores itself is no signal.
struct Signaller {
    uint32_t core_index = 0;
    uint32_t processor = 0;
    uint64_t did = 0;     // changes until the program hung
    uint64_t would = 0;   // changes in all, had nobody been kept waiting
    uint64_t raised = 0;  // of what it did: by adding
    bool stuck = false;
    std::vector<uint32_t> sites;  // of the ledger that went furthest
};

struct WordView {
    uint32_t core_index = 0;
    uint32_t address = 0;
    std::optional<uint32_t> id;  // of a semaphore of the program
    bool declared = true;        // the program creates it on this core
    uint32_t initial = 0;
    uint32_t value = 0, wanted = 0;
    bool equal = false;
    uint64_t waits = 0;       // how often the thread has waited for it, this time included
    bool same_wanted = true;  // for the same value each time
    bool reset = false;       // somebody sets it back to 0
    std::vector<Signaller> signallers;

    uint64_t raised() const;  // by others, until the program hung
    std::string name() const;
};

bool waits_for_word(const Stuck& stuck);
WordView view_word(const Case& hang, size_t thread);
// Cores that run a kernel which signals the word elsewhere, have not signalled it and are not stuck.
std::vector<LogicalCore> silent_peers(const Case& hang, const WordView& word);
// Words that are changed and that nobody waits for: signals that went astray.
struct Astray {
    uint32_t core_index = 0, address = 0;
    Signal signal;
};
std::vector<Astray> astray(const Case& hang);
// A thread that signals this word and waits, round after round, for a word that nobody sets back: its later waits end
// at once, and it runs ahead.
struct RunsAhead {
    uint32_t core_index = 0, processor = 0, address = 0;
    WordWaits waits;
};
std::optional<RunsAhead> runs_ahead(const Case& hang, const WordView& word);
// Two runtime arguments one behind the other that are a core's coordinates in the grid, not on the NoC.
struct GridArguments {
    uint32_t kernel = 0;
    size_t index = 0;
    std::vector<LogicalCore> cores;  // that were given them
};
std::vector<GridArguments> grid_arguments(const Case& hang, LogicalCore meant);
// The circle of stuck threads that this one is part of, itself first; empty: none.
std::vector<size_t> circle_of(const Case& hang, size_t thread);

}  // namespace tilewright::doctor
