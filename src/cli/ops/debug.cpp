// tilewright debug: an op, example or script in gdb, with kernels built for it.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "base/paths.hpp"
#include "cli/command.hpp"
#include "cli/ops/script.hpp"

#if TILEWRIGHT_HAVE_EXAMPLES
#include "example.hpp"
#endif

namespace tilewright::cli {

namespace fs = std::filesystem;

namespace {

struct DebugOptions {
    std::string name, core = "0,0";
    std::vector<std::string> breaks, commands;
    bool batch = false, fast = false;
    std::vector<std::string> rest;
};

fs::path find_gdb() {
    const std::string path = environment::text("PATH");
    for (size_t begin = 0; begin <= path.size();) {
        const size_t end = std::min(path.find(':', begin), path.size());
        const fs::path candidate = fs::path(path.substr(begin, end - begin)) / "gdb";
        if (end > begin && ::access(candidate.c_str(), X_OK) == 0) return candidate;
        begin = end + 1;
    }
    throw Error("TW4522", "gdb is not on the search path", "install the package gdb", Exit::Environment);
}

bool is_example([[maybe_unused]] const std::string& name) {
#if TILEWRIGHT_HAVE_EXAMPLES
    return examples::find_example(name) != nullptr;
#else
    return false;
#endif
}

// What gdb is to start.
Command subject(const DebugOptions& options) {
    std::vector<std::string> words = {options.name};
    words.insert(words.end(), options.rest.begin(), options.rest.end());
    if (is_script(options.name)) return script_command(words);
    std::error_code ignored;
    words.insert(words.begin(),
                 {fs::read_symlink("/proc/self/exe", ignored).string(), is_example(options.name) ? "examples" : "run"});
    return plain_command(words);
}

int debug(const DebugOptions& options) {
    const fs::path script = shipped_folder("data") / "gdb" / "tilewright.py";
    Command command = subject(options);
    std::vector<std::string> words = {find_gdb().string(), "-q", "-x", script.string()};
    if (options.batch) words.push_back("-batch");
    const auto add = [&](const std::string& line) { words.insert(words.end(), {"-ex", line}); };
    add("tw core " + options.core);
    for (const std::string& place : options.breaks) add("tw break " + place);
    if (!options.breaks.empty()) add("run");
    for (const std::string& line : options.commands) add(line);
    words.push_back("--args");
    words.insert(words.end(), command.words.begin(), command.words.end());
    command.words = std::move(words);
    // One core after the other, every byte where the card has it, and as long as it takes.
    set_variable(command, "TILEWRIGHT_DEBUG_KERNELS", "on");
    set_variable(command, "TILEWRIGHT_MODE", options.fast ? "fast" : "strict");
    set_variable(command, "TILEWRIGHT_THREADS", "1");
    set_variable(command, "TILEWRIGHT_TIME_LIMIT", "0");
    set_variable(command, "TILEWRIGHT_RUN_LIMIT", "0");
    set_variable(command, "TILEWRIGHT_PROVE", "off");
    set_variable(command, "DEBUGINFOD_URLS", "");
    become(std::move(command));
}

}  // namespace

Action setup_debug(CLI::App& app, Context&) {
    auto options = std::make_shared<DebugOptions>();
    app.add_option("OP", options->name, "an op, the folder of one, an example, or a script with its arguments")
        ->required();
    app.add_option("--core", options->core, "X,Y: breakpoints stop there only; all: on every core")
        ->capture_default_str();
    app.add_option("--break", options->breaks,
                   "FILE:LINE, or \"FILE:LINE THREAD\": stop there, and start at once; may be given several times")
        ->allow_extra_args(false);
    app.add_option("--ex", options->commands, "a command for gdb, after that; may be given several times")
        ->allow_extra_args(false);
    app.add_flag("--batch", options->batch, "end when these are done");
    app.add_flag("--fast", options->fast,
                 "a compute kernel as one thread; else as UNPACK, MATH and PACK, one after another");
    app.prefix_command();
    app.footer(
        "What follows OP is for `tilewright run OP` (a shape, say), `tilewright examples` or the script. In gdb, `tw` "
        "lists\n"
        "what there is for kernels: tw break, tw where, tw cbs, tw tile CB, tw dst; docs/editors.md shows it.");
    return [options, &app]() -> int {
        options->rest = words_for_script(app);
        return debug(*options);
    };
}

}  // namespace tilewright::cli
