// Semaphores: values, who is signalled, who goes first, what was never set back.
#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

#include "doctor/mend.hpp"
#include "doctor/words.hpp"

namespace tilewright::doctor {

namespace {
const std::vector<std::string> kWaits = {"noc_semaphore_wait", "noc_semaphore_wait_min", "wait", "wait_min"};
const std::vector<std::string> kSignals = {
    "noc_semaphore_inc", "noc_semaphore_set_remote", "noc_semaphore_set_multicast", "noc_semaphore_inc_multicast", "up",
    "set_multicast"};

class SignalMender {
public:
    SignalMender(const Case& hang, size_t thread)
        : hang_(hang), thread_(thread), stuck_(hang.stuck[thread]), word_(view_word(hang, thread)) {
        const Place place{{}, {}, {}, hang.blocked[thread].stack};
        if (const Frame* at = place.line()) file_ = at->file, line_ = at->line;
        for (const Stuck& other : hang.stuck) {
            if (other.kernel == stuck_.kernel && other.processor == stuck_.processor &&
                other.wait.address == stuck_.wait.address && other.wait.wanted == stuck_.wait.wanted)
                cores_.push_back(other.core);
        }
    }

    std::vector<Proposal> root() {
        if (!word_.declared) create();
        sent_astray();
        if (word_.signallers.empty()) of_the_grid();
        like_its_peers();
        const uint64_t came = word_.raised();
        if (word_.equal && word_.value > word_.wanted) {
            if (word_.initial != 0 && word_.declared && came + word_.initial == word_.value)
                add(with_semaphore_value(hang_.program, *word_.id, std::nullopt, 0));
            set_back();
        } else if (came != 0) {
            // Sent by as many cores as there are: the value waited for is what does not fit.
            const uint64_t each = came + word_.initial;
            if (word_.waits <= 1) wait_for_value(static_cast<uint32_t>(each));
            as_many_rounds(came);
        }
        return std::move(list_);
    }

    std::vector<Proposal> circle(const std::vector<size_t>& members) {
        std::set<uint32_t> kernels;
        for (size_t member : members) kernels.insert(hang_.stuck[member].kernel);
        if (kernels.size() == 1) {  // a ring: somebody has to begin
            prime(members, 0);
            signal_first(members, 1);
        } else {
            signal_first(members, 0);
            prime(members, 1);
        }
        return std::move(list_);
    }

private:
    const Case& hang_;
    size_t thread_;
    const Stuck& stuck_;
    WordView word_;
    std::string file_;
    uint32_t line_ = 0;
    std::vector<LogicalCore> cores_;  // that stand at the same wait
    std::vector<Proposal> list_;

    void add(std::optional<Proposal> proposal) {
        if (proposal) list_.push_back(std::move(*proposal));
    }

    void create() {
        Proposal proposal{{}, hang_.program, {}, 0};
        std::string where;
        for (const LogicalCore& core : cores_) where += (where.empty() ? "" : ", ") + core.str();
        bool known = false;
        for (program::SemaphoreDescriptor& semaphore : proposal.program.semaphores) {
            if (semaphore.id != *word_.id || known) continue;
            for (const LogicalCore& core : cores_) semaphore.cores.push_back({core, core});
            known = true;
        }
        if (!known) {
            CoreRanges ranges;
            for (const LogicalCore& core : cores_) ranges.push_back({core, core});
            proposal.program.semaphores.push_back({*word_.id, ranges, 0});
        }
        proposal.words =
            fmt::format("create semaphore {} on core{} {}, too", *word_.id, cores_.size() == 1 ? "" : "s", where);
        proposal.changes.push_back({"semaphore", fmt::format("semaphore {}", *word_.id), "", where});
        list_.push_back(std::move(proposal));
    }

