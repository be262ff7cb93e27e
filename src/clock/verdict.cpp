// Who is waited for, and what would change it: from a finished timing and further timings of the same recording.
#include "clock/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "clock/tape.hpp"

namespace tilewright::clock {

namespace {

constexpr double kWorthSaying = 0.02;  // of the time

bool is_compute(TwProcessor processor) { return processor >= TW_UNPACK; }

const Waited* longest(const std::vector<Waited>& waits) { return waits.empty() ? nullptr : &waits.front(); }

// Of a compute thread, its processor's waits for CBs and its unit's waits for its neighbours.
std::vector<Waited> all_waits(const ThreadTime& thread) {
    std::vector<Waited> all;
    for (const Waited& wait : thread.waits) {
        if (wait.what != WaitFor::Queue) all.push_back(wait);
    }
    if (is_compute(thread.processor)) {
        for (const Waited& wait : thread.unit_waits) {
            if (wait.what != WaitFor::Queue) all.push_back(wait);
        }
    }
    std::sort(all.begin(), all.end(), [](const Waited& a, const Waited& b) { return a.cycles > b.cycles; });
    return all;
}

// Threads that push to, or pop from, each CB of a core.
std::map<uint32_t, TwProcessor> users(const CoreTape& core, Op op) {
    std::map<uint32_t, TwProcessor> all;
    for (const auto& thread : core.threads) {
        for (const Event& event : thread->events) {
            if (event.op == op) all[event.kind] = thread->processor;
        }
    }
    return all;
}

const ThreadTime* thread_of(const std::vector<const ThreadTime*>& threads, TwProcessor processor) {
    for (const ThreadTime* thread : threads) {
        if (thread->processor == processor) return thread;
    }
    return nullptr;
}

double busy_share(const ThreadTime& thread, double total) {
    return static_cast<double>(is_compute(thread.processor) ? thread.unit_busy : thread.busy) / total;
}

// From a waiting thread to the one that it waits for, until one is reached that mostly works, or waits for what is
// outside the core.
struct Chain {
    const ThreadTime* last = nullptr;
    std::vector<std::string> links;
};

Chain follow(const std::vector<const ThreadTime*>& threads, const CoreTape& core, const ThreadTime& from,
             std::map<const ThreadTime*, std::vector<Waited>>& waits) {
    const auto producers = users(core, Op::CbPush), consumers = users(core, Op::CbPop);
    Chain chain;
    chain.last = &from;
    std::vector<const ThreadTime*> seen;
    while (std::find(seen.begin(), seen.end(), chain.last) == seen.end()) {
        seen.push_back(chain.last);
        const std::vector<Waited>& own = waits[chain.last];
        const Waited* most = longest(own);
        if (most == nullptr) break;
        const ThreadTime* next = nullptr;
        if (most->what == WaitFor::CbPages || most->what == WaitFor::CbRoom) {
            const auto& who = most->what == WaitFor::CbPages ? producers : consumers;
            if (const auto found = who.find(most->index); found != who.end()) next = thread_of(threads, found->second);
        } else if (most->what == WaitFor::SourceValid) {
            next = thread_of(threads, TW_UNPACK);
        } else if (most->what == WaitFor::SourceFree || most->what == WaitFor::DstCommitted) {
            next = thread_of(threads, TW_MATH);
        } else if (most->what == WaitFor::DstFree) {
            next = thread_of(threads, TW_PACK);
        }
        if (next == nullptr || next == chain.last) break;
        // One that works longer than it waits is the end of the search.
        uint64_t waited = 0;
        for (const Waited& wait : own) waited += wait.cycles;
        const uint64_t busy = is_compute(chain.last->processor) ? chain.last->unit_busy : chain.last->busy;
        if (busy > waited && chain.links.size() > 0) break;
        chain.links.push_back(fmt::format("{} waits for {}", chain.last->name, wait_text(*most)));
        chain.last = next;
    }
    return chain;
}

std::vector<WhatIf> try_changes(const Recording& recording, const Timing& timing) {
    std::vector<WhatIf> all;
    std::map<uint32_t, uint32_t> pages;
    for (const CoreTape& core : recording.tape().cores) {
        for (const auto& [cb, count] : core.cb_pages) pages[cb] = std::max(pages[cb], count);
    }
    const auto tried = [&](const std::string& text, const Change& change) {
        const double ns = recording.time(change).ns();
        if (std::abs(ns - timing.ns()) > 0.005 * timing.ns()) all.push_back({text, ns});
    };
    Change deeper;
    for (const auto& [cb, count] : pages) {
        Change change;
        change.cb_pages[cb] = 2 * count;
        deeper.cb_pages[cb] = 2 * count;
        tried(fmt::format("{} with {} pages instead of {}", cb_text(cb), 2 * count, count), change);
    }
    if (pages.size() > 1) tried("every CB with twice its pages", deeper);
    Change dram;
    dram.dram_rate = 2;
    tried("DRAM twice as fast", dram);
    Change latency;
    latency.latency = 0.5;
    tried("half the latency of networks and DRAM", latency);
    std::sort(all.begin(), all.end(), [](const WhatIf& a, const WhatIf& b) { return a.ns < b.ns; });
    return all;
}

}  // namespace

std::string cb_text(uint32_t cb) { return fmt::format("c_{}", cb); }

std::string wait_text(const Waited& wait) {
    switch (wait.what) {
        case WaitFor::CbPages: return fmt::format("pages of {}", cb_text(wait.index));
        case WaitFor::CbRoom: return fmt::format("room in {}", cb_text(wait.index));
        case WaitFor::Semaphore: return fmt::format("the semaphore at {:#x}", wait.index);
        case WaitFor::Reads: return fmt::format("its reads on NoC {}", wait.index);
        case WaitFor::Writes: return fmt::format("its writes on NoC {}", wait.index);
        case WaitFor::Atomics: return fmt::format("its atomics on NoC {}", wait.index);
        case WaitFor::CommandBuffer: return fmt::format("the command buffer of NoC {}", wait.index);
        case WaitFor::Queue: return "its unit";
        case WaitFor::SourceFree: return "free source registers";
        case WaitFor::SourceValid: return "filled source registers";
        case WaitFor::DstFree: return "a free section of DST";
        case WaitFor::DstCommitted: return "a finished section of DST";
        case WaitFor::Thread: return "another thread of the core";
        case WaitFor::Poll: return "memory that it polls";
    }
    return "?";
}

double Roofline::best_ns() const { return std::max({dram_ns, bank_ns, unpack_ns, math_ns, pack_ns}); }

const char* Roofline::limit() const {
    const double best = best_ns();
    if (best == dram_ns) return "DRAM";
    if (best == bank_ns) return "one DRAM bank";
    if (best == unpack_ns) return "UNPACK";
    return best == math_ns ? "MATH" : "PACK";
}

Roofline roofline(const Timing& timing, const card::Arch& arch) {
    Roofline least;
    const double rate = arch.timing_value("dram.bytes_per_cycle");
    uint64_t bytes = 0, most = 0;
    for (const BankTime& bank : timing.banks) {
        bytes += bank.read_bytes + bank.write_bytes;
        most = std::max(most, bank.read_bytes + bank.write_bytes);
    }
    const double per_cycle = rate * static_cast<double>(std::max<size_t>(1, timing.banks.size()));
    least.dram_ns = static_cast<double>(bytes) / per_cycle / timing.clock_ghz;
    least.bank_ns = static_cast<double>(most) / rate / timing.clock_ghz;
    for (const ThreadTime& thread : timing.threads) {
        const double ns = static_cast<double>(thread.unit_busy) / timing.clock_ghz;
        if (thread.processor == TW_UNPACK) least.unpack_ns = std::max(least.unpack_ns, ns);
        if (thread.processor == TW_MATH) least.math_ns = std::max(least.math_ns, ns);
        if (thread.processor == TW_PACK) least.pack_ns = std::max(least.pack_ns, ns);
    }
    return least;
}

Verdict judge(const Recording& recording, const Timing& timing) {
    Verdict verdict;
    std::map<LogicalCore, uint64_t> ends;
    for (const ThreadTime& thread : timing.threads) ends[thread.core] = std::max(ends[thread.core], thread.end);
    std::vector<uint64_t> sorted;
    uint64_t last = 0;
    for (const auto& [core, end] : ends) {
        sorted.push_back(end);
        if (end <= last) continue;
        last = end;
        verdict.slowest = core;
    }
    if (sorted.empty()) return verdict;
    std::sort(sorted.begin(), sorted.end());
    verdict.slowest_core_ns = static_cast<double>(last) / timing.clock_ghz;
    verdict.median_core_ns = static_cast<double>(sorted[sorted.size() / 2]) / timing.clock_ghz;
    verdict.least = roofline(timing, recording.tape().card.arch());

    std::vector<const ThreadTime*> threads;
    std::map<const ThreadTime*, std::vector<Waited>> waits;
    for (const ThreadTime& thread : timing.threads) {
        if (thread.core != verdict.slowest) continue;
        threads.push_back(&thread);
        waits[&thread] = all_waits(thread);
    }
    const double total = std::max(1.0, static_cast<double>(timing.cycles));
    const ThreadTime* end = threads.front();
    for (const ThreadTime* thread : threads) {
        Share share;
        share.thread = thread->name;
        share.busy = busy_share(*thread, total);
        uint64_t waited = 0;
        for (const Waited& wait : waits[thread]) waited += wait.cycles;
        share.waiting = static_cast<double>(waited) / total;
        if (const Waited* most = longest(waits[thread])) {
            share.longest_wait = wait_text(*most);
            share.longest = static_cast<double>(most->cycles) / total;
        }
        verdict.shares.push_back(share);
        if (thread->end > end->end) end = thread;
    }
    verdict.what_ifs = try_changes(recording, timing);

    const CoreTape* tape = nullptr;
    for (const CoreTape& core : recording.tape().cores) {
        if (core.at == verdict.slowest) tape = &core;
    }
    const Chain chain = follow(threads, *tape, *end, waits);
    const ThreadTime& guilty = *chain.last;
    std::string cause =
        fmt::format("{0}-bound: {0} works {1:.0f} % of the time", guilty.name, 100 * busy_share(guilty, total));
    if (const Waited* most = longest(waits[chain.last]);
        most != nullptr && static_cast<double>(most->cycles) > kWorthSaying * total)
        cause += fmt::format(" and waits {:.0f} % for {} ({} times)", 100 * static_cast<double>(most->cycles) / total,
                             wait_text(*most), most->times);
    if (!chain.links.empty()) cause += fmt::format("; {}", fmt::join(chain.links, ", "));
    if (!verdict.what_ifs.empty() && verdict.what_ifs.front().ns < (1 - kWorthSaying) * timing.ns())
        cause += fmt::format("; {} would take {:.1f} instead of {:.1f} us", verdict.what_ifs.front().change,
                             verdict.what_ifs.front().ns / 1000, timing.ns() / 1000);
    verdict.bottleneck = cause;
    return verdict;
}

std::string to_text(const Timing& timing, const Verdict& verdict) {
    std::string text = fmt::format("{}: {:.2f} us on {} ({} cycles at {} GHz), give or take {:.0f} %\n",
                                   timing.program.empty() ? "program" : timing.program, timing.ns() / 1000, timing.arch,
                                   timing.cycles, timing.clock_ghz, 100 * timing.uncertainty);
    text += fmt::format("  cores: slowest {} {:.2f} us, median {:.2f} us\n", verdict.slowest.str(),
                        verdict.slowest_core_ns / 1000, verdict.median_core_ns / 1000);
    size_t width = 6;
    for (const Share& share : verdict.shares) width = std::max(width, share.thread.size());
    for (const Share& share : verdict.shares) {
        text += fmt::format("  {:<{}}  busy {:5.1f} %  waiting {:5.1f} %", share.thread, width, 100 * share.busy,
                            100 * share.waiting);
        if (!share.longest_wait.empty())
            text += fmt::format("  mostly for {} ({:.1f} %)", share.longest_wait, 100 * share.longest);
        text += "\n";
    }
    text += fmt::format("  {}\n", verdict.bottleneck);
    text += fmt::format("  at best {:.2f} us ({}), {:.0f} % of the time it takes; DRAM alone {:.2f} us\n",
                        verdict.least.best_ns() / 1000, verdict.least.limit(),
                        100 * verdict.least.best_ns() / std::max(1.0, timing.ns()), verdict.least.dram_ns / 1000);
    for (const WhatIf& what_if : verdict.what_ifs)
        text += fmt::format("  what if: {}: {:.2f} us ({:+.1f} %)\n", what_if.change, what_if.ns / 1000,
                            100 * (what_if.ns / timing.ns() - 1));
    if (timing.guessed_order)
        text += "  a semaphore was passed in another order than when the program ran: the time is a guess\n";
    return text;
}

nlohmann::json to_json(const Timing& timing, const Verdict& verdict) {
    nlohmann::json threads = nlohmann::json::array();
    for (const Share& share : verdict.shares)
        threads.push_back({{"thread", share.thread},
                           {"busy", share.busy},
                           {"waiting", share.waiting},
                           {"longest_wait", share.longest_wait},
                           {"longest", share.longest}});
    nlohmann::json what_ifs = nlohmann::json::array();
    for (const WhatIf& what_if : verdict.what_ifs) what_ifs.push_back({{"change", what_if.change}, {"ns", what_if.ns}});
    return {{"program", timing.program},
            {"arch", timing.arch},
            {"cycles", timing.cycles},
            {"ns", timing.ns()},
            {"uncertainty", timing.uncertainty},
            {"slowest_core", {{"core", verdict.slowest.str()}, {"ns", verdict.slowest_core_ns}}},
            {"median_core_ns", verdict.median_core_ns},
            {"threads", threads},
            {"bottleneck", verdict.bottleneck},
            {"roofline",
             {{"dram_ns", verdict.least.dram_ns},
              {"bank_ns", verdict.least.bank_ns},
              {"unpack_ns", verdict.least.unpack_ns},
              {"math_ns", verdict.least.math_ns},
              {"pack_ns", verdict.least.pack_ns},
              {"limit", verdict.least.limit()}}},
            {"what_if", what_ifs},
            {"guessed_order", timing.guessed_order}};
}

}  // namespace tilewright::clock
