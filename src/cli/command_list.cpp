// The subcommands, one line each, in the order of the help text.
#include "cli/command.hpp"

namespace tilewright::cli {

Action setup_examples(CLI::App& app, Context& context);
Action setup_card(CLI::App& app, Context& context);
Action setup_explain(CLI::App& app, Context& context);
Action setup_bench(CLI::App& app, Context& context);
Action setup_cache(CLI::App& app, Context& context);
Action setup_env(CLI::App& app, Context& context);

const std::vector<Subcommand>& command_list() {
    static const std::vector<Subcommand> list = {
        {"examples", "run the example programs on the virtual card and check their results", setup_examples},
        {"card", "what the virtual card is: grid, memories, limits, each figure with its source", setup_card},
        {"explain", "what a diagnostic code means and how to mend it", setup_explain},
        {"bench", "time the engine and the tile arithmetic on this machine", setup_bench},
        {"cache", "what the cache of built kernels holds", setup_cache},
        {"env", "what was found on this machine: compiler, plugin, folders, processors", setup_env},
    };
    return list;
}

}  // namespace tilewright::cli
