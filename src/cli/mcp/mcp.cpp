// tilewright mcp: a server of the Model Context Protocol on standard input and output.
#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/mcp/server.hpp"
#include "cli/mcp/steps.hpp"

namespace tilewright::cli {

Action setup_mcp(CLI::App& app, Context& context) {
    auto options = std::make_shared<mcp::ServerOptions>();
    auto step = std::make_shared<std::string>();
    auto workspace = std::make_shared<std::string>("tilewright-workspace");
    app.add_option("--workspace", *workspace, "the folder that clients work in; made where it is not there")
        ->capture_default_str();
    app.add_option("--seconds", options->most_seconds, "that any call may take")
        ->check(CLI::Range(1.0, 86400.0))
        ->capture_default_str();
    app.add_option("--step", *step, "")->group("");  // what its children are started with
    app.footer("Clients start it themselves; docs/mcp.md has the lines that tell them how.");
    return [options, step, workspace, &context] {
        if (!step->empty()) return mcp::run_step_named(*step, context, context.own_process);
        options->workspace = *workspace;
        return mcp::serve(*options);
    };
}

}  // namespace tilewright::cli
