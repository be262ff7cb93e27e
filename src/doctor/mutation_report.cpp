// What came of the mutants, as tables and as data.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>

#include "doctor/mutate.hpp"

namespace tilewright::doctor {

namespace {

const char* fate_name(Fate fate) {
    switch (fate) {
        case Fate::Detected: return "detected";
        case Fate::Missed: return "MISSED";
        case Fate::Equivalent: return "equivalent";
        case Fate::Invalid: return "does not compile";
    }
    return "";
}

const char* fix_name(FixFate fix) {
    switch (fix) {
        case FixFate::None: return "none";
        case FixFate::Right: return "right";
        case FixFate::Wrong: return "WRONG";
    }
    return "";
}

// The columns of every table.
constexpr std::pair<const char*, uint32_t MutationCounts::*> kColumns[] = {
    {"detected by rule", &MutationCounts::by_rule},
    {"by result", &MutationCounts::by_result},
    {"placed", &MutationCounts::placed},
    {"cause", &MutationCounts::cause},
    {"fix right", &MutationCounts::fix_right},
    {"fix wrong", &MutationCounts::fix_wrong},
    {"missed", &MutationCounts::missed},
    {"equivalent", &MutationCounts::equivalent}};

// Each rule, the total last.
std::vector<std::pair<std::string, MutationCounts>> rows_of(const MutationReport& report) {
    auto rows = report.by_rule();
    rows.emplace_back("all", report.totals());
    return rows;
}

double percent(uint32_t part, uint32_t whole) { return whole == 0 ? 100.0 : 100.0 * part / whole; }

std::string summary(const MutationCounts& all) {
    const uint32_t whole = all.detected() + all.missed;
    std::string text = fmt::format(
        "{} of {} are detected ({:.1f} %), {} of them by rule; {:.1f} % of those detected are placed and {:.1f} % have "
        "the right cause (by rule {:.1f} % and {:.1f} %); {} fixes are right, {} wrong",
        all.detected(), whole, percent(all.detected(), whole), all.by_rule, percent(all.placed, all.detected()),
        percent(all.cause, all.detected()), percent(all.placed_by_rule, all.by_rule),
        percent(all.cause_by_rule, all.by_rule), all.fix_right, all.fix_wrong);
    if (all.pairs != 0)
        text += fmt::format("; of {} pairs that are detected, {} have both mistakes placed", all.pairs, all.pairs_both);
    return text;
}

// Why a mutant is worth a look; empty: it is not.
std::vector<std::string> blemishes(const MutantResult& result) {
    std::vector<std::string> list;
    if (result.fate == Fate::Missed) list.emplace_back("missed");
    if (result.by_result) list.emplace_back("detected by result");
    if (result.fate == Fate::Detected) {
        if (!result.placed) list.emplace_back("not placed");
        if (!result.cause) list.emplace_back("another cause");
    }
    if (result.fix == FixFate::Wrong) list.emplace_back("wrong fix");
    return list;
}

}  // namespace

std::string MutantResult::words() const {
    const std::string where = file.empty() ? kernel : fmt::format("{}:{}", file, line);
    return fmt::format("{}{}{}", rule, where.empty() ? "" : ", " + where, line == 0 ? ": " + change : "");
}

void MutationCounts::add(const MutantResult& result) {
    const bool detected = result.fate == Fate::Detected;
    by_rule += detected && !result.by_result;
    by_result += result.by_result;
    placed += result.placed;
    cause += result.cause;
    placed_by_rule += result.placed && !result.by_result;
    cause_by_rule += result.cause && !result.by_result;
    fix_right += result.fix == FixFate::Right;
    fix_wrong += result.fix == FixFate::Wrong;
    missed += result.fate == Fate::Missed;
    equivalent += result.fate == Fate::Equivalent;
    invalid += result.fate == Fate::Invalid;
    pairs += detected && result.rule == "two at once";
    pairs_both += result.both;
}

MutationCounts MutationReport::totals() const {
    MutationCounts all;
    for (const MutantResult& result : results) all.add(result);
    return all;
}

std::vector<std::pair<std::string, MutationCounts>> MutationReport::by_rule() const {
    std::map<std::string, MutationCounts> rules;
    for (const MutantResult& result : results) rules[result.rule].add(result);
    return {rules.begin(), rules.end()};
}

void MutationReport::accept(size_t index) {
    MutantResult& result = results[index];
    const bool precision = result.rule == "flip fp32 DST" || result.rule.starts_with("CB format");
    result.message = precision ? "another precision, with which the program's own comparison accepts its result"
                               : "other bytes, and the program's own comparison accepts its result";
    if (precision) result.fate = Fate::Equivalent;
}

std::string MutationReport::to_text() const {
    std::string text = fmt::format("{:<26}", "rule");
    for (const auto& [name, member] : kColumns) text += fmt::format(" {:>{}}", name, std::string(name).size());
    text += "\n";
    for (const auto& [rule, counts] : rows_of(*this)) {
        text += fmt::format("{:<26}", rule);
        for (const auto& [name, member] : kColumns)
            text += fmt::format(" {:>{}}", counts.*member, std::string(name).size());
        text += "\n";
    }
    text += summary(totals()) + "\n";
    for (const MutantResult& result : results) {
        const std::vector<std::string> why = blemishes(result);
        if (why.empty()) continue;
        text += fmt::format("{}: {}{}{}{}\n", fmt::join(why, ", "), result.words(),
                            result.line == 0 ? "" : ": " + result.change,
                            result.code.empty() ? "" : fmt::format("  [{} {}]", result.code, result.message),
                            result.fix == FixFate::Wrong ? "  fix: " + result.fix_words : "");
    }
    return text;
}

std::string MutationReport::to_markdown() const {
    std::string text = "| rule |", rule_line = "|---|";
    for (const auto& [name, member] : kColumns) text += fmt::format(" {} |", name), rule_line += "---|";
    text += "\n" + rule_line + "\n";
    for (const auto& [rule, counts] : rows_of(*this)) {
        text += fmt::format("| {} |", rule);
        for (const auto& [name, member] : kColumns) text += fmt::format(" {} |", counts.*member);
        text += "\n";
    }
    text += fmt::format("\n{}.\n\n", summary(totals()));
    std::map<std::string, std::vector<std::string>> reasons;
    for (const MutantResult& result : results) {
        for (const std::string& why : blemishes(result)) {
            reasons[why].push_back(result.words() +
                                   (result.code.empty() || result.by_result ? "" : " [" + result.code + "]"));
        }
    }
    for (const auto& [reason, mutants] : reasons) text += fmt::format("- {}: {}\n", reason, fmt::join(mutants, "; "));
    return text;
}

MutationReport MutationReport::from_json(const nlohmann::json& json) {
    MutationReport report;
    for (const nlohmann::json& from : json.at("mutants")) {
        MutantResult& result = report.results.emplace_back();
        const auto take = [&](const char* key, auto& value) { from.at(key).get_to(value); };
        take("rule", result.rule), take("kernel", result.kernel), take("file", result.file);
        take("line", result.line), take("change", result.change), take("by_result", result.by_result);
        take("placed", result.placed), take("cause", result.cause), take("both", result.both);
        take("fix_words", result.fix_words), take("code", result.code), take("message", result.message);
        for (const Fate fate : {Fate::Detected, Fate::Missed, Fate::Equivalent, Fate::Invalid}) {
            if (from.at("fate") == fate_name(fate)) result.fate = fate;
        }
        for (const FixFate fix : {FixFate::None, FixFate::Right, FixFate::Wrong}) {
            if (from.at("fix") == fix_name(fix)) result.fix = fix;
        }
    }
    return report;
}

nlohmann::json MutationReport::to_json() const {
    const MutationCounts all = totals();
    nlohmann::json json = {
        {"detected", all.detected()}, {"detected_by_result", all.by_result}, {"placed", all.placed},
        {"cause", all.cause},         {"fix_right", all.fix_right},          {"fix_wrong", all.fix_wrong},
        {"missed", all.missed},       {"equivalent", all.equivalent},        {"invalid", all.invalid},
        {"pairs", all.pairs},         {"pairs_both", all.pairs_both},        {"mutants", nlohmann::json::array()}};
    for (const MutantResult& result : results) {
        json["mutants"].push_back({{"rule", result.rule},
                                   {"kernel", result.kernel},
                                   {"file", result.file},
                                   {"line", result.line},
                                   {"change", result.change},
                                   {"fate", fate_name(result.fate)},
                                   {"by_result", result.by_result},
                                   {"placed", result.placed},
                                   {"cause", result.cause},
                                   {"both", result.both},
                                   {"fix", fix_name(result.fix)},
                                   {"fix_words", result.fix_words},
                                   {"code", result.code},
                                   {"message", result.message}});
    }
    return json;
}

}  // namespace tilewright::doctor
