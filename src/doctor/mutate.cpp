// Running the mutants and judging what was said about them.
#include "doctor/mutate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "doctor/replay.hpp"

namespace tilewright::doctor {

namespace {

// All memory that outlives a program: buffers in DRAM and in L1.
struct Memory {
    std::vector<std::pair<uint8_t*, std::vector<uint8_t>>> dram;
    engine::L1Snapshot l1;

    explicit Memory(card::Card& card) : l1(card) {
        for (const card::Allocation& allocation : card.dram_allocator().allocations()) {
            for (uint32_t bank = 0; bank < card.num_dram_banks(); ++bank) {
                const uint64_t xy = card.dram_bank_to_noc_xy(0)[bank];
                uint8_t* at = card.resolve((xy & 63) << 36 | (xy >> 6) << 42 | allocation.address).host;
                if (at != nullptr) dram.emplace_back(at, std::vector<uint8_t>(at, at + allocation.bytes));
            }
        }
    }
    void restore() const {
        for (const auto& [at, bytes] : dram) std::copy(bytes.begin(), bytes.end(), at);
        l1.restore();
    }
    bool operator==(const Memory& other) const {
        const auto same_l1 = [](const auto& a, const auto& b) { return a.at == b.at && a.bytes == b.bytes; };
        return dram == other.dram &&
               std::equal(l1.pieces.begin(), l1.pieces.end(), other.l1.pieces.begin(), other.l1.pieces.end(), same_l1);
    }
};

// Which CBs a line of a kernel works on, from a replay of the working program.
std::map<std::pair<uint32_t, uint32_t>, std::set<uint32_t>> cbs_by_line(engine::PreparedProgram& prepared) {
    std::map<std::pair<uint32_t, uint32_t>, std::set<uint32_t>> lines;
    Replayer replayer(prepared);
    const Replay replay = replayer.run(ReplayMode::AsIs);
    std::map<uint32_t, uint32_t> line_of_site;
    for (const Thread& thread : replay.threads) {
        const CoreLedger* core = replay.ledger->find(thread.core_index);
        if (core == nullptr) continue;
        for (uint32_t cb = 0; cb < TW_MAX_CBS; ++cb) {
            for (const Act& act : core->cbs[cb].acts) {
                if (act.processor != thread.processor) continue;
                auto [it, fresh] = line_of_site.emplace(act.site, 0);
                if (fresh) {
                    const Place place{{}, {}, {}, replay.ledger->site(act.site).frames()};
                    if (const Frame* at = place.line()) it->second = at->line;
                }
                lines[{thread.kernel, it->second}].insert(cb);
            }
        }
    }
    return lines;
}

// Words by which a report can mean this kernel.
std::vector<std::string> names_of(const program::KernelDescriptor& kernel) {
    if (kernel.is_compute()) return {kernel.display_name(), "UNPACK", "MATH", "PACK", "compute"};
    const auto& config = std::get<program::DataMovementConfig>(kernel.config);
    return {kernel.display_name(), config.processor == program::DataMovementProcessor::RiscV0 ? "writer" : "reader"};
}

bool mentions(const std::string& text, const std::string& word) {
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const size_t end = at + word.size();
        if (end >= text.size() || !std::isdigit(static_cast<unsigned char>(text[end]))) return true;
    }
    return false;
}

bool points_at(const std::vector<Finding>& findings, const Mutant& mutant, const std::set<uint32_t>& cbs) {
    for (const Finding& finding : findings) {
        const std::string text = finding.to_text();
        bool kernel = mutant.kernel_index < 0;
        if (!kernel) {
            for (const std::string& name : names_of(mutant.program.kernels[static_cast<size_t>(mutant.kernel_index)])) {
                kernel |= finding.place.kernel == mutant.kernel || mentions(text, name);
            }
        }
        bool cb = cbs.empty();
        for (uint32_t index : cbs) cb |= mentions(text, fmt::format("c_{}", index));
        // The very line is as good as the name of the buffer.
        const Frame* line = finding.place.line();
        if (kernel && (cb || (line != nullptr && line->line == mutant.line && mutant.line != 0))) return true;
    }
    return false;
}

const char* fate_name(Fate fate) {
    switch (fate) {
        case Fate::Detected: return "detected";
        case Fate::Missed: return "MISSED";
        case Fate::Equivalent: return "equivalent";
        case Fate::Invalid: return "does not compile";
    }
    return "";
}

}  // namespace

