// Too small: decided by a replay in which CBs grow, proven by one with the least capacities that finish.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/round_up.hpp"
#include "doctor/mend.hpp"
#include "doctor/verdict.hpp"
#include "program/layout.hpp"

namespace tilewright::doctor {

namespace {
using engine::WaitKind;

bool finishes(Replayer& replayer, const std::map<uint32_t, uint32_t>& capacity) {
    return replayer.run(ReplayMode::AsIs, capacity).finished;
}

// The least number of pages that every block pushed to or popped from a CB divides; 1 where it would be large.
uint32_t common_block(const Replay& replay, uint32_t cb) {
    constexpr uint32_t kLargest = 1024;
    uint32_t common = 1;
    for (const Thread& thread : replay.threads) {
        const CoreLedger* core = replay.ledger->find(thread.core_index);
        if (core == nullptr) continue;
        for (const Act& act : core->cbs[cb].acts) {
            if ((act.call == engine::CbCall::Push || act.call == engine::CbCall::Pop) && act.pages != 0)
                common = std::lcm(common, act.pages);
            if (common > kLargest) return 1;
        }
    }
    return common;
}

// What the program's own declaration becomes with these capacities; the reason it does not fit, or empty.
std::string why_it_does_not_fit(const Case& hang, const std::map<uint32_t, uint32_t>& capacity) {
    program::ProgramDescriptor changed = hang.program;
    for (program::CbDescriptor& cb : changed.cbs) {
        for (const program::CbFormat& format : cb.formats) {
            const auto it = capacity.find(format.index);
            if (it != capacity.end()) cb.total_bytes = std::max(cb.total_bytes, it->second * format.page_bytes);
        }
    }
    try {
        program::validate(changed, program::limits_of(hang.card));
    } catch (const Error& error) {
        return error.finding().message;
    }
    return {};
}
}  // namespace

std::map<uint32_t, uint32_t> least_capacities(Replayer& replayer, std::map<uint32_t, uint32_t> enough,
                                              const std::map<uint32_t, uint32_t>& lowest) {
    for (auto& [cb, pages] : enough) {
        uint32_t low = lowest.at(cb);
        uint32_t high = pages;
        while (low < high) {
            const uint32_t middle = low + (high - low) / 2;
            std::map<uint32_t, uint32_t> trial = enough;
            trial[cb] = middle;
            if (finishes(replayer, trial)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        pages = high;
    }
    return enough;
}

std::optional<Verdict> judge_capacity(Case& hang, Replayer& replayer) {
    hang.grown = replayer.run(ReplayMode::Grow);
    if (!hang.grown.finished || hang.grown.grown.empty()) return std::nullopt;
    // What can never be granted comes first, whoever counts wrong besides.
    const bool never = std::any_of(hang.stuck.begin(), hang.stuck.end(), [&](const Stuck& stuck) {
        return stuck.wait.kind == WaitKind::CbReserve &&
               stuck.wait.wanted > hang.capacity(stuck.core_index, stuck.wait.index);
    });
    if (!never) {
        if (auto surplus = judge_surplus(hang, hang.grown)) return surplus;
    }

    std::map<uint32_t, uint32_t> before;
    for (const auto& [cb, pages] : hang.grown.grown) {
        before[cb] = UINT32_MAX;
        for (const Thread& thread : hang.grown.threads) {
            const uint32_t capacity = hang.capacity(thread.core_index, cb);
            if (capacity != 0) before[cb] = std::min(before[cb], capacity);
        }
    }
    Verdict verdict;
    verdict.code = "TW1001";
    verdict.kind = "too small";
    if (!finishes(replayer, hang.grown.grown)) return std::nullopt;
    verdict.enough = least_capacities(replayer, hang.grown.grown, before);
    std::erase_if(verdict.enough, [&](const auto& entry) { return entry.second <= before[entry.first]; });
    if (verdict.enough.empty()) return std::nullopt;
    // A block must not cross the end of the buffer: the credits of the replay do not know where pages lie.
    for (auto& [cb, pages] : verdict.enough) {
        const uint32_t block = common_block(hang.grown, cb);
        const uint32_t rounded = round_up(pages, block);
        std::map<uint32_t, uint32_t> trial = verdict.enough;
        trial[cb] = rounded;
        if (rounded != pages && finishes(replayer, trial)) pages = rounded;
    }

    // Where it shows: at a reserve that can never be granted; else at a wait; else at any reserve.
    const auto rank = [&](const engine::Wait& wait) {
        if (wait.kind == WaitKind::CbReserve) return wait.wanted > before[wait.index] ? 2 : 0;
        return 1;
    };
    std::optional<size_t> at;
    for (size_t i = 0; i < hang.stuck.size(); ++i) {
        const engine::Wait& wait = hang.stuck[i].wait;
        if (wait.kind != WaitKind::CbWait && wait.kind != WaitKind::CbReserve) continue;
        if (!verdict.enough.contains(wait.index)) continue;
        if (!at || rank(wait) > rank(hang.stuck[*at].wait)) at = i;
    }
    verdict.at = at.value_or(0);
    const Stuck& thread = hang.stuck[verdict.at];
    verdict.cb = at ? thread.wait.index : verdict.enough.begin()->first;
    const std::string name = hang.cb_name(thread.core_index, *verdict.cb);
    const uint32_t depth = before[*verdict.cb];
    if (at && thread.wait.kind == WaitKind::CbWait && thread.wait.wanted > depth) {
        verdict.message = fmt::format("deadlock: {} waits for {} of {}, which is {} deep",
                                      hang.thread_name(thread.core_index, thread.processor), pages(thread.wait.wanted),
                                      name, pages(depth));
        verdict.why = fmt::format("{} > {}: no order of execution can satisfy this wait", thread.wait.wanted, depth);
    } else if (at && thread.wait.kind == WaitKind::CbReserve && thread.wait.wanted > depth) {
        verdict.message = fmt::format("deadlock: {} reserves {} of {}, which is {} deep",
                                      hang.thread_name(thread.core_index, thread.processor), pages(thread.wait.wanted),
                                      name, pages(depth));
        verdict.why = fmt::format("{} > {}: no order of execution can satisfy this reserve", thread.wait.wanted, depth);
    } else {
        verdict.message = fmt::format("deadlock: {} is too small: {}", name, pages(depth));
        verdict.why = "every page of it is taken, and nobody pops one before more are pushed";
    }
    std::string change;
    for (const auto& [cb, least] : verdict.enough) {
        change += fmt::format("{}{} from {} to {}", change.empty() ? "" : ", ", hang.cb_name(thread.core_index, cb),
                              before[cb], pages(least));
    }
    verdict.seen.push_back(fmt::format("the control flow finishes with {}", change));
    const std::string misfit = why_it_does_not_fit(hang, verdict.enough);
    if (!misfit.empty()) {
        verdict.hint = fmt::format("{} would do, but that does not fit: {}; pop earlier or work in smaller blocks",
                                   change, misfit);
    } else {
        verdict.proposals.push_back(with_capacities(hang.program, verdict.enough, "grow " + change));
        // It may be the wrong CB and not the wrong size: told beside the other where both are proven.
        if (verdict.enough.size() == 1) {
            for (Proposal& proposal : mend_exchange(hang, hang.grown, thread.core_index, verdict.enough.begin()->first))
                verdict.proposals.push_back(std::move(proposal));
        }
        for (Proposal& proposal : mend_swapped(hang, thread.core_index))
            verdict.proposals.push_back(std::move(proposal));
        verdict.hint = "a CB must hold what its producer pushes before its consumer pops";
    }
    return verdict;
}

}  // namespace tilewright::doctor
