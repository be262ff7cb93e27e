// Staging mutants.
#include "workshop/stage/mutation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "base/error.hpp"
#include "base/files.hpp"
#include "engine/build/cache.hpp"
#include "tilewright/device.hpp"
#include "workshop/gen/folder.hpp"
#include "workshop/load/load.hpp"
#include "workshop/stage/coverage.hpp"
#include "workshop/stage/stages.hpp"

namespace tilewright::workshop {

namespace fs = std::filesystem;

namespace {

constexpr size_t kCallsBeside = 16;  // drawn, for what is green
constexpr uint64_t kMostElements = 1u << 15;

// So many of them, of every rule about as many.
std::vector<StageMutant> sample(std::vector<StageMutant> all, const StageMutationChoice& choice) {
    if (choice.most == 0 || all.size() <= choice.most) return all;
    std::mt19937_64 random(choice.seed);
    std::shuffle(all.begin(), all.end(), random);
    std::map<std::string, std::vector<StageMutant>> by_rule;
    for (StageMutant& mutant : all) by_rule[mutant.rule].push_back(std::move(mutant));
    std::vector<StageMutant> chosen;
    while (chosen.size() < choice.most) {
        for (auto& [rule, list] : by_rule) {
            if (list.empty() || chosen.size() == choice.most) continue;
            chosen.push_back(std::move(list.back()));
            list.pop_back();
        }
    }
    return chosen;
}

class Bench {
public:
    Bench(fs::path folder, ttnn::MeshDevice& device) : folder_(std::move(folder)), device_(device) {
        engine::RunOptions options = run_options(device);
        options.prove_fixes = false;
        options.time_limit_seconds = 3;
        options.run_limit_seconds = 20;
        set_run_options(device, options);
        op_ = load_folder(folder_);
        StageMutantResult own;
        if (staged(op_, own))
            throw Error("TW4513",
                        fmt::format("{} has no mutants: stage {} is red as it is: {}", op_->name, own.stage, own.why),
                        fmt::format("tilewright stage {}", folder_.string()), Exit::Finding);
        calls_ = correctness_cases(op_, device_);
        for (OpCase& request : sweep_cases(op_, kCallsBeside, 5, kMostElements)) calls_.push_back(std::move(request));
        for (const OpCase& request : calls_) bits_.push_back(bits(op_, request));
    }

    StageMutantResult judge(const StageMutant& mutant) {
        StageMutantResult result{mutant, StageFate::Missed, 0, ""};
        try {
            if (mutant.file.empty()) {
                in_formula(mutant, result);
            } else {
                in_kernel(mutant, result);
            }
        } catch (const std::exception& error) {
            result.fate = StageFate::Invalid;
            result.why = error.what();
        }
        return result;
    }

private:
    const fs::path folder_;
    ttnn::MeshDevice& device_;
    Op op_ = nullptr;
    std::vector<OpCase> calls_;
    std::vector<std::vector<uint8_t>> bits_;

    // Whether a stage is red.
    bool staged(Op op, StageMutantResult& result) {
        for (const int stage : {6, 7}) {
            const StageResult done = run_stage(op, stage, device_, {}, /*first_red_ends=*/true);
            if (done.passed) continue;
            const Failure& failure = done.failures.front();
            result.stage = stage;
            result.fate = failure.kind == Classification::CompilationError ? StageFate::Invalid : StageFate::Red;
            result.why = failure.text();
            return true;
        }
        return false;
    }

    std::vector<uint8_t> bits(Op op, OpCase request) {
        request.op = op;
        try {
            return run_case(request, device_).bits;
        } catch (const std::exception& error) {  // no room for it, or a refusal
            const std::string text = refusal(error.what());
            return {text.begin(), text.end()};
        }
    }

    void judge_green(Op op, StageMutantResult& result) {
        for (size_t i = 0; i < calls_.size(); ++i) {
            if (bits(op, calls_[i]) == bits_[i]) continue;
            result.fate = StageFate::Missed;
            result.why = "other bits: " + calls_[i].text();
            return;
        }
        result.fate = StageFate::Equivalent;
        result.why = fmt::format("the same bits on {} calls, no rule broken", calls_.size());
    }