    // A signal that nobody waits for: to the same word of another core, or to another word of this one.
    void sent_astray() {
        for (const Astray& lost : astray(hang_)) {
            const Thread* sender = hang_.as_is.thread(lost.signal.by_core, lost.signal.processor);
            if (sender == nullptr) sender = hang_.fed.thread(lost.signal.by_core, lost.signal.processor);
            if (sender == nullptr) continue;
            if (lost.address == word_.address) {
                other_coordinates(*sender, hang_.card.virtual_core(hang_.card.worker(lost.core_index).logical()));
            } else if (lost.core_index == word_.core_index && word_.id) {
                const uint32_t offset = lost.address - stuck_.semaphore_base;
                if (offset % 16 == 0 && offset / 16 < TW_MAX_SEMAPHORES) other_semaphore(offset / 16);
            }
        }
    }

    // Two arguments one behind the other that are the coordinates of the core the signal goes to.
    void other_coordinates(const Thread& sender, card::NocXy went_to) {
        const card::NocXy wanted = hang_.card.virtual_core(stuck_.core);
        const auto args = hang_.program.kernels[sender.kernel].runtime_args.find(sender.core);
        if (args == hang_.program.kernels[sender.kernel].runtime_args.end()) return;
        for (size_t i = 0; i + 1 < args->second.size(); ++i) {
            if (args->second[i] != went_to.x || args->second[i + 1] != went_to.y) continue;
            Proposal proposal{{}, hang_.program, {}, 0};
            auto& words = proposal.program.kernels[sender.kernel].runtime_args[sender.core];
            words[i] = wanted.x, words[i + 1] = wanted.y;
            const std::string name = hang_.program.kernels[sender.kernel].display_name();
            proposal.words = fmt::format(
                "pass ({},{}), where core {} is on the NoC, instead of ({},{}) as runtime args {} and {} of {} on core "
                "{}",
                wanted.x, wanted.y, stuck_.core.str(), went_to.x, went_to.y, i, i + 1, name, sender.core.str());
            proposal.changes.push_back(
                {"runtime argument",
                 fmt::format("{}, core {}, runtime args {} and {}", name, sender.core.str(), i, i + 1),
                 fmt::format("{}, {}", went_to.x, went_to.y), fmt::format("{}, {}", wanted.x, wanted.y)});
            list_.push_back(std::move(proposal));
        }
    }

    // Nothing comes, and somebody was given the core's coordinates in the grid, which on the NoC lead elsewhere.
    void of_the_grid() {
        for (const GridArguments& given : grid_arguments(hang_, stuck_.core)) {
            const card::NocXy wanted = hang_.card.virtual_core(stuck_.core);
            Proposal proposal{{}, hang_.program, {}, 0};
            program::KernelDescriptor& kernel = proposal.program.kernels[given.kernel];
            for (const LogicalCore& core : given.cores) {
                kernel.runtime_args[core][given.index] = wanted.x;
                kernel.runtime_args[core][given.index + 1] = wanted.y;
            }
            proposal.words = fmt::format(
                "pass ({},{}), where core {} is on the NoC, as runtime args {} and {} of {}, not its place in the grid",
                wanted.x, wanted.y, stuck_.core.str(), given.index, given.index + 1, kernel.display_name());
            proposal.changes.push_back(
                {"runtime argument",
                 fmt::format("{}, runtime args {} and {}", kernel.display_name(), given.index, given.index + 1),
                 stuck_.core.str(), fmt::format("({},{})", wanted.x, wanted.y)});
            list_.push_back(std::move(proposal));
        }
    }

    void other_semaphore(uint32_t id) {
        TextChange base(hang_.program, stuck_.kernel);
        for (const Call& call : base.source().calls({"get_semaphore"})) {
            if (call.arguments.size() != 1) continue;
            const std::string expression = call.argument(base.source().code(), 0);
            const Origin origin = origin_of(base.source(), expression);
            uint32_t value = origin.value;
            const program::KernelDescriptor& kernel = hang_.program.kernels[stuck_.kernel];
            if (origin.kind == Origin::Kind::RuntimeArg) {
                const auto args = kernel.runtime_args.find(stuck_.core);
                if (args == kernel.runtime_args.end() || origin.index >= args->second.size()) continue;
                value = args->second[origin.index];
            } else if (origin.kind == Origin::Kind::CompileTimeArg && origin.index < kernel.compile_time_args.size()) {
                value = kernel.compile_time_args[origin.index];
            } else if (origin.kind != Origin::Kind::Number) {
                continue;
            }
            if (value == *word_.id)
                add(with_number(hang_.program, stuck_.kernel, cores_, call.arguments[0].first, call.arguments[0].second,
                                id, "semaphore", 0));
        }
    }