MutationReport mutate(card::Card& card, const program::ProgramDescriptor& program, uint32_t most) {
    engine::RunOptions options = engine::RunOptions::from_environment();
    options.mode = engine::Mode::Strict;
    options.host_threads = 1;
    const Memory before(card);
    engine::PreparedProgram prepared(card, program, options);
    const auto lines = cbs_by_line(prepared);
    before.restore();
    const engine::RunResult working = engine::launch(prepared);
    if (!working.findings.empty()) throw Error(working.findings.front());
    const Memory right(card);

    std::map<uint32_t, std::set<uint32_t>> cbs_of_kernel;
    for (const auto& [place, cbs] : lines) cbs_of_kernel[place.first].insert(cbs.begin(), cbs.end());

    MutationReport report;
    std::vector<Mutant> mutants = make_mutants(program, cbs_of_kernel);
    if (most != 0 && mutants.size() > most) {
        // Evenly spread over the rules and kernels.
        std::vector<Mutant> chosen;
        for (uint32_t i = 0; i < most; ++i) chosen.push_back(std::move(mutants[i * mutants.size() / most]));
        mutants = std::move(chosen);
    }
    for (const Mutant& mutant : mutants) {
        before.restore();
        MutantResult result;
        result.rule = mutant.rule;
        result.kernel = mutant.kernel;
        result.change = mutant.change;
        result.line = mutant.line;
        std::vector<Finding> findings;
        try {
            findings = engine::run(card, mutant.program, options).findings;
        } catch (const engine::HangError& error) {
            findings = error.findings();
            findings.insert(findings.begin(), error.finding());
        } catch (const Error& error) {
            findings = {error.finding()};
        }
        if (!findings.empty() && findings.front().code == "TW3101") {
            result.fate = Fate::Invalid;
            ++report.invalid;
        } else if (!findings.empty()) {
            std::set<uint32_t> cbs;
            if (mutant.cb >= 0) cbs.insert(static_cast<uint32_t>(mutant.cb));
            const auto named = mutant.kernel_index < 0
                                   ? lines.end()
                                   : lines.find({static_cast<uint32_t>(mutant.kernel_index), mutant.line});
            if (named != lines.end()) cbs = named->second;
            result.fate = Fate::Detected;
            result.code = findings.front().code;
            result.message = findings.front().message;
            result.placed = points_at(findings, mutant, cbs);
            ++report.detected;
            report.placed += result.placed;
        } else if (Memory(card) == right) {
            result.fate = Fate::Equivalent;
            result.message = "every buffer holds the same bytes, and no rule was broken";
            ++report.equivalent;
        } else {
            ++report.missed;
        }
        report.results.push_back(std::move(result));
    }
    before.restore();
    return report;
}

std::string MutationReport::to_text() const {
    std::map<std::string, std::array<uint32_t, 4>> rules;  // detected, placed, missed, equivalent
    for (const MutantResult& result : results) {
        auto& row = rules[result.rule];
        row[0] += result.fate == Fate::Detected;
        row[1] += result.placed;
        row[2] += result.fate == Fate::Missed;
        row[3] += result.fate == Fate::Equivalent;
    }
    std::string text =
        fmt::format("{:<20} {:>9} {:>9} {:>9} {:>11}\n", "rule", "detected", "placed", "missed", "equivalent");
    for (const auto& [rule, row] : rules)
        text += fmt::format("{:<20} {:>9} {:>9} {:>9} {:>11}\n", rule, row[0], row[1], row[2], row[3]);
    text += fmt::format("{:<20} {:>9} {:>9} {:>9} {:>11}\n", "all", detected, placed, missed, equivalent);
    for (const MutantResult& result : results) {
        if (result.fate != Fate::Missed && !(result.fate == Fate::Detected && !result.placed)) continue;
        text += fmt::format("{}: {} {}:{}: {}{}\n", result.fate == Fate::Missed ? "missed" : "not placed", result.rule,
                            result.kernel, result.line, result.change,
                            result.code.empty() ? "" : fmt::format("  [{} {}]", result.code, result.message));
    }
    return text;
}

nlohmann::json MutationReport::to_json() const {
    nlohmann::json json = {{"detected", detected},     {"placed", placed},   {"missed", missed},
                           {"equivalent", equivalent}, {"invalid", invalid}, {"mutants", nlohmann::json::array()}};
    for (const MutantResult& result : results) {
        json["mutants"].push_back({{"rule", result.rule},
                                   {"kernel", result.kernel},
                                   {"line", result.line},
                                   {"change", result.change},
                                   {"fate", fate_name(result.fate)},
                                   {"placed", result.placed},
                                   {"code", result.code},
                                   {"message", result.message}});
    }
    return json;
}

}  // namespace tilewright::doctor
