// Clang over one file at a time.
#include "workshop/export/check_compiler.hpp"

#include <fmt/format.h>

#include <sstream>

#include "base/paths.hpp"
#include "engine/build/kernel_build.hpp"
#include "engine/build/process.hpp"

namespace tilewright::workshop::exported {

namespace fs = std::filesystem;

Compiler::Compiler(fs::path tree) : tree_(std::move(tree)) {}

fs::path Compiler::scratch(const std::string& name) const {
    fs::create_directories(scratch_.path() / name);
    return scratch_.path() / name;
}

fs::path Compiler::stand_ins(const std::string& kind) { return shipped_folder("data") / "stand_ins" / kind; }

std::vector<std::string> Compiler::run(const std::vector<std::string>& arguments, const fs::path& source,
                                       std::set<std::string>* used) const {
    const fs::path depfile = scratch_.path() / "depfile";
    std::vector<std::string> command = {engine::toolchain().compiler.string(),
                                        "-fsyntax-only",
                                        "-ferror-limit=0",
                                        "-fno-caret-diagnostics",
                                        "-fno-color-diagnostics",
                                        "-w"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), {"-MD", "-MF", depfile.string(), source.string()});
    const engine::ProcessResult result = engine::run_process(command);
    std::vector<std::string> errors;
    std::istringstream lines(result.output);
    for (std::string line; std::getline(lines, line);) {
        if (line.find(": error: ") != std::string::npos || line.find(": fatal error: ") != std::string::npos) {
            errors.push_back(line);
        }
    }
    if (errors.empty() && result.status != 0) errors.push_back(result.output.substr(0, 400));
    if (used != nullptr) {
        const std::string folder = (shipped_folder("data") / "stand_ins").string() + "/";
        std::istringstream words(read_text(depfile));
        for (std::string word; words >> word;) {
            if (word.rfind(folder, 0) == 0) used->insert(word.substr(word.find('/', folder.size()) + 1));
        }
    }
    return errors;
}

Compiler::Outcome Compiler::compile(const Unit& unit) {
    const auto arguments = [&](const std::vector<std::string>& more) {
        std::vector<std::string> all = unit.arguments;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    Outcome outcome;
    const std::vector<std::string> errors = run(arguments(unit.with), unit.source, &outcome.stand_ins);
    if (errors.empty()) return outcome;
    auto known = without_.find(unit.kind);
    if (known == without_.end()) {
        const std::vector<std::string> without = run(arguments(unit.without), unit.source, nullptr);
        known = without_.emplace(unit.kind, std::set<std::string>(without.begin(), without.end())).first;
    }
    const std::string here = tree_.string() + "/";
    for (const std::string& error : errors) {
        if (error.rfind(here, 0) != 0 && known->second.count(error)) {
            ++outcome.theirs;
        } else {
            outcome.own.push_back(error.rfind(here, 0) == 0 ? error.substr(here.size()) : error);
        }
    }
    return outcome;
}

}  // namespace tilewright::workshop::exported
