// What a time is made of, in words: who is waited for, and how far it is from what the machine could do at best.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "clock/recording.hpp"
#include "clock/timing.hpp"

namespace tilewright::clock {

// The least time that its DRAM traffic and its compute units allow.
struct Roofline {
    double dram_ns = 0;    // bytes of all banks at the machine's rate
    double bank_ns = 0;    // of the bank that has most to do
    double unpack_ns = 0;  // busiest core
    double math_ns = 0;
    double pack_ns = 0;
    double best_ns() const;
    const char* limit() const;  // "DRAM", "one DRAM bank", "UNPACK", "MATH", "PACK"
};
Roofline roofline(const Timing& timing, const card::Arch& arch);

// One thread's share of the slowest core's time.
struct Share {
    std::string thread;
    double busy = 0;  // of the whole program's time; compute threads: their unit
    double waiting = 0;
    std::string longest_wait;  // "pages of c_0", "its read barrier"
    double longest = 0;
};

struct WhatIf {
    std::string change;  // "c_0 with 4 pages instead of 2"
    double ns = 0;
};

struct Verdict {
    double slowest_core_ns = 0, median_core_ns = 0;
    LogicalCore slowest;
    std::vector<Share> shares;  // of the slowest core
    std::string bottleneck;     // one sentence: cause and remedy
    Roofline least;
    std::vector<WhatIf> what_ifs;  // best first
};
Verdict judge(const Recording& recording, const Timing& timing);

std::string cb_text(uint32_t cb);  // "c_0"
std::string wait_text(const Waited& wait);
std::string to_text(const Timing& timing, const Verdict& verdict);
nlohmann::json to_json(const Timing& timing, const Verdict& verdict);

}  // namespace tilewright::clock
