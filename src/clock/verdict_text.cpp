// A verdict as text and as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clock/verdict.hpp"

namespace tilewright::clock {

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

std::string to_text(const Timing& timing, const Verdict& verdict) {
    std::string text = fmt::format("{}: {:.2f} us on {} ({} cycles at {} GHz), {}\n",
                                   timing.program.empty() ? "program" : timing.program, timing.ns() / 1000, timing.arch,
                                   timing.cycles, timing.clock_ghz, verdict.uncertainty.text());
    text +=
        fmt::format("  {} core{} of {}: slowest {} {:.2f} us, median {:.2f} us, fastest {:.2f} us\n",
                    verdict.cores.size(), verdict.cores.size() == 1 ? "" : "s", verdict.workers, verdict.slowest.str(),
                    verdict.slowest_core_ns / 1000, verdict.median_core_ns / 1000, verdict.fastest_core_ns / 1000);
    size_t width = 6;
    for (const Share& share : verdict.shares) width = std::max(width, share.thread.size());
    for (const Share& share : verdict.shares) {
        text += fmt::format("  {:<{}}  busy {:5.1f} %  waiting {:5.1f} %", share.thread, width, 100 * share.busy,
                            100 * share.waiting);
        if (share.is_compute()) text += fmt::format("  getting calls ready {:5.1f} %", 100 * share.issuing);
        if (const ShareOfWait* most = share.longest())
            text += fmt::format("  mostly for {} ({:.1f} %)", most->what, 100 * most->part);
        text += "\n";
    }
    text += fmt::format("  {}\n", verdict.bottleneck);
    text += fmt::format("  at best {:.2f} us ({}), {:.0f} % of the time it takes; DRAM alone {:.2f} us\n",
                        verdict.least.best_ns() / 1000, verdict.least.limit(),
                        100 * verdict.least.best_ns() / std::max(1.0, timing.ns()), verdict.least.dram_ns / 1000);
    for (const bool remedy : {true, false}) {
        for (const WhatIf& what_if : verdict.what_ifs) {
            if (what_if.remedy == remedy)
                text += fmt::format("  {}: {}: {:.2f} us ({:+.1f} %)\n", remedy ? "what if" : "depends on",
                                    what_if.change, what_if.ns / 1000, 100 * (what_if.ns / timing.ns() - 1));
        }
    }
    if (timing.guessed_order)
        text += "  a wait was passed in another order than when the program ran: the time is a guess\n";
    return text;
}

std::string core_table(const Verdict& verdict) {
    std::map<uint32_t, std::map<uint32_t, double>> rows;
    uint32_t columns = 0;
    for (const CoreTime& core : verdict.cores) {
        rows[core.core.y][core.core.x] = core.ns;
        columns = std::max(columns, core.core.x + 1);
    }
    std::string text = "  us    ";
    for (uint32_t x = 0; x < columns; ++x) text += fmt::format("{:>9}", fmt::format("x={}", x));
    text += "\n";
    for (const auto& [y, row] : rows) {
        std::string line = fmt::format("  {:<6}", fmt::format("y={}", y));
        for (uint32_t x = 0; x < columns; ++x) {
            const auto found = row.find(x);
            line += found == row.end() ? fmt::format("{:>9}", "-") : fmt::format("{:>9.2f}", found->second / 1000);
        }
        text += line + "\n";
    }
    return text;
}

namespace {

nlohmann::json to_json(const Share& share) {
    nlohmann::json waits = nlohmann::json::array();
    for (const ShareOfWait& wait : share.waits)
        waits.push_back({{"for", wait.what}, {"part", wait.part}, {"times", wait.wait.times}});
    const ShareOfWait* most = share.longest();
    return {{"thread", share.thread},
            {"busy", share.busy},
            {"issuing", share.issuing},
            {"waiting", share.waiting},
            {"waits", waits},
            {"longest_wait", most == nullptr ? "" : most->what},
            {"longest", most == nullptr ? 0 : most->part}};
}

nlohmann::json to_json(const Uncertainty& uncertainty) {
    nlohmann::json list = nlohmann::json::array();
    for (const RestsOn& part : uncertainty.rests_on)
        list.push_back(
            {{"group", part.group}, {"confidence", std::string(1, part.confidence)}, {"relative", part.relative}});
    return list;
}

}  // namespace

nlohmann::json to_json(const Timing& timing, const Verdict& verdict) {
    nlohmann::json threads = nlohmann::json::array(), what_ifs = threads, cores = threads;
    for (const Share& share : verdict.shares) threads.push_back(to_json(share));
    for (const WhatIf& what_if : verdict.what_ifs)
        what_ifs.push_back({{"family", what_if.family},
                            {"change", what_if.change},
                            {"ns", what_if.ns},
                            {"relative", what_if.ns / std::max(1.0, timing.ns()) - 1},
                            {"remedy", what_if.remedy}});
    for (const CoreTime& core : verdict.cores) cores.push_back({{"core", core.core.str()}, {"ns", core.ns}});
    return {{"program", timing.program},
            {"arch", timing.arch},
            {"cycles", timing.cycles},
            {"ns", timing.ns()},
            {"uncertainty", verdict.uncertainty.relative},
            {"rests_on", to_json(verdict.uncertainty)},
            {"cores", cores},
            {"slowest_core", {{"core", verdict.slowest.str()}, {"ns", verdict.slowest_core_ns}}},
            {"median_core_ns", verdict.median_core_ns},
            {"threads", threads},
            {"bottleneck", verdict.bottleneck},
            {"roofline",
             {{"dram_ns", verdict.least.dram_ns},
              {"bank_ns", verdict.least.bank_ns},
              {"noc_ns", verdict.least.noc_ns},
              {"unpack_ns", verdict.least.unpack_ns},
              {"math_ns", verdict.least.math_ns},
              {"pack_ns", verdict.least.pack_ns},
              {"best_ns", verdict.least.best_ns()},
              {"limit", verdict.least.limit()}}},
            {"what_if", what_ifs},
            {"guessed_order", timing.guessed_order}};
}

}  // namespace tilewright::clock
