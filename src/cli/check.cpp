// tilewright check: what an example or an op does to its circular buffers, without running it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/subject.hpp"
#include "doctor/check.hpp"
#include "engine/launch.hpp"

namespace tilewright::cli {

namespace {

int run_check(const SubjectOptions& options, Context& context) {
    std::vector<doctor::CheckReport> reports;
    bool unbalanced = false;
    {
        engine::LaunchVisit visit([&](engine::PreparedProgram& prepared) {
            doctor::CheckReport report = doctor::check(prepared.card, prepared.program);
            if (report.program.empty()) report.program = options.name;
            for (const doctor::CbPlanLine& line : report.cbs)
                unbalanced |= line.used && !line.balanced && !line.persistent;
            reports.push_back(std::move(report));
            return true;
        });
        run_subject(options);
    }
    if (context.json) {
        nlohmann::json json = {{"name", options.name}, {"programs", nlohmann::json::array()}};
        for (const doctor::CheckReport& report : reports) json["programs"].push_back(report.to_json());
        context.out << json.dump(2) << "\n";
    } else {
        for (const doctor::CheckReport& report : reports) context.out << report.to_text() << "\n";
    }
    return static_cast<int>(unbalanced ? Exit::Finding : Exit::Ok);
}

}  // namespace

Action setup_check(CLI::App& app, Context& context) {
    auto options = std::make_shared<SubjectOptions>();
    declare_subject(app, *options);
    return [options, &context] { return run_check(*options, context); };
}

}  // namespace tilewright::cli
