// Learning, verifying, looking; and the report.
#include "doctor/every/for_every.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "doctor/every/judge.hpp"

namespace tilewright::doctor {

namespace {

constexpr int kRoundsMost = 8;
constexpr size_t kMoreRuns = 12;

class Checker {
public:
    Checker(card::Card& card, const Family& family, const engine::RunOptions& asked)
        : card_(card), family_(family), options_(sample_options(asked)) {}

    EveryReport run() {
        report_.every = family_.every;
        if (!family_.remark.empty()) remark(family_.remark);
        for (const MakeMember& make : family_.learn) {
            if (const auto member = made(make)) learn(*member);
        }
        for (auto& [key, one] : forms_) one.form.find_laws();
        for (const MakeMember& make : family_.verify) {
            if (const auto member = made(make)) verify(*member);
        }
        for (size_t i = 0; i < family_.look.size(); ++i) {
            if (const auto member = made(family_.look[i])) look(*member, i);
        }
        if (unseen_ != 0)
            remark(fmt::format("{} of a form that was not run, the first {}: nothing is known of them", unseen_,
                               first_unseen_));
        for (auto& [key, one] : forms_) {
            learn_what_is_missing(one);
            judge(one);
        }
        for (const auto& [key, one] : forms_) {
            for (const ProgramSample& seen : one.verified) report_.verified += one.form.differs(seen).empty();
        }
        add_stuck();
        return std::move(report_);
    }

private:
    std::optional<Member> made(const MakeMember& make) {
        auto member = make();
        if (!member) ++report_.refused;
        return member;
    }

    struct Known {
        Known(const program::ProgramDescriptor& first, bool free) : form(first, free) {}
        Form form;
        std::vector<ProgramSample> verified;  // not learnt from
        std::vector<Looked> looked;
    };

    Known& known(const Member& member) {
        return forms_.try_emplace(form_of(member.program), member.program, family_.by_argument).first->second;
    }

    // None: it says nothing.
    std::optional<ProgramSample> sampled(const Member& member) {
        ProgramSample seen = sample(card_, member.program, options_);
        if (!seen.wrong.empty()) {
            // Numbers that nobody would give are no fault of the program.
            if (!family_.by_argument) remark(fmt::format("{}: {}", member.text, seen.wrong));
            return std::nullopt;
        }
        if (!seen.finished && !family_.by_argument) stuck_.push_back(member.text);
        if (seen.polled && !polled_) {
            polled_ = true;
            remark("a loop looks at a word of L1: counts may depend on the order of threads");
        }
        return seen;
    }

    void learn(const Member& member) {
        const auto seen = sampled(member);
        if (!seen) return;
        known(member).form.learn(member, *seen);
        ++report_.learnt;
    }

    // What contradicts a formula is learnt from.
    void verify(const Member& member) {
        const auto seen = sampled(member);
        if (!seen) return;
        Known& one = known(member);
        if (one.form.samples() != 0 && one.form.differs(*seen).empty()) {
            one.verified.push_back(*seen);
            return;
        }
        learn_more(one, member, *seen);
    }

    void learn_more(Known& one, const Member& member, const ProgramSample& seen) {
        one.form.learn(member, seen);
        one.form.find_laws();
        ++report_.learnt;
    }

    void look(const Member& member, size_t number) {
        ++report_.looked;
        const auto at = forms_.find(form_of(member.program));
        if (at == forms_.end()) {
            if (unseen_++ == 0) first_unseen_ = member.text;
            return;
        }
        Form& form = at->second.form;
        at->second.looked.push_back({member.text, member.about, form.cores_of(member.program), number});
        form.note(at->second.looked.back().cores);
    }

    // A form of which little was run: some of those that were looked at are, until there are formulas for all counts.
    void learn_what_is_missing(Known& one) {
        const size_t step = std::max<size_t>(one.looked.size() / kMoreRuns, 1);
        for (size_t at = step / 2; at < one.looked.size() && !one.form.all_laws(); at += step) {
            const auto member = family_.look[one.looked[at].number]();
            if (!member) continue;
            if (const auto seen = sampled(*member)) learn_more(one, *member, *seen);
        }
    }

    // A formula that says that something goes wrong is believed when a run has shown it; else it learns from that run.
    void judge(Known& one) {
        const auto number = static_cast<uint32_t>(report_.forms.size());
        report_.forms.push_back(fmt::format("{} of {}", one.looked.size(), report_.looked));
        for (const uint32_t cb : one.form.cbs()) {
            JudgedCb judged = judge_cb(one.form, cb, one.looked, family_);
            for (int round = 0; judged.witness && round < kRoundsMost; ++round) {
                const auto member = made(*judged.witness, one.form);
                if (!member) break;
                const ProgramSample seen = sample(card_, member->program, options_);
                if (seen.wrong.empty() && one.form.differs(seen).empty()) break;  // as the formula says
                if (!seen.wrong.empty()) {
                    judged.row.state = EveryCb::State::Open;
                    judged.row.verdict = fmt::format("not proven: {}: {}", member->text, seen.wrong);
                    break;
                }
                learn_more(one, *member, seen);
                judged = judge_cb(one.form, cb, one.looked, family_);
            }
            judged.row.form = number;
            report_.cbs.push_back(std::move(judged.row));
        }
    }

    std::optional<Member> made(const Witness& witness, const Form& form) {
        if (witness.number) return family_.look[*witness.number]();
        return Member{"with other arguments", form.with(witness.core), {}, nullptr};
    }

