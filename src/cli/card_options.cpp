// From flags to the options of a device.
#include "cli/card_options.hpp"

#include <CLI/CLI.hpp>

#include "card/arch.hpp"
#include "workshop/plan/plan_ask.hpp"

namespace tilewright::cli {

void add_card_options(CLI::App& app, CardOptions& options) {
    CLI::Option* strict = app.add_flag("--strict", options.strict, "three threads per compute kernel, every check");
    app.add_flag("--fast", options.fast, "compute kernels in one thread where the source allows it")->excludes(strict);
    app.add_option("--threads", options.threads, "host threads that run cores");
    app.add_option("--time-limit", options.time_limit,
                   "seconds that a kernel thread may compute without waiting for anything; 0: no limit")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--run-limit", options.run_limit, "seconds that a program may compute in all; 0: no limit")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--arch", options.arch, card::arch_list());
    app.add_option("--plan", options.plan, "of row ops, e.g. streaming,block=4,depth=3; else the planner chooses");
    app.add_option("--numerics", options.numerics, "card: bit for bit as the card; float: IEEE float32, faster")
        ->check(CLI::IsMember({"card", "float"}));
}

DeviceOptions device_options(const CardOptions& options) {
    DeviceOptions made = DeviceOptions::from_environment();
    if (!options.arch.empty()) made.arch = options.arch;
    if (options.strict) made.run.mode = engine::Mode::Strict;
    if (options.fast) made.run.mode = engine::Mode::Fast;
    if (!options.plan.empty()) made.plan = workshop::PlanAsk::parse(options.plan).text();
    if (options.time_limit) made.run.time_limit_seconds = *options.time_limit;
    if (options.run_limit) made.run.run_limit_seconds = *options.run_limit;
    if (options.isolate) made.run.isolate = true;
    if (options.threads != 0) made.run.host_threads = options.threads;
    if (!options.numerics.empty())
        made.run.numerics = options.numerics == "card" ? tile::Numerics::Card : tile::Numerics::Float;
    return made;
}

void fast_unless_told(DeviceOptions& options) {
    if (options.run.mode == engine::Mode::Auto) options.run.mode = engine::Mode::Fast;
}

std::shared_ptr<MeshDevice> open_card(const CardOptions& options) {
    DeviceOptions made = device_options(options);
    fast_unless_told(made);
    return open_device(made);
}

}  // namespace tilewright::cli
