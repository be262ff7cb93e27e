// Writing reports for machines.
#include "cli/report_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <ostream>

#include "base/environment.hpp"
#include "base/files.hpp"
#include "base/paths.hpp"
#include "report/journal.hpp"

namespace tilewright::cli {

namespace fs = std::filesystem;

namespace {

bool in_github(const ReportFlags& flags) {
    return flags.annotations == "github" ||
           (flags.annotations == "auto" && environment::text("GITHUB_ACTIONS") == "true");
}

fs::path root_of_sources() {
    if (const std::string given = environment::text("GITHUB_WORKSPACE"); !given.empty()) return given;
    std::error_code ignored;
    return fs::current_path(ignored);
}

}  // namespace

void add_report_options(CLI::App& app, ReportFlags& flags) {
    app.add_option("--sarif", flags.sarif, "write the findings to FILE, as SARIF 2.1.0")->option_text("FILE");
    app.add_option("--junit", flags.junit, "write what passed and failed to FILE, as JUnit's XML")->option_text("FILE");
    app.add_option("--annotations", flags.annotations,
                   "github: findings as lines for its log, on stderr; auto: where its runner has started this")
        ->check(CLI::IsMember({"auto", "github", "off"}));
}

void write_reports(const ReportFlags& flags, Context& context, const std::vector<std::string>& arguments, int status) {
    if (!flags.any()) return;
    report::Verdicts& verdicts = context.verdicts;
    verdicts.end(status);
    report::ReportOf of;
    of.command = fmt::format("tilewright {}", fmt::join(arguments, " "));
    if (verdicts.tests().empty()) {
        report::TestVerdict whole{"tilewright", of.command};
        if (status != 0) {
            whole.end = report::TestEnd::Failed;
            for (const Finding& finding : verdicts.findings()) {
                if (whole.message.empty()) whole.kind = finding.code, whole.message = finding.message;
                whole.text += finding.to_text();
            }
            if (whole.message.empty()) whole.message = fmt::format("ended with status {}", status);
        }
        verdicts.add(std::move(whole), /*told=*/!verdicts.findings().empty());
    }
    of.version = TILEWRIGHT_VERSION;
    of.started = context.started;
    of.root = root_of_sources();
    of.diagnostics = shipped_folder("docs/diagnostics");
    constexpr const char* kFix = "give a file in a folder that can be written";
    if (!flags.sarif.empty()) write_file(flags.sarif, report::sarif(verdicts, of), "TW3008", kFix);
    if (!flags.junit.empty()) write_file(flags.junit, report::junit(verdicts, of), "TW3008", kFix);
    if (in_github(flags)) context.err << report::github_annotations(verdicts, of) << std::flush;
}

}  // namespace tilewright::cli
