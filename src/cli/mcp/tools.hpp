// The tools: name, schema, and what each of them does.
#pragma once

#include <atomic>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/mcp/answer.hpp"
#include "cli/mcp/child.hpp"
#include "cli/mcp/workspace.hpp"

namespace tilewright::cli::mcp {

// A call on its way.
struct Call {
    const Workspace& workspace;
    const json& given;
    double most_seconds;
    const std::atomic<bool>& cancelled;
    std::function<void(double done, double of, const std::string& what)> told;
};

struct Tool {
    std::string name, description;
    json schema;
    Answer (*answer)(const Call& call);
    bool quick = false;  // no child, so it is answered while others work
    bool reads_only = true;
    double seconds = 300;  // its children may take together
};

const std::vector<Tool>& tools();

// In tools_*.cpp, by what they are about.
void add_spec_tools(std::vector<Tool>& to);
void add_op_tools(std::vector<Tool>& to);
void add_run_tools(std::vector<Tool>& to);
void add_file_tools(std::vector<Tool>& to);

// ---- what tools share --------------------------------------------------------------------------------------------
// Parts of schemas.
json text_argument(const std::string& description, size_t most = 200);
json number_argument(const std::string& description, int64_t least, int64_t most);
json choice_argument(const std::string& description, std::vector<std::string> values);
json flag_argument(const std::string& description);
json list_argument(const std::string& description, json items, size_t most);
// op, shape, dtype ... of one call of an op.
json case_arguments();

// A child of the server's that answers with JSON. Throws what it refuses, TW4605 where it crashed or met a limit.
json ask_step(const Call& call, const std::string& step, const json& request);
// A command as people type it; its output is the report.
Ended ask_command(const Call& call, std::vector<std::string> arguments);
// Why it ended without an answer; nothing where it did not.
void refuse_end(const Call& call, const Ended& ended);

// An op where it can be tried.
struct Tried {
    std::string word;    // what commands call it
    std::string folder;  // of the workspace; empty: it ships with Tilewright
    bool held = false;   // its reference comes from the spec that the server holds
    std::string pristine, formula, digest;
    std::vector<std::string> kernels, host, ignored, missing;  // files that differ from the generated ones

    std::string judged_by() const;
    // About host code that runs beside the judge: stages and mutants.
    std::vector<std::string> caveats(bool host_code_beside_judge) const;
};
Tried tried(const Call& call, const std::string& op);

// Numbers of 48 bits, which every JSON reader keeps.
uint64_t drawn_seed(const Call& call, const std::string& tool, const Tried& op, const json& ask, uint64_t number);

extern const char* const kCard;     // what was measured on
extern const char* const kSilicon;  // what nothing here has been on

}  // namespace tilewright::cli::mcp
