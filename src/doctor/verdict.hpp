// The verdict on a hang: what kind it is, the one CB, semaphore or thread it comes from, and the smallest change.
// Internal to src/doctor.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "doctor/case.hpp"
#include "doctor/proposal.hpp"

namespace tilewright::doctor {

struct Verdict {
    std::string code = "TW1000";
    std::string kind = "hang";  // too small, starved, ...
    size_t at = 0;              // the stuck thread where it shows
    std::optional<uint32_t> cb;
    std::string message;
    std::vector<std::string> seen;  // numbers of this verdict
    std::string why;
    std::string hint;                     // what the rule is, where nothing is proven
    std::optional<Place> place;           // of the cause, where it is not where the thread stands
    std::vector<Proposal> proposals;      // changes that may mend it, likeliest first, untried
    std::vector<std::string> also;        // further faults, a line each
    std::map<uint32_t, uint32_t> enough;  // too small: pages per CB with which the program finishes
};

// Makes the replays it needs.
Verdict judge(Case& hang, Replayer& replayer);

// Parts of judge, by family; each says nothing when it does not apply.
std::optional<Verdict> judge_capacity(Case& hang, Replayer& replayer);  // too_small.cpp
std::optional<Verdict> judge_overpop(const Case& hang);                 // pages.cpp: more popped than was there
std::optional<Verdict> judge_pages(const Case& hang);                   // pages.cpp: starved, unit mismatch, imbalance
std::optional<Verdict> judge_signals(const Case& hang);                 // signals.cpp: semaphore, barrier, spin
std::optional<Verdict> judge_units(const Case& hang);                   // units.cpp: a unit that never finishes
std::optional<Verdict> judge_compute(const Case& hang);                 // compute.cpp: self-deadlock

// A verdict on the surplus of one CB (pages.cpp), also reached from a replay that finished only by growing.
std::optional<Verdict> judge_surplus(const Case& hang, const Replay& replay);
// One line: who pushed, waited and popped how much.
std::string ledger_line(const Case& hang, const Ledger& ledger, uint32_t core_index, uint32_t cb);

// The smallest capacities, CB by CB, with which the program finishes; `enough` must do.
std::map<uint32_t, uint32_t> least_capacities(Replayer& replayer, std::map<uint32_t, uint32_t> enough,
                                              const std::map<uint32_t, uint32_t>& lowest);

}  // namespace tilewright::doctor
