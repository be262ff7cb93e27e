// Writing and reading what was checked on the way.
#include "doctor/check_report.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "doctor/check.hpp"
#include "doctor/every/for_every.hpp"
#include "doctor/seen_programs.hpp"

namespace tilewright::doctor {

namespace {

nlohmann::json checked(card::Card& card, const program::ProgramDescriptor& program, const engine::RunOptions& options) {
    try {
        const CheckReport report = check(card, program, options);
        const EveryReport every = check_every(card, family_of(card, program, options), options);
        std::string found;
        for (const Finding& finding : every.findings()) found += finding.to_text() + "\n";
        return {{"program", report.to_json()},
                {"every", every.to_json()},
                {"fails", report.unbalanced() || every.fails()},
                {"text", report.to_text() + "\n" + every.to_text() + found}};
    } catch (const Error& error) {
        return {{"finding", error.finding().to_json()}, {"fails", true}, {"text", error.finding().to_text()}};
    }
}

}  // namespace

void append_check(card::Card& card, const program::ProgramDescriptor& program, const engine::RunOptions& options) {
    static auto* seen = new SeenPrograms();
    if (!seen->add(program)) return;
    const std::string line = checked(card, program, options).dump() + "\n";
    std::ofstream file(options.check_report, std::ios::app);
    file << line << std::flush;
    if (!file)
        throw Error("TW3904", fmt::format("{}: cannot be written", options.check_report),
                    "check the folder and its space (TILEWRIGHT_CHECK_REPORT)", Exit::Environment);
}

std::vector<NotedCheck> read_checks(const std::string& path) {
    std::vector<NotedCheck> all;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        nlohmann::json data = nlohmann::json::parse(line, nullptr, false);
        if (!data.is_object() || !data.contains("text"))
            throw Error("TW3903", fmt::format("{}: line {} is no check of a program", path, all.size() + 1),
                        "let TILEWRIGHT_CHECK_REPORT name a new file");
        NotedCheck one{data.value("text", ""), data.value("fails", false), {}};
        data.erase("text");
        one.data = std::move(data);
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace tilewright::doctor
