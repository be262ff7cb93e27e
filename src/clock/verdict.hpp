// What a time is made of, in words: who is waited for, how far it is from what the machine could do at best, how far to
// trust it, and what would change it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "clock/shares.hpp"
#include "clock/tape.hpp"
#include "clock/timing.hpp"
#include "clock/uncertainty.hpp"
#include "clock/what_if/what_if.hpp"

namespace tilewright::clock {

// The least time that its DRAM traffic, its transfers and its compute units allow.
struct Roofline {
    double dram_ns = 0;    // bytes of all banks at the machine's rate
    double bank_ns = 0;    // of the bank that has most to do
    double noc_ns = 0;     // of the link or port of the networks that has most to do
    double unpack_ns = 0;  // busiest core
    double math_ns = 0;
    double pack_ns = 0;
    double best_ns() const;
    const char* limit() const;  // "DRAM", "one DRAM bank", "NoC", "UNPACK", "MATH", "PACK"
};
Roofline roofline(const Timing& timing, const card::Arch& arch);

struct CoreTime {
    LogicalCore core;
    double ns = 0;  // from the program's start to the end of its last thread
};

struct Verdict {
    std::vector<CoreTime> cores;  // by core
    double fastest_core_ns = 0, slowest_core_ns = 0, median_core_ns = 0;
    LogicalCore slowest;
    uint32_t workers = 0;       // that the machine has
    std::vector<Share> shares;  // of the slowest core
    std::string bottleneck;     // one sentence: cause and remedy
    Roofline least;
    Uncertainty uncertainty;
    std::vector<WhatIf> what_ifs;  // best first
};
// The answers may come from anywhere: the sentence names the best remedy among them. `asked`: what there is to be said
// where none helps.
Verdict judge(const Tape& tape, uint32_t llk, const Timing& timing, std::vector<WhatIf> what_ifs,
              Asked asked = Asked::All);

std::string cb_text(uint32_t cb);  // "c_0"
std::string wait_text(const Waited& wait);
std::string to_text(const Timing& timing, const Verdict& verdict);
std::string core_table(const Verdict& verdict);  // each core's time, as the grid lies
nlohmann::json to_json(const Timing& timing, const Verdict& verdict);

}  // namespace tilewright::clock
