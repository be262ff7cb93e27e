// tilewright mutate: faulty copies of a working example, op or script, and what strict mode says about each.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/ops/mutate_stages.hpp"
#include "cli/ops/script.hpp"
#include "cli/ops/subject.hpp"
#include "cli/ops/verdicts_of.hpp"
#include "doctor/mutate.hpp"
#include "doctor/mutation_folder.hpp"
#include "metal/device_impl.hpp"

namespace tilewright::cli {

namespace {

namespace fs = std::filesystem;

struct MutateOptions {
    SubjectOptions subject;
    doctor::MutationChoice choice;
    bool no_fixes = false;
    bool markdown = false;
    bool stages = false;
    std::vector<std::string> rest;  // of a script
};

// What the subject's own reference says of its result when this runs in place of its program.
std::optional<workshop::WrongCase> judged(const MutateOptions& options, const program::ProgramDescriptor& program) {
    const Subject subject = make_subject(options.subject, /*with_data=*/true);
    engine::RunOptions strict = run_options(*subject.device);
    strict.mode = engine::Mode::Strict;
    run(*subject.device, program, strict);
    return subject.judge(program);
}

// Mutants that no rule noticed, and fixes that leave other bytes than the program did.
void judge_results(const MutateOptions& options, doctor::MutationReport& report) {
    for (const auto& [index, unnoticed] : report.unnoticed) {
        if (const auto wrong = judged(options, unnoticed.mutant.program)) {
            report.found_wrong(index, wrong->finding, wrong->changed);
        } else {
            report.accept(index);
        }
    }
    for (const auto& [index, fixes] : report.other_fixes) {
        const auto serves = [&](const std::vector<program::ProgramDescriptor>& alternatives) {
            return std::any_of(alternatives.begin(), alternatives.end(),
                               [&](const auto& program) { return !judged(options, program); });
        };
        if (std::all_of(fixes.begin(), fixes.end(), serves)) report.accept_fix(index);
    }
}

constexpr const char* kCounted[] = {"detected", "detected_by_result", "placed", "cause",     "fix_right", "fix_wrong",
                                    "missed",   "equivalent",         "pairs",  "pairs_both"};

// A script, run once to make and judge the mutants of its programs, and once more for each that only it can judge.
class ScriptBench {
public:
    ScriptBench(const MutateOptions& options, bool quiet) : quiet_(quiet) {
        words_ = {options.subject.name};
        words_.insert(words_.end(), options.rest.begin(), options.rest.end());
        command_ = script_command(words_);
        fs::create_directories(reports_.folder());
        set_variable(command_, "TILEWRIGHT_MUTATION_FOLDER", reports_.folder());
        set_variable(command_, "TILEWRIGHT_MODE", "strict");
        if (!options.subject.arch.empty()) set_variable(command_, "TILEWRIGHT_ARCH", options.subject.arch);
        doctor::MutationChoice choice = options.choice;
        choice.fixes = !options.no_fixes;
        folder_.ask(choice);
    }

    std::vector<doctor::MutationFolder::Part> run() {
        const int status = run_to_the_end(command_, quiet_ ? Prints::ToError : Prints::AsItIs);
        std::vector<doctor::MutationFolder::Part> parts = folder_.read();
        if (status != 0)
            throw Error("TW4511", fmt::format("{} ended with status {}", words_[0], status), run_it_first(words_));
        if (parts.empty())
            throw Error("TW4512", fmt::format("{} ran no program on the card", words_[0]),
                        "give a script that launches programs (ttnn.generic_op, an op, EnqueueMeshWorkload)",
                        Exit::Usage);
        for (doctor::MutationFolder::Part& part : parts) judge(part);
        return parts;
    }

private:
    std::vector<std::string> words_;
    const bool quiet_;
    const ReportFolder reports_;
    const doctor::MutationFolder folder_{reports_.folder()};
    Command command_;

