// Waits that no page can end: semaphores, barriers, polled words.
#include <fmt/format.h>

#include <algorithm>

#include "doctor/verdict.hpp"

namespace tilewright::doctor {

namespace {
using engine::WaitKind;

bool on_semaphore(const Stuck& stuck) {
    return stuck.wait.kind == WaitKind::SemaphoreEqual || stuck.wait.kind == WaitKind::SemaphoreMin;
}

std::string semaphore_name(const Stuck& stuck) {
    const uint32_t offset = stuck.wait.address - stuck.semaphore_base;
    if (offset < TW_MAX_SEMAPHORES * 16 && offset % 16 == 0) return fmt::format("semaphore {}", offset / 16);
    return fmt::format("the word at L1 address {:#x}", stuck.wait.address);
}

// Threads that raise the same word on some other core.
std::string raised_elsewhere(const Case& hang, const Stuck& stuck) {
    for (uint32_t core = 0; core < hang.card.num_workers(); ++core) {
        if (core == stuck.core_index) continue;
        const auto* signals = hang.ledger().signals(core, stuck.wait.address);
        if (signals == nullptr || signals->empty()) continue;
        return fmt::format("{} of core {} sets the same word on core {}",
                           hang.thread_name(signals->front().by_core, signals->front().processor),
                           hang.core_name(signals->front().by_core), hang.core_name(core));
    }
    return {};
}

Verdict semaphore_verdict(const Case& hang, size_t at) {
    const Stuck& stuck = hang.stuck[at];
    const bool equal = stuck.wait.kind == WaitKind::SemaphoreEqual;
    const std::string name = semaphore_name(stuck);
    Verdict verdict;
    verdict.code = "TW1006";
    verdict.kind = "semaphore";
    verdict.at = at;
    verdict.message = fmt::format("{} waits until {} is {}{}; it is {} and nobody will change it",
                                  hang.thread_name(stuck.core_index, stuck.processor), name, equal ? "" : "at least ",
                                  stuck.wait.wanted, stuck.semaphore_value);
    uint64_t raised = 0;
    if (const auto* signals = hang.ledger().signals(stuck.core_index, stuck.wait.address)) {
        for (const Signal& signal : *signals) {
            raised += signal.count;
            verdict.seen.push_back(
                fmt::format("{} of core {} changed it {} time{}", hang.thread_name(signal.by_core, signal.processor),
                            hang.core_name(signal.by_core), signal.count, signal.count == 1 ? "" : "s"));
        }
    }
    const std::string elsewhere = raised_elsewhere(hang, stuck);
    if (!elsewhere.empty()) verdict.seen.push_back(elsewhere);
    if (raised == 0) {
        verdict.why = "no thread of the program sets or raises it on this core";
        verdict.fix = elsewhere.empty() ? "signal it from the thread this one waits for, or do not wait on this core"
                                        : "check the core coordinates of the signal: it goes to another core";
    } else if (equal && stuck.semaphore_value > stuck.wait.wanted) {
        verdict.why = "the value went past what is waited for: the wait is for equality";
        verdict.fix = "reset the semaphore between rounds, or wait with noc_semaphore_wait_min";
    } else {
        verdict.why =
            fmt::format("it was changed {} time{}, fewer than the wait needs", raised, raised == 1 ? "" : "s");
        verdict.fix = "let the number of signals match the value waited for (senders, rounds, initial value)";
    }
    return verdict;
}
}  // namespace

std::optional<Verdict> judge_signals(const Case& hang) {
    for (size_t i = 0; i < hang.stuck.size(); ++i) {
        if (hang.stuck[i].wait.kind != WaitKind::Barrier) continue;
        Verdict verdict;
        verdict.code = "TW1007";
        verdict.kind = "barrier";
        verdict.at = i;
        verdict.message = fmt::format("{} waits at a barrier for {} acknowledgement{} that never come",
                                      hang.thread_name(hang.stuck[i].core_index, hang.stuck[i].processor),
                                      hang.stuck[i].wait.wanted, hang.stuck[i].wait.wanted == 1 ? "" : "s");
        verdict.why =
            "a multicast counted more receivers than it has: the barrier waits for answers of cores that got nothing";
        verdict.fix =
            "pass the number of receivers in the rectangle as num_dests (without the sender, unless it is a loopback "
            "multicast)";
        return verdict;
    }
    // A wait whose signaller is stuck itself is a consequence; one that nobody can end is the cause.
    std::optional<size_t> consequence;
    for (size_t i = 0; i < hang.stuck.size(); ++i) {
        if (!on_semaphore(hang.stuck[i])) continue;
        bool can_come = false;
        for (const Dependency& d : hang.waits_for(i)) can_come |= hang.find(d.core_index, d.processor).has_value();
        if (!can_come) return semaphore_verdict(hang, i);
        if (!consequence) consequence = i;
    }
    for (size_t i = 0; i < hang.stuck.size(); ++i) {
        if (hang.stuck[i].wait.kind != WaitKind::Poll) continue;
        Verdict verdict;
        verdict.code = "TW1008";
        verdict.kind = "spin";
        verdict.at = i;
        verdict.message = fmt::format("{} polls memory that nobody writes any more",
                                      hang.thread_name(hang.stuck[i].core_index, hang.stuck[i].processor));
        verdict.why = "every other thread has ended or is stuck, so what the loop reads cannot change";
        verdict.fix = "check the address and the value the loop compares with, and who should write it";
        return verdict;
    }
    if (consequence) return semaphore_verdict(hang, *consequence);
    return std::nullopt;
}

}  // namespace tilewright::doctor
