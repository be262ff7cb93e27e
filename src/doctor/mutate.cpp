// Running the mutants and judging what was said about them.
#include "doctor/mutate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <tuple>

#include "doctor/mutation_causes.hpp"
#include "doctor/prove.hpp"
#include "doctor/replay.hpp"
#include "program/describe.hpp"
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
    const TwProcessor processor = program::runs_on(kernel, TW_BRISC) ? TW_BRISC : TW_NCRISC;
    return {kernel.display_name(), program::thread_name(kernel, processor)};
}

bool mentions(const std::string& text, const std::string& word) {
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const size_t end = at + word.size();
        if (end >= text.size() || !std::isdigit(static_cast<unsigned char>(text[end]))) return true;
    }
    return false;
}

// The report tells of this core: itself, among others or in a line.
bool names_core(const Finding& finding, const std::string& text, const LogicalCore& core) {
    const std::string name = core.str();
    return finding.place.core == name || text.find(name) != std::string::npos ||
           std::find(finding.also_on.begin(), finding.also_on.end(), name) != finding.also_on.end();
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
        bool named = cbs.empty();
        for (uint32_t index : cbs) named |= mentions(text, fmt::format("c_{}", index));
        if (mutant.semaphore >= 0) named &= mentions(text, fmt::format("semaphore {}", mutant.semaphore));
        if (mutant.core) named &= names_core(finding, text, *mutant.core);
        // The very line is as good as the name of the buffer.
        if (kernel && (named || at_changed_line(finding, mutant))) return true;
    }
    return false;
}

// Rules that change a call on a CB which a replay records.
bool calls_a_cb(const Mutant& mutant) {
    if (mutant.kernel_index < 0 || mutant.rule.find("semaphore") != std::string::npos) return false;
    for (const char* verb : {"push", "pop", "wait"}) {
        if (mutant.rule.find(verb) != std::string::npos) return true;
    }
    return false;
}

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

// How long a mutant may run: this, and so many times as long as the working program.
constexpr double kLeastLimitSeconds = 4, kTimesLonger = 20;

class Bench {
public:
    Bench(card::Card& card, const program::ProgramDescriptor& program, engine::RunOptions options,
          const MutationChoice& choice)
        : card_(card),
          program_(program),
          options_(engine::looking_inside(std::move(options))),
          choice_(choice),
          before_(card) {
        options_.mode = engine::Mode::Strict;
        options_.host_threads = 1;
        options_.prove_fixes = false;
        try {
            run_right();
        } catch (...) {
            before_.restore();
            throw;
        }
    }

    MutationReport run() {
        const std::vector<Mutant> mutants = chosen();
        for (const Mutant& mutant : mutants) keep(mutant, judge({&mutant}, mutant.program));
        for (uint32_t pair = 0; pair < choice_.pairs; ++pair) {
            const auto [first, second] = draw_pair(mutants);
            if (first == nullptr) break;
            const Mutant made = *doctor::both(*first, *second);
            keep(made, judge({first, second}, made.program));
            report_.results.back().rule = made.rule;
            report_.results.back().change = made.change;
        }
        before_.restore();
        return std::move(report_);
    }

private:
    card::Card& card_;
    const program::ProgramDescriptor& program_;
    engine::RunOptions options_;
    const MutationChoice choice_;
    const Memory before_;
    std::optional<Memory> right_;
    std::map<KernelLine, std::set<uint32_t>> lines_;
    MutationReport report_;
    std::mt19937_64 draw_{choice_.seed};

    // The program as it is; it must break no rule.
    void run_right() {
        engine::PreparedProgram prepared(card_, program_, options_);
        lines_ = cbs_by_line(prepared);
        before_.restore();
        const engine::RunResult working = engine::launch(prepared);
        if (!working.findings.empty()) throw Error(working.findings.front());
        right_.emplace(card_);
        report_.right = program_;
        // A count that has become an address goes on for hours.
        options_.run_limit_seconds = kLeastLimitSeconds + kTimesLonger * working.seconds_run;
    }

    std::vector<Mutant> chosen() {
        std::map<uint32_t, KernelUse> use;
        for (const auto& [place, cbs] : lines_) {
            const auto& [kernel, file, line] = place;
            use[kernel].lines.emplace(file, line);
        }
        std::set<uint64_t> addresses;
        for (const auto& allocation : card_.dram_allocator().allocations()) addresses.insert(allocation.address);
        for (const auto& allocation : card_.l1_allocator().allocations()) addresses.insert(allocation.address);
        std::vector<Mutant> all = make_mutants(program_, use, addresses);
        const size_t most = choice_.most;
        if (most == 0 || all.size() <= most) return all;
        std::vector<size_t> order(all.size());
        for (size_t i = 0; i < order.size(); ++i) order[i] = i;
        if (choice_.seed == 0) {
            for (size_t i = 0; i < most; ++i) order[i] = i * all.size() / most;
        } else {
            for (size_t i = 0; i < most; ++i) std::swap(order[i], order[i + draw_() % (all.size() - i)]);
        }
        order.resize(most);
        std::sort(order.begin(), order.end());
        std::vector<Mutant> sample;
        for (size_t i : order) sample.push_back(std::move(all[i]));
        return sample;
    }

    // Two that were detected each for itself and can be made together; null where none are found.
    std::pair<const Mutant*, const Mutant*> draw_pair(const std::vector<Mutant>& mutants) {
        for (int attempt = 0; attempt < 100 && !mutants.empty(); ++attempt) {
            const size_t i = draw_() % mutants.size(), j = draw_() % mutants.size();
            const auto known = [&](size_t n) { return report_.results[n].fate == Fate::Detected; };
            if (known(i) && known(j) && doctor::both(mutants[i], mutants[j])) return {&mutants[i], &mutants[j]};
        }
        return {nullptr, nullptr};
    }

