// tilewright py: runs a Python script or module with `import ttnn` meaning the virtual card.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "base/paths.hpp"
#include "cli/command.hpp"

namespace tilewright::cli {

namespace fs = std::filesystem;

namespace {

// TILEWRIGHT_INTERPRETER, the tree's own environment, or whatever python3 is.
std::string interpreter(const fs::path& tree) {
    if (const std::string chosen = environment::text("TILEWRIGHT_INTERPRETER"); !chosen.empty()) return chosen;
    const fs::path own = tree / ".venv/bin/python";
    return !tree.empty() && fs::exists(own) ? own.string() : "python3";
}

// The package of the tree and the extension of the build this command belongs to come first; an installation has both
// in its site-packages.
std::string python_path(const fs::path& tree) {
    std::error_code unreadable;
    const fs::path self = fs::read_symlink("/proc/self/exe", unreadable);
    std::string path;
    for (const fs::path& folder : {self.parent_path().parent_path() / "python", tree / "python"}) {
        if (fs::is_directory(folder / "tilewright")) path += (path.empty() ? "" : ":") + folder.string();
    }
    const std::string before = environment::text("PYTHONPATH");
    if (!path.empty() && !before.empty()) path += ":" + before;
    return path.empty() ? before : path;
}

}  // namespace

Action setup_py(CLI::App& app, Context&) {
    app.prefix_command();
    app.footer(
        "SCRIPT [ARGUMENTS...] or -m MODULE [ARGUMENTS...], as the interpreter takes them; --root DIR before it\n"
        "names the checkout whose kernels, headers and ops are used.");
    return [&app]() -> int {
        std::vector<std::string> words = app.remaining();
        if (words.empty()) {
            throw Error("TW4000", "tilewright py: no script was given",
                        "tilewright py script.py, or tilewright py -m pytest", Exit::Usage);
        }
        const fs::path data = shipped_folder("kernel_api");
        const fs::path tree = data.empty() ? fs::path() : data.parent_path();
        std::string path = "PYTHONPATH=" + python_path(tree);
        std::vector<char*> variables;
        for (char** variable = environ; *variable != nullptr; ++variable) {
            if (std::strncmp(*variable, "PYTHONPATH=", 11) != 0) variables.push_back(*variable);
        }
        variables.insert(variables.end(), {path.data(), nullptr});
        words.insert(words.begin(), {interpreter(tree), "-m", "tilewright"});
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        execvpe(arguments[0], arguments.data(), variables.data());
        throw Error("TW4504", fmt::format("{} cannot be started: {}", words[0], std::strerror(errno)),
                    "install Python 3, or set TILEWRIGHT_INTERPRETER to an interpreter", Exit::Environment);
    };
}

}  // namespace tilewright::cli
