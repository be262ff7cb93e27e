// The shape of a subcommand, and how the command as a whole is run. A new subcommand is one file with one setup
// function, one line in command_list.cpp and one test.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "report/verdicts.hpp"

namespace CLI {
class App;
}

namespace tilewright::cli {

// What every subcommand may use besides its own options.
struct Context {
    bool json = false;  // --json was given: print one JSON document and nothing else
    std::ostream& out;
    std::ostream& err;
    std::string repeat = {};         // what to type to see a failure again
    bool own_process = false;        // it is this command's alone: --isolate may confine it for good
    report::Verdicts verdicts = {};  // for --sarif, --junit and --annotations (report_options.hpp)
    std::string started = {};        // when, ISO 8601
};

// Does the work once the arguments are parsed; returns the exit status (Exit of base/error.hpp). Throws Error.
using Action = std::function<int()>;

struct Subcommand {
    const char* name;
    const char* summary;
    // Declares options on `app` and returns what to do. --json is there already.
    Action (*setup)(CLI::App& app, Context& context);
    bool passes_on = false;      // what stands behind -- goes to a script: it comes after the word kBehind
    bool runs_programs = false;  // so it has --isolate
    bool judges = false;         // so it has --sarif, --junit and --annotations
};
inline constexpr const char* kBehind = "\x1f--";

const std::vector<Subcommand>& command_list();

// The whole command: parses, runs, prints errors; returns the exit status.
int run_command(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
                bool own_process = false);

}  // namespace tilewright::cli
