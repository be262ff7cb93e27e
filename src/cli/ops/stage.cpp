// tilewright stage: brings ops through the seven stages, stops at the first red with its reason, leaves the artefacts
// and ends with the table op x stage.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/table.hpp"

#if TILEWRIGHT_HAVE_OPS
#include "cli/ops/op_options.hpp"
#include "ops/common/seed_ops.hpp"
#include "cli/ops/stage_run.hpp"
#include "cli/ops/verdicts_of.hpp"
#include "cli/trace_options.hpp"

namespace tilewright::cli {

namespace {

struct StageOptions {
    std::vector<std::string> names;
    int from = 1, to = workshop::kStages;
    std::string out = "reports";
    bool resume = false;
    CardOptions card;
    TraceFlags trace;
};

// One row per op: its stages, and what stage 7 (or the last that ran programs) saw.
void add_row(Table& table, const StageRun& run) {
    std::vector<std::string> row = {run.report.op};
    size_t shapes = 0;
    double worst_ulp = 0, worst_norm = 0, of_allowed = 0, seconds = 0;
    bool compared = false;
    uint64_t cores = 0;
    uint32_t cb_bytes = 0;
    for (int stage = 1; stage <= workshop::kStages; ++stage) {
        const workshop::StageResult* result = run.report.stage(stage);
        row.push_back(stage <= run.skipped ? "before" : result == nullptr ? "-" : result->passed ? "ok" : "RED");
        if (result == nullptr) continue;
        seconds += result->seconds;
        shapes += result->cases.size();
        cores = std::max(cores, result->most_cores);
        cb_bytes = std::max(cb_bytes, result->most_cb_bytes);
        if (stage != 7) continue;
        compared = true;
        worst_ulp = result->worst_ulp;
        worst_norm = result->worst_norm_error;
        of_allowed = result->worst_of_allowed;
    }
    row.push_back(std::to_string(shapes));
    row.push_back(
        compared ? fmt::format("{:.2f} ulp, {:.2g} norm-wise, {:.2f} of allowed", worst_ulp, worst_norm, of_allowed)
                 : "");
    row.push_back(cores == 0 ? "" : std::to_string(cores));
    row.push_back(cb_bytes == 0 ? "" : grouped(cb_bytes) + " B");
    row.push_back(duration(seconds));
    table.add(std::move(row));
}

int stage(const StageOptions& options, Context& context) {
    std::vector<std::string> names = options.names;
    if (names.empty()) {
        for (const workshop::Op op : ops::seed_ops()) names.push_back(op->name);
    }
    nlohmann::json stages = nlohmann::json::array(), reports = nlohmann::json::array();
    Table table({"op", "1", "2", "3", "4", "5", "6", "7", ">shapes", "worst error", ">cores", ">L1", ">time"});
    Exit exit_status = Exit::Ok;
    std::vector<std::string> places;
    for (const std::string& name : names) {
        StageRunOptions settings;
        settings.from = options.from;
        settings.to = options.to;
        settings.out = options.out;
        settings.resume = options.resume;
        settings.command = fmt::format("tilewright stage {}", name);
        if (options.from != 1 || options.to != workshop::kStages)
            settings.command += fmt::format(" --from {} --to {}", options.from, options.to);
        settings.on_stage = [&](const workshop::StageResult& result) {
            nlohmann::json entry = result.to_json();
            entry["op"] = name;
            stages.push_back(std::move(entry));
            if (context.json) return;
            context.out << fmt::format("{} stage {} ({}): {} in {}\n", name, result.stage, result.name,
                                       result.passed ? "passed" : "FAILED", duration(result.seconds))
                        << std::flush;
            if (const auto covered = result.covered(); !covered.empty())
                context.out << fmt::format("  covers: {}\n", fmt::join(covered, "; "));
            for (const std::string& line : result.nothing_promised())
                context.out << fmt::format("  nothing promised: {}\n", line);
            for (const workshop::Failure& failure : result.failures) {
                context.err << "  " << failure.text() << "\n";
                if (!failure.details.empty()) context.err << failure.details;
            }
        };
        StageRun done;
        try {
            const workshop::Op op = parse_op(name);
            DeviceOptions card = device_options(options.card);
            fast_unless_told(card);
            apply(options.trace, card.run);
            const auto device = open_device(card);
            done = run_stages(op, *device, settings);
            device->close();
        } catch (const Error& error) {
            if (error.code().rfind("TW330", 0) != 0) throw;
            done = record_load_failure(name, error, settings);
        }
        add_verdicts(context.verdicts, done);
        exit_status = std::max(exit_status, done.exit_status);
        add_row(table, done);
        places.push_back(done.html.string());
        reports.push_back({{"op", done.report.op},
                           {"passed", done.skipped == options.to || done.report.passed()},
                           {"green_before", done.skipped},
                           {"folder", done.folder.string()},
                           {"html", done.html.string()}});
    }
    if (context.json) {
        context.out
            << nlohmann::json{{"stages", stages}, {"reports", reports}, {"passed", exit_status == Exit::Ok}}.dump(2)
            << "\n";
        return static_cast<int>(exit_status);
    }
    context.out << "\n" << table.text() << "\nreports:\n";
    for (const std::string& place : places) context.out << "  " << place << "\n";
    return static_cast<int>(exit_status);
}

}  // namespace

Action setup_stage(CLI::App& app, Context& context) {
    auto options = std::make_shared<StageOptions>();
    app.add_option("OP", options->names, "ops by name, or folders of ops; the shipped ops without any");
    app.add_option("--from", options->from, "first stage (1 to 7)")->check(CLI::Range(1, workshop::kStages));
    app.add_option("--to", options->to, "last stage (1 to 7)")->check(CLI::Range(1, workshop::kStages));
    app.add_flag("--resume", options->resume, "go on with the first stage that was not green with these files");
    app.add_option("--out", options->out, "artefacts go to DIR/<op>/; \"reports\" without it");
    add_card_options(app, options->card);
    add_trace_options(app, options->trace);
    app.footer(kWhatFoldersMayDo);
    return [options, &context] { return stage(*options, context); };
}

}  // namespace tilewright::cli
#endif
