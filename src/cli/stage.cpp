// tilewright stage: brings ops through the seven stages and ends with the table op x stage.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/table.hpp"

#if TILEWRIGHT_HAVE_OPS
#include "cli/op_options.hpp"
#include "ops/common/seed_ops.hpp"
#include "workshop/stage/stages.hpp"

namespace tilewright::cli {

namespace {

struct Options {
    std::vector<std::string> names;
    std::vector<int> stages;
    CardOptions card;
};

int run(const Options& options, Context& context) {
    std::vector<workshop::Op> chosen;
    for (const std::string& name : options.names) chosen.push_back(parse_op(name));
    if (chosen.empty()) chosen = ops::seed_ops();
    std::vector<int> stages = options.stages;
    if (stages.empty()) stages = {1, 2, 3, 4, 5, 6, 7};
    nlohmann::json json = nlohmann::json::array();
    Table table({"op", ">stage", "gate", "result", ">checks", ">cases", ">worst ulp", ">norm error", ">cores",
                 ">CB bytes", ">time"});
    bool all = true;
    for (const workshop::Op op : chosen) {
        const auto device = open_card(options.card);
        for (const int stage : stages) {
            const workshop::StageResult result = workshop::run_stage(op, stage, *device);
            all &= result.passed;
            nlohmann::json entry = result.to_json();
            entry["op"] = op->name;
            json.push_back(entry);
            const bool ran = !result.cases.empty(), compared = stage == 7;
            table.add({op->name, std::to_string(stage), result.name, result.passed ? "passed" : "FAILED",
                       std::to_string(result.checks), ran ? std::to_string(result.cases.size()) : "",
                       compared ? fmt::format("{:.2f}", result.worst_ulp) : "",
                       compared ? fmt::format("{:.2g}", result.worst_norm_error) : "",
                       ran ? std::to_string(result.most_cores) : "", ran ? grouped(result.most_cb_bytes) : "",
                       duration(result.seconds)});
            if (context.json) continue;
            context.out << fmt::format("{} stage {} ({}): {} in {}\n", op->name, stage, result.name,
                                       result.passed ? "passed" : "FAILED", duration(result.seconds))
                        << std::flush;
            for (const workshop::Failure& failure : result.failures) context.err << "  " << failure.text() << "\n";
        }
        device->close();
    }
    if (context.json) {
        context.out << nlohmann::json{{"stages", json}, {"passed", all}}.dump(2) << "\n";
    } else {
        context.out << "\n" << table.text();
    }
    return static_cast<int>(all ? Exit::Ok : Exit::Finding);
}

}  // namespace

Action setup_stage(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    app.add_option("OP", options->names, "which ops; all without a name");
    app.add_option("--stage", options->stages, "only these stages (1 to 7)")->delimiter(',');
    add_card_options(app, options->card);
    return [options, &context] { return run(*options, context); };
}

}  // namespace tilewright::cli
#endif
