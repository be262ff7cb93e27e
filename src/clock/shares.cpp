// Shares of the time, and who is behind a wait.
#include "clock/shares.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clock/trace.hpp"

namespace tilewright::clock {

namespace {

std::vector<Waited> waits_of(const ThreadTime& thread) {
    if (thread.processor < TW_UNPACK) return thread.waits;
    std::vector<Waited> all = thread.starved;
    for (const Waited& wait : thread.unit_waits) {
        if (wait.what != WaitFor::Queue) all.push_back(wait);
    }
    std::sort(all.begin(), all.end(), [](const Waited& a, const Waited& b) { return a.cycles > b.cycles; });
    return all;
}

// Threads of a core that push to, or pop from, a CB.
const Share* user_of(const std::vector<Share>& shares, const CoreTape& core, Op op, uint32_t cb) {
    for (const auto& thread : core.threads) {
        for (const Event& event : thread->events) {
            if (event.op != op || event.kind != cb) continue;
            for (const Share& share : shares) {
                if (share.processor == thread->processor) return &share;
            }
        }
    }
    return nullptr;
}

const Share* share_of(const std::vector<Share>& shares, TwProcessor processor) {
    for (const Share& share : shares) {
        if (share.processor == processor) return &share;
    }
    return nullptr;
}

}  // namespace

std::string Share::role() const {
    if (is_compute()) return "compute";
    const size_t space = thread.find(' ');
    return space == std::string::npos ? thread : thread.substr(space + 1);
}

std::vector<Share> shares_of(const Timing& timing, const CoreTape& core) {
    std::vector<Share> all;
    const double total = std::max(1.0, static_cast<double>(timing.cycles));
    for (const ThreadTime& thread : timing.threads) {
        if (thread.core != core.at) continue;
        Share share;
        share.thread = thread.name;
        share.processor = thread.processor;
        share.busy = static_cast<double>(share.is_compute() ? thread.unit_busy : thread.busy) / total;
        if (!share.is_compute()) share.plain_code = static_cast<double>(thread.scalar) / total;
        for (const Waited& wait : waits_of(thread)) {
            const double part = static_cast<double>(wait.cycles) / total;
            std::string what = wait_name(wait.what, wait.index, core);
            if (wait.by >= 0) {
                const ThreadTime& signals = timing.threads[wait.by];
                what += signals.core == core.at
                            ? fmt::format(", signalled by {}", signals.name)
                            : fmt::format(", signalled by {} of {}", signals.name, signals.core.str());
            }
            share.waits.push_back({wait, std::move(what), part});
            share.waiting += part;
        }
        if (share.is_compute()) {
            const double span = static_cast<double>(thread.end - thread.begin) / total;
            share.issuing = std::max(0.0, span - share.busy - share.waiting);
        }
        all.push_back(std::move(share));
    }
    return all;
}

const Share* behind(const std::vector<Share>& shares, const CoreTape& core, const Waited& wait) {
    switch (wait.what) {
        case WaitFor::CbPages: return user_of(shares, core, Op::CbPush, wait.index);
        case WaitFor::CbRoom: return user_of(shares, core, Op::CbPop, wait.index);
        case WaitFor::SourceValid: return share_of(shares, TW_UNPACK);
        case WaitFor::SourceFree:
        case WaitFor::DstCommitted: return share_of(shares, TW_MATH);
        case WaitFor::DstFree: return share_of(shares, TW_PACK);
        default: return nullptr;
    }
}

Victim victim_of(const std::vector<Share>& shares, const CoreTape& core, const Share& of) {
    Victim most;
    for (const Share& share : shares) {
        if (&share == &of || (share.is_compute() && of.is_compute())) continue;
        for (const ShareOfWait& wait : share.waits) {
            const bool cb = wait.wait.what == WaitFor::CbPages || wait.wait.what == WaitFor::CbRoom;
            if (!cb || (most.wait != nullptr && wait.part <= most.wait->part)) continue;
            const Share* who = behind(shares, core, wait.wait);
            if (who == &of || (who != nullptr && who->is_compute() && of.is_compute())) most = {&share, &wait};
        }
    }
    return most;
}

}  // namespace tilewright::clock
