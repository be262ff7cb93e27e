// tilewright fuzz-specs: random row programs, each planned, compiled, run in strict mode and compared with float64.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "tilewright/device.hpp"
#include "workshop/run/fuzz.hpp"

namespace tilewright::cli {

namespace {

struct FuzzOptions {
    uint32_t count = 20, first = 0;
    uint64_t seed = 1;
    bool fast = false, verbose = false;
};

int fuzz_specs(const FuzzOptions& options, Context& context) {
    DeviceOptions card = DeviceOptions::from_environment();
    card.run.mode = options.fast ? engine::Mode::Fast : engine::Mode::Strict;
    const auto device = open_device(card);
    nlohmann::json list = nlohmann::json::array();
    std::map<std::string, uint32_t> verdicts;
    double worst = 0;
    bool bad = false;
    for (uint32_t i = options.first; i < options.first + options.count; ++i) {
        const workshop::rows::FuzzCase result = workshop::rows::run_fuzz_case(options.seed, i, *device);
        ++verdicts[workshop::rows::verdict_name(result.verdict)];
        bad |= result.bad();
        worst = std::max(worst, result.worst_of_allowed);
        context.verdicts.add({fmt::format("specs of seed {}", options.seed), fmt::format("{}: {}", i, result.formula),
                              result.bad() ? report::TestEnd::Failed : report::TestEnd::Passed,
                              workshop::rows::verdict_name(result.verdict),
                              result.reason.empty() ? workshop::rows::verdict_name(result.verdict) : result.reason, "",
                              result.seconds});
        if (context.json) {
            list.push_back({{"index", i},
                            {"formula", result.formula},
                            {"verdict", workshop::rows::verdict_name(result.verdict)},
                            {"reason", result.reason},
                            {"shape", result.shape},
                            {"plan", result.plan},
                            {"shards", result.shards},
                            {"worst_of_allowed", result.worst_of_allowed},
                            {"without_bound", result.without_bound},
                            {"elements", result.elements},
                            {"seconds", result.seconds}});
        } else if (options.verbose || result.verdict != workshop::rows::FuzzVerdict::Right) {
            context.out << fmt::format("{:>4} {:<8} {:.3f} of allowed, {}, {}{}  {}\n", i,
                                       workshop::rows::verdict_name(result.verdict), result.worst_of_allowed,
                                       fmt::join(result.shape, "x"), result.plan,
                                       result.shards.empty() ? "" : ", " + result.shards, result.formula)
                        << (result.reason.empty() ? "" : "     " + result.reason + "\n") << std::flush;
        }
    }
    if (context.json) {
        context.out << nlohmann::json{{"seed", options.seed},
                                      {"verdicts", verdicts},
                                      {"worst_of_allowed", worst},
                                      {"cases", list}}
                           .dump(2)
                    << "\n";
    } else {
        context.out << fmt::format("{} programs of seed {}:", options.count, options.seed);
        for (const auto& [name, count] : verdicts) context.out << fmt::format(" {} {}", count, name);
        context.out << fmt::format("; worst error {:.3g} of its bound\n", worst);
        if (bad) context.out << "one alone: tilewright fuzz-specs --seed " << options.seed << " --first N --count 1\n";
    }
    return static_cast<int>(bad ? Exit::Finding : Exit::Ok);
}

}  // namespace

Action setup_fuzz_specs(CLI::App& app, Context& context) {
    auto options = std::make_shared<FuzzOptions>();
    app.add_option("--count", options->count, "how many programs");
    app.add_option("--seed", options->seed, "what they are drawn from");
    app.add_option("--first", options->first, "number of the first one");
    app.add_flag("--fast", options->fast, "fast mode; strict without it");
    app.add_flag("--verbose", options->verbose, "a line for every program");
    return [options, &context] { return fuzz_specs(*options, context); };
}

}  // namespace tilewright::cli
