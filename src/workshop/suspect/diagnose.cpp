// All families of mistakes in turn, and how their suspects read.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "workshop/suspect/judge.hpp"

namespace tilewright::workshop {

namespace {

// How much of the error, in steps: what explains a little more by chance is not better.
int step_of(const Suspect& suspect) {
    // A finding of strict mode says nothing of elements; it stands between what is proven and what it looks like.
    if (suspect.kind == "finding") return 18;
    return suspect.of == 0 ? 0 : static_cast<int>(20 * suspect.explained / suspect.of);
}

double standing_of(const Suspect& suspect) {
    if (suspect.kind == "finding") return 4.2;
    // That padding is read says less of the numbers than a mistake that gives them.
    if (suspect.kind == "padding" && suspect.proof == Proof::Rerun) return 1.15;
    if (suspect.kind == "core_split") return 1.9;
    const double proof = suspect.proof == Proof::Rerun ? -20 : suspect.proof == Proof::Recomputed ? 0 : 5;
    return suspect.rank + proof;
}

// It leaves nothing (or, where a run has shown it for a fact, less than half) to be explained.
bool explains_all(const Suspect& suspect) {
    const bool fact = suspect.proof == Proof::Rerun && !suspect.code.empty();
    return step_of(suspect) >= (fact ? 10 : 18);
}

void sort_suspects(std::vector<Suspect>& suspects) {
    std::stable_sort(suspects.begin(), suspects.end(), [](const Suspect& a, const Suspect& b) {
        // What leaves a tenth unexplained comes after what explains all, however well it is proven.
        const bool a_all = explains_all(a), b_all = explains_all(b);
        if (a_all != b_all) return a_all;
        if (!a_all && step_of(a) != step_of(b)) return step_of(a) > step_of(b);
        return standing_of(a) < standing_of(b);
    });
    // The same twice, in other words of one kind, is one.
    for (size_t i = 0; i < suspects.size(); ++i) {
        for (size_t k = suspects.size(); k-- > i + 1;) {
            if (suspects[k].what == suspects[i].what) suspects.erase(suspects.begin() + static_cast<std::ptrdiff_t>(k));
        }
    }
}

std::string place_of(const Judge& judge, size_t index) {
    const Grid& grid = judge.grid;
    const Grid::At at = grid.locate(index);
    std::string core;
    for (const TileShare& share : judge.seen.shares) {
        if (at.tile >= share.first && at.tile < share.first + share.count) core = fmt::format(", core {}", share.core);
    }
    const std::string tile = grid.tiles() > 1 ? fmt::format(" (tile {}{})", at.tile, core)
                             : core.empty()   ? ""
                                              : fmt::format(" ({})", core.substr(2));
    return fmt::format("row {}, column {}{}", index / grid.width, index % grid.width, tile);
}

}  // namespace

std::string Suspect::headline() const {
    return fix.empty() ? what : fmt::format("the result is wrong, and right with another {} ({})", kind, what);
}

std::string Suspect::to_text() const {
    std::string text = what;
    if (kind == "finding") return text;
    if (!where.empty()) text += fmt::format(", {}", where);
    const double percent = of == 0 ? 0 : 100.0 * static_cast<double>(explained) / static_cast<double>(of);
    const std::string part = explained == of
                                 ? fmt::format("all {} wrong elements", of)
                                 : fmt::format("{} of {} wrong elements, {:.0f} %", explained, of, std::floor(percent));
    if (proof == Proof::Recomputed)
        return fmt::format("{}; proven by recomputation: {} agrees with {}", text, evidence, part);
    if (proof == Proof::Rerun) return fmt::format("{}; proven by a re-run: {}", text, evidence);
    return fmt::format("looks like: {} ({})", text, part);
}

nlohmann::json Suspect::to_json() const {
    nlohmann::json json = {{"kind", kind}, {"what", what}, {"explained", explained}, {"of", of}};
    if (!code.empty()) json["code"] = code;
    json["proven"] = proof == Proof::Recomputed ? nlohmann::json("recomputation")
                     : proof == Proof::Rerun    ? nlohmann::json("re-run")
                                                : nlohmann::json(nullptr);
    if (!where.empty()) json["where"] = where;
    if (!evidence.empty()) json["evidence"] = evidence;
    for (const auto& [name, value] : numbers) json["numbers"][name] = value;
    if (!fix.empty()) json["fix"] = fix;
    return json;
}

void Diagnosis::add(std::vector<Suspect> more) {
    for (Suspect& suspect : more) suspects.push_back(std::move(suspect));
    sort_suspects(suspects);
}

std::vector<std::string> Diagnosis::lines() const {
    constexpr size_t kLinesMax = 3;
    std::vector<std::string> list;
    for (const Suspect& suspect : suspects) {
        // What explains half stands beside nothing that explains all.
        if (!list.empty() && !explains_all(suspect) && explains_all(suspects.front())) break;
        if (list.size() < kLinesMax)
            list.push_back(fmt::format("suspect {}{}: {}", list.size() + 1,
                                       suspect.code.empty() ? "" : fmt::format(" [{}]", suspect.code),
                                       suspect.to_text()));
    }
    return list;
}

nlohmann::json Diagnosis::to_json() const {
    nlohmann::json list = nlohmann::json::array();
    for (const Suspect& suspect : suspects) list.push_back(suspect.to_json());
    return {{"elements", elements},       {"wrong", wrong}, {"worst", worst},
            {"worst_place", worst_place}, {"where", where}, {"suspects", list}};
}

Finding wrong_result(const std::string& name, const Compared& compared, const Diagnosis& diagnosis) {
    Finding finding;
    finding.code = "TW2702";
    std::string what = "the result is wrong";
    if (!diagnosis.suspects.empty() && !diagnosis.suspects.front().code.empty()) {
        finding.code = diagnosis.suspects.front().code;
        what = diagnosis.suspects.front().headline();
    }
    const size_t at = diagnosis.worst;
    finding.message = fmt::format("{}: {}", name, what);
    if (diagnosis.wrong != 0) {
        finding.message += fmt::format(": {} of {} elements{}{}, worst at {}: {} instead of {}", diagnosis.wrong,
                                       diagnosis.elements, diagnosis.where.empty() ? "" : " ", diagnosis.where,
                                       diagnosis.worst_place, number(compared.got[at]), number(compared.expected[at]));
    }
    tell_suspects(diagnosis, finding);
    return finding;
}

void tell_suspects(const Diagnosis& diagnosis, Finding& finding) {
    finding.seen = diagnosis.lines();
    if (diagnosis.suspects.empty()) return;
    const Suspect& first = diagnosis.suspects.front();
    finding.place = first.place;
    finding.cb = first.cb;
    if (first.fix.empty()) return;
    finding.fix = first.fix;
    finding.fix_proven = true;
    finding.proof = "with it every element is right, and strict mode finds nothing";
}

Diagnosis diagnose(const Compared& compared) {
    Diagnosis result;
    result.elements = compared.expected.size();
    if (compared.got.size() != compared.expected.size() || compared.allowed.size() != compared.expected.size())
        return result;
    Judge judge(compared);
    result.wrong = judge.wrong_at.size();
    if (judge.wrong_at.empty() || judge.grid.elements() != compared.expected.size()) return result;
    double most = -1;
    for (const size_t i : judge.wrong_at) {
        const double error = std::abs(compared.got[i] - compared.expected[i]) / std::max(compared.allowed[i], 1e-300);
        if (!(error <= most)) {
            result.worst = i;
            most = std::isfinite(error) ? error : INFINITY;
            if (!std::isfinite(error)) break;
        }
    }
    result.worst_place = place_of(judge, result.worst);
    result.where = judge.region.where;
    look_at_values(judge);
    const bool plain = std::any_of(judge.suspects.begin(), judge.suspects.end(), [](const Suspect& suspect) {
        return suspect.kind == "zeros" || suspect.kind == "one_value" || suspect.kind == "nan";
    });
    // Elements of one value have no order, and no sum that gives them.
    if (!plain) {
        look_at_order(judge);
        look_at_lines(judge);
        look_at_inputs(judge);
        look_at_reductions(judge);
    }
    if (!judge.region.kind.empty() && judge.wrong_at.size() >= 4) {
        Suspect suspect;
        suspect.kind = judge.region.kind;
        suspect.what = fmt::format("only elements {} are wrong: {}", judge.region.where, judge.region.what);
        suspect.explained = suspect.of = judge.wrong_at.size();
        suspect.rank = -0.5 + 0.1 * judge.region.rank;
        judge.suspects.push_back(std::move(suspect));
    }
    result.add(std::move(judge.suspects));
    return result;
}

}  // namespace tilewright::workshop
