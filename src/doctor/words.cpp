// Looking at semaphores.
#include "doctor/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace tilewright::doctor {

namespace {
using engine::WaitKind;

const Signal* find_signal(const Ledger* ledger, uint32_t core, uint32_t address, uint32_t by_core, uint32_t processor) {
    const std::vector<Signal>* list = ledger == nullptr ? nullptr : ledger->signals(core, address);
    if (list == nullptr) return nullptr;
    for (const Signal& signal : *list) {
        if (signal.by_core == by_core && signal.processor == processor) return &signal;
    }
    return nullptr;
}
}  // namespace

bool waits_for_word(const Stuck& stuck) {
    return stuck.wait.kind == WaitKind::SemaphoreEqual || stuck.wait.kind == WaitKind::SemaphoreMin;
}

uint64_t WordView::raised() const {
    uint64_t sum = 0;
    for (const Signaller& signaller : signallers) sum += signaller.raised;
    return sum;
}

std::string WordView::name() const {
    return id ? fmt::format("semaphore {}", *id) : fmt::format("the word at L1 address {:#x}", address);
}

WordView view_word(const Case& hang, size_t thread) {
    const Stuck& stuck = hang.stuck[thread];
    WordView word;
    word.core_index = stuck.core_index;
    word.address = stuck.wait.address;
    word.value = stuck.semaphore_value;
    word.wanted = stuck.wait.wanted;
    word.equal = stuck.wait.kind == WaitKind::SemaphoreEqual;
    const uint32_t offset = stuck.wait.address - stuck.semaphore_base;
    if (offset < TW_MAX_SEMAPHORES * 16 && offset % 16 == 0) {
        word.id = offset / 16;
        word.declared = false;
        for (const program::SemaphoreDescriptor& semaphore : hang.program.semaphores) {
            if (semaphore.id != *word.id || !contains(semaphore.cores, stuck.core)) continue;
            word.declared = true;
            word.initial = semaphore.initial_value;
        }
    }
    if (!hang.as_is.ledger) return word;
    if (const WordWaits* waits = hang.as_is.ledger->waits(stuck.core_index, stuck.processor, word.address)) {
        word.waits = waits->count;
        word.same_wanted = waits->same_wanted;
    }
    const std::vector<Signal>* all = hang.ledger().signals(word.core_index, word.address);
    if (all == nullptr) return word;
    for (const Signal& signal : *all) {
        word.reset |= signal.resets != 0;
        if (signal.by_core == stuck.core_index && signal.processor == stuck.processor) continue;
        Signaller signaller;
        signaller.core_index = signal.by_core;
        signaller.processor = signal.processor;
        signaller.would = signal.count;
        signaller.sites = signal.sites;
        if (const Signal* did =
                find_signal(hang.as_is.ledger.get(), word.core_index, word.address, signal.by_core, signal.processor)) {
            signaller.did = did->count;
            signaller.raised = did->raised;
        }
        signaller.stuck = hang.find(signal.by_core, signal.processor).has_value();
        word.signallers.push_back(std::move(signaller));
    }
    return word;
}

std::vector<LogicalCore> silent_peers(const Case& hang, const WordView& word) {
    std::set<std::pair<uint32_t, uint32_t>> signalling;  // kernel, core
    std::set<uint32_t> kernels;
    for (const Signaller& signaller : word.signallers) {
        if (signaller.did == 0) continue;
        for (const Thread& thread : hang.as_is.threads) {
            if (thread.core_index != signaller.core_index || thread.processor != signaller.processor) continue;
            kernels.insert(thread.kernel);
            signalling.insert({thread.kernel, thread.core_index});
        }
    }
    // Who signals the same word of another core has a receiver of its own: a ring, a chain.
    std::set<std::pair<uint32_t, uint32_t>> elsewhere;  // core, processor
    for (const auto& [at, signals] : hang.ledger().all_signals()) {
        if (at.first == word.core_index || at.second != word.address) continue;
        for (const Signal& signal : signals) {
            if (signal.by_core != at.first) elsewhere.insert({signal.by_core, signal.processor});
        }
    }
    std::vector<LogicalCore> silent;
    for (const Thread& thread : hang.as_is.threads) {
        if (!kernels.contains(thread.kernel) || signalling.contains({thread.kernel, thread.core_index})) continue;
        if (elsewhere.contains({thread.core_index, thread.processor})) continue;
        if (!thread.finished || thread.core_index == word.core_index) continue;
        silent.push_back(thread.core);
    }
    return silent;
}

std::vector<Astray> astray(const Case& hang) {
    std::vector<Astray> list;
    for (const auto& [word, signals] : hang.ledger().all_signals()) {
        bool waited = false;
        for (uint32_t processor = 0; processor < kProcessors; ++processor)
            waited |= hang.ledger().waits(word.first, processor, word.second) != nullptr;
        if (waited) continue;
        for (const Signal& signal : signals) {
            // A word that a thread keeps for itself, to send it on from there, is no signal.
            if (signal.by_core == word.first && signal.raised == 0) continue;
            list.push_back({word.first, word.second, signal});
        }
    }
    return list;
}

std::optional<RunsAhead> runs_ahead(const Case& hang, const WordView& word) {
    for (const auto& [at, list] : hang.as_is.ledger->all_waits()) {
        for (const WordWaits& waits : list) {
            const bool signals = std::any_of(word.signallers.begin(), word.signallers.end(), [&](const Signaller& s) {
                return s.core_index == waits.core && s.processor == waits.processor && s.did > 1;
            });
            if (!signals || waits.count < 2 || !waits.same_wanted || !waits.equal || waits.last_wanted == 0) continue;
            const std::vector<Signal>* changes = hang.as_is.ledger->signals(at.first, at.second);
            const bool reset =
                changes != nullptr &&
                std::any_of(changes->begin(), changes->end(), [](const Signal& signal) { return signal.resets != 0; });
            if (!reset) return RunsAhead{waits.core, waits.processor, at.second, waits};
        }
    }
    return std::nullopt;
}

std::vector<GridArguments> grid_arguments(const Case& hang, LogicalCore meant) {
    std::vector<GridArguments> list;
    for (uint32_t k = 0; k < hang.program.kernels.size(); ++k) {
        const program::KernelDescriptor& kernel = hang.program.kernels[k];
        if (kernel.is_compute()) continue;
        std::map<size_t, std::vector<LogicalCore>> found;
        for (const auto& [core, args] : kernel.runtime_args) {
            for (size_t i = 0; i + 1 < args.size(); ++i) {
                if (core != meant && args[i] == meant.x && args[i + 1] == meant.y) found[i].push_back(core);
            }
        }
        for (auto& [index, cores] : found) list.push_back({k, index, std::move(cores)});
    }
    return list;
}

std::vector<size_t> circle_of(const Case& hang, size_t thread) {
    const std::vector<Dependency> links = hang.chain(thread);
    const Dependency& last = links.back();
    if (links.size() < 2 || last.core_index != links.front().core_index || last.processor != links.front().processor)
        return {};
    std::vector<size_t> circle;
    for (size_t i = 0; i + 1 < links.size(); ++i) {
        const auto index = hang.find(links[i].core_index, links[i].processor);
        if (!index) return {};
        circle.push_back(*index);
    }
    return circle;
}

}  // namespace tilewright::doctor
