// Waits that no page can end: semaphores, barriers, polled words.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "doctor/argument_source.hpp"
#include "doctor/mend.hpp"
#include "doctor/verdict.hpp"
#include "doctor/words.hpp"

namespace tilewright::doctor {

namespace {
using engine::WaitKind;

std::string times(uint64_t count) { return fmt::format("{} time{}", count, count == 1 ? "" : "s"); }

std::string core_list(const std::vector<LogicalCore>& cores) {
    std::string text;
    for (size_t i = 0; i < cores.size() && i < 6; ++i) text += (i == 0 ? "" : ", ") + cores[i].str();
    return cores.size() > 6 ? fmt::format("{} and {} more", text, cores.size() - 6) : text;
}

std::string who(const Case& hang, uint32_t core_index, uint32_t processor) {
    return fmt::format("{} of core {}", hang.thread_name(core_index, processor), hang.core_name(core_index));
}

// Both sides in numbers: how often the word was changed, by whom, and how often it was waited for.
void tell_signals(const Case& hang, const WordView& word, Verdict& verdict) {
    std::map<std::pair<uint64_t, uint64_t>, std::vector<const Signaller*>> groups;  // did, would
    for (const Signaller& signaller : word.signallers) groups[{signaller.did, signaller.would}].push_back(&signaller);
    for (const auto& [counts, list] : groups) {
        std::vector<LogicalCore> cores;
        for (const Signaller* signaller : list) cores.push_back(hang.card.worker(signaller->core_index).logical());
        const auto& [did, would] = counts;
        const std::string more = would > did ? fmt::format(", and would {} in all", times(would)) : "";
        const std::string name = hang.thread_name(list.front()->core_index, list.front()->processor);
        verdict.seen.push_back(list.size() == 1
                                   ? fmt::format("{} changed it {}{}",
                                                 who(hang, list[0]->core_index, list[0]->processor), times(did), more)
                                   : fmt::format("{} of {} cores ({}) changed it {} each{}", name, cores.size(),
                                                 core_list(cores), times(did), more));
    }
    if (word.waits > 1) verdict.seen.push_back(fmt::format("it is waited for the {}. time here", word.waits));
    if (word.initial != 0) verdict.seen.push_back(fmt::format("it starts with {}", word.initial));
}

// A signal that nobody waits for: to which core, and as what coordinates.
std::string tell_astray(const Case& hang, const Stuck& stuck, const WordView& word, Verdict& verdict) {
    for (const Astray& lost : astray(hang)) {
        const std::string sender = who(hang, lost.signal.by_core, lost.signal.processor);
        if (lost.address == word.address && lost.core_index != word.core_index) {
            verdict.seen.push_back(
                fmt::format("{} sets the same word on core {}", sender, hang.core_name(lost.core_index)));
            const card::NocXy went = hang.card.virtual_core(hang.card.worker(lost.core_index).logical());
            const card::NocXy here = hang.card.virtual_core(stuck.core);
            if (went.x == stuck.core.x && went.y == stuck.core.y)
                return fmt::format(
                    "the signal of {} goes to NoC ({},{}), which is core {}: these are the coordinates of core {} in "
                    "the grid, on the NoC it is at ({},{})",
                    sender, went.x, went.y, hang.core_name(lost.core_index), stuck.core.str(), here.x, here.y);
            return fmt::format("the signal of {} goes to core {} instead", sender, hang.core_name(lost.core_index));
        }
        if (lost.core_index == word.core_index && word.id) {
            const uint32_t offset = lost.address - stuck.semaphore_base;
            if (offset % 16 == 0 && offset / 16 < TW_MAX_SEMAPHORES) {
                verdict.seen.push_back(
                    fmt::format("{} changes semaphore {} here, for which nobody waits", sender, offset / 16));
                return fmt::format("the signal of {} goes to semaphore {} instead", sender, offset / 16);
            }
        }
    }
    return {};
}

// A signaller that has ended with fewer signals than are waited for, and has another number than all its peers.
struct OddArgument {
    const Thread* thread = nullptr;
    uint32_t index = 0, value = 0, others = 0;
    size_t peers = 0;
};

std::vector<OddArgument> odd_arguments(const Case& hang, const WordView& word) {
    std::vector<OddArgument> list;
    for (const Signaller& signaller : word.signallers) {
        const Thread* thread = hang.as_is.thread(signaller.core_index, signaller.processor);
        if (thread == nullptr || signaller.stuck || !thread->finished) continue;
        const auto& all = hang.program.kernels[thread->kernel].runtime_args;
        const auto own = all.find(thread->core);
        if (own == all.end() || all.size() < 3) continue;
        for (uint32_t i = 0; i < own->second.size(); ++i) {
            std::set<uint32_t> others;
            for (const auto& [core, args] : all) {
                if (core != thread->core) others.insert(i < args.size() ? args[i] : UINT32_MAX);
            }
            if (others.size() == 1 && *others.begin() != own->second[i] && *others.begin() != UINT32_MAX)
                list.push_back({thread, i, own->second[i], *others.begin(), all.size() - 1});
        }
    }
    return list;
}

void tell_odd(const Case& hang, const OddArgument& odd, Verdict& verdict) {
    const program::KernelDescriptor& kernel = hang.program.kernels[odd.thread->kernel];
    const auto source = argument_source(kernel, hang.program.era);
    const NamedArgument* known = source->find({ArgumentKind::Runtime, odd.index});
    verdict.seen.push_back(fmt::format("{} has ended; its runtime arg {}{} is {}, the other {} cores have {}",
                                       who(hang, odd.thread->core_index, odd.thread->processor), odd.index,
                                       known == nullptr || known->name.empty() ? "" : fmt::format(" ({})", known->name),
                                       odd.value, odd.peers, odd.others));
}

Verdict semaphore_verdict(const Case& hang, size_t at) {
    const Stuck& stuck = hang.stuck[at];
    const WordView word = view_word(hang, at);
    Verdict verdict;
    verdict.code = "TW1006";
    verdict.kind = "semaphore";
    verdict.at = at;
    verdict.message = fmt::format("{} waits until {} is {}{}; it is {} and nobody will change it",
                                  hang.thread_name(stuck.core_index, stuck.processor), word.name(),
                                  word.equal ? "" : "at least ", word.wanted, word.value);
    tell_signals(hang, word, verdict);
    const std::string lost = tell_astray(hang, stuck, word, verdict);
    const uint64_t came = word.raised();
    uint64_t changed = 0, senders = 0;
    for (const Signaller& signaller : word.signallers) changed += signaller.did, senders += signaller.did != 0;
    const std::vector<LogicalCore> silent = silent_peers(hang, word);
    if (!word.declared) {
        CoreRanges on;
        for (const program::SemaphoreDescriptor& semaphore : hang.program.semaphores) {
            if (semaphore.id == *word.id) on.insert(on.end(), semaphore.cores.begin(), semaphore.cores.end());
        }
        verdict.message = fmt::format("{} waits for semaphore {}, which does not exist on core {}",
                                      hang.thread_name(stuck.core_index, stuck.processor), *word.id, stuck.core.str());
        verdict.why = on.empty() ? "the program creates no semaphore of this number"
                                 : fmt::format("the program creates it on {} only", core_list(cores_of(on)));
        verdict.hint = "create a semaphore on every core that waits for it or is signalled";
    } else if (word.equal && word.value > word.wanted) {
        if (word.initial != 0 && came + word.initial == word.value) {
            verdict.why = fmt::format("it starts with {}, and {} came on top: past the {} that is waited for",
                                      word.initial, came, word.wanted);
        } else if (word.waits > 1 && !word.reset) {
            verdict.why = fmt::format("nobody sets it back to 0 between rounds: it has gone past {}", word.wanted);
        } else if (came == word.value && senders > 1) {
            verdict.why = fmt::format("it was changed {}, by {} cores: {} more than the wait is for", times(changed),
                                      senders, word.value - word.wanted);
        } else {
            verdict.why = "the value went past what is waited for: the wait is for equality";
        }
        verdict.hint = "a counter is set back to 0 after each wait, or waited for with noc_semaphore_wait_min";
        if (const auto ahead = runs_ahead(hang, word)) {
            const Thread* thread = hang.as_is.thread(ahead->core_index, ahead->processor);
            const uint32_t offset = ahead->address - stuck.semaphore_base;
            const std::string sender = who(hang, ahead->core_index, ahead->processor);
            verdict.message = fmt::format("{} waits {} for semaphore {} to be {}, which nobody sets back to 0", sender,
                                          times(ahead->waits.count), offset / 16, ahead->waits.last_wanted);
            verdict.why =
                fmt::format("its later waits end at once, so it signals {} too often: {} is {} where {} waits for {}",
                            who(hang, stuck.core_index, stuck.processor), word.name(), word.value,
                            hang.thread_name(stuck.core_index, stuck.processor), word.wanted);
            verdict.place =
                Place{hang.core_name(ahead->core_index), hang.thread_name(ahead->core_index, ahead->processor),
                      thread == nullptr ? "" : hang.program.kernels[thread->kernel].display_name(),
                      hang.as_is.ledger->site(ahead->waits.site).frames()};
            verdict.proposals = mend_ahead(hang, *ahead);
            return verdict;
        }
    } else if (changed == 0) {
        verdict.why = lost.empty() ? "no thread of the program sets or raises it on this core" : lost;
        for (const GridArguments& given : grid_arguments(hang, stuck.core)) {
            if (!lost.empty()) break;
            const card::NocXy here = hang.card.virtual_core(stuck.core);
            verdict.seen.push_back(fmt::format(
                "{} of core {} has ({},{}) as runtime args {} and {}: core {} in the grid; on the NoC it is at ({},{})",
                hang.program.kernels[given.kernel].display_name(), given.cores.front().str(), stuck.core.x,
                stuck.core.y, given.index, given.index + 1, stuck.core.str(), here.x, here.y));
        }
        verdict.hint = lost.empty() ? "whoever this thread waits for has to signal it"
                                    : "a signal needs the NoC coordinates of the core that waits";
    } else if (!silent.empty()) {
        verdict.why = fmt::format("{} of {} cores with the same kernel signal; core{} {} never do{}", senders,
                                  senders + silent.size(), silent.size() == 1 ? "" : "s", core_list(silent),
                                  silent.size() == 1 ? "es" : "");
        verdict.hint = "every core that is counted has to signal";
    } else {
        verdict.why = fmt::format("it was changed {}, by {} core{}: {} fewer than the wait needs", times(changed),
                                  senders, senders == 1 ? "" : "s", word.wanted - std::min(word.value, word.wanted));
        if (!lost.empty()) verdict.why += "; " + lost;
        if (word.wanted == word.value + 1 && senders > 1) verdict.why += "; does the waiting core count itself?";
        verdict.hint = "the value waited for is the number of signals that come (senders, rounds, initial value)";
        for (const OddArgument& odd : odd_arguments(hang, word)) {
            tell_odd(hang, odd, verdict);
            verdict.proposals.push_back(
                with_runtime_arg(hang.program, odd.thread->kernel, {odd.thread->core}, odd.index, odd.others));
        }
    }
    for (Proposal& proposal : mend_signals(hang, at, {})) verdict.proposals.push_back(std::move(proposal));
    return verdict;
}

Verdict circle_verdict(const Case& hang, const std::vector<size_t>& circle) {
    size_t at = circle.front();
    for (size_t member : circle) {
        if (!waits_for_word(hang.stuck[at]) && waits_for_word(hang.stuck[member])) at = member;
    }
    const Stuck& stuck = hang.stuck[at];
    Verdict verdict;
    verdict.code = "TW1010";
    verdict.kind = "circle of signals";
    verdict.at = at;
    std::string ring;
    for (size_t member : circle)
        ring += fmt::format("{} ({}), ", who(hang, hang.stuck[member].core_index, hang.stuck[member].processor),
                            hang.where(member));
    const bool pair = circle.size() == 2;
    verdict.message = pair ? fmt::format("{} and {} each wait for a signal of the other",
                                         who(hang, stuck.core_index, stuck.processor),
                                         who(hang, hang.stuck[circle[circle[0] == at ? 1 : 0]].core_index,
                                             hang.stuck[circle[circle[0] == at ? 1 : 0]].processor))
                           : fmt::format("{} threads wait for each other in a circle of signals, from {}",
                                         circle.size(), who(hang, stuck.core_index, stuck.processor));
    verdict.seen.push_back(fmt::format("the circle: {}and back", ring));
    verdict.why = "each of them waits before it signals the next: nobody begins";
    verdict.hint = "one of them has to signal first, or its semaphore has to start as if it had been signalled";
    verdict.proposals = mend_signals(hang, at, circle);
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
        verdict.hint = "num_dests is the number of receivers in the rectangle (the sender only counts in a loopback)";
        verdict.proposals = mend_barrier(hang, i);
        return verdict;
    }
    // A wait whose signaller is stuck itself is a consequence; one that nobody can end is the cause.
    std::optional<size_t> consequence;
    for (size_t i = 0; i < hang.stuck.size(); ++i) {
        if (!waits_for_word(hang.stuck[i])) continue;
        bool can_come = false;
        for (const Dependency& d : hang.waits_for(i)) can_come |= hang.find(d.core_index, d.processor).has_value();
        if (!can_come) return semaphore_verdict(hang, i);
        if (!consequence) consequence = i;
    }
    // All have signalled for this round, and it is still not what is waited for: they wait for this one by right.
    for (size_t i = 0; i < hang.stuck.size(); ++i) {
        if (!waits_for_word(hang.stuck[i])) continue;
        const WordView word = view_word(hang, i);
        const auto has_signalled = [&](const Signaller& one) { return one.would == 0 || one.did >= word.waits; };
        if (word.raised() != 0 && std::all_of(word.signallers.begin(), word.signallers.end(), has_signalled))
            return semaphore_verdict(hang, i);
    }
    for (size_t i = 0; i < hang.stuck.size(); ++i) {
        if (!waits_for_word(hang.stuck[i])) continue;
        if (const std::vector<size_t> circle = circle_of(hang, i); !circle.empty()) return circle_verdict(hang, circle);
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
        verdict.hint = "check the address and the value the loop compares with, and who should write it";
        return verdict;
    }
    if (consequence) return semaphore_verdict(hang, *consequence);
    return std::nullopt;
}

}  // namespace tilewright::doctor
