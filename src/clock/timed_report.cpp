// Lines of a report, written and read.
#include "clock/timed_report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "clock/tape_file.hpp"

namespace tilewright::clock {

namespace fs = std::filesystem;

void note_program(const std::string& file, const Tape& tape, uint32_t llk, const Timing& timing) {
    const std::string kept = fmt::format("{}.{:016x}.tape", file, fingerprint(tape));
    if (std::error_code unknown; !fs::exists(kept, unknown)) {
        const std::string writing = fmt::format("{}.{}", kept, getpid());  // several processes may write one report
        save_tape(tape, writing);
        fs::rename(writing, kept);
    }
    const nlohmann::json line = {{"program", timing.program},  {"arch", timing.arch},
                                 {"ns", timing.ns()},          {"tape", kept},
                                 {"cores", tape.cores.size()}, {"llk", llk}};
    std::ofstream out(file, std::ios::app);
    if (!(out << line.dump() + "\n").flush())
        throw Error("TW3903", fmt::format("the report {} cannot be written", file), "check the folder and its space",
                    Exit::Environment);
}

std::vector<TimedPrograms> read_report(const std::string& file) {
    std::vector<TimedPrograms> all;
    std::map<std::string, size_t> by_tape;
    std::ifstream in(file);
    std::string text;
    while (std::getline(in, text)) {
        const nlohmann::json line = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
        if (!line.is_object() || !line.contains("tape"))
            throw Error("TW3903", fmt::format("{} is not a report of timed programs", file), "run it again",
                        Exit::Usage);
        const auto [place, fresh] = by_tape.try_emplace(line["tape"], all.size());
        if (fresh) all.push_back({line["program"], line["arch"], line["tape"], line["llk"], line["cores"], 0, 0});
        ++all[place->second].launches;
        all[place->second].total_ns += line["ns"].get<double>();
    }
    return all;
}

}  // namespace tilewright::clock
