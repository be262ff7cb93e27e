// --sarif, --junit, --annotations: what a command came to, for machines (report/verdicts.hpp).
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace tilewright::cli {

struct ReportFlags {
    std::string sarif, junit;          // files
    std::string annotations = "auto";  // github, off, or github where its runner has started this
    bool any() const { return !sarif.empty() || !junit.empty() || annotations != "off"; }
};
void add_report_options(CLI::App& app, ReportFlags& flags);

// Writes what was asked for. A command that told of no test of its own is one. TW3008 where a file cannot be written.
void write_reports(const ReportFlags& flags, Context& context, const std::vector<std::string>& arguments, int status);

}  // namespace tilewright::cli
