// Which interpreter, which path, and how a process is started.
#include "cli/python.hpp"

#include <fmt/format.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "base/paths.hpp"
#include "engine/isolate/confine.hpp"

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

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

}  // namespace

Command plain_command(std::vector<std::string> words) {
    Command command{std::move(words), {}};
    for (char** variable = environ; *variable != nullptr; ++variable) command.variables.emplace_back(*variable);
    if (engine::is_confined()) set_variable(command, "TILEWRIGHT_ISOLATE", "on");
    return command;
}

namespace {
fs::path tree_of_command() {
    const fs::path data = shipped_folder("kernel_api");
    return data.empty() ? fs::path() : data.parent_path();
}
}  // namespace

std::string python_interpreter() { return interpreter(tree_of_command()); }

Command python_command(std::vector<std::string> words) {
    const fs::path tree = tree_of_command();
    words.insert(words.begin(), {interpreter(tree), "-m", "tilewright"});
    Command command = plain_command(std::move(words));
    set_variable(command, "PYTHONPATH", python_path(tree));
    return command;
}

void set_variable(Command& command, const std::string& name, const std::string& value) {
    std::erase_if(command.variables, [&](const std::string& text) { return text.starts_with(name + "="); });
    command.variables.push_back(name + "=" + value);
}

void become(Command command) {
    const std::vector<char*> words = pointers(command.words), variables = pointers(command.variables);
    execvpe(words[0], words.data(), variables.data());
    throw Error("TW4504", fmt::format("{} cannot be started: {}", command.words[0], std::strerror(errno)),
                "install Python 3, or set TILEWRIGHT_INTERPRETER to an interpreter", Exit::Environment);
}

int run_to_the_end(const Command& command, Prints prints) {
    Command own = command;
    const std::vector<char*> words = pointers(own.words), variables = pointers(own.variables);
    int failed[2];  // the child says through it why it could not become the command
    if (pipe2(failed, O_CLOEXEC) != 0)
        throw Error("TW4504", fmt::format("{} cannot be started: {}", own.words[0], std::strerror(errno)), {},
                    Exit::Environment);
    const pid_t child = fork();
    if (child == 0) {
        if (prints == Prints::Nowhere) dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
        if (prints != Prints::AsItIs) dup2(STDERR_FILENO, STDOUT_FILENO);
        execvpe(words[0], words.data(), variables.data());
        const int why = errno;
        [[maybe_unused]] const ssize_t told = write(failed[1], &why, sizeof why);
        _exit(127);
    }
    close(failed[1]);
    int why = child < 0 ? errno : 0;
    if (child > 0 && read(failed[0], &why, sizeof why) <= 0) why = 0;
    close(failed[0]);
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (why != 0)
        throw Error("TW4504", fmt::format("{} cannot be started: {}", own.words[0], std::strerror(why)),
                    "give a Python script (*.py) or a file that may be executed", Exit::Environment);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace tilewright::cli