    // A core that runs the same kernel and never signals: what it was given and the others were not.
    void like_its_peers() {
        const std::vector<LogicalCore> silent = silent_peers(hang_, word_);
        if (silent.size() != 1) return;
        for (const Signaller& signaller : word_.signallers) {
            const Thread* peer = hang_.as_is.thread(signaller.core_index, signaller.processor);
            if (peer == nullptr || signaller.did == 0) continue;
            const program::KernelDescriptor& kernel = hang_.program.kernels[peer->kernel];
            const auto mine = kernel.runtime_args.find(silent.front());
            if (mine == kernel.runtime_args.end()) return;
            for (size_t i = 0; i < mine->second.size(); ++i) {
                std::set<uint32_t> others;
                for (const auto& [core, args] : kernel.runtime_args) {
                    if (core != silent.front() && i < args.size()) others.insert(args[i]);
                }
                if (others.size() == 1 && *others.begin() != mine->second[i])
                    add(with_runtime_arg(hang_.program, peer->kernel, {silent.front()}, i, *others.begin()));
            }
            return;
        }
    }

    std::vector<Call> waits_here(const TextChange& change) const {
        std::vector<Call> calls = change.source().calls_on_line(file_, line_, kWaits);
        std::erase_if(calls, [](const Call& call) { return call.arguments.empty(); });
        return calls;
    }

    void wait_for_value(uint32_t value) {
        if (value == 0 || value == word_.wanted) return;
        TextChange base(hang_.program, stuck_.kernel);
        for (const Call& call : waits_here(base)) {
            const auto [begin, end] = call.arguments.back();
            add(with_number(hang_.program, stuck_.kernel, cores_, begin, end, value, "wait for", 0));
        }
    }

    void set_back() {
        TextChange base(hang_.program, stuck_.kernel);
        for (const Call& call : waits_here(base)) {
            if (!call.statement || call.arguments.size() != 2) continue;
            const std::string text = fmt::format("noc_semaphore_set({}, 0);", call.argument(base.source().code(), 0));
            TextChange change(hang_.program, stuck_.kernel);
            change.insert(call.close + 2, " " + text);
            list_.push_back(
                change.made(fmt::format("{}: {} after this wait, for the next round", change.where(call.begin), text)));
            if (word_.waits == 1 && call.name == "noc_semaphore_wait") {
                TextChange other(hang_.program, stuck_.kernel);
                other.replace(call.begin, call.open, "noc_semaphore_wait_min");
                list_.push_back(other.made(fmt::format("{}: noc_semaphore_wait_min, which a larger value ends, too",
                                                       other.where(call.begin))));
            }
        }
    }

    // The loop around the wait goes round more often than signals come, or the other way round.
    void as_many_rounds(uint64_t came) {
        if (word_.waits < 2 || !word_.same_wanted || word_.wanted == 0) return;
        const uint64_t needed = word_.reset ? came / word_.wanted : 0;
        if (needed == 0) return;
        TextChange base(hang_.program, stuck_.kernel);
        for (const Call& call : waits_here(base)) {
            const auto loop = base.source().loop_around(call.begin);
            if (loop && loop->rounds_begin != loop->rounds_end)
                add(with_number(hang_.program, stuck_.kernel, cores_, loop->rounds_begin, loop->rounds_end,
                                static_cast<uint32_t>(needed), "rounds:", 0));
        }
    }

    void prime(const std::vector<size_t>& members, int rank) {
        for (size_t member : members) {
            if (!waits_for_word(hang_.stuck[member])) continue;
            const WordView word = view_word(hang_, member);
            if (!word.id || !word.declared || word.value >= word.wanted) continue;
            add(with_semaphore_value(hang_.program, *word.id, hang_.stuck[member].core, word.wanted, rank));
            if (list_.size() > 3) return;
        }
    }

