// Parsing, dispatch and the one place where errors become text, JSON and an exit status.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "base/memory.hpp"
#include "cli/command.hpp"
#include "cli/isolate.hpp"
#include "cli/report_options.hpp"
#include "cli/schedule.hpp"
#include "cli/suggest.hpp"
#include "cli/house/version.hpp"
#include "report/journal.hpp"
#include "tilewright/device.hpp"

namespace tilewright::cli {

namespace {

int print_error(const Error& error, bool json, Context& context) {
    const int status = static_cast<int>(error.exit_status());
    if (json) {
        context.out << nlohmann::json{{"error", error.finding().to_json()}, {"exit_status", status}}.dump(
                           2, ' ', false, nlohmann::json::error_handler_t::replace)
                    << "\n";
    } else {
        context.err << error.finding().to_text();
    }
    return status;
}

std::string names_of_all() {
    std::string text;
    for (const Subcommand& command : command_list()) text += (text.empty() ? "" : ", ") + std::string(command.name);
    return text;
}

// The first word that is no option must be a subcommand; the parser itself could only say "unexpected argument".
void check_subcommand(const std::vector<std::string>& arguments) {
    const auto word = std::find_if(arguments.begin(), arguments.end(),
                                   [](const std::string& argument) { return argument.empty() || argument[0] != '-'; });
    if (word == arguments.end()) return;
    std::vector<std::string> names;
    for (const Subcommand& command : command_list()) names.emplace_back(command.name);
    if (std::find(names.begin(), names.end(), *word) != names.end()) return;
    const std::string near = nearest(*word, names);
    throw Error("TW4001", fmt::format("there is no subcommand \"{}\"", *word),
                near.empty() ? "the subcommands are: " + names_of_all() : fmt::format("did you mean \"{}\"?", near),
                Exit::Usage);
}

int parse_and_run(const std::vector<std::string>& arguments, Context& context, ReportFlags& reports) {
    check_subcommand(arguments);
    CLI::App app{"Tilewright: write, run and check tile-dataflow operations on a virtual Tensix card.", "tilewright"};
    app.require_subcommand(0, 1);
    bool version = false;
    app.add_flag("--version", version, "print the version, the compiler and the kernel compiler");
    app.add_flag("--json", context.json, "print JSON");
    bool isolate = environment::choice("TILEWRIGHT_ISOLATE", {"off", "on"}) == 1;
    std::vector<std::pair<CLI::App*, Action>> actions;
    for (const Subcommand& command : command_list()) {
        CLI::App* sub = app.add_subcommand(command.name, command.summary);
        sub->add_flag("--json", context.json, "print JSON");
        if (command.runs_programs)
            sub->add_flag("--isolate", isolate,
                          "kernels run in a process without rights; this command reads and writes only what it must");
        if (command.judges) add_report_options(*sub, reports);
        actions.emplace_back(sub, command.setup(*sub, context));
    }
    const bool asked = context.json;
    context.json = false;  // the parser knows whose --json it is
    try {
        std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // what CLI11 expects
        for (const Subcommand& command : command_list()) {
            if (!command.passes_on || std::find(arguments.begin(), arguments.end(), command.name) == arguments.end())
                continue;
            const auto dashes = std::find(reversed.rbegin(), reversed.rend(), "--");
            if (dashes != reversed.rend()) *dashes = kBehind;
        }
        app.parse(reversed);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error, context.out, context.err);  // --help
        context.json = asked;
        const std::vector<CLI::App*> chosen = app.get_subcommands();
        throw Error("TW4000", error.what(),
                    fmt::format("see: tilewright {}--help", chosen.empty() ? "" : chosen.front()->get_name() + " "),
                    Exit::Usage);
    }
    if (version) {
        context.out << (context.json ? version_json().dump(2) + "\n" : version_text());
        return static_cast<int>(Exit::Ok);
    }
    for (const auto& [sub, action] : actions) {
        if (!sub->parsed()) continue;
        const bool can = sub->get_option_no_throw("--isolate") != nullptr;
        if (isolate && can && context.own_process) confine_command(arguments);
        return action();
    }
    context.out << app.help();
    return static_cast<int>(Exit::Ok);
}

}  // namespace

int run_command(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err, bool own_process) {
    set_findings_exit(false);  // every command has a status of its own
    Context context{false, out, err, {}, own_process};
    // Before it is parsed; what stands behind -- is somebody else's.
    const auto ours = std::find(arguments.begin(), arguments.end(), "--");
    context.json = std::find(arguments.begin(), ours, "--json") != ours;
    // Programs that failed, unlike commands that were mistyped, are worth seeing again: with the settings that
    // were in force before this command changed any.
    context.repeat = repeat_command(arguments);
    ReportFlags reports;
    context.started = report::time_text();
    const auto with_repeat = [&](int status) {
        write_reports(reports, context, arguments, status);
        if (!context.json && (status == static_cast<int>(Exit::Finding) || status == static_cast<int>(Exit::Hang)))
            err << "repeat with: " << context.repeat << "\n";
        return status;
    };
    const auto failed = [&](const Error& error) {
        context.verdicts.add_end(error, fmt::format("tilewright {}", fmt::join(arguments, " ")));
        return print_error(error, context.json, context);
    };
    const auto run = [&] {
        try {
            return parse_and_run(arguments, context, reports);
        } catch (const Error& error) {
            return failed(error);
        } catch (const std::bad_alloc&) {
            return failed(Error("TW3007",
                                fmt::format("the host's memory ran out; {} are free", bytes_text(host_memory_free())),
                                "give a smaller shape, or a host with more memory", Exit::Environment));
        } catch (const std::exception& error) {
            return failed(InternalError(error.what()));
        }
    };
    try {
        return with_repeat(run());
    } catch (const Error& error) {  // a report that cannot be written
        return print_error(error, false, context);
    }
}

}  // namespace tilewright::cli