    // How the script ends with that program in place of its own.
    int status_with(size_t number, const std::string& stored) {
        folder_.replace(number, stored);
        return run_to_the_end(command_, Prints::Nowhere);
    }
    void judge(doctor::MutationFolder::Part& part) {
        for (const auto& [index, stored] : part.unnoticed) {
            const int status = status_with(part.number, stored);
            Finding finding;
            finding.code = "TW2702";
            finding.message = fmt::format("{} ends with status {}", words_[0], status);
            if (status != 0)
                part.report.found_wrong(index, finding);
            else
                part.report.accept(index);
        }
        for (const auto& [index, fixes] : part.fixes) {
            const auto serves = [&](const std::vector<std::string>& alternatives) {
                return std::any_of(alternatives.begin(), alternatives.end(),
                                   [&](const std::string& stored) { return status_with(part.number, stored) == 0; });
            };
            if (std::all_of(fixes.begin(), fixes.end(), serves)) part.report.accept_fix(index);
        }
    }
};

int mutate_script(const MutateOptions& options, Context& context) {
    const auto parts = ScriptBench(options, context.json).run();
    doctor::MutationReport all;
    nlohmann::json programs = nlohmann::json::array();
    for (const auto& part : parts) {
        nlohmann::json program =
            part.refused.empty() ? part.report.to_json() : nlohmann::json{{"refused", part.refused}};
        program["name"] = part.name;
        programs.push_back(std::move(program));
        all.results.insert(all.results.end(), part.report.results.begin(), part.report.results.end());
        if (!part.refused.empty() && !context.json)
            context.out << fmt::format("program {} ({}) has no mutants: it breaks a rule as it is\n{}\n",
                                       part.number + 1, part.name, part.refused);
    }
    if (context.json) {
        const nlohmann::json total = all.to_json();
        nlohmann::json json = {{"name", options.subject.name}, {"programs", programs}};
        for (const char* key : kCounted) json[key] = total[key];
        context.out << json.dump(2) << "\n";
    } else {
        context.out << fmt::format("{}: {} program{}\n", options.subject.name, parts.size(),
                                   parts.size() == 1 ? "" : "s")
                    << (options.markdown ? all.to_markdown() : all.to_text()) << "\n";
    }
    for (const auto& part : parts) add_verdicts(context.verdicts, "mutate " + part.name, part.report);
    const doctor::MutationCounts counts = all.totals();
    return static_cast<int>(counts.missed + counts.fix_wrong == 0 ? Exit::Ok : Exit::Finding);
}

int run_mutate(const MutateOptions& options, Context& context) {
    if (options.stages) {
        refuse_words(options.rest, "mutate");
        return mutate_stages(options.subject.name, options.choice.most, options.choice.seed, context);
    }
    if (is_script(options.subject.name)) return mutate_script(options, context);
    refuse_words(options.rest, "mutate");
    doctor::MutationReport report;
    {
        const Subject subject = make_subject(options.subject, /*with_data=*/true);
        doctor::MutationChoice choice = options.choice;
        choice.fixes = !options.no_fixes;
        report = doctor::mutate(*subject.device->impl().card, subject.program, run_options(*subject.device), choice);
    }
    judge_results(options, report);
    add_verdicts(context.verdicts, "mutate " + options.subject.name, report);
    const doctor::MutationCounts all = report.totals();
    if (context.json) {
        nlohmann::json program = report.to_json();
        nlohmann::json json = {{"name", options.subject.name}, {"programs", {program}}};
        for (const char* key : kCounted) json[key] = program[key];
        context.out << json.dump(2) << "\n";
    } else {
        context.out << (options.markdown ? report.to_markdown() : report.to_text()) << "\n";
    }
    return static_cast<int>(all.missed + all.fix_wrong == 0 ? Exit::Ok : Exit::Finding);
}

}  // namespace

Action setup_mutate(CLI::App& app, Context& context) {
    auto options = std::make_shared<MutateOptions>();
    declare_subject(app, options->subject)
        ->description("an example, an op, the folder of an op, or a script with its arguments");
    app.add_flag("--markdown", options->markdown, "as tables for documents");
    app.add_option("--most", options->choice.most, "run at most this many mutants; 0 runs all");
    app.add_option("--pairs", options->choice.pairs,
                   "and so many pairs of those that were detected, two mistakes at once");
    app.add_option("--seed", options->choice.seed, "draws sample and pairs; 0 spreads the sample evenly");
    app.add_flag("--no-fixes", options->no_fixes, "leave out the trials of fixes: quicker, and no fix is judged");
    app.add_flag(
        "--stages", options->stages,
        "of a spec, a folder or an op: stage mutants of its kernels and of its formula; at most --most of each");
    app.prefix_command();
    app.footer(
        "A script is a Python file or something to execute, and ends with another status than 0 where its result is\n"
        "wrong: it is run once, and once more for each mutant that breaks no rule. From the first word on that mutate\n"
        "does not know, everything goes to it, and everything after --.");
    return [options, &app, &context] {
        options->rest = words_for_script(app);
        return run_mutate(*options, context);
    };
}

}  // namespace tilewright::cli
