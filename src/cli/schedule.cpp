// Schedules on the command line, and the command that repeats a run.
#include "cli/schedule.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ostream>

#include "base/environment.hpp"
#include "engine/search.hpp"

namespace tilewright::cli {

void add_schedule_options(CLI::App& app, ScheduleOptions& options, bool repeats) {
    app.add_option("--schedule", options.schedule,
                   "fixed, or random: another legal order of threads and of transfers' arrivals, drawn from --seed")
        ->check(CLI::IsMember({"fixed", "random"}));
    // The command that repeats a failure adds its own to the ones that were given.
    app.add_option("--schedule-seed", options.seed, "of a random schedule; --seed by default")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    if (repeats) {
        app.add_option("--schedules", options.schedules,
                       "make the same call under this many random schedules, too; every bit must stay the same")
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    }
}

void apply(const ScheduleOptions& options, uint64_t seed, engine::RunOptions& run) {
    if (options.schedule.empty()) return;
    run.schedule = options.schedule == "random" ? engine::Schedule::Random : engine::Schedule::Fixed;
    if (run.schedule == engine::Schedule::Random) run.seed = options.seed.value_or(seed);
}

bool search_orders(card::Card& card, const program::ProgramDescriptor& program, std::ostream& out) {
    engine::RunOptions options = engine::RunOptions::from_environment();
    options.mode = engine::Mode::Strict;
    options.schedule = engine::Schedule::Random;
    const auto prepared = engine::prepare(card, program, options);
    const engine::Search search = engine::search_schedules(*prepared, {.runs = 2000, .seconds = 10});
    out << fmt::format("orders: {} runs, {} orders of calls that others depend on{}\n", search.runs, search.orders,
                       search.complete ? "; all with up to two deviations" : "");
    if (!search.failing) return true;
    prepared->order = search.failing->text();
    engine::launch(*prepared);  // fails, and says how
    return false;
}

std::string repeat_command(const std::vector<std::string>& arguments) {
    std::string text;
    const auto add = [&](const std::string& word) {
        if (!text.empty()) text += ' ';
        if (!word.empty() && word.find_first_of(" \t\n'\"$&|;<>()*?[]\\`#~") == std::string::npos) {
            text += word;
            return;
        }
        text += '\'';
        for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
        text += '\'';
    };
    for (const char* name :
         {"TILEWRIGHT_MODE", "TILEWRIGHT_NUMERICS", "TILEWRIGHT_THREADS", "TILEWRIGHT_SCHEDULE", "TILEWRIGHT_SEED",
          "TILEWRIGHT_ORDER", "TILEWRIGHT_ARCH", "TILEWRIGHT_ERA", "TILEWRIGHT_LLK"}) {
        if (const std::string value = environment::text(name); !value.empty()) add(std::string(name) + "=" + value);
    }
    add("tilewright");
    for (const std::string& argument : arguments) add(argument);
    return text;
}

}  // namespace tilewright::cli
