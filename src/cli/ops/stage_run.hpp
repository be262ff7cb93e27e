// Brings one op through its stages, stops at the first red, and leaves the artefacts.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "report/op_report.hpp"

namespace tilewright::cli {

struct StageRunOptions {
    int from = 1, to = workshop::kStages;
    bool resume = false;                    // from the first stage on that was not green with these files
    std::filesystem::path out = "reports";  // artefacts go to <out>/<op>/
    std::string command;                    // that repeats this run
    std::function<void(const workshop::StageResult& result)> on_stage = {};  // after each
    workshop::Progress progress = {};
};

struct StageRun {
    report::OpReport report;
    std::filesystem::path folder, html;
    Exit exit_status = Exit::Ok;
    int skipped = 0;  // stages that were green before, with the same files
};

StageRun run_stages(workshop::Op op, ttnn::MeshDevice& device, const StageRunOptions& options);

// A folder whose host code does not compile or register is an op whose stage 1 is red.
StageRun record_load_failure(const std::filesystem::path& folder, const Error& error, const StageRunOptions& options);

}  // namespace tilewright::cli
