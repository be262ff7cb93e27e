// Running bench_silicon and showing what it found.
#include "cli/bench/bench_silicon.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/bench/bench_program.hpp"
#include "cli/table.hpp"

namespace tilewright::cli {

using nlohmann::json;

json bench_silicon(const std::string& set, bool quick) {
    const std::filesystem::path program = bench_program("bench_silicon");
    std::string command = fmt::format("'{}' --json", program.string());
    if (quick) command += " --quick";
    if (set != ".") command += fmt::format(" --set '{}'", set);
    std::string text;
    FILE* pipe = ::popen(command.c_str(), "r");
    char part[4096];
    while (pipe != nullptr && std::fgets(part, sizeof part, pipe) != nullptr) text += part;
    const int status = pipe == nullptr ? -1 : ::pclose(pipe);
    json found = json::parse(text, nullptr, false);
    if (status != 0 || found.is_discarded()) {
        throw Error("TW4002", fmt::format("bench_silicon has no answer for the set \"{}\"", set),
                    "its messages are above; the sets stand in bench/silicon/sets.cpp", Exit::Usage);
    }
    return found;
}

std::string silicon_table(const json& silicon) {
    const auto percent = [](double value) { return fmt::format("{:.1f} %", 100 * value); };
    Table rows({"row", "set", ">predicted", ">measured", ">error", "program"});
    for (const json& row : silicon.at("rows")) {
        std::string words;
        for (const auto& [name, value] : row["program"].items())
            words += fmt::format("{}{}={}", words.empty() ? "" : " ", name, value.get<std::string>());
        rows.add({row["id"], row["set"], duration(row["predicted_ns"].get<double>() * 1e-9),
                  duration(row["measured_ns"].get<double>() * 1e-9),
                  fmt::format("{:+.1f} %", 100 * row["error"].get<double>()), words});
    }
    Table sets({"set", ">rows", ">median", ">90 % below", ">worst"});
    const auto add = [&](const std::string& name, const json& of) {
        sets.add({name, std::to_string(of["rows"].get<int>()), percent(of["median"]), percent(of["ninth"]),
                  percent(of["worst"])});
    };
    for (const auto& [name, of] : silicon.at("sets").items()) add(name, of);
    add("all", silicon.at("all"));
    return rows.text() + "\n" + sets.text();
}

}  // namespace tilewright::cli
