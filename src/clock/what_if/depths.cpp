// What if CBs were deeper; what if the machine were faster.
#include <fmt/format.h>

#include <algorithm>

#include "clock/tape.hpp"
#include "clock/verdict.hpp"
#include "clock/what_if/questions.hpp"

namespace tilewright::clock {

std::map<uint32_t, uint32_t> pages_of(const Tape& tape) {
    std::map<uint32_t, uint32_t> pages;
    for (const CoreTape& core : tape.cores) {
        for (const auto& [cb, count] : core.cb_pages) pages[cb] = std::max(pages[cb], count);
    }
    return pages;
}

bool fits(const Tape& tape, const std::map<uint32_t, uint32_t>& pages) {
    return std::all_of(tape.cores.begin(), tape.cores.end(), [&](const CoreTape& core) {
        uint64_t more_bytes = 0;
        for (const auto& [cb, count] : pages) {
            const auto now = core.cb_pages.find(cb);
            if (now == core.cb_pages.end() || count <= now->second) continue;
            const auto page_bytes = core.cb_page_bytes.find(cb);
            if (page_bytes == core.cb_page_bytes.end()) return false;
            more_bytes += uint64_t{count - now->second} * page_bytes->second;
        }
        return more_bytes <= core.l1_free_bytes;
    });
}

void ask_depths(Trials& trials) {
    const auto tried = [&](const std::string& text, const std::map<uint32_t, uint32_t>& pages) {
        if (!fits(trials.tape(), pages)) return;
        Change change;
        change.cb_pages = pages;
        if (const auto ns = trials.time(change)) trials.add({"depth", text, *ns, true, pages.size()});
    };
    std::map<uint32_t, uint32_t> all;
    for (const auto& [cb, count] : pages_of(trials.tape())) {
        tried(fmt::format("{} with {} pages instead of {}", cb_text(cb), 2 * count, count), {{cb, 2 * count}});
        if (fits(trials.tape(), {{cb, 2 * count}})) all[cb] = 2 * count;
    }
    if (all.size() > 1) tried("every CB with twice its pages", all);
}

void ask_machine(Trials& trials) {
    const auto tried = [&](const char* text, const Change& change) {
        if (const auto ns = trials.time(change)) trials.add({"machine", text, *ns, false});
    };
    Change dram, noc, latency;
    dram.dram_rate = noc.noc_rate = 2;
    latency.latency = 0.5;
    tried("DRAM twice as fast", dram);
    tried("networks twice as fast", noc);
    tried("half the latency of networks and DRAM", latency);
}

}  // namespace tilewright::clock
