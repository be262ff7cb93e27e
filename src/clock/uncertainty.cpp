// Groups of figures, widths of letters, and one simulation for each group.
#include "clock/uncertainty.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "clock/figures.hpp"
#include "clock/simulation.hpp"

namespace tilewright::clock {

namespace {

// docs/clock.md has this table, too. Fitted figures share their error with what the fit made up for elsewhere; guessed
// ones come from a neighbour or from a count of instructions.
constexpr std::pair<char, double> kWidths[] = {{'M', 0.03}, {'D', 0.03}, {'C', 0.08}, {'F', 0.10}, {'G', 0.30}};

// What no figure covers: what the model leaves out. With it, of the durations that docs/clock.md compares seven in ten
// lie within the uncertainty and nine in ten within twice of it.
constexpr double kModel = 0.06;

struct Group {
    const char* name;
    bool (*has)(const std::string& section, const std::string& key);
};

bool is_cb(const std::string& key) { return key.starts_with("cb_") || key.starts_with("notice"); }

// By the tables of [timing]; key is what stands behind the table's name.
constexpr Group kGroups[] = {
    {"launch", [](const std::string& s, const std::string&) { return s == "launch"; }},
    {"CB calls",
     [](const std::string& s, const std::string& k) { return (s == "call" || s == "compute") && is_cb(k); }},
    {"transfer calls", [](const std::string& s, const std::string& k) { return s == "call" && !is_cb(k); }},
    {"compute calls", [](const std::string& s,
                         const std::string& k) { return s.starts_with("configure") || (s == "compute" && !is_cb(k)); }},
    {"unpack cycles", [](const std::string& s, const std::string&) { return s == "unpack"; }},
    {"math cycles", [](const std::string& s, const std::string& k) { return s == "math" && !k.starts_with("sfpu"); }},
    {"SFPU cycles",
     [](const std::string& s, const std::string& k) { return s == "sfpu" || (s == "math" && k.starts_with("sfpu")); }},
    {"pack cycles", [](const std::string& s, const std::string&) { return s == "pack"; }},
    {"NoC", [](const std::string& s, const std::string&) { return s == "noc"; }},
    {"DRAM", [](const std::string& s, const std::string&) { return s == "dram"; }},
};

// "math_202607.reduce_row_base_cycles": the table without its generation, and the key.
std::pair<std::string, std::string> split(const std::string& name) {
    const size_t dot = name.find('.');
    std::string section = name.substr(0, dot);
    while (!section.empty() && (std::isdigit(static_cast<unsigned char>(section.back())) || section.back() == '_'))
        section.pop_back();
    return {section, name.substr(dot + 1)};
}

// Makes the figures of a group slower by their widths; letter 0: all of them.
card::Arch worse(const card::Arch& arch, const Group& group, char letter, std::set<char>* letters) {
    card::Arch made = arch;
    for (auto& [name, figure] : made.timing) {
        const auto [section, key] = split(name);
        if (!group.has(section, key) || (letter != 0 && figure.confidence != letter)) continue;
        const bool rate = key.ends_with("bytes_per_cycle");
        if (!rate && !key.ends_with("_cycles")) continue;  // counts and places
        if (letters != nullptr) letters->insert(figure.confidence);
        const double factor = 1 + width_of(figure.confidence);
        for (double& value : figure.values) value = rate ? value / factor : value * factor;
    }
    return made;
}

double relative(const Tape& tape, const Figures& figures, double ns) {
    const std::optional<Timing> timing = Simulation(tape, figures).try_run();
    return timing ? std::abs(timing->ns() / ns - 1) : 0;
}

constexpr double kWorthNaming = 0.01;

}  // namespace

double width_of(char confidence) {
    for (const auto& [letter, width] : kWidths) {
        if (letter == confidence) return width;
    }
    return kWidths[std::size(kWidths) - 1].second;
}

Uncertainty uncertainty_of(const Tape& tape, uint32_t llk, double ns) {
    Uncertainty all;
    if (ns <= 0) return all;
    const card::Arch& arch = tape.card.arch();
    double squares = kModel * kModel;
    const auto add = [&](const char* name, char letter, double by) {
        squares += by * by;
        if (by >= kWorthNaming) all.rests_on.push_back({name, letter, by});
    };
    Figures plain(arch, llk);
    plain.plain_code = 1 + width_of('C');  // the instructions are counted, not run
    add("plain code", 'C', relative(tape, plain, ns));
    for (const Group& group : kGroups) {
        std::set<char> letters;
        const double whole = relative(tape, Figures(worse(arch, group, 0, &letters), llk), ns);
        char most = letters.empty() ? 'G' : *letters.begin();
        double best = -1;
        for (const char letter : letters) {
            if (letters.size() < 2 || whole < kWorthNaming) break;
            const double alone = relative(tape, Figures(worse(arch, group, letter, nullptr), llk), ns);
            if (alone <= best) continue;
            best = alone;
            most = letter;
        }
        add(group.name, most, whole);
    }
    std::stable_sort(all.rests_on.begin(), all.rests_on.end(),
                     [](const RestsOn& a, const RestsOn& b) { return a.relative > b.relative; });
    all.relative = std::sqrt(squares);
    return all;
}

std::string Uncertainty::text() const {
    std::string text = fmt::format("give or take {:.0f} %", 100 * relative);
    if (rests_on.empty()) return text;
    text += fmt::format(", mostly from {} ({})", rests_on[0].group, rests_on[0].confidence);
    if (rests_on.size() > 1 && rests_on[1].relative > rests_on[0].relative / 2)
        text += fmt::format(" and {} ({})", rests_on[1].group, rests_on[1].confidence);
    return text;
}

}  // namespace tilewright::clock
