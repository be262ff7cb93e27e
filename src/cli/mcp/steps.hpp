// What the server's children do: `tilewright mcp --step NAME` reads a request (JSON) and prints an answer (JSON) as the
// last line of its output. Started by the server itself.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace tilewright::cli {
struct Context;
}

namespace tilewright::cli::mcp {

using nlohmann::json;

// "progress" lines come before the answer.
using Told = std::function<void(size_t done, size_t of, const std::string& what)>;

// Writes an op folder from a spec or a formula and proves its program.
json generate_step(const json& request);
// Copies a folder of the workspace to where it is tried; what judges it comes from the spec that the server holds.
json assemble_step(const json& request);
// Calls of an op, compared with the reference.
json run_step(const json& request, const Told& told);
// The programs of calls, and the other half: these programs on fresh data, judged where their host code is not.
json describe_step(const json& request);
json judge_step(const json& request, const Told& told);
// Kernels with the CBs, buffers and arguments that they are given.
json program_step(const json& request);

// The exit status. `own_process`: it may give up rights.
int run_step_named(const std::string& name, Context& context, bool own_process);

}  // namespace tilewright::cli::mcp
