// Chains of waits, and what counts.
#include "clock/blame.hpp"

#include <algorithm>

#include "clock/change.hpp"
#include "clock/trace.hpp"

namespace tilewright::clock {

namespace {

constexpr double kBeyondNoise = 0.02;  // of the time
constexpr double kMostlyWorks = 2;     // who works so much longer than it waits is not held up by others
constexpr double kTakesTurns = 0.1;    // of the time, that each of two threads waits at one CB
constexpr double kClearly = 1.25;      // times: a gain that is so much larger is no accident
constexpr double kFull = 0.2;          // of the time, that a program gains by networks twice as fast if they are full

double works(const Share& share) { return share.busy + share.issuing; }

// The cores' shares, each worked out when somebody asks.
class Cores {
public:
    Cores(const Tape& tape, const Timing& timing) : tape_(tape), timing_(timing) {}
    const CoreTape& core(LogicalCore at) const {
        return *std::find_if(tape_.cores.begin(), tape_.cores.end(),
                             [&](const CoreTape& core) { return core.at == at; });
    }
    const std::vector<Share>& shares(const CoreTape& core) {
        auto& all = shares_[core.at];
        if (all.empty()) all = shares_of(timing_, core);
        return all;
    }
    const Share* share(const CoreTape& core, TwProcessor processor) {
        for (const Share& share : shares(core)) {
            if (share.processor == processor) return &share;
        }
        return nullptr;
    }

private:
    const Tape& tape_;
    const Timing& timing_;
    std::map<LogicalCore, std::vector<Share>> shares_;
};

struct Holder {
    const CoreTape* core = nullptr;
    const Share* share = nullptr;
    bool operator==(const Holder&) const = default;
};

// Nobody: null.
Holder whom_it_waits_for(Cores& cores, const Timing& timing, const Holder& at, const Waited& wait) {
    if (wait.by >= 0) {
        const ThreadTime& signals = timing.threads[wait.by];
        const CoreTape& core = cores.core(signals.core);
        return {&core, cores.share(core, signals.processor)};
    }
    return {at.core, behind(cores.shares(*at.core), *at.core, wait)};
}

bool is_for_transfers(WaitFor what) {
    return what == WaitFor::Reads || what == WaitFor::Writes || what == WaitFor::Atomics ||
           what == WaitFor::CommandBuffer;
}

// Where the chain of waits ends at a thread that works, but another one's work counts for more, it is that one.
const Share& who_counts(const Share& found, const std::vector<Share>& shares, const Gains& gains) {
    const ShareOfWait* most = found.longest();
    double own = gains.threads.at(found.processor);
    if (most != nullptr && most->part > works(found)) {
        if (!is_for_transfers(most->wait.what)) return found;
        own = std::max({own, gains.noc, gains.dram, gains.latency});  // its transfers are its work
    }
    const Share* best = &found;
    for (const Share& share : shares) {
        if (gains.threads.at(share.processor) > gains.threads.at(best->processor)) best = &share;
    }
    const double clearly = kClearly * own + kBeyondNoise;
    return gains.threads.at(best->processor) > clearly ? *best : found;
}

Guilty::Crossing crossing_of(const Timing& timing, const Holder& at) {
    const ShareOfWait& most = *at.share->longest();
    return {at.core->at, at.share->role(), most.part, wait_name(most.wait.what, most.wait.index, *at.core),
            most.wait.by < 0 ? at.core->at : timing.threads[most.wait.by].core};
}

}  // namespace

Gains gains_of(const Tape& tape, uint32_t llk, const Timing& timing) {
    const auto gain = [&](const Change& change) {
        const std::optional<Timing> changed = try_time(tape, llk, change);
        return changed ? 1 - changed->ns() / timing.ns() : 0;
    };
    Gains all;
    for (const ThreadTime& thread : timing.threads) {
        if (all.threads.contains(thread.processor)) continue;
        Change change;
        change.pace[thread.processor] = 0.5;
        all.threads[thread.processor] = gain(change);
    }
    Change quicker;
    quicker.noc_rate = 2;
    all.noc = gain(quicker);
    quicker = {};
    quicker.dram_rate = 2;
    all.dram = gain(quicker);
    quicker = {};
    quicker.latency = 0.5;
    all.latency = gain(quicker);
    return all;
}

bool Gains::networks_are_full() const {
    double most = dram;
    for (const auto& [processor, gain] : threads) most = std::max(most, gain);
    return noc > kFull && noc > most;
}

Guilty find_guilty(const Tape& tape, const Timing& timing, LogicalCore slowest, const Gains& gains) {
    Cores cores(tape, timing);
    Holder at{&cores.core(slowest), nullptr};
    uint64_t last = 0;
    for (const ThreadTime& thread : timing.threads) {
        if (thread.core != slowest || (at.share != nullptr && thread.end <= last)) continue;
        last = thread.end;
        at.share = cores.share(*at.core, thread.processor);
    }
    std::vector<Holder> seen, round;
    std::optional<Guilty::Crossing> crossing;
    while (true) {
        seen.push_back(at);
        const ShareOfWait* most = at.share->longest();
        if (most == nullptr || works(*at.share) >= kMostlyWorks * most->part) break;
        const Holder next = whom_it_waits_for(cores, timing, at, most->wait);
        if (next.share == nullptr || next == at) break;
        const auto circle = std::find(seen.begin(), seen.end(), next);
        if (circle != seen.end()) {  // they wait for each other: the one that works most
            at = *std::max_element(circle, seen.end(),
                                   [](const Holder& a, const Holder& b) { return works(*a.share) < works(*b.share); });
            if (works(*at.share) < at.share->longest()->part) round.assign(circle, seen.end());
            break;
        }
        if (next.core != at.core) crossing = crossing_of(timing, at);
        at = next;
    }
    Guilty guilty{at.core, cores.shares(*at.core), 0, {}, {}};
    const Share& counts = who_counts(*at.share, cores.shares(*at.core), gains);
    guilty.at = static_cast<size_t>(&counts - cores.shares(*at.core).data());
    if (at.core->at != slowest) guilty.crossing = crossing;
    for (const Holder& one : round) {
        if (one.share->longest()->wait.by >= 0) guilty.circle.push_back(crossing_of(timing, one));
    }
    return guilty;
}

std::optional<Turns> turns_at(const Guilty& guilty) {
    const Share& share = guilty.share();
    for (const ShareOfWait& wait : share.waits) {
        const bool room = wait.wait.what == WaitFor::CbRoom;
        if ((!room && wait.wait.what != WaitFor::CbPages) || wait.part < kTakesTurns) continue;
        const Share* other = behind(guilty.shares, *guilty.core, wait.wait);
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

const ThreadTape& thread_of(const CoreTape& core, TwProcessor processor) {
    return **std::find_if(core.threads.begin(), core.threads.end(),
                          [&](const auto& thread) { return thread->processor == processor; });
}

}  // namespace tilewright::clock
