// Running the mutants and judging what was said about them.
#include "doctor/mutate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "doctor/replay.hpp"
#include "program/thread_name.hpp"

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
                // Several banks share an endpoint and lie behind each other there.
                const uint64_t address = allocation.address + card.arch().dram_banks[bank].offset;
                uint8_t* at = card.resolve((xy & 63) << 36 | (xy >> 6) << 42 | address).host;
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

// A line of a kernel or of a header: kernel, file without folders (empty where the kernel has none), number.
using KernelLine = std::tuple<uint32_t, std::string, uint32_t>;

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

// Which CBs a line of a kernel works on, itself or through what it calls, from a replay of the working program.
std::map<KernelLine, std::set<uint32_t>> cbs_by_line(engine::PreparedProgram& prepared) {
    std::map<KernelLine, std::set<uint32_t>> lines;
    Replayer replayer(prepared);
    const Replay replay = replayer.run(ReplayMode::AsIs);
    std::map<uint32_t, std::vector<Frame>> frames_of_site;
    for (const Thread& thread : replay.threads) {
        const CoreLedger* core = replay.ledger->find(thread.core_index);
        if (core == nullptr) continue;
        for (uint32_t cb = 0; cb < TW_MAX_CBS; ++cb) {
            for (const Act& act : core->cbs[cb].acts) {
                if (act.processor != thread.processor) continue;
                auto [it, fresh] = frames_of_site.emplace(act.site, std::vector<Frame>());
                if (fresh) it->second = replay.ledger->site(act.site).frames();
                const bool is_path = prepared.program.kernels[thread.kernel].source.is_path;
                for (const Frame& frame : it->second) {
                    lines[{thread.kernel, is_path ? file_name(frame.file) : "", frame.line}].insert(cb);
                }
            }
        }
    }
    return lines;
}

// Words by which a report can mean this kernel.
std::vector<std::string> names_of(const program::KernelDescriptor& kernel) {
    if (kernel.is_compute()) return {kernel.display_name(), "UNPACK", "MATH", "PACK", "compute"};
    const auto processor = std::get<program::DataMovementConfig>(kernel.config).processor;
    const bool first = processor == program::DataMovementProcessor::RiscV0;
    return {kernel.display_name(), program::thread_name(kernel, first ? TW_BRISC : TW_NCRISC)};
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
        bool line = false;
        for (const Frame& frame : finding.place.stack) {
            const bool file = mutant.file.empty() || file_name(frame.file) == mutant.file;
            line |= mutant.line != 0 && file && frame.line == mutant.line;
        }
        if (kernel && (cb || line)) return true;
    }
    return false;
}

// Rules that change a call on a CB which a replay records.
bool calls_a_cb(const std::string& rule) {
    for (const char* verb : {"push", "pop", "wait"}) {
        if (rule.find(verb) != std::string::npos) return true;
    }
    return false;
}

using RuleRow = std::pair<std::string, std::array<uint32_t, 5>>;

// By name, the total last.
std::vector<RuleRow> in_order(const std::map<std::string, std::array<uint32_t, 5>>& rules) {
    std::vector<RuleRow> rows;
    for (const auto& row : rules) {
        if (row.first != "all") rows.push_back(row);
    }
    rows.emplace_back("all", rules.at("all"));
    return rows;
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

namespace {

std::vector<Finding> findings_of(card::Card& card, const program::ProgramDescriptor& program,
                                 const engine::RunOptions& options) {
    try {
        return engine::run(card, program, options).findings;
    } catch (const engine::HangError& error) {
        std::vector<Finding> findings = error.findings();
        findings.insert(findings.begin(), error.finding());
        return findings;
    } catch (const Error& error) {
        return {error.finding()};
    }
}

// A mutant that ran through with the right bytes, in other orders of its threads: none may break a rule or change a
// byte.
constexpr uint64_t kOtherOrders = 3;

bool same_in_other_orders(card::Card& card, const Mutant& mutant, engine::RunOptions options, const Memory& before,
                          const Memory& right, std::vector<Finding>& findings) {
    options.schedule = engine::Schedule::Random;
    for (options.seed = 1; options.seed <= kOtherOrders; ++options.seed) {
        before.restore();
        findings = findings_of(card, mutant.program, options);
        if (!findings.empty() || !(Memory(card) == right)) return false;
    }
    return true;
}

}  // namespace

MutationReport mutate(card::Card& card, const program::ProgramDescriptor& program, engine::RunOptions options,
                      uint32_t most) {
    options = engine::looking_inside(options);
    options.mode = engine::Mode::Strict;
    options.host_threads = 1;
    options.prove_fixes = false;
    const Memory before(card);
    engine::PreparedProgram prepared(card, program, options);
    const auto lines = cbs_by_line(prepared);
    before.restore();
    const engine::RunResult working = engine::launch(prepared);
    if (!working.findings.empty()) throw Error(working.findings.front());
    const Memory right(card);

    std::map<uint32_t, KernelUse> use;
    for (const auto& [place, cbs] : lines) {
        const auto& [kernel, file, line] = place;
        use[kernel].lines.emplace(file, line);
    }

    MutationReport report;
    std::vector<Mutant> mutants = make_mutants(program, use);
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
        result.file = mutant.file;
        result.line = mutant.line;
        std::vector<Finding> findings = findings_of(card, mutant.program, options);
        if (!findings.empty() && findings.front().code == "TW3101") {
            result.fate = Fate::Invalid;
            ++report.invalid;
        } else {
            const auto named = mutant.kernel_index < 0
                                   ? lines.end()
                                   : lines.find({static_cast<uint32_t>(mutant.kernel_index), mutant.file, mutant.line});
            const bool never_called =
                named == lines.end() && mutant.kernel_index >= 0 && calls_a_cb(mutant.rule) && findings.empty();
            if (findings.empty() && Memory(card) == right) {
                if (same_in_other_orders(card, mutant, options, before, right, findings)) {
                    result.fate = Fate::Equivalent;
                    result.message = never_called ? "no thread of the program comes to this line"
                                                  : fmt::format(
                                                        "the same bytes in every buffer and no rule broken, in "
                                                        "the fixed order of threads and in {} random ones",
                                                        kOtherOrders);
                    ++report.equivalent;
                }
            }
            if (!findings.empty()) {
                std::set<uint32_t> cbs;
                if (mutant.cb >= 0) cbs.insert(static_cast<uint32_t>(mutant.cb));
                if (named != lines.end()) cbs = named->second;
                result.fate = Fate::Detected;
                result.code = findings.front().code;
                result.message = findings.front().message;
                result.placed = points_at(findings, mutant, cbs);
                ++report.detected;
                report.placed += result.placed;
            } else if (result.fate == Fate::Missed) {
                ++report.missed;
                report.missed_programs.emplace(report.results.size(), mutant.program);
            }
        }
        report.results.push_back(std::move(result));
    }
    before.restore();
    return report;
}

