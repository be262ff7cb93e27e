// Times tapes again, for calibrating the machines' figures. Tapes come from runs with TILEWRIGHT_TAPES set. Commands on
// standard input, one a line; each `time` prints a JSON line:
//   load FILE LLK          the tapes are numbered from 0
//   set MACHINE KEY VALUE  another value of a figure, from now on
//   time NUMBER [detail]
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "base/error.hpp"
#include "clock/figures.hpp"
#include "clock/simulation.hpp"
#include "clock/tape_file.hpp"
#include "clock/verdict.hpp"

using namespace tilewright;

namespace {

struct Loaded {
    clock::LoadedTape tape;
    uint32_t llk = 0;
};

nlohmann::json times(const Loaded& loaded, const card::Arch& arch, bool detail) {
    const clock::Figures figures(arch, loaded.llk);
    const clock::Timing timing = clock::Simulation(*loaded.tape.tape, figures).run();
    nlohmann::json line = {{"ns", timing.ns()}, {"guessed", timing.guessed_order}};
    const auto ns = [&](uint64_t cycles) { return static_cast<double>(cycles) / timing.clock_ghz; };
    for (const clock::ZoneTime& zone : timing.zones)
        line["zones"].push_back(
            {zone.name, static_cast<int>(timing.threads[zone.thread].processor), ns(zone.begin), ns(zone.end)});
    const auto waits = [](const std::vector<clock::Waited>& all) {
        nlohmann::json list = nlohmann::json::array();
        for (const clock::Waited& wait : all) list.push_back({clock::wait_text(wait), wait.cycles, wait.times});
        return list;
    };
    for (size_t i = 0; detail && i < timing.threads.size() && i < 5; ++i) {
        const clock::ThreadTime& thread = timing.threads[i];
        line["threads"].push_back({{"name", thread.name},
                                   {"begin", thread.begin},
                                   {"end", thread.end},
                                   {"busy", thread.busy},
                                   {"scalar", thread.scalar},
                                   {"unit_busy", thread.unit_busy},
                                   {"waits", waits(thread.waits)},
                                   {"unit_waits", waits(thread.unit_waits)}});
    }
    return line;
}

}  // namespace

int main() {
    std::vector<Loaded> tapes;
    clock::TapeCards cards;
    std::map<std::string, card::Arch> machines;
    const auto machine = [&](const std::string& name) -> card::Arch& {
        return machines.try_emplace(name, card::find_arch(name)).first->second;
    };
    std::string text;
    while (std::getline(std::cin, text)) {
        std::istringstream line(text);
        std::string command, name, key;
        line >> command;
        try {
            if (command == "load") {
                uint32_t llk = clock::Figures::kNewestLlk;
                line >> name >> llk;
                tapes.push_back({{}, llk});  // a file that cannot be read keeps its number
                tapes.back().tape = clock::load_tape(name, &cards);
            } else if (command == "set") {
                double value = 0;
                line >> name >> key >> value;
                machine(name).timing[key].values = {value};
            } else if (command == "time") {
                size_t number = 0;
                line >> number >> key;
                const Loaded& loaded = tapes.at(number);
                if (!loaded.tape.tape) throw Error("TW3903", "this tape was not loaded", "");
                std::cout << times(loaded, machine(loaded.tape.card->arch().name), key == "detail").dump() << std::endl;
            }
        } catch (const std::exception& error) {
            if (command == "load") {
                std::cerr << error.what() << "\n";
                continue;
            }
            std::cout << nlohmann::json{{"error", error.what()}}.dump() << std::endl;
        }
    }
    return 0;
}
