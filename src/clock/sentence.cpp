// From the thread that ends last along its waits to whoever is waited for and does not wait itself: the cause. The
// remedy is the best answer to what anybody can change.
#include "clock/sentence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "clock/change.hpp"
#include "clock/what_if/barriers.hpp"

namespace tilewright::clock {

namespace {

constexpr double kWorthSaying = 0.02;  // of the time
constexpr double kAtTheRoof = 0.85;    // of the time, that a bank of DRAM works
constexpr double kMostlyWorks = 2;     // who works so much longer than it waits is not held up by others
constexpr double kTakesTurns = 0.1;    // of the time, that each of two threads waits at one CB
constexpr double kClearly = 1.25;      // a gain that is so much larger is no accident
constexpr double kFull = 0.2;          // of the time, that a program gains by networks twice as fast if they are full
constexpr double kAsWell = 0.9;        // of the busiest unit's work: another one is as much in the way
constexpr double kUneven = 1.5;        // the slowest core's time over the median one's

std::string percent(double part) { return fmt::format("{:.0f} %", 100 * part); }
std::string us(double ns) { return fmt::format("{:.1f}", ns / 1000); }

const CoreTape& slowest_core(const Tape& tape, const Verdict& verdict) {
    return *std::find_if(tape.cores.begin(), tape.cores.end(),
                         [&](const CoreTape& core) { return core.at == verdict.slowest; });
}

// From the thread that ends last to the one that holds the others up.
const Share& guilty_of(const Timing& timing, const Verdict& verdict, const CoreTape& core) {
    const std::vector<Share>& shares = verdict.shares;
    uint64_t last = 0;
    const Share* at = &shares.front();
    for (const ThreadTime& thread : timing.threads) {
        if (thread.core != core.at || thread.end <= last) continue;
        last = thread.end;
        for (const Share& share : shares) {
            if (share.processor == thread.processor) at = &share;
        }
    }
    std::vector<const Share*> seen;
    while (true) {
        seen.push_back(at);
        const ShareOfWait* most = at->longest();
        if (most == nullptr || at->busy + at->issuing >= kMostlyWorks * most->part) return *at;
        const Share* next = behind(shares, core, most->wait);
        if (next == nullptr || next == at) return *at;
        const auto circle = std::find(seen.begin(), seen.end(), next);
        if (circle != seen.end())  // they wait for each other: the one that works most
            return **std::max_element(circle, seen.end(), [](const Share* a, const Share* b) {
                return a->busy + a->issuing < b->busy + b->issuing;
            });
        at = next;
    }
}

// What the program would gain if something alone were twice as quick, as a part of its time: each processor with its
// unit, the networks, DRAM. Chains of waits say who waits for whom; this says who holds everything up.
struct Gains {
    std::map<TwProcessor, double> threads;
    double noc = 0, dram = 0;
};
Gains gains_of(const Tape& tape, uint32_t llk, const Timing& timing, const std::vector<Share>& shares) {
    const auto gain = [&](const Change& change) {
        const std::optional<Timing> changed = try_time(tape, llk, change);
        return changed ? 1 - changed->ns() / timing.ns() : 0;
    };
    Gains all;
    for (const Share& share : shares) {
        Change change;
        change.pace[share.processor] = 0.5;
        all.threads[share.processor] = gain(change);
    }
    Change quicker;
    quicker.noc_rate = 2;
    all.noc = gain(quicker);
    quicker = {};
    quicker.dram_rate = 2;
    all.dram = gain(quicker);
    return all;
}

// Nothing else would help as much.
bool networks_are_full(const Gains& gains) {
    double most = gains.dram;
    for (const auto& [processor, gain] : gains.threads) most = std::max(most, gain);
    return gains.noc > kFull && gains.noc > most;
}
// Who waits longest for transfers, if that is what it waits for most.
const Share* for_transfers(const std::vector<Share>& shares) {
    const Share* found = nullptr;
    for (const Share& share : shares) {
        const ShareOfWait* most = share.longest();
        if (most == nullptr || (most->wait.what != WaitFor::Reads && most->wait.what != WaitFor::Writes)) continue;
        if (found == nullptr || most->part > found->longest()->part) found = &share;
    }
    return found;
}

// Where the chain of waits ends at a thread that works, but another one's work counts for more, it is that one.
const Share& who_counts(const Share& found, const std::vector<Share>& shares, const Gains& gains) {
    const ShareOfWait* most = found.longest();
    if (most != nullptr && most->part > found.busy + found.issuing) return found;
    const Share* best = &found;
    for (const Share& share : shares) {
        if (gains.threads.at(share.processor) > gains.threads.at(best->processor)) best = &share;
    }
    return gains.threads.at(best->processor) > kClearly * gains.threads.at(found.processor) + kWorthSaying ? *best
                                                                                                           : found;
}

// A CB at which the thread and the one on its other side both wait for each other: it is too shallow for them to work
// at the same time.
struct Turns {
    uint32_t cb = 0;
    const Share *fills = nullptr, *empties = nullptr;
    double for_room = 0, for_pages = 0;
};
std::optional<Turns> turns_at(const std::vector<Share>& shares, const CoreTape& core, const Share& share) {
    for (const ShareOfWait& wait : share.waits) {
        const bool room = wait.wait.what == WaitFor::CbRoom;
        if ((!room && wait.wait.what != WaitFor::CbPages) || wait.part < kTakesTurns) continue;
        const Share* other = behind(shares, core, wait.wait);
        if (other == nullptr) continue;
        for (const ShareOfWait& back : other->waits) {
            const bool opposite = back.wait.what == (room ? WaitFor::CbPages : WaitFor::CbRoom);
            if (!opposite || back.wait.index != wait.wait.index || back.part < kTakesTurns) continue;
            if (room) return Turns{wait.wait.index, &share, other, wait.part, back.part};
            return Turns{wait.wait.index, other, &share, back.part, wait.part};
        }
    }
    return std::nullopt;
}

const WhatIf* best_remedy(const Timing& timing, const Verdict& verdict) {
    for (const WhatIf& what_if : verdict.what_ifs) {  // best first
        if (what_if.remedy) return what_if.ns < (1 - kWorthSaying) * timing.ns() ? &what_if : nullptr;
    }
    return nullptr;
}

std::string remedy(const Timing& timing, const Verdict& verdict, bool asked, const char* otherwise) {
    if (const WhatIf* best = best_remedy(timing, verdict))
        return fmt::format(": {} would take {} instead of {} us", best->change, us(best->ns), us(timing.ns()));
    return asked ? otherwise : "";
}

// "waits 83 % of the time for its barrier, after every 2 KiB read"
std::string how_it_waits(const Share& share, const ThreadTape& thread) {
    const ShareOfWait& most = *share.longest();
    const auto before = [&](uint32_t what) { return barrier_use(thread, what); };
    const BarrierUse use = most.wait.what == WaitFor::Reads        ? before(TW_BARRIER_READ)
                           : most.wait.what != WaitFor::Writes     ? BarrierUse{}
                           : before(TW_BARRIER_WRITE).barriers > 0 ? before(TW_BARRIER_WRITE)
                                                                   : before(TW_BARRIER_WRITE_SENT);
    if (use.barriers == 0) return fmt::format("waits {} of the time for {}", percent(most.part), most.what);
    return fmt::format("waits {} of the time for its barrier, after every {}", percent(most.part),
                       work_before_barrier(use));
}

const ThreadTape& thread_of(const CoreTape& core, const Share& share) {
    return **std::find_if(core.threads.begin(), core.threads.end(),
                          [&](const auto& thread) { return thread->processor == share.processor; });
}

std::string data_movement(const Share& share, const CoreTape& core, const std::vector<Share>& shares) {
    std::string text = share.role() + "-bound: ";
    const Victim victim = victim_of(shares, core, share);
    if (victim.wait != nullptr && victim.wait->part > kWorthSaying) {
        const bool pages = victim.wait->wait.what == WaitFor::CbPages;
        text += fmt::format("{} waits {} of the time for {}{}; ", victim.share->role(), percent(victim.wait->part),
                            pages ? "" : "room in ", cb_text(victim.wait->wait.index));
    }
    const ShareOfWait* most = share.longest();
    if (most != nullptr && most->part > share.busy)
        return text + fmt::format("the {} {}", share.role(), how_it_waits(share, thread_of(core, share)));
    text += fmt::format("the {} works {} of the time itself", share.role(), percent(share.busy));
    if (share.plain_code > share.busy / 2)
        text += fmt::format(", {} in plain code between calls", percent(share.plain_code));
    return text;
}

std::string compute(const Share& share, const std::vector<Share>& shares, const Tape& tape, uint32_t llk,
                    const CoreTape& core, const Timing& timing) {
    std::string text = fmt::format("compute-bound: {} works {} of the time", share.thread, percent(share.busy));
    const std::vector<UnitWork> work = work_of_unit(tape, llk, core.at, share.processor);
    if (!work.empty() && share.busy > share.issuing)
        text += fmt::format(", {} of it in {}",
                            percent(work[0].cycles / static_cast<double>(timing.cycles) / share.busy), work[0].call);
    for (const Share& other : shares) {
        if (&other != &share && other.is_compute() && other.busy > kAsWell * share.busy)
            text += fmt::format(", and {} {} as well", other.thread, percent(other.busy));
    }
    if (share.issuing > share.busy)
        text += fmt::format(" and waits {} of it for its own processor to get calls ready", percent(share.issuing));
    return text;
}

// The bank that has most to do, and its part of the time.
struct Busiest {
    double part = 0;
    double of_bytes = 0;
    size_t bank = 0;
    uint64_t bytes = 0;  // of all banks
};
Busiest busiest_bank(const Timing& timing) {
    Busiest found;
    uint64_t most = 0;
    for (size_t i = 0; i < timing.banks.size(); ++i) {
        const BankTime& bank = timing.banks[i];
        found.bytes += bank.read_bytes + bank.write_bytes;
        if (bank.busy <= most) continue;
        most = bank.busy;
        found.bank = i;
    }
    if (found.bytes == 0) return found;
    const BankTime& bank = timing.banks[found.bank];
    found.part = static_cast<double>(most) / std::max(1.0, static_cast<double>(timing.cycles));
    found.of_bytes = static_cast<double>(bank.read_bytes + bank.write_bytes) / static_cast<double>(found.bytes);
    return found;
}

std::string cause(const Tape& tape, uint32_t llk, const Timing& timing, const Verdict& verdict,
                  const char*& otherwise) {
    const CoreTape& core = slowest_core(tape, verdict);
    const Busiest bank = busiest_bank(timing);
    const Gains gains = gains_of(tape, llk, timing, verdict.shares);
    if (bank.part >= kAtTheRoof && gains.dram > kWorthSaying && gains.dram >= gains.noc) {
        if (bank.of_bytes * static_cast<double>(timing.banks.size()) > 2) {
            otherwise = "; pages spread over all banks would help";
            return fmt::format("DRAM-bound: bank {} has {} of the {} and works {} of the time", bank.bank,
                               percent(bank.of_bytes), bytes_text(bank.bytes), percent(bank.part));
        }
        otherwise = "; it is at the roof: only less traffic helps";
        return fmt::format("DRAM-bound: the banks move {} and work {} of the time", bytes_text(bank.bytes),
                           percent(bank.part));
    }
    if (const Share* waits = for_transfers(verdict.shares); waits != nullptr && networks_are_full(gains)) {
        otherwise = "; less traffic, or cores that share fewer links, would help";
        return fmt::format("NoC-bound: networks twice as fast would take {} us less; the {} {}",
                           us(gains.noc * timing.ns()), waits->role(), how_it_waits(*waits, thread_of(core, *waits)));
    }
    const Share& guilty = who_counts(guilty_of(timing, verdict, core), verdict.shares, gains);
    if (const auto turns = turns_at(verdict.shares, core, guilty))
        return fmt::format("they take turns: the {} waits {} of the time for room in {}, {} waits {} for its pages",
                           turns->fills->role(), percent(turns->for_room), cb_text(turns->cb), turns->empties->role(),
                           percent(turns->for_pages));
    if (guilty.is_compute()) return compute(guilty, verdict.shares, tape, llk, core, timing);
    return data_movement(guilty, core, verdict.shares);
}

}  // namespace

std::string bottleneck(const Tape& tape, uint32_t llk, const Timing& timing, const Verdict& verdict, bool asked) {
    std::string text;
    if (verdict.cores.size() > 1 && verdict.slowest_core_ns > kUneven * verdict.median_core_ns)
        text = fmt::format("uneven: core {} takes {} us, the median of {} cores {} us: spread its work; there ",
                           verdict.slowest.str(), us(verdict.slowest_core_ns), verdict.cores.size(),
                           us(verdict.median_core_ns));
    const char* otherwise = "; nothing that was tried helps by 2 % or more";
    text += cause(tape, llk, timing, verdict, otherwise);
    return text + remedy(timing, verdict, asked, otherwise);
}

}  // namespace tilewright::clock
