// tilewright new: an op folder from a spec, or from one line of mathematics.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/workshop/workshop_options.hpp"
#include "ttnn/device.hpp"
#include "workshop/gen/folder.hpp"
#include "workshop/tune/tune.hpp"

namespace tilewright::cli {

namespace {

struct NewOptions {
    WorkshopOptions workshop;
    std::string out;
    bool force = false, skip_proof = false;
};

// The spec with the quickest legal plan for each of its shapes, and the next ones.
workshop::rows::Spec with_plans(const workshop::rows::Plan& plan, Context& context) {
    namespace rows = workshop::rows;
    const auto device = ttnn::open_mesh_device(0);
    std::string text = plan.spec.source.text;
    if (!text.empty() && text.back() != '\n') text += '\n';
    for (const std::vector<uint32_t>& shape : plan.spec.shapes) {
        rows::DirectCall call;
        call.shape = shape;
        workshop::TuneOptions options;
        options.grids = false;
        const workshop::Tuning tuning = workshop::tune(workshop::tunable(plan, call, *device), *device, options);
        const auto plan_of = [](const workshop::Tried& tried) { return workshop::ask_of(tried.plan).text(); };
        // Of equal times the planner's own plan, else two blocks buffered; the next ones are of another kind or block.
        const workshop::Tried* best = &tuning.best();
        for (const workshop::Tried& one : tuning.tried) {
            if (one.ns > tuning.best().ns) break;
            const bool own = one.plan.choice() == tuning.chosen.plan.choice();
            if (own || (one.ask.depth == 2 && best->ask.depth != 2)) best = &one;
            if (own) break;
        }
        std::vector<std::string> others;
        std::set<std::pair<workshop::PlanKind, uint32_t>> told = {{best->plan.kind, best->plan.rows.block_tiles}};
        for (const workshop::Tried& one : tuning.tried) {
            if (others.size() == 3) break;
            if (told.emplace(one.plan.kind, one.plan.rows.block_tiles).second)
                others.push_back(fmt::format("\"{} {:.2f} us\"", plan_of(one), one.ns / 1000));
        }
        const bool own = best->plan.choice() == tuning.chosen.plan.choice();
        text += fmt::format(
            "\n# By the card's clock ({}, bfloat16), of {} legal plans; the planner by itself takes {}.\n[[plans]]\n"
            "shape = \"{}\"\nplan = \"{}\"\nns = {:.0f}\nothers = [{}]\n",
            tuning.arch, tuning.tried.size(),
            own ? "the same" : fmt::format("{}, {:.2f} us", plan_of(tuning.chosen), tuning.chosen.ns / 1000),
            fmt::join(shape, ","), plan_of(*best), best->ns, fmt::join(others, ", "));
        context.err << fmt::format("{}: {} of {} legal plans, {:.2f} us\n", fmt::join(shape, ","), plan_of(*best),
                                   tuning.tried.size(), best->ns / 1000);
    }
    return rows::parse_spec({plan.spec.source.name, text});
}

int new_op(const NewOptions& options, Context& context) {
    namespace rows = workshop::rows;
    rows::Plan plan = rows::make_plan(spec_of(options.workshop));
    if (plan.spec.plans.empty() && !plan.spec.shapes.empty()) plan = rows::make_plan(with_plans(plan, context));
    if (!options.skip_proof) {
        const auto device = ttnn::open_mesh_device(0);
        rows::prove(plan, call_of(plan, options.workshop), *device);
    }
    const std::filesystem::path folder = options.out.empty() ? plan.spec.name : options.out;
    const rows::WriteReport report = rows::write_folder(plan, folder, options.force);
    if (context.json) {
        context.out << nlohmann::json{{"op", plan.spec.name},
                                      {"folder", folder.string()},
                                      {"written", report.written},
                                      {"unchanged", report.unchanged},
                                      {"kept", report.kept}}
                           .dump(2)
                    << "\n";
    } else {
        context.out << rows::signature_text(plan) << rows::notes_text(plan)
                    << fmt::format("{}: {} files written, {} unchanged in {}\n", plan.spec.name, report.written.size(),
                                   report.unchanged.size(), folder.string());
        for (const std::string& name : report.kept) {
            context.out << fmt::format("kept {}: it was edited; --force overwrites it\n", name);
        }
        context.out << fmt::format("next: tilewright stage {}\n", folder.string());
    }
    return static_cast<int>(Exit::Ok);
}

}  // namespace

Action setup_new(CLI::App& app, Context& context) {
    auto options = std::make_shared<NewOptions>();
    add_spec_options(app, options->workshop);
    app.add_option("--out", options->out, "the folder; the op's name without it");
    app.add_flag("--force", options->force, "overwrite files that were edited");
    app.add_flag("--skip-proof", options->skip_proof, "generate without the static check of the program");
    return [options, &context] { return new_op(*options, context); };
}

}  // namespace tilewright::cli