    // Counts may agree where sizes do not: a run that stood still is told in any case.
    void add_stuck() {
        if (stuck_.empty()) return;
        remark(
            fmt::format("{} of the programs that were run do not finish, the first {}", stuck_.size(), stuck_.front()));
        if (report_.fails()) return;
        EveryCb row;
        row.state = EveryCb::State::Fails;
        row.cb = UINT32_MAX;
        row.verdict = fmt::format("hangs at {}: tilewright check with these numbers says why", stuck_.front());
        report_.cbs.push_back(std::move(row));
    }

    void remark(std::string text) { report_.remarks.push_back(std::move(text)); }

    card::Card& card_;
    const Family& family_;
    engine::RunOptions options_;
    EveryReport report_;
    std::map<std::string, Known> forms_;
    std::vector<std::string> stuck_;
    size_t unseen_ = 0;
    std::string first_unseen_;
    bool polled_ = false;
};

const char* state_word(EveryCb::State state) {
    switch (state) {
        case EveryCb::State::Holds: return "holds";
        case EveryCb::State::Fails: return "fails";
        case EveryCb::State::Open: return "open";
    }
    return "";
}

}  // namespace

bool EveryReport::fails() const {
    return std::any_of(cbs.begin(), cbs.end(), [](const EveryCb& row) { return row.state == EveryCb::State::Fails; });
}

bool EveryReport::holds() const {
    return !cbs.empty() &&
           std::all_of(cbs.begin(), cbs.end(), [](const EveryCb& row) { return row.state == EveryCb::State::Holds; });
}

std::vector<Finding> EveryReport::findings() const {
    std::vector<Finding> all;
    for (const EveryCb& row : cbs) {
        if (row.state != EveryCb::State::Fails) continue;
        Finding finding;
        finding.code = "TW1011";
        finding.message = row.cb == UINT32_MAX ? row.verdict : fmt::format("c_{}: {}", row.cb, row.verdict);
        const auto seen = [&](const char* what, const std::string& pages, const std::string& at) {
            if (!at.empty()) finding.seen.push_back(fmt::format("{} {} pages: {}", what, pages, at));
        };
        seen("pushes", row.pushed, row.pushed_at);
        seen("pops", row.popped, row.popped_at);
        seen(fmt::format("has {} pages, waits for", row.capacity).c_str(), row.waits, row.waits_at);
        finding.why =
            "both sides of a CB must count alike, and never ask for more pages than it has, whatever the numbers";
        finding.fix = "make the two formulas the same, or refuse these numbers in the host code";
        finding.proof = "a dry run with such numbers shows it; of a fix nothing was tried, nothing is proven";
        all.push_back(std::move(finding));
    }
    return all;
}

std::string EveryReport::to_text() const {
    std::string text = fmt::format("for {}: {} dry runs, {} more agree with what they showed", every, learnt, verified);
    if (looked != 0) text += fmt::format(", computed for {}", looked);
    if (refused != 0) text += fmt::format("; {} the op refuses", refused);
    text += "\n";
    uint32_t form = UINT32_MAX;
    for (const EveryCb& row : cbs) {
        if (row.cb == UINT32_MAX) {
            text += "  " + row.verdict + "\n";
            continue;
        }
        if (row.form != form && forms.size() > 1)
            text += fmt::format("  program {}, which {} have:\n", row.form + 1, forms[row.form]);
        form = row.form;
        text += fmt::format("  c_{}{}{}: {}\n", row.cb, row.name.empty() ? "" : " ", row.name, row.verdict);
        const auto line = [&](const char* what, const std::string& count, const std::string& at) {
            if (!count.empty() && !at.empty()) text += fmt::format("      {:<8} {}  ({})\n", what, count, at);
        };
        line("pushed", row.pushed, row.pushed_at);
        line("popped", row.popped, row.popped_at);
        if (row.reserves != row.waits) line("reserves", row.reserves + " of " + row.capacity, row.pushed_at);
        line("waits", row.waits + " of " + row.capacity, row.waits_at);
    }
    for (const std::string& one : remarks) text += "  note: " + one + "\n";
    if (holds()) text += fmt::format("  every CB: proven for {}\n", every);
    return text;
}

nlohmann::json EveryReport::to_json() const {
    nlohmann::json json = {
        {"every", every},     {"learnt", learnt},   {"verified", verified}, {"looked", looked},
        {"refused", refused}, {"remarks", remarks}, {"holds", holds()},     {"cbs", nlohmann::json::array()}};
    for (const EveryCb& row : cbs) {
        nlohmann::json one = {{"state", state_word(row.state)}, {"verdict", row.verdict}};
        if (row.cb != UINT32_MAX)
            one.update({{"form", row.form},
                        {"cb", row.cb},
                        {"name", row.name},
                        {"pushed", row.pushed},
                        {"popped", row.popped},
                        {"waits", row.waits},
                        {"reserves", row.reserves},
                        {"capacity", row.capacity},
                        {"pushed_at", row.pushed_at},
                        {"popped_at", row.popped_at},
                        {"waits_at", row.waits_at}});
        json["cbs"].push_back(std::move(one));
    }
    return json;
}

EveryReport check_every(card::Card& card, const Family& family, const engine::RunOptions& asked) {
    return Checker(card, family, asked).run();
}

}  // namespace tilewright::doctor
