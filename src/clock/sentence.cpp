// Cause and remedy in words. The cause is whoever is waited for and counts (clock/blame.hpp); the remedy is the best
// answer to what anybody can change.
#include "clock/sentence.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clock/blame.hpp"
#include "clock/what_if/barriers.hpp"
#include "clock/what_if/questions.hpp"
#include "clock/work.hpp"

namespace tilewright::clock {

namespace {

constexpr double kWorthSaying = 0.02;    // of the time
constexpr double kAtTheRoof = 0.85;      // of the time, that a bank of DRAM works
constexpr double kAsWell = 0.9;          // of the busiest unit's work: another one is as much in the way
constexpr double kUneven = 1.5;          // the slowest core's time over the median one's
constexpr double kMuchOfIt = 0.3;        // of a processor's work: worth naming
constexpr double kMostOfIt = 0.5;        // of the best remedy's gain: a simpler one is named first
constexpr double kWorthAddition = 0.05;  // of its time: then the best one is named, too
constexpr double kWorksOn = 0.8;         // of the time: a thread that takes no turns
constexpr double kAllOfIt = 0.4;         // gained by a thread twice as quick, of at most 0.5: it is all that counts
constexpr double kWellUsed = 0.6;        // of the rate of a bank that works all the time

std::string percent(double part) { return fmt::format("{:.0f} %", 100 * part); }
std::string us(double ns) { return fmt::format("{:.1f}", ns / 1000); }
const char* number_of(const Share& share) { return share.is_compute() ? "" : "the "; }

// What is known of a program, and what was asked about it.
struct Case {
    const Tape& tape;
    uint32_t llk;
    const Timing& timing;
    const Verdict& verdict;
    Asked asked;
};

double most_of(const Gains& gains) {
    double most = 0;
    for (const auto& [processor, gain] : gains.threads) most = std::max(most, gain);
    return most;
}

// Who waits longest for transfers, if that is what it waits for most.
const Share* for_transfers(const std::vector<Share>& shares) {
    const Share* found = nullptr;
    for (const Share& share : shares) {
        const ShareOfWait* most = share.longest();
        if (most == nullptr || (most->wait.what != WaitFor::Reads && most->wait.what != WaitFor::Writes &&
                                most->wait.what != WaitFor::CommandBuffer))
            continue;
        if (found == nullptr || most->part > found->longest()->part) found = &share;
    }
    return found;
}

std::string remedy(const Case& of, const std::string& otherwise) {
    const double now = of.timing.ns();
    const WhatIf *best = nullptr, *simple = nullptr;
    for (const WhatIf& what_if : of.verdict.what_ifs) {  // best first
        if (!what_if.remedy || what_if.ns >= (1 - kWorthSaying) * now) continue;
        if (best == nullptr) best = simple = &what_if;
        if (what_if.changes < simple->changes && now - what_if.ns >= kMostOfIt * (now - best->ns)) simple = &what_if;
    }
    if (best == nullptr) return of.asked == Asked::Nothing ? "" : otherwise;
    std::string text = fmt::format(": {} would take {} instead of {} us", simple->change, us(simple->ns), us(now));
    if (best->ns < (1 - kWorthAddition) * simple->ns)
        text += fmt::format("; {} would take {} us", best->change, us(best->ns));
    return text;
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

// ", 71 % of it in 4096 calls of noc_async_read 32 B": what a processor does with its time, where one call stands out.
std::string what_it_does(const Case& of, const CoreTape& core, const Share& share) {
    const std::vector<CallWork> calls = work_of_processor(of.tape, of.llk, core.at, share.processor);
    double all = 0;
    for (const CallWork& call : calls) all += call.cycles;
    if (calls.empty() || calls[0].cycles < kMuchOfIt * all) return {};
    const std::string part = percent(calls[0].cycles / all);
    if (calls[0].times == 0) return fmt::format(", {} of it in plain code between calls", part);
    return fmt::format(", {} of it in {} call{} of {}", part, calls[0].times, calls[0].times == 1 ? "" : "s",
                       calls[0].call);
}

std::string data_movement(const Case& of, const Guilty& guilty) {
    const Share& share = guilty.share();
    std::string text = share.role() + "-bound: ";
    const Victim victim = victim_of(guilty.shares, *guilty.core, share);
    if (victim.wait != nullptr && victim.wait->part > kWorthSaying) {
        const bool pages = victim.wait->wait.what == WaitFor::CbPages;
        text += fmt::format("{}{} waits {} of the time for {}{}; ", number_of(*victim.share), victim.share->role(),
                            percent(victim.wait->part), pages ? "" : "room in ", cb_text(victim.wait->wait.index));
    }
    const ShareOfWait* most = share.longest();
    if (most != nullptr && most->part > share.busy)
        return text +
               fmt::format("the {} {}", share.role(), how_it_waits(share, thread_of(*guilty.core, share.processor)));
    return text + fmt::format("the {} works {} of the time itself{}", share.role(), percent(share.busy),
                              what_it_does(of, *guilty.core, share));
}

std::string compute(const Case& of, const Guilty& guilty) {
    const Share& share = guilty.share();
    if (share.issuing > share.busy)
        return fmt::format("compute-bound: {}'s processor gets calls ready for {} of the time{}, and its unit works {}",
                           share.thread, percent(share.issuing), what_it_does(of, *guilty.core, share),
                           percent(share.busy));
    std::string text = fmt::format("compute-bound: {} works {} of the time", share.thread, percent(share.busy));
    const std::vector<CallWork> work = work_of_unit(of.tape, of.llk, guilty.core->at, share.processor);
    if (!work.empty())
        text += fmt::format(", {} of it in {}",
                            percent(work[0].cycles / static_cast<double>(of.timing.cycles) / share.busy), work[0].call);
    for (const Share& other : guilty.shares) {
        if (&other != &share && other.is_compute() && other.busy > kAsWell * share.busy)
            text += fmt::format(", and {} {} as well", other.thread, percent(other.busy));
    }
    return text;
}

// The bank that has most to do, and its part of the time.
struct Busiest {
    double part = 0;
    double of_bytes = 0;
    size_t bank = 0;
    uint64_t bytes = 0;  // of all banks
    uint64_t transfers = 0;
    double of_rate = 1;  // what it moves while it works, of what it could
};
Busiest busiest_bank(const Case& of) {
    Busiest found;
    uint64_t most = 0;
    for (size_t i = 0; i < of.timing.banks.size(); ++i) {
        const BankTime& bank = of.timing.banks[i];
        found.bytes += bank.bytes();
        found.transfers += bank.transfers;
        if (bank.busy <= most) continue;
        most = bank.busy;
        found.bank = i;
    }
    if (found.bytes == 0) return found;
    const auto bytes = static_cast<double>(of.timing.banks[found.bank].bytes());
    found.part = static_cast<double>(most) / std::max(1.0, static_cast<double>(of.timing.cycles));
    found.of_bytes = bytes / static_cast<double>(found.bytes);
    found.of_rate = bytes / of.tape.card.arch().timing_value("dram.bytes_per_cycle") / static_cast<double>(most);
    return found;
}

std::string dram(const Case& of, const Busiest& bank, std::string& otherwise) {
    const auto banks = static_cast<double>(of.timing.banks.size());
    std::string text;
    if (bank.of_bytes * banks > 2) {
        const HotPage page = hottest_page(of.tape);
        otherwise = page.of_bank > kMostOfIt ? "; to move it once for all of them would help"
                                             : "; pages spread over all banks would help";
        text = fmt::format("DRAM-bound: bank {} has {} of the {} and works {} of the time", bank.bank,
                           percent(bank.of_bytes), bytes_text(bank.bytes), percent(bank.part));
        if (page.of_bank > kMostOfIt)
            text += fmt::format(", {} of it for the same {}, moved {} times", percent(page.of_bank),
                                bytes_text(page.bytes), page.times);
    } else {
        otherwise = "; it is at the roof: only less traffic helps";
        text = fmt::format("DRAM-bound: the banks move {} and work {} of the time", bytes_text(bank.bytes),
                           percent(bank.part));
    }
    if (bank.of_rate >= kWellUsed) return text;
    const uint64_t each = bank.bytes / std::max<uint64_t>(1, bank.transfers);
    const card::Arch& arch = of.tape.card.arch();
    const bool small =
        static_cast<double>(each) < arch.timing_value("dram.access_cycles") * arch.timing_value("dram.bytes_per_cycle");
    otherwise = small ? "; larger transfers would help" : "; fewer turns between reads and writes would help";
    return text +
           (small ? fmt::format(", at {} of their rate: a transfer is {}", percent(bank.of_rate), bytes_text(each))
                  : fmt::format(", at {} of their rate: they turn between reads and writes", percent(bank.of_rate)));
}

std::string cause(const Case& of, std::string& otherwise) {
    const Busiest bank = busiest_bank(of);
    const Gains gains = gains_of(of.tape, of.llk, of.timing);
    if (bank.part >= kAtTheRoof && gains.dram > kWorthSaying && gains.dram >= gains.noc)
        return dram(of, bank, otherwise);
    if (const Share* waits = for_transfers(of.verdict.shares); waits != nullptr && gains.networks_are_full()) {
        otherwise = fmt::format("; less traffic there would help");
        const auto core = std::find_if(of.tape.cores.begin(), of.tape.cores.end(),
                                       [&](const CoreTape& one) { return one.at == of.verdict.slowest; });
        return fmt::format("NoC-bound: {} works {} of the time; the {} {}", of.timing.noc_busiest,
                           percent(static_cast<double>(of.timing.noc_busy) / static_cast<double>(of.timing.cycles)),
                           waits->role(), how_it_waits(*waits, thread_of(*core, waits->processor)));
    }
    const Guilty guilty = find_guilty(of.tape, of.timing, of.verdict.slowest, gains);
    std::string text;
    if (const auto& crossing = guilty.crossing)
        text = fmt::format(
            "core {} holds others up: the {} of core {} waits {} of the time for its signal ({}); there ",
            guilty.core->at.str(), crossing->role, crossing->core.str(), percent(crossing->part), crossing->what);
    if (guilty.circle.size() > 1) {
        otherwise = "; more work for each signal, or signals given ahead (more credits), would help";
        const Guilty::Crossing &first = guilty.circle.front(), &last = guilty.circle.back();
        const auto one = [](const Guilty::Crossing& link) {
            return fmt::format("the {} of core {} waits {} of the time for {} from core {}", link.role, link.core.str(),
                               percent(link.part), link.what, link.from.str());
        };
        return guilty.circle.size() == 2 ? fmt::format("a round trip: {}, {}", one(first), one(last))
                                         : fmt::format("{} threads wait for each other in a circle: {}, and so on",
                                                       guilty.circle.size(), one(first));
    }
    const bool works_on = guilty.share().busy + guilty.share().issuing > kWorksOn;
    if (const auto turns = turns_at(guilty); turns && !works_on && most_of(gains) < kAllOfIt)
        return text + fmt::format(
                          "they take turns: {}{} waits {} of the time for room in {}, {}{} waits {} for its "
                          "pages",
                          number_of(*turns->fills), turns->fills->role(), percent(turns->for_room), cb_text(turns->cb),
                          number_of(*turns->empties), turns->empties->role(), percent(turns->for_pages));
    return text + (guilty.share().is_compute() ? compute(of, guilty) : data_movement(of, guilty));
}

}  // namespace

std::string bottleneck(const Tape& tape, uint32_t llk, const Timing& timing, const Verdict& verdict, Asked asked) {
    const Case of{tape, llk, timing, verdict, asked};
    std::string text;
    if (verdict.cores.size() > 1 && verdict.slowest_core_ns > kUneven * verdict.median_core_ns) {
        double sum = 0;
        for (const CoreTime& core : verdict.cores) sum += core.ns;
        text = fmt::format(
            "uneven: core {} takes {} us, the median of {} cores {} us: spread its work (all cores alike would take "
            "about {} us); there ",
            verdict.slowest.str(), us(verdict.slowest_core_ns), verdict.cores.size(), us(verdict.median_core_ns),
            us(sum / static_cast<double>(verdict.cores.size())));
    }
    std::string otherwise = asked == Asked::Some ? "; nothing of what was asked helps by 2 % or more"
                                                 : "; nothing that was tried helps by 2 % or more";
    if (const uint32_t all = tape.card.num_workers(); 2 * verdict.cores.size() <= all)
        otherwise += fmt::format(" (it runs on {} of {} cores)", verdict.cores.size(), all);
    text += cause(of, otherwise);
    return text + remedy(of, otherwise);
}

}  // namespace tilewright::clock