    const std::set<uint32_t>* line_of(const Mutant& mutant) const {
        if (mutant.kernel_index < 0) return nullptr;
        const auto it = lines_.find({static_cast<uint32_t>(mutant.kernel_index), mutant.file, mutant.line});
        return it == lines_.end() ? nullptr : &it->second;
    }

    std::set<uint32_t> cbs_of(const Mutant& mutant) const {
        if (const auto* cbs = line_of(mutant)) return *cbs;
        return mutant.cb >= 0 ? std::set<uint32_t>{static_cast<uint32_t>(mutant.cb)} : std::set<uint32_t>{};
    }

    bool as_right(const program::ProgramDescriptor& program, engine::RunOptions options,
                  std::vector<Finding>& findings) {
        options.prove_fixes = false;
        before_.restore();
        findings = findings_of(card_, program, options);
        return findings.empty() && Memory(card_) == *right_;
    }

    bool as_right_in_other_orders(const program::ProgramDescriptor& program, std::vector<Finding>& findings) {
        engine::RunOptions options = options_;
        options.schedule = engine::Schedule::Random;
        for (options.seed = 1; options.seed <= kOtherOrders; ++options.seed) {
            if (!as_right(program, options, findings)) return false;
        }
        return true;
    }

    // `made`: the mistakes of this program.
    MutantResult judge(const std::vector<const Mutant*>& made, const program::ProgramDescriptor& program) {
        const Mutant& mutant = *made.front();
        MutantResult result;
        result.rule = mutant.rule;
        result.kernel = mutant.kernel;
        result.change = mutant.change;
        result.file = mutant.file;
        result.line = mutant.line;
        before_.restore();
        engine::RunOptions options = options_;
        options.prove_fixes = choice_.fixes;
        std::vector<Finding> findings;
        std::vector<ToldFix> fixes;
        {
            const ToldFixes told;
            findings = findings_of(card_, program, options);
            fixes = told.list();
        }
        if (!findings.empty() && findings.front().code == "TW3101") {
            result.fate = Fate::Invalid;
            return result;
        }
        if (findings.empty() && Memory(card_) == *right_ && as_right_in_other_orders(program, findings)) {
            result.fate = Fate::Equivalent;
            result.message = made.size() == 1 && line_of(mutant) == nullptr && calls_a_cb(mutant)
                                 ? "no thread of the program comes to this line"
                                 : fmt::format(
                                       "the same bytes in every buffer and no rule broken, in the fixed order of "
                                       "threads and in {} random ones",
                                       kOtherOrders);
            return result;
        }
        if (findings.empty()) return result;
        result.fate = Fate::Detected;
        result.code = findings.front().code;
        result.message = findings.front().message;
        result.both = made.size() > 1;
        for (const Mutant* one : made) {
            const std::set<uint32_t> cbs = cbs_of(*one);
            const bool placed = points_at(findings, *one, cbs);
            result.both &= placed;
            result.placed |= placed;
            result.cause |= tells_cause(findings, *one, cbs);
        }
        judge_fixes(fixes, result);
        return result;
    }

    void judge_fixes(const std::vector<ToldFix>& fixes, MutantResult& result) {
        for (const ToldFix& fix : fixes) {
            std::vector<Finding> ignored;
            const bool right = std::any_of(fix.alternatives.begin(), fix.alternatives.end(), [&](const Proposal& one) {
                return as_right(one.program, options_, ignored);
            });
            for (const Proposal& one : fix.alternatives)
                result.fix_words += (result.fix_words.empty() ? "" : "; or ") + one.words;
            if (result.fix != FixFate::Wrong) result.fix = right ? FixFate::Right : FixFate::Wrong;
            if (right) continue;
            auto& programs = report_.other_fixes[report_.results.size()].emplace_back();
            for (const Proposal& one : fix.alternatives) programs.push_back(one.program);
        }
    }

    void keep(const Mutant& mutant, MutantResult result) {
        if (result.fate == Fate::Missed)
            report_.unnoticed.emplace(report_.results.size(), Unnoticed{mutant, cbs_of(mutant)});
        report_.results.push_back(std::move(result));
    }
};

}  // namespace

void MutationReport::found_wrong(size_t index, const Finding& finding,
                                 const std::vector<program::ProgramDescriptor>& changed) {
    MutantResult& result = results[index];
    result.fate = Fate::Detected;
    result.by_result = true;
    result.code = finding.code;
    result.message = finding.message;
    const auto it = unnoticed.find(index);
    if (it == unnoticed.end()) return;
    const auto& [mutant, cbs] = it->second;
    const nlohmann::json before = program::to_json(right);
    result.cause = tells_cause({finding}, mutant, cbs) ||
                   std::any_of(changed.begin(), changed.end(),
                               [&](const auto& program) { return program::to_json(program) == before; });
    result.placed = points_at({finding}, mutant, cbs);
    if (!finding.fix_proven) return;
    // It was proven by the very comparison that judges here.
    result.fix = FixFate::Right;
    result.fix_words = finding.fix;
}

MutationReport mutate(card::Card& card, const program::ProgramDescriptor& program, engine::RunOptions options,
                      const MutationChoice& choice) {
    return Bench(card, program, std::move(options), choice).run();
}

}  // namespace tilewright::doctor
