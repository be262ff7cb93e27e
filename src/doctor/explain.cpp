// The report on a hang: every blocked thread, the ledger, the chain of reasons, the verdict; as text and as data.
#include "engine/hang.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "doctor/arguments.hpp"
#include "doctor/prove.hpp"
#include "doctor/verdict.hpp"
#include "engine/hang.hpp"

namespace tilewright::doctor {

namespace {
using engine::BlockedThread;
using engine::HangError;
using engine::WaitKind;

constexpr size_t kLinesMax = 12;

std::string on_cores(const std::vector<std::string>& cores) { return fmt::format("[{}]", cores_text(cores)); }

// One line per distinct situation; cores in the same one are folded. Those of the verdict's core come first.
void list_threads(const Case& hang, const std::string& core, Finding& finding) {
    std::vector<std::string> order;
    std::map<std::string, std::vector<std::string>> groups;
    const size_t width = engine::longest_name(hang.blocked);
    for (size_t i = 0; i < hang.blocked.size(); ++i) {
        const BlockedThread& thread = hang.blocked[i];
        std::string line = fmt::format("{:<{}} {}  {}", thread.name, width, hang.where(i), thread.waits_for);
        const bool on_cb =
            hang.stuck[i].wait.kind == WaitKind::CbWait || hang.stuck[i].wait.kind == WaitKind::CbReserve;
        if (hang.reproduced && on_cb) {
            if (const uint64_t rounds = hang.rounds(i); rounds != 0)
                line += fmt::format("; call {} at this place", rounds);
        }
        auto& cores = groups[line];
        if (cores.empty()) order.push_back(line);
        cores.push_back(thread.core.str());
    }
    std::stable_partition(order.begin(), order.end(), [&](const std::string& line) {
        const auto& cores = groups[line];
        return std::find(cores.begin(), cores.end(), core) != cores.end();
    });
    for (size_t i = 0; i < order.size() && i < kLinesMax; ++i)
        finding.seen.push_back(order[i] + "  " + on_cores(groups[order[i]]));
    if (order.size() > kLinesMax)
        finding.seen.push_back(fmt::format("and {} more situations", order.size() - kLinesMax));
}

// Of the CBs that a thread of the verdict's core waits for, and the one it is about; all of them are in the data.
void list_ledger(const Case& hang, const Verdict& verdict, Finding& finding) {
    if (!hang.reproduced) return;
    const uint32_t core_index = hang.stuck[verdict.at].core_index;
    std::set<uint32_t> concerned;
    if (verdict.cb) concerned.insert(*verdict.cb);
    for (const Stuck& stuck : hang.stuck) {
        const bool on_cb = stuck.wait.kind == WaitKind::CbWait || stuck.wait.kind == WaitKind::CbReserve;
        if (stuck.core_index == core_index && on_cb) concerned.insert(stuck.wait.index);
    }
    const CoreLedger* core = hang.as_is.ledger->find(core_index);
    if (core == nullptr) return;
    for (uint32_t cb = 0; cb < TW_MAX_CBS; ++cb) {
        if (core->cbs[cb].used() && concerned.contains(cb))
            finding.seen.push_back("ledger  " + ledger_line(hang, *hang.as_is.ledger, core_index, cb));
    }
}

nlohmann::json changes_json(const std::vector<Proposal>& proven) {
    nlohmann::json list = nlohmann::json::array();
    for (const Proposal& proposal : proven) {
        nlohmann::json entry = {{"words", proposal.words}, {"changes", nlohmann::json::array()}};
        for (const Change& change : proposal.changes) {
            entry["changes"].push_back(
                {{"what", change.what}, {"where", change.where}, {"before", change.before}, {"after", change.after}});
        }
        list.push_back(std::move(entry));
    }
    return list;
}

nlohmann::json to_json(const Case& hang, const Verdict& verdict, const Finding& finding, uint32_t replays,
                       const Mended& mended) {
    nlohmann::json json;
    json["verdict"] = {{"code", verdict.code},       {"kind", verdict.kind},
                       {"message", finding.message}, {"why", verdict.why},
                       {"fix", finding.fix},         {"fix_proven", finding.fix_proven},
                       {"proof", finding.proof},     {"proven", changes_json(mended.proof.proven)}};
    for (const std::string& other : verdict.also) json["verdict"]["also"].push_back(other);
    for (const std::string& other : mended.also) json["verdict"]["also"].push_back(other);
    for (const Refuted& refuted : mended.proof.refuted)
        json["verdict"]["refuted"].push_back({{"words", refuted.words}, {"how", refuted.how}});
    if (verdict.cb) json["verdict"]["cb"] = *verdict.cb;
    if (!verdict.enough.empty()) {
        for (const auto& [cb, pages] : verdict.enough) json["verdict"]["enough_pages"][std::to_string(cb)] = pages;
    }
    json["replays"] = replays;
    json["reproduced"] = hang.reproduced;
    json["schedule_independent"] = hang.reproduced && !hang.polls() && !hang.uses_semaphores();
    json["threads"] = nlohmann::json::array();
    for (size_t i = 0; i < hang.blocked.size(); ++i) {
        const BlockedThread& thread = hang.blocked[i];
        nlohmann::json entry = {{"core", thread.core.str()},
                                {"thread", thread.name},
                                {"kernel", thread.kernel},
                                {"waits_for", thread.waits_for},
                                {"at", hang.where(i)}};
        for (const Frame& frame : thread.stack) {
            entry["stack"].push_back({{"function", frame.function}, {"file", frame.file}, {"line", frame.line}});
        }
        for (const Dependency& d : hang.waits_for(i)) {
            entry["waits_for_threads"].push_back({{"core", hang.core_name(d.core_index)},
                                                  {"thread", hang.thread_name(d.core_index, d.processor)},
                                                  {"ended", !hang.find(d.core_index, d.processor).has_value()}});
        }
        json["threads"].push_back(std::move(entry));
    }
    if (!hang.reproduced) return json;
    std::set<uint32_t> cores;
    for (const Stuck& stuck : hang.stuck) cores.insert(stuck.core_index);
    for (uint32_t core_index : cores) {
        const CoreLedger* core = hang.as_is.ledger->find(core_index);
        if (core == nullptr) continue;
        for (uint32_t cb = 0; cb < TW_MAX_CBS; ++cb) {
            const CbLedger& line = core->cbs[cb];
            if (!line.used()) continue;
            json["ledger"].push_back({{"core", hang.core_name(core_index)},
                                      {"cb", cb},
                                      {"name", hang.cb_name(core_index, cb)},
                                      {"pushed", line.pushed},
                                      {"popped", line.popped},
                                      {"waited_up_to", line.reach},
                                      {"peak", line.peak},
                                      {"capacity", hang.capacity(core_index, cb)}});
        }
    }
    return json;
}
}  // namespace

HangError explain(engine::Run& run, engine::PreparedProgram& prepared) {
    HangError plain = engine::hang_error(run);
    if (plain.blocked().empty()) return plain;
    Case hang{prepared.program, prepared.card, stuck_threads(run), plain.blocked(), {}, {}, {}, false};
    engine::give_back_stacks(run);  // the replays need them
    try {
        Replayer replayer(prepared);
        Verdict verdict = judge(hang, replayer);
        Finding finding;
        finding.code = verdict.code;
        finding.message = verdict.message.empty() ? plain.finding().message : verdict.message;
        const BlockedThread& at = hang.blocked[verdict.at];
        finding.place = verdict.place.value_or(Place{at.core.str(), at.name, at.kernel, at.stack});
        list_threads(hang, at.core.str(), finding);
        list_ledger(hang, verdict, finding);
        finding.seen.insert(finding.seen.end(), verdict.seen.begin(), verdict.seen.end());
        add_arguments(hang, run, verdict.at, finding);
        Mended mended;
        if (prepared.options.prove_fixes) {
            Trials trials(prepared.card, prepared.program, prepared.options, seconds_for_trials);
            mended = mend(trials, hang, prepared.options, verdict.proposals);
        }
        for (const auto* others : {&verdict.also, &mended.also}) {
            for (const std::string& other : *others) finding.seen.push_back("another fault: " + other);
        }
        // The symptom furthest from the cause tells the whole chain.
        size_t symptom = verdict.at;
        size_t longest = hang.chain(symptom).size();
        for (size_t i = 0; i < hang.stuck.size(); ++i) {
            if (hang.stuck[i].core_index != hang.stuck[verdict.at].core_index) continue;
            if (const size_t length = hang.chain(i).size(); length > longest) symptom = i, longest = length;
        }
        finding.seen.push_back("because " + hang.because(symptom));
        for (const Finding& before : plain.findings()) {
            const Frame* line = before.place.line();
            finding.seen.push_back(fmt::format("before that, {}{}: {}", before.code,
                                               line == nullptr ? "" : fmt::format(" at {}:{}", line->file, line->line),
                                               before.message));
        }
        if (!hang.reproduced) {
            finding.seen.push_back(
                "a replay took another way: control flow depends on data or timing, so this holds for this run only");
        } else if (hang.polls() || hang.uses_semaphores()) {
            finding.seen.push_back("the program polls or uses semaphores: the verdict holds for this schedule");
        }
        finding.why = verdict.why;
        finding.fix_proven = !mended.words.empty();
        if (finding.fix_proven) ToldFixes::note(mended.proof.proven);
        finding.fix = finding.fix_proven ? mended.words : verdict.hint;
        finding.proof = proof_words(mended.proof, finding.fix_proven, prepared.options.prove_fixes);
        std::set<std::string> others;
        for (const BlockedThread& thread : hang.blocked) {
            if (thread.name == at.name && thread.core != at.core && thread.waits_for == at.waits_for)
                others.insert(thread.core.str());
        }
        finding.also_on.assign(others.begin(), others.end());
        auto details = std::make_shared<nlohmann::json>(to_json(hang, verdict, finding, replayer.runs(), mended));
        return HangError(std::move(finding), plain.blocked(), plain.findings(), std::move(details));
    } catch (const Error& error) {
        Finding finding = plain.finding();
        finding.seen.push_back(fmt::format("no verdict: {}", error.finding().message));
        return HangError(std::move(finding), plain.blocked(), plain.findings());
    }
}

}  // namespace tilewright::doctor
