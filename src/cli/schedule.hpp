// The order in which a card's threads run, as options, and what repeats a failing command.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "card/card.hpp"
#include "engine/run_options.hpp"
#include "program/descriptor.hpp"

namespace CLI {
class App;
}

namespace tilewright::cli {

struct ScheduleOptions {
    std::string schedule;          // fixed or random; empty: the environment's choice
    std::optional<uint64_t> seed;  // of a random schedule
    uint32_t schedules = 0;        // how many random schedules to try besides
};
// --schedule and, where the command repeats one call, --schedules. The seed is the command's own --seed unless
// --schedule-seed says otherwise.
void add_schedule_options(CLI::App& app, ScheduleOptions& options, bool repeats);
void apply(const ScheduleOptions& options, uint64_t seed, engine::RunOptions& run);

// Runs the program under every schedule with up to two deviations, as far as ten seconds go (engine/search.hpp), and
// says how many; the error of the first that fails is thrown.
bool search_orders(card::Card& card, const program::ProgramDescriptor& program, std::ostream& out);

// The command line that does the same again: the settings of the environment that matter, then the arguments.
std::string repeat_command(const std::vector<std::string>& arguments);

}  // namespace tilewright::cli
