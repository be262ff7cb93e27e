// The programs that a script runs: started with timed runs and a report, its tapes judged here.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "card/arch.hpp"
#include "cli/trace_options.hpp"
#include "cli/ops/time_forms.hpp"
#include "cli/ops/what_if.hpp"
#include "cli/ops/script.hpp"
#include "cli/table.hpp"
#include "clock/change.hpp"
#include "clock/tape_file.hpp"
#include "clock/timed_report.hpp"
#include "clock/verdict.hpp"

namespace tilewright::cli {

namespace fs = std::filesystem;

namespace {

Command command_of(const ScriptOptions& options, const std::string& report) {
    Command command = script_command(options.words);
    set_variable(command, "TILEWRIGHT_TIMED_REPORT", report);
    if (!options.arch.empty()) set_variable(command, "TILEWRIGHT_ARCH", options.arch);
    if (options.trace.file.empty()) return command;
    set_variable(command, "TILEWRIGHT_TRACE", options.trace.file);
    set_variable(command, "TILEWRIGHT_TRACE_CORES", options.trace.cores);
    set_variable(command, "TILEWRIGHT_TRACE_WINDOW", options.trace.window);
    return command;
}

std::string program_table(const std::vector<clock::TimedPrograms>& programs) {
    Table table({">", "program", ">cores", ">us", ">launches", ">us in all"});
    for (size_t i = 0; i < programs.size(); ++i) {
        const clock::TimedPrograms& one = programs[i];
        table.add({fmt::format("{}", i + 1), one.program.empty() ? "program" : one.program,
                   fmt::format("{}", one.cores), fmt::format("{:.2f}", one.ns() / 1000),
                   fmt::format("{}", one.launches), fmt::format("{:.2f}", one.total_ns / 1000)});
    }
    return table.text();
}

// Families that a tape alone cannot answer.
std::vector<std::string> out_of_reach(const clock::Families& families) {
    std::vector<std::string> all;
    for (const auto& [family, summary] : all_families()) {
        const auto& known = clock::tape_questions();
        const bool tape =
            std::any_of(known.begin(), known.end(), [&](const auto& one) { return family == one.family; });
        if (!tape && families.has(family)) all.push_back(family);
    }
    return all;
}

}  // namespace

// What the script would only find out itself, and say in its own way.
void check(const ScriptOptions& options) {
    if (!options.arch.empty()) card::find_arch(options.arch);
    if (options.trace.file.empty()) return;
    engine::RunOptions run;
    apply(options.trace, run);
    const fs::path folder = fs::absolute(options.trace.file).parent_path();
    if (access(folder.c_str(), W_OK) != 0)
        throw Error("TW3904", fmt::format("the trace {} cannot be written", options.trace.file),
                    fmt::format("make the folder {} or give another one", folder.string()), Exit::Environment);
}

int time_script(const ScriptOptions& options, Context& context) {
    check(options);
    const ReportFolder folder;
    const int status =
        run_to_the_end(command_of(options, folder.file()), context.json ? Prints::ToError : Prints::AsItIs);
    const std::string& script = options.words[0];
    if (status != 0)
        throw Error("TW4511", fmt::format("{} ended with status {}", script, status), run_it_first(options.words));
    const std::vector<clock::TimedPrograms> programs = clock::read_report(folder.file());
    if (programs.empty())
        throw Error("TW4512", fmt::format("{} ran no program on the card", script),
                    "time a script that launches programs (ttnn.generic_op, an op, EnqueueMeshWorkload)", Exit::Usage);
    size_t chosen = 0;
    for (size_t i = 0; i < programs.size(); ++i) {
        if (programs[i].ns() > programs[chosen].ns()) chosen = i;
    }
    if (options.program > programs.size())
        throw Error("TW4000", fmt::format("--program: there is no program {}", options.program),
                    fmt::format("{} ran {} different programs", script, programs.size()), Exit::Usage);
    if (options.program != 0) chosen = options.program - 1;
    const clock::LoadedTape loaded = clock::load_tape(programs[chosen].tape);
    const uint32_t llk = programs[chosen].llk;
    const clock::Timing timing = clock::time_of(*loaded.tape, llk);
    const clock::Verdict verdict =
        clock::judge(*loaded.tape, llk, timing, clock::ask_tape(*loaded.tape, llk, timing.ns(), options.families),
                     options.families.asked());
    const std::vector<std::string> beyond = out_of_reach(options.families);
    double total_ns = 0;
    for (const clock::TimedPrograms& one : programs) total_ns += one.total_ns;
    if (context.json) {
        nlohmann::json list = nlohmann::json::array();
        for (const clock::TimedPrograms& one : programs)
            list.push_back({{"program", one.program},
                            {"arch", one.arch},
                            {"cores", one.cores},
                            {"ns", one.ns()},
                            {"launches", one.launches},
                            {"total_ns", one.total_ns}});
        nlohmann::json json = {{"script", script},
                               {"programs", list},
                               {"total_ns", total_ns},
                               {"number", chosen + 1},
                               {"verdict", clock::to_json(timing, verdict)},
                               {"not_asked", beyond}};
        context.out << json.dump(2) << "\n";
        return static_cast<int>(Exit::Ok);
    }
    context.out << program_table(programs) << fmt::format("{:.2f} us on the card in all\n\n", total_ns / 1000);
    if (programs.size() > 1) context.out << fmt::format("{}. ", chosen + 1);
    context.out << clock::to_text(timing, verdict);
    if (options.per_core) context.out << clock::core_table(verdict);
    if (!beyond.empty())
        context.out << fmt::format("  not asked: {}: they need an op, its folder or an example\n",
                                   fmt::join(beyond, ", "));
    return static_cast<int>(Exit::Ok);
}

}  // namespace tilewright::cli
