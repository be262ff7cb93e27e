// Other options of the same subject: fidelity, DST, plan, cores, another machine.
#include "cli/ops/what_if.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include "base/error.hpp"
#include "card/arch.hpp"
#include "clock/recording.hpp"
#include "metal/device_impl.hpp"
#include "workshop/plan/plan_ask.hpp"

namespace tilewright::cli {

namespace {

using Changes = std::vector<ChangedSubject>;

Changes other_fidelities(const SubjectOptions& options, const Subject& subject, const clock::Tape& tape) {
    Changes all;
    if (!subject.is_op || !clock::uses_fidelity(tape)) return all;
    for (const char* fidelity : {"LoFi", "HiFi2", "HiFi3", "HiFi4"}) {
        if (fidelity == options.fidelity) break;  // only cheaper ones
        SubjectOptions changed = options;
        changed.fidelity = fidelity;
        all.push_back({fmt::format("{} instead of {} (less precise)", fidelity, options.fidelity), changed});
    }
    return all;
}

Changes other_dst(const SubjectOptions& options, const Subject& subject, const clock::Tape&) {
    if (!subject.is_op) return {};
    SubjectOptions changed = options;
    changed.bf16_dst = !options.bf16_dst;
    return {
        {changed.bf16_dst ? "fp32_dest_acc_en off (less precise)" : "fp32_dest_acc_en on (half as many tiles in DST)",
         changed}};
}

Changes other_math(const SubjectOptions& options, const Subject& subject, const clock::Tape&) {
    if (!subject.has_math) return {};
    SubjectOptions changed = options;
    changed.math = options.math == "fpu" ? "sfpu" : "fpu";
    return {{fmt::format("--math {} instead of {} ({} precise)", changed.math, options.math,
                         changed.math == "fpu" ? "less" : "more"),
             changed}};
}

// Other kinds with the planner's blocks, and blocks of half and twice the size.
Changes other_plans(const SubjectOptions& options, const Subject& subject, const clock::Tape&) {
    Changes all;
    if (!subject.is_op) return all;
    const workshop::PlanAsk now = workshop::PlanAsk::parse(subject.plan);
    const auto add = [&](const workshop::PlanAsk& ask) {
        SubjectOptions changed = options;
        changed.plan = ask.text();
        all.push_back({fmt::format("--plan {} instead of {}", changed.plan, subject.plan), changed});
    };
    using workshop::PlanKind;
    for (const PlanKind kind : {PlanKind::Resident, PlanKind::TilesResident, PlanKind::Streaming}) {
        workshop::PlanAsk ask;
        ask.kind = kind;
        if (now.kind != kind) add(ask);
    }
    if (now.block_tiles) {
        for (const uint32_t tiles : {*now.block_tiles / 2, *now.block_tiles * 2}) {
            workshop::PlanAsk ask = now;
            ask.block_tiles = tiles;
            if (tiles != 0) add(ask);
        }
    }
    return all;
}

Changes other_cores(const SubjectOptions& options, const Subject& subject, const clock::Tape& tape) {
    Changes all;
    if (!subject.is_op) return all;
    const uint32_t x = tape.card.grid_x(), y = tape.card.grid_y();
    const std::array<std::pair<uint32_t, uint32_t>, 4> grids = {
        {{x, y}, {x, std::max(1u, y / 2)}, {std::max(1u, x / 2), std::max(1u, y / 2)}, {x, 1}}};
    for (const auto& [columns, rows] : grids) {
        SubjectOptions changed = options;
        changed.cores = fmt::format("{}x{}", columns, rows);
        if (changed.cores == options.cores || (options.cores == "all" && columns * rows == x * y)) continue;
        all.push_back({fmt::format("a grid of {} cores instead of {}", changed.cores,
                                   options.cores == "all" ? fmt::format("{}x{}", x, y) : options.cores),
                       changed});
    }
    return all;
}

Changes other_machines(const SubjectOptions& options, const Subject&, const clock::Tape& tape) {
    Changes all;
    for (const std::string& name : card::arch_names()) {
        if (name == tape.card.arch().name) continue;
        SubjectOptions changed = options;
        changed.arch = name;
        all.push_back({"on " + name, changed, false});
    }
    return all;
}

}  // namespace

const std::vector<SubjectQuestion>& subject_questions() {
    static const std::vector<SubjectQuestion> list = {
        {"fidelity", "cheaper math fidelities", other_fidelities},
        {"fp32", "DST of 16 or of 32 bits", other_dst},
        {"math", "row ops: the other arithmetic", other_math},
        {"plan", "ops: other kinds of plans and sizes of blocks", other_plans},
        {"cores", "ops: other grids of cores", other_cores},
        {"arch", "other machines", other_machines},
    };
    return list;
}

std::vector<clock::WhatIf> ask_subject(const SubjectOptions& options, const Subject& subject, const clock::Tape& tape,
                                       double ns, const clock::Families& families) {
    std::vector<clock::WhatIf> answers;
    for (const SubjectQuestion& question : subject_questions()) {
        if (!families.has(question.family)) continue;
        for (const ChangedSubject& changed : question.make(options, subject, tape)) {
            try {
                const Subject other = make_subject(changed.options, /*with_data=*/true);
                const clock::Recording recording(*other.device->impl().card, other.program, run_options(*other.device));
                const double other_ns = recording.time().ns();
                if (clock::makes_a_difference(other_ns, ns))
                    answers.push_back({question.family, changed.change, other_ns, changed.remedy});
            } catch (const std::exception&) {  // the op, or the machine, does not do that
            }
        }
    }
    return answers;
}

std::vector<std::pair<std::string, std::string>> all_families() {
    std::vector<std::pair<std::string, std::string>> all;
    const auto add = [&](const auto& questions) {
        for (const auto& question : questions) {
            const bool known =
                std::any_of(all.begin(), all.end(), [&](const auto& a) { return a.first == question.family; });
            if (!known) all.emplace_back(question.family, question.summary);
        }
    };
    add(clock::tape_questions());
    add(clock::program_questions());
    add(subject_questions());
    return all;
}

clock::Families parse_families(const std::string& list, bool none) {
    clock::Families families;
    families.all = list.empty() && !none;
    std::istringstream words(list);
    std::string word;
    while (std::getline(words, word, ',')) {
        const size_t first = word.find_first_not_of(' ');
        word = first == std::string::npos ? "" : word.substr(first, word.find_last_not_of(' ') - first + 1);
        for (char& letter : word) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        std::vector<std::string> names;
        for (const auto& [name, summary] : all_families()) names.push_back(name);
        if (std::find(names.begin(), names.end(), word) == names.end())
            throw Error("TW4000", fmt::format("--what-if: there is no question \"{}\"", word),
                        fmt::format("the questions are: {}", fmt::join(names, ", ")), Exit::Usage);
        families.only.push_back(word);
    }
    return families;
}

}  // namespace tilewright::cli