    // One of them signals before it waits.
    void signal_first(const std::vector<size_t>& members, int rank) {
        for (size_t member : members) {
            const Stuck& stuck = hang_.stuck[member];
            if (!waits_for_word(stuck)) continue;
            const Place place{{}, {}, {}, hang_.blocked[member].stack};
            const Frame* at = place.line();
            if (at == nullptr) continue;
            const TextChange base(hang_.program, stuck.kernel);
            const KernelText& source = base.source();
            std::vector<Call> waits = source.calls_on_line(at->file, at->line, kWaits);
            std::erase_if(waits, [](const Call& call) { return !call.statement; });
            if (waits.size() != 1) continue;
            for (const Call& signal : source.calls(kSignals)) {
                if (signal.begin < waits[0].begin || !signal.statement) continue;
                TextChange change(hang_.program, stuck.kernel);
                change.drop(waits[0]);
                change.insert(signal.close + 2,
                              " " + source.code().substr(waits[0].begin, waits[0].close + 2 - waits[0].begin));
                list_.push_back(change.made(fmt::format("{}: wait after the signal ({}), not before it",
                                                        change.where(waits[0].begin), change.where(signal.begin)),
                                            rank));
                break;
            }
        }
    }
};

}  // namespace

std::vector<Proposal> mend_signals(const Case& hang, size_t thread, const std::vector<size_t>& circle) {
    if (!hang.reproduced) return {};
    SignalMender mender(hang, thread);
    return circle.empty() ? mender.root() : mender.circle(circle);
}

std::vector<Proposal> mend_ahead(const Case& hang, const RunsAhead& ahead) {
    std::vector<Proposal> list;
    const CallLine line = line_of_site(hang, *hang.as_is.ledger, ahead.core_index, ahead.processor, ahead.waits.site);
    const TextChange base(hang.program, line.kernel);
    for (const Call& call : base.source().calls_on_line(line.file, line.line, kWaits)) {
        if (!call.statement || call.arguments.size() != 2) continue;
        const std::string text = fmt::format("noc_semaphore_set({}, 0);", call.argument(base.source().code(), 0));
        TextChange change(hang.program, line.kernel);
        change.insert(call.close + 2, " " + text);
        list.push_back(
            change.made(fmt::format("{}: {} after this wait, for the next round", change.where(call.begin), text)));
    }
    return list;
}

std::vector<Proposal> mend_barrier(const Case& hang, size_t thread) {
    std::vector<Proposal> list;
    const Stuck& stuck = hang.stuck[thread];
    TextChange base(hang.program, stuck.kernel);
    const std::vector<std::string> names = {"noc_async_write_multicast", "noc_async_write_multicast_loopback_src",
                                            "noc_semaphore_set_multicast", "noc_semaphore_set_multicast_loopback_src"};
    for (const Call& call : base.source().calls(names)) {
        const size_t index = call.name.find("semaphore") == std::string::npos ? 3 : 2;
        if (call.arguments.size() <= index) continue;
        const auto [begin, end] = call.arguments[index];
        const std::string expression = call.argument(base.source().code(), index);
        const Origin origin = origin_of(base.source(), expression);
        const program::KernelDescriptor& kernel = hang.program.kernels[stuck.kernel];
        uint32_t now = origin.kind == Origin::Kind::Number ? origin.value : 0;
        if (origin.kind == Origin::Kind::CompileTimeArg && origin.index < kernel.compile_time_args.size())
            now = kernel.compile_time_args[origin.index];
        if (const auto args = kernel.runtime_args.find(stuck.core); origin.kind == Origin::Kind::RuntimeArg &&
                                                                    args != kernel.runtime_args.end() &&
                                                                    origin.index < args->second.size())
            now = args->second[origin.index];
        if (now <= stuck.wait.wanted) continue;
        if (auto proposal = with_number(hang.program, stuck.kernel, {stuck.core}, begin, end, now - stuck.wait.wanted,
                                        "count receivers:", 0))
            list.push_back(std::move(*proposal));
    }
    return list;
}

}  // namespace tilewright::doctor
