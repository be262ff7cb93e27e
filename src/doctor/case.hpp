// One hang as the doctor sees it: the threads that are stuck, what the replays showed, and how to name things. Internal
// to src/doctor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "doctor/replay.hpp"
#include "engine/run.hpp"

namespace tilewright::doctor {

// A thread somebody waits for.
struct Dependency {
    uint32_t core_index = 0;
    uint32_t processor = 0;
};

struct Case {
    const program::ProgramDescriptor& program;
    card::Card& card;
    std::vector<Stuck> stuck;
    std::vector<engine::BlockedThread> blocked;  // the same threads, in the same order
    Replay as_is, grown, fed;                    // as far as they were made
    bool reproduced = false;                     // the plain replay stopped in the same place

    const Ledger& ledger() const { return *(fed.ledger ? fed : as_is).ledger; }
    const CbLedger& cb(uint32_t core_index, uint32_t index) const;  // of the replay that went furthest
    std::string cb_name(uint32_t core_index, uint32_t index) const;
    const program::CbDescriptor* cb_descriptor(uint32_t core_index, uint32_t index) const;
    uint32_t capacity(uint32_t core_index, uint32_t index) const;
    std::string thread_name(uint32_t core_index, uint32_t processor) const;
    std::string core_name(uint32_t core_index) const { return card.worker(core_index).logical().str(); }
    std::string where(size_t thread) const;  // file:line in the kernel
    std::string site_line(uint32_t site) const;
    std::string as_is_line(uint32_t site) const;  // of a site of the plain replay
    uint64_t rounds(size_t thread) const;         // calls made so far from the line where the thread stands; 0: unknown
    std::optional<size_t> find(uint32_t core_index, uint32_t processor) const;
    // Whom a stuck thread waits for; empty: nobody is known.
    std::vector<Dependency> waits_for(size_t thread) const;
    // Threads from `thread` along who waits for whom, until one repeats or nobody is known. The last may have ended.
    std::vector<Dependency> chain(size_t thread) const;
    std::string because(size_t thread) const;
    bool polls() const;
    bool uses_semaphores() const;
};

inline bool is_compute(uint32_t processor) { return processor >= TW_UNPACK; }
std::string pages(uint64_t count);  // "1 page", "4 pages"

}  // namespace tilewright::doctor
