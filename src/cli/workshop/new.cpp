// tilewright new: an op folder from a spec, or from one line of mathematics.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/workshop/workshop_options.hpp"
#include "ttnn/device.hpp"
#include "workshop/gen/folder.hpp"

namespace tilewright::cli {

namespace {

struct NewOptions {
    WorkshopOptions workshop;
    std::string out;
    bool force = false, skip_proof = false;
};

int new_op(const NewOptions& options, Context& context) {
    namespace rows = workshop::rows;
    const rows::Plan plan = rows::make_plan(spec_of(options.workshop));
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
