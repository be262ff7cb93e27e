// Proving changes, and telling what came of it.
#include "doctor/prove.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

#include "doctor/mend.hpp"
#include "engine/hang.hpp"

namespace tilewright::doctor {

namespace {

constexpr size_t kRefutedTold = 3;

thread_local ToldFixes* keeper = nullptr;

// What is still wrong with a changed program, and what would mend that.
struct Second {
    std::string message;
    std::vector<Proposal> proposals;
    std::optional<std::pair<uint32_t, uint32_t>> cb = {};  // core and CB that it is about
};

// Both sides of this CB wanted the same number of pages before anything was changed: what is wrong with it now comes
// from the change.
bool agreed_before(const Case& hang, uint32_t core_index, uint32_t cb) {
    if (!hang.fed.ledger || hang.fed.cut) return false;
    const CoreLedger* core = hang.fed.ledger->find(core_index);
    if (core == nullptr) return false;
    const CbLedger& ledger = core->cbs[cb];
    return ledger.used() && ledger.pushed == std::max(ledger.popped, ledger.reach);
}

std::optional<Second> second_fault(const Proposal& first, const TrialResult& result, card::Card& card,
                                   engine::RunOptions options) {
    if (result.end == TrialResult::End::Finished && !result.findings.empty()) {
        const Finding& finding = result.findings.front();
        return Second{fmt::format("[{}] {}", finding.code, finding.message),
                      mend_finding(first.program, card, finding)};
    }
    if (result.end != TrialResult::End::Hangs) return std::nullopt;
    options.mode = engine::Mode::Strict;
    options.host_threads = 1;
    engine::PreparedProgram prepared(card, first.program, options);
    engine::RunSetup setup;
    setup.undo = std::make_unique<engine::UndoLog>();
    setup.dry = true;
    setup.silent = true;
    engine::Outcome outcome = engine::run_once(prepared, std::move(setup));
    engine::Run& run = *outcome.run;
    std::optional<Second> second;
    if (!outcome.finished && run.failure() == nullptr) {
        Case hang{prepared.program, card, stuck_threads(run), engine::blocked_threads(run), {}, {}, {}, false};
        run.undo->restore();
        engine::give_back_stacks(run);
        Replayer replayer(prepared);
        Verdict verdict = judge(hang, replayer);
        second = Second{fmt::format("[{}] {}", verdict.code, verdict.message), std::move(verdict.proposals)};
        if (verdict.cb) second->cb = {hang.stuck[verdict.at].core_index, *verdict.cb};
    } else {
        run.undo->restore();
        engine::give_back_stacks(run);
    }
    return second;
}

}  // namespace

ToldFixes::ToldFixes() { keeper = this; }
ToldFixes::~ToldFixes() { keeper = nullptr; }
void ToldFixes::note(std::vector<Proposal> alternatives) {
    if (keeper != nullptr && !alternatives.empty()) keeper->list_.push_back({std::move(alternatives)});
}

Mended mend(Trials& trials, const Case& hang, const engine::RunOptions& options,
            const std::vector<Proposal>& proposals) {
    Mended mended;
    mended.proof = trials.prove(proposals);
    for (const Proposal& proposal : mended.proof.proven)
        mended.words += (mended.words.empty() ? "" : "; or ") + proposal.words;
    if (!mended.words.empty()) return mended;
    // A change that gets further than the program did may be right, and the rest another mistake.
    const TrialResult& before = trials.as_it_is();
    for (const Proposal& proposal : proposals) {
        if (!trials.time_left()) break;
        const TrialResult result = trials.run(proposal.program);
        const bool further = (result.end == TrialResult::End::Hangs && result.hangs_at != before.hangs_at) ||
                             (result.end == TrialResult::End::Finished && !result.findings.empty());
        if (!further) continue;
        const std::optional<Second> second = second_fault(proposal, result, hang.card, options);
        if (!second || second->proposals.empty()) continue;
        if (second->cb && agreed_before(hang, second->cb->first, second->cb->second)) continue;
        Proof both = trials.prove(second->proposals);
        if (both.proven.empty()) continue;
        mended.words = proposal.words + "; and " + both.proven.front().words;
        mended.also.push_back(second->message);
        mended.proof.proven = {both.proven.front()};  // the one that is told
        mended.proof.proven.front().changes.insert(mended.proof.proven.front().changes.begin(),
                                                   proposal.changes.begin(), proposal.changes.end());
        break;
    }
    return mended;
}

std::string proof_words(const Proof& proof, bool proven, bool tried) {
    if (proven) {
        std::string text =
            "made to a copy of the program: it finishes in strict mode without a finding, in 3 orders of its threads";
        if (proof.compared) text += fmt::format("; the {} B it had written to DRAM are the same", proof.compared_bytes);
        return text;
    }
    if (!tried) return "nothing was tried, nothing is proven";
    if (proof.refuted.empty())
        return proof.out_of_time ? "nothing was proven: there was no time to try a change"
                                 : "nothing was proven: no change is known that could be made and tried by itself";
    // What the program wrote before it hung may itself be wrong: such a change is neither proven nor refuted.
    const bool open =
        std::any_of(proof.refuted.begin(), proof.refuted.end(), [](const Refuted& one) { return one.finishes; });
    std::string text =
        fmt::format("nothing was proven: {} change{} tried, {}", proof.refuted.size(),
                    proof.refuted.size() == 1 ? " was" : "s were",
                    open ? "and whether the results that one gives are the right ones is not known" : "none helps");
    for (size_t i = 0; i < proof.refuted.size() && i < kRefutedTold; ++i)
        text += fmt::format("; \"{}\": {}", proof.refuted[i].words, proof.refuted[i].how);
    if (proof.out_of_time) text += "; there was no time for more";
    return text;
}

namespace {

// What was said about a finding, so that a program that is launched again and again is treated once.
struct Told {
    std::string fix, proof;
    bool proven = false;
};
std::mutex told_mutex;
std::map<std::string, Told>& told() {
    static auto* list = new std::map<std::string, Told>();
    return *list;
}

std::string key_of(const program::ProgramDescriptor& program, const Finding& finding) {
    std::string key = finding.code + finding.message + finding.place.kernel;
    if (const Frame* at = finding.place.line()) key += fmt::format("{}:{}", at->file, at->line);
    for (const program::KernelDescriptor& kernel : program.kernels) {
        key += fmt::format(" {:x}", std::hash<std::string>()(kernel.source.text));
        for (uint32_t word : kernel.compile_time_args) key += fmt::format(",{}", word);
    }
    // All that a launch may have otherwise than the one before: what helped there need not help here.
    for (const program::KernelDescriptor& kernel : program.kernels) {
        for (const auto& [core, words] : kernel.runtime_args)
            key += fmt::format(" {}:{}", core.str(), fmt::join(words, ","));
        key += fmt::format(" {}", fmt::join(kernel.common_runtime_args, ","));
        for (const auto& [name, value] : kernel.defines) key += fmt::format(" {}={}", name, value);
    }
    for (const program::CbDescriptor& cb : program.cbs) {
        key += fmt::format(" {}", cb.total_bytes);
        for (const program::CbFormat& format : cb.formats)
            key += fmt::format(",{},{},{}", format.index, static_cast<int>(format.format), format.page_bytes);
    }
    for (const program::SemaphoreDescriptor& semaphore : program.semaphores)
        key += fmt::format(" s{}={}", semaphore.id, semaphore.initial_value);
    return key;
}

bool remember_told(const program::ProgramDescriptor& program, std::vector<Finding>& findings) {
    const std::lock_guard lock(told_mutex);
    for (Finding& finding : findings) {
        if (finding.severity != Severity::Note && !told().contains(key_of(program, finding))) return false;
    }
    for (Finding& finding : findings) {
        const auto it = told().find(key_of(program, finding));
        if (it != told().end())
            finding.fix = it->second.fix, finding.proof = it->second.proof, finding.fix_proven = it->second.proven;
    }
    return true;
}

bool same_place(const Finding& a, const Finding& b) {
    if (a.code != b.code) return false;
    const Frame* here = a.place.line();
    const Frame* there = b.place.line();
    if (here == nullptr || there == nullptr) return a.message == b.message;
    return here->line == there->line && here->file == there->file;
}

bool among(const Finding& finding, const std::vector<Finding>& list) {
    return std::any_of(list.begin(), list.end(), [&](const Finding& other) { return same_place(finding, other); });
}

// Changes are made one upon the other, and count only if nothing is left to find in the end.
void try_all(engine::PreparedProgram& prepared, std::vector<Finding>& findings, const std::vector<Finding>& matter) {
    Trials trials(prepared.card, prepared.program, prepared.options, seconds_for_trials);
    trials.counts = [&](const Finding& note) { return among(note, matter); };
    program::ProgramDescriptor current = prepared.program;
    std::vector<std::pair<Finding*, Proposal>> made;
    std::vector<Finding> left = findings;
    for (Finding& finding : findings) {
        if (finding.severity == Severity::Note || !among(finding, left)) continue;  // or gone with another one
        Proof proof;
        const std::vector<Proposal> proposals = mend_finding(current, prepared.card, finding);
        const size_t before = made.size();
        for (const Proposal& proposal : proposals) {
            if (!trials.time_left()) break;
            const TrialResult result = trials.run(proposal.program);
            bool fewer = result.end == TrialResult::End::Finished && !among(finding, result.findings);
            for (const Finding& other : result.findings) fewer &= among(other, left);
            if (fewer) {
                current = proposal.program;
                left = result.findings;
                made.emplace_back(&finding, proposal);
                break;
            }
            if (result.failure_code != "TW3101") proof.refuted.push_back({proposal.words, result.words()});
        }
        if (made.size() != before) continue;
        finding.proof = proof_words(proof, false, !proposals.empty());
        if (!proof.refuted.empty()) finding.fix.clear();  // what was tried and does not help is no advice
    }
    if (made.empty()) return;
    bool clean = left.empty();
    for (uint64_t seed = 1; seed <= 2 && clean; ++seed) clean = trials.run(current, seed).good();
    if (clean) ToldFixes::note({{made.front().second.words, current, {}, 0}});
    for (const auto& [finding, proposal] : made) {
        finding->fix_proven = clean;
        finding->fix = proposal.words;
        finding->proof = !clean ? "with this change the finding is gone; others are left, so nothing is proven"
                         : made.size() == 1
                             ? proof_words({}, true, true)
                             : "made to a copy of the program with the other changes told here: it finishes in strict "
                               "mode without a finding, in 3 orders of its threads";
    }
    for (Finding& finding : findings) {
        if (!clean || finding.fix_proven || finding.severity == Severity::Note) continue;
        finding.fix = made.front().second.words;
        finding.fix_proven = true;
        finding.proof = "it is gone with the change that is proven for another finding";
    }
}

}  // namespace

namespace {
void treat_found(engine::PreparedProgram& prepared, std::vector<Finding>& findings,
                 const std::vector<Finding>& matter) {
    if (findings.empty() || !findings.front().code.starts_with("TW2")) return;
    if (remember_told(prepared.program, findings)) return;
    const std::vector<Finding> as_found = findings;
    for (Finding& finding : findings) {
        if (finding.severity != Severity::Note) finding.proof = "nothing was tried, nothing is proven";
    }
    if (!prepared.options.prove_fixes) return;
    try_all(prepared, findings, matter);
    constexpr size_t kToldMax = 2'000;
    const std::lock_guard lock(told_mutex);
    if (told().size() > kToldMax) told().clear();
    for (size_t i = 0; i < findings.size(); ++i)
        told()[key_of(prepared.program, as_found[i])] = {findings[i].fix, findings[i].proof, findings[i].fix_proven};
}
}  // namespace

void treat(engine::PreparedProgram& prepared, std::vector<Finding>& findings) {
    std::vector<std::string> shown;
    std::vector<Finding> matter;
    for (Finding& finding : findings) {
        if (!finding.proof.empty()) matter.push_back(finding);
        shown.push_back(std::exchange(finding.proof, {}));
    }
    treat_found(prepared, findings, matter);
    for (size_t i = 0; i < findings.size(); ++i) {
        std::string& proof = findings[i].proof;
        if (!shown[i].empty()) proof = proof.empty() ? shown[i] : shown[i] + "; of its fix: " + proof;
    }
}

}  // namespace tilewright::doctor