    void in_kernel(const StageMutant& mutant, StageMutantResult& result) {
        const fs::path file = folder_ / "device" / "kernels" / mutant.file;
        const std::string before = engine::read_file(file);
        const auto write = [&](const std::string& text) {
            write_file(file, text, "TW4513", "check the folder's permissions and room");
        };
        write(mutant.text);
        try {
            if (!staged(op_, result)) judge_green(op_, result);
        } catch (...) {
            write(before);
            throw;
        }
        write(before);
    }

    void in_formula(const StageMutant& mutant, StageMutantResult& result) {
        const rows::Spec spec = rows::read_spec(folder_ / "spec.toml");
        std::string text = spec.source.text;
        text.replace(spec.formula_begin, spec.formula.size(), mutant.text);
        const fs::path folder = folder_.parent_path() / (folder_.filename().string() + "_mutant") / spec.name;
        fs::remove_all(folder);
        rows::write_folder(rows::make_plan(rows::parse_spec({"spec.toml", text})), folder, true);
        OpDefinition wrong = *load_folder(folder);
        wrong.reference = op_->reference;
        wrong.plain = op_->plain;
        wrong.loses = {};
        if (!staged(&wrong, result)) judge_green(&wrong, result);
        fs::remove_all(folder.parent_path());
    }
};

const char* fate_name(StageFate fate) {
    static constexpr const char* names[] = {"red", "missed", "equivalent", "invalid"};
    return names[static_cast<size_t>(fate)];
}

}  // namespace

StageMutation::Counts StageMutation::totals() const {
    Counts all;
    for (const auto& [rule, counts] : by_rule()) {
        all.red += counts.red;
        all.missed += counts.missed;
        all.equivalent += counts.equivalent;
        all.invalid += counts.invalid;
    }
    return all;
}

std::map<std::string, StageMutation::Counts> StageMutation::by_rule() const {
    std::map<std::string, Counts> rules;
    for (const StageMutantResult& result : results) {
        Counts& counts = rules[(result.mutant.file.empty() ? "formula: " : "kernel: ") + result.mutant.rule];
        (result.fate == StageFate::Red          ? counts.red
         : result.fate == StageFate::Missed     ? counts.missed
         : result.fate == StageFate::Equivalent ? counts.equivalent
                                                : counts.invalid)++;
    }
    return rules;
}

std::string StageMutation::to_text() const {
    std::string text = "| rule | red | missed | equivalent | invalid |\n|---|---|---|---|---|\n";
    const auto row = [&](const std::string& name, const Counts& counts) {
        text += fmt::format("| {} | {} | {} | {} | {} |\n", name, counts.red, counts.missed, counts.equivalent,
                            counts.invalid);
    };
    for (const auto& [rule, counts] : by_rule()) row(rule, counts);
    row("all", totals());
    for (const StageMutantResult& result : results) {
        if (result.fate == StageFate::Missed)
            text += fmt::format("missed: {}, {}: {}; {}\n", result.mutant.rule, result.mutant.place,
                                result.mutant.change, result.why);
    }
    return text +
           fmt::format("{}: {:.1f} % of the mutants that change something are red\n", op, 100 * totals().share());
}

nlohmann::json StageMutation::to_json() const {
    nlohmann::json list = nlohmann::json::array();
    for (const StageMutantResult& result : results) {
        list.push_back({{"rule", result.mutant.rule},
                        {"place", result.mutant.place},
                        {"change", result.mutant.change},
                        {"fate", fate_name(result.fate)},
                        {"stage", result.stage},
                        {"why", result.why}});
    }
    const Counts all = totals();
    return {{"op", op},
            {"red", all.red},
            {"missed", all.missed},
            {"equivalent", all.equivalent},
            {"invalid", all.invalid},
            {"mutants", list}};
}

StageMutation mutate_stages(const fs::path& folder, ttnn::MeshDevice& device, const StageMutationChoice& choice) {
    Bench bench(fs::absolute(folder).lexically_normal(), device);
    StageMutation report;
    report.op = inspect_folder(folder).op;
    std::vector<StageMutant> mutants = sample(kernel_mutants(folder / "device" / "kernels"), choice);
    if (fs::exists(folder / "spec.toml")) {
        for (StageMutant& mutant : sample(formula_mutants(rows::read_spec(folder / "spec.toml")), choice))
            mutants.push_back(std::move(mutant));
    }
    for (const StageMutant& mutant : mutants) {
        report.results.push_back(bench.judge(mutant));
        if (choice.progress) choice.progress(report.results.back());
    }
    return report;
}

}  // namespace tilewright::workshop
