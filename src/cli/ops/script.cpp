// Starting scripts, and the folder of their reports.
#include "cli/ops/script.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>

#include "base/error.hpp"
#include "cli/command.hpp"

#if TILEWRIGHT_HAVE_OPS
#include "cli/ops/op_options.hpp"
#endif

namespace tilewright::cli {

namespace fs = std::filesystem;

bool is_script(const std::string& name) {
    std::error_code ignored;
#if TILEWRIGHT_HAVE_OPS
    return fs::is_regular_file(name, ignored) && find_subject(name) == nullptr;
#else
    return fs::is_regular_file(name, ignored);
#endif
}

ReportFolder::ReportFolder() : path_((fs::temp_directory_path() / "tilewright-report-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr)
        throw Error("TW3903",
                    fmt::format("no folder for reports can be made in {}", fs::temp_directory_path().string()),
                    "check the folder and its space, or set TMPDIR", Exit::Environment);
}

ReportFolder::~ReportFolder() {
    std::error_code gone;
    fs::remove_all(path_, gone);
}

Command script_command(std::vector<std::string> words) {
    if (words[0].ends_with(".py")) return python_command(std::move(words));
    if (words[0].find('/') == std::string::npos) words[0] = "./" + words[0];
    return plain_command(std::move(words));
}

std::vector<std::string> words_for_script(const CLI::App& app) {
    std::vector<std::string> words = app.remaining();
    std::erase(words, kBehind);
    return words;
}

void refuse_words(const std::vector<std::string>& words, const std::string& command) {
    if (!words.empty())
        throw Error("TW4000", fmt::format("The following argument was not expected: {}", words.front()),
                    fmt::format("see: tilewright {} --help", command), Exit::Usage);
}

std::string run_it_first(const std::vector<std::string>& words) {
    return fmt::format("make it run first: {}{}", words[0].ends_with(".py") ? "tilewright py " : "",
                       fmt::join(words, " "));
}

}  // namespace tilewright::cli
