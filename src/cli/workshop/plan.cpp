// tilewright plan: what the workshop would do for a spec, proven but not generated.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/workshop/workshop_options.hpp"
#include "doctor/check.hpp"
#include "ttnn/device.hpp"
#include "workshop/plan/explain.hpp"
#include "workshop/run/direct.hpp"

namespace tilewright::cli {

namespace {

int show_plan(const WorkshopOptions& options, bool explains, Context& context) {
    const workshop::rows::Plan plan = workshop::rows::make_plan(spec_of(options));
    const workshop::rows::DirectCall call = call_of(plan, options);
    const auto device = ttnn::open_mesh_device(0);
    const workshop::OpPlan chosen = workshop::rows::plan_call(plan, workshop::rows::request_of(plan, call, *device));
    const doctor::CheckReport report = workshop::rows::prove(plan, call, *device);
    bool balanced = true;
    for (const doctor::CheckedCb& line : report.cbs) balanced &= !line.used || line.balanced || line.persistent;
    if (context.json) {
        nlohmann::json json = workshop::rows::to_json(plan, chosen);
        json["proof"] = report.to_json();
        json["balanced"] = balanced;
        if (explains) json["decisions"] = workshop::rows::to_json(workshop::rows::explain(plan, chosen));
        context.out << json.dump(2) << "\n";
    } else {
        context.out << workshop::rows::signature_text(plan, call.shape, call.sizes) << "\n"
                    << workshop::rows::describe(plan, chosen) << "\nProof: the program finishes"
                    << (balanced ? ", and every CB is balanced" : ", but not every CB is balanced") << "\n"
                    << report.to_text();
        if (explains) {
            context.out << "\nDecisions: rule, what, how, why\n"
                        << workshop::rows::to_text(workshop::rows::explain(plan, chosen));
        }
    }
    return static_cast<int>(balanced ? Exit::Ok : Exit::Finding);
}

}  // namespace

Action setup_plan(CLI::App& app, Context& context) {
    auto options = std::make_shared<WorkshopOptions>();
    auto explains = std::make_shared<bool>(false);
    add_workshop_options(app, *options);
    app.add_flag("--explain", *explains,
                 "every decision with its rule: kind, blocks, passes, and of every CB why it is so");
    return [options, explains, &context] { return show_plan(*options, *explains, context); };
}

}  // namespace tilewright::cli