void MutationReport::found_wrong(size_t index, const Finding& finding) {
    MutantResult& result = results[index];
    result.fate = Fate::Detected;
    result.by_result = true;
    result.code = finding.code;
    result.message = finding.message;
    --missed;
    ++detected;
    ++detected_by_result;
}

std::map<std::string, std::array<uint32_t, 5>> MutationReport::by_rule() const {
    std::map<std::string, std::array<uint32_t, 5>> rules;
    for (const MutantResult& result : results) {
        auto& row = rules[result.rule];
        row[0] += result.fate == Fate::Detected && !result.by_result;
        row[1] += result.by_result;
        row[2] += result.placed;
        row[3] += result.fate == Fate::Missed;
        row[4] += result.fate == Fate::Equivalent;
    }
    rules["all"] = {detected - detected_by_result, detected_by_result, placed, missed, equivalent};
    return rules;
}

std::string MutationReport::to_text() const {
    std::string text = fmt::format("{:<20} {:>9} {:>9} {:>9} {:>9} {:>11}\n", "rule", "by rule", "by result", "placed",
                                   "missed", "equivalent");
    for (const auto& [rule, row] : in_order(by_rule()))
        text += fmt::format("{:<20} {:>9} {:>9} {:>9} {:>9} {:>11}\n", rule, row[0], row[1], row[2], row[3], row[4]);
    for (const MutantResult& result : results) {
        if (result.fate != Fate::Missed && !(result.fate == Fate::Detected && !result.placed)) continue;
        text += fmt::format("{}: {} {}:{}: {}{}\n", result.fate == Fate::Missed ? "missed" : "not placed", result.rule,
                            result.file.empty() ? result.kernel : result.file, result.line, result.change,
                            result.code.empty() ? "" : fmt::format("  [{} {}]", result.code, result.message));
    }
    return text;
}

std::string MutationReport::to_markdown() const {
    std::string text =
        "| rule | detected by rule | by result | placed | missed | equivalent |\n|---|---|---|---|---|---|\n";
    for (const auto& [rule, row] : in_order(by_rule()))
        text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", rule, row[0], row[1], row[2], row[3], row[4]);
    text += "\n";
    std::map<std::string, std::vector<std::string>> reasons;
    for (const MutantResult& result : results) {
        const std::string where = result.file.empty() ? result.kernel : fmt::format("{}:{}", result.file, result.line);
        const std::string what = fmt::format("{}{}{}", result.rule, where.empty() ? "" : ", " + where,
                                             result.line == 0 ? ": " + result.change : "");
        if (result.fate == Fate::Equivalent) reasons["equivalent: " + result.message].push_back(what);
        if (result.fate == Fate::Missed) reasons["missed"].push_back(what);
        if (result.by_result) reasons["detected by result"].push_back(what);
        if (result.fate == Fate::Detected && !result.placed && !result.by_result)
            reasons["not placed"].push_back(what + " [" + result.code + "]");
    }
    for (const auto& [reason, mutants] : reasons) text += fmt::format("- {}: {}\n", reason, fmt::join(mutants, "; "));
    return text;
}

nlohmann::json MutationReport::to_json() const {
    nlohmann::json json = {{"detected", detected},
                           {"detected_by_result", detected_by_result},
                           {"placed", placed},
                           {"missed", missed},
                           {"equivalent", equivalent},
                           {"invalid", invalid},
                           {"mutants", nlohmann::json::array()}};
    for (const MutantResult& result : results) {
        json["mutants"].push_back({{"rule", result.rule},
                                   {"kernel", result.kernel},
                                   {"file", result.file},
                                   {"line", result.line},
                                   {"change", result.change},
                                   {"fate", fate_name(result.fate)},
                                   {"by_result", result.by_result},
                                   {"placed", result.placed},
                                   {"code", result.code},
                                   {"message", result.message}});
    }
    return json;
}

}  // namespace tilewright::doctor
