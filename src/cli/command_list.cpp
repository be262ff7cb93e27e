// The subcommands, one line each, in the order of the help text.
#include "cli/command.hpp"

namespace tilewright::cli {

#if TILEWRIGHT_HAVE_OPS
Action setup_ops(CLI::App& app, Context& context);
Action setup_run(CLI::App& app, Context& context);
Action setup_stage(CLI::App& app, Context& context);
Action setup_sweep(CLI::App& app, Context& context);
Action setup_accuracy(CLI::App& app, Context& context);
Action setup_analyse(CLI::App& app, Context& context);
#endif
Action setup_new(CLI::App& app, Context& context);
Action setup_plan(CLI::App& app, Context& context);
Action setup_tune(CLI::App& app, Context& context);
Action setup_diff(CLI::App& app, Context& context);
Action setup_export(CLI::App& app, Context& context);
Action setup_fuzz_specs(CLI::App& app, Context& context);
Action setup_examples(CLI::App& app, Context& context);
Action setup_check(CLI::App& app, Context& context);
Action setup_time(CLI::App& app, Context& context);
Action setup_mutate(CLI::App& app, Context& context);
Action setup_card(CLI::App& app, Context& context);
Action setup_explain(CLI::App& app, Context& context);
Action setup_bench(CLI::App& app, Context& context);
Action setup_py(CLI::App& app, Context& context);
Action setup_debug(CLI::App& app, Context& context);
Action setup_editor(CLI::App& app, Context& context);
Action setup_mcp(CLI::App& app, Context& context);
Action setup_cache(CLI::App& app, Context& context);
Action setup_env(CLI::App& app, Context& context);

const std::vector<Subcommand>& command_list() {
    static const std::vector<Subcommand> list = {
#if TILEWRIGHT_HAVE_OPS
        {"ops", "the ops that are there, with their documentation", setup_ops},
        {"run", "call an op on made-up data and compare the result with a float64 reference", setup_run, false, true,
         true},
        {"stage", "bring ops or op folders through the seven stages, and write their reports", setup_stage, false, true,
         true},
        {"sweep", "call an op on many cases drawn from a seed", setup_sweep, false, true, true},
        {"accuracy", "where an op loses precision on the card, phase by phase, and what settings change",
         setup_accuracy, false, true},
        {"analyse", "write the analysis of an op: work unit, data flow, CBs, arguments, cores", setup_analyse, false,
         true},
#endif
        {"new", "an op folder from a spec or a formula: host files, kernels, tests, documents", setup_new},
        {"plan", "the phases, circular buffers and L1 of a spec, proven without generating anything", setup_plan},
        {"tune", "the legal plans of an op or a spec by their time on the card, beside the default", setup_tune, false,
         true},
        {"diff", "what differs between two plans, and what the card's clock says of them", setup_diff, false, true},
        {"export", "an op as plain sources for a tt-metal tree, compared with the op and compiled against a checkout",
         setup_export},
        {"fuzz-specs", "random row programs, each planned, run in strict mode and compared", setup_fuzz_specs, false,
         true, true},
        {"examples", "run the example programs on the virtual card and check their results", setup_examples, false,
         true, true},
        {"check", "the CBs of an example, op or script: pushes, pops, least sizes, and what holds for every shape",
         setup_check, true, true, true},
        {"time", "how long it takes on the card, where the time goes, and what would change it", setup_time, true,
         true},
        {"mutate", "make faulty copies of a working example, op or script and see whether each mistake is found",
         setup_mutate, true, true, true},
        {"card", "what the virtual card is: grid, memories, limits, each figure with its source", setup_card},
        {"explain", "what a diagnostic code means and how to mend it", setup_explain},
        {"bench", "time the engine and the tile arithmetic on this machine", setup_bench},
        {"py", "run a Python script or module with `import ttnn` meaning the virtual card", setup_py},
        {"debug", "an op, example or script in gdb: breakpoints in kernels, circular buffers, tiles, DST", setup_debug,
         true},
        {"editor", "compile_commands.json for the kernels in a folder, as they were built", setup_editor},
        {"mcp", "a server for agents: the Model Context Protocol on standard input and output", setup_mcp},
        {"cache", "what the cache of built kernels holds", setup_cache},
        {"env", "what was found on this machine: compiler, plugin, folders, processors", setup_env},
    };
    return list;
}

}  // namespace tilewright::cli
