// Which files a command needs, found from its arguments and settings.
#include "cli/isolate.hpp"

#include <fmt/format.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "cli/python.hpp"
#include "engine/build/cache.hpp"
#include "engine/build/kernel_build.hpp"
#include "engine/isolate/confine.hpp"

namespace tilewright::cli {

namespace fs = std::filesystem;

namespace {

void add_if_there(std::vector<fs::path>& to, const fs::path& path) {
    std::error_code error;
    if (path.empty() || !fs::exists(path, error)) return;
    to.push_back(fs::absolute(path, error));
}

// Each part of a text that is a path: lists have ':' between them, settings a '=' in front.
void add_paths_in(std::vector<fs::path>& to, std::string_view text) {
    size_t begin = 0;
    while (begin <= text.size()) {
        const size_t end = std::min(text.find_first_of(":=", begin), text.size());
        const fs::path path(text.substr(begin, end - begin));
        if (path.has_parent_path() || path.has_extension()) add_if_there(to, path);
        begin = end + 1;
    }
}

// The value of every flag that names where something is written.
std::vector<fs::path> outputs(const std::vector<std::string>& arguments) {
    std::vector<fs::path> found;
    bool gives_out = false;
    for (size_t i = 0; i < arguments.size(); ++i) {
        for (const std::string flag : {"--out", "--trace", "--html", "--sarif", "--junit"}) {
            std::string value;
            if (arguments[i] == flag && i + 1 < arguments.size()) value = arguments[i + 1];
            if (arguments[i].starts_with(flag + "=")) value = arguments[i].substr(flag.size() + 1);
            if (value.empty()) continue;
            const bool is_folder = flag == "--out";
            gives_out |= is_folder;
            const fs::path folder = is_folder ? fs::path(value) : fs::absolute(value).parent_path();
            std::error_code ignored;
            if (is_folder) fs::create_directories(folder, ignored);  // rights are given to what is there
            found.push_back(folder);
        }
    }
    if (!gives_out && !arguments.empty() && arguments.front() == "stage") {
        std::error_code ignored;
        fs::create_directories("reports", ignored);
        found.push_back("reports");
    }
    return found;
}

int telling = -1;  // where the end is told

// Ends whatever is left of the command: as the nearest living ancestor it gets orphans as children.
void end_children() {
    for (int round = 0; round < 100; ++round) {
        std::ifstream list(fmt::format("/proc/self/task/{}/children", ::getpid()));
        bool any = false;
        for (pid_t child = 0; list >> child;) any = ::kill(child, SIGKILL) == 0 || any;
        while (::waitpid(-1, nullptr, WNOHANG) > 0) {
        }
        if (!any) return;
        ::usleep(10'000);
    }
}

// The rest of the command runs in a child, which is confined; this process waits for it and has all its rights still,
// so it does nothing else.
void supervise() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return;
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child < 0) return;
    if (child == 0) {
        ::close(ends[0]);
        telling = ends[1];
        return;
    }
    ::close(ends[1]);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (const int signal : {SIGINT, SIGQUIT}) ::signal(signal, SIG_IGN);  // the child hears them, too
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    int told = -1;
    const bool spoke = ::read(ends[0], &told, sizeof told) == sizeof told;
    end_children();
    if (WIFEXITED(status) && spoke && told == WEXITSTATUS(status)) ::_exit(told);
    const Error error("TW2616",
                      WIFEXITED(status)
                          ? fmt::format("code of the op ended the whole command, with status {}", WEXITSTATUS(status))
                          : fmt::format("the command was ended by signal {}", WTERMSIG(status)),
                      "nothing that it printed can be trusted; look for what ends a process in the op's host files");
    fmt::print(stderr, "{}", error.finding().to_text());
    ::_exit(WIFEXITED(status) ? static_cast<int>(Exit::Finding) : 128 + WTERMSIG(status));
}

}  // namespace

void tell_end(int status) {
    if (telling >= 0 && ::write(telling, &status, sizeof status) < 0) return;
}

void confine_command(const std::vector<std::string>& arguments) {
    supervise();
    // What is built in there is loaded in there only: an ordinary run takes nothing from a confined one.
    const fs::path cache = fs::absolute(engine::KernelCache::directory()) / "isolated";
    ::setenv("TILEWRIGHT_CACHE", cache.c_str(), 1);
    engine::KernelCache::path_of("");  // makes it
    const engine::Toolchain& tools = engine::toolchain();
    engine::Confinement confinement;
    std::vector<fs::path>& read = confinement.read;
    read = engine::system_folders();
    std::error_code ignored;
    add_if_there(read, fs::current_path(ignored));
    for (const fs::path& part :
         {tools.library.parent_path().parent_path(), tools.kernel_api.parent_path(), tools.kernel_forwards,
          fs::canonical(tools.compiler, ignored).parent_path(), fs::canonical("/proc/self/exe", ignored).parent_path()})
        add_if_there(read, part);
    // An interpreter brings its library along: what lies beside the folder of programs.
    std::vector<fs::path> programs = {python_command({}).words.front()};
    add_paths_in(programs, environment::text("PATH"));
    for (const fs::path& program : programs) {
        add_if_there(read, program);
        if (!fs::is_directory(program, ignored)) add_if_there(read, program.parent_path().parent_path());
        const fs::path python = fs::is_directory(program, ignored) ? program / "python3" : program;
        if (const fs::path real = fs::canonical(python, ignored); !real.empty())
            add_if_there(read, real.parent_path().parent_path());
    }
    for (const std::string& argument : arguments) {
        add_if_there(read, argument);
        add_paths_in(read, argument);
    }
    for (const std::string& variable : environment::all_beginning_with({"TILEWRIGHT_", "TT_METAL_"}))
        add_paths_in(read, std::string_view(variable).substr(variable.find('=') + 1));
    confinement.write = outputs(arguments);
    confinement.write.push_back(engine::KernelCache::directory());
    const fs::path temporary = engine::KernelCache::temporary("here").parent_path();
    ::setenv("TMPDIR", temporary.c_str(), 1);
    for (const char* device : {"/dev/null", "/dev/tty"}) add_if_there(confinement.write, device);
    for (const std::string& lack : engine::confine(confinement))
        fmt::print(stderr, "warning: isolation is weaker here: {}\n", lack);
}

}  // namespace tilewright::cli
