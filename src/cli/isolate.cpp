// Which files a command needs, found from its arguments and settings.
#include "cli/isolate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>

#include "base/environment.hpp"
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
        for (const std::string flag : {"--out", "--trace", "--html"}) {
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

}  // namespace

void confine_command(const std::vector<std::string>& arguments) {
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
