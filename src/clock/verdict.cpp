// Cores, shares, roofline, uncertainty and the sentence, put together.
#include "clock/verdict.hpp"

#include <algorithm>

#include "clock/sentence.hpp"

namespace tilewright::clock {

double Roofline::best_ns() const { return std::max({dram_ns, bank_ns, noc_ns, unpack_ns, math_ns, pack_ns}); }

const char* Roofline::limit() const {
    const double best = best_ns();
    if (best == dram_ns) return "DRAM";
    if (best == bank_ns) return "one DRAM bank";
    if (best == noc_ns) return "NoC";
    if (best == unpack_ns) return "UNPACK";
    return best == math_ns ? "MATH" : "PACK";
}

Roofline roofline(const Timing& timing, const card::Arch& arch) {
    Roofline least;
    const double rate = arch.timing_value("dram.bytes_per_cycle");
    uint64_t bytes = 0, most = 0;
    for (const BankTime& bank : timing.banks) {
        bytes += bank.bytes();
        most = std::max(most, bank.bytes());
    }
    const double per_cycle = rate * static_cast<double>(std::max<size_t>(1, timing.banks.size()));
    least.dram_ns = static_cast<double>(bytes) / per_cycle / timing.clock_ghz;
    least.bank_ns = static_cast<double>(most) / rate / timing.clock_ghz;
    least.noc_ns = static_cast<double>(timing.noc_busy) / timing.clock_ghz;
    for (const ThreadTime& thread : timing.threads) {
        const double ns = static_cast<double>(thread.unit_busy) / timing.clock_ghz;
        if (thread.processor == TW_UNPACK) least.unpack_ns = std::max(least.unpack_ns, ns);
        if (thread.processor == TW_MATH) least.math_ns = std::max(least.math_ns, ns);
        if (thread.processor == TW_PACK) least.pack_ns = std::max(least.pack_ns, ns);
    }
    return least;
}

Verdict judge(const Tape& tape, uint32_t llk, const Timing& timing, std::vector<WhatIf> what_ifs, Asked asked) {
    Verdict verdict;
    std::map<LogicalCore, uint64_t> ends;
    for (const ThreadTime& thread : timing.threads) ends[thread.core] = std::max(ends[thread.core], thread.end);
    verdict.workers = tape.card.num_workers();
    if (ends.empty()) return verdict;
    std::vector<double> sorted;
    for (const auto& [core, end] : ends) {
        const double ns = static_cast<double>(end) / timing.clock_ghz;
        verdict.cores.push_back({core, ns});
        sorted.push_back(ns);
        if (ns <= verdict.slowest_core_ns) continue;
        verdict.slowest_core_ns = ns;
        verdict.slowest = core;
    }
    std::sort(sorted.begin(), sorted.end());
    verdict.fastest_core_ns = sorted.front();
    verdict.median_core_ns = sorted[sorted.size() / 2];
    verdict.least = roofline(timing, tape.card.arch());
    for (const CoreTape& core : tape.cores) {
        if (core.at == verdict.slowest) verdict.shares = shares_of(timing, core);
    }
    verdict.what_ifs = std::move(what_ifs);
    sort_by_time(verdict.what_ifs);
    verdict.uncertainty = uncertainty_of(tape, llk, timing.ns());
    verdict.bottleneck = bottleneck(tape, llk, timing, verdict, asked);
    return verdict;
}

}  // namespace tilewright::clock
