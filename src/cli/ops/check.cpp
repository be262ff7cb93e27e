// tilewright check: what an example or an op does to its circular buffers, without running it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/ops/subject.hpp"
#include "cli/schedule.hpp"
#include "doctor/check.hpp"
#include "metal/device_impl.hpp"

namespace tilewright::cli {

namespace {

int run_check(const SubjectOptions& options, bool orders, Context& context) {
    const Subject subject = make_subject(options, /*with_data=*/orders);
    doctor::CheckReport report =
        doctor::check(*subject.device->impl().card, subject.program, run_options(*subject.device));
    if (report.program.empty()) report.program = options.name;
    bool unbalanced = false;
    for (const doctor::CheckedCb& line : report.cbs) unbalanced |= line.used && !line.balanced && !line.persistent;
    if (context.json) {
        context.out << nlohmann::json{{"name", options.name}, {"programs", {report.to_json()}}}.dump(2) << "\n";
    } else {
        context.out << report.to_text() << "\n";
    }
    if (orders) unbalanced |= !search_orders(*subject.device->impl().card, subject.program, context.err);
    return static_cast<int>(unbalanced ? Exit::Finding : Exit::Ok);
}

}  // namespace

Action setup_check(CLI::App& app, Context& context) {
    auto options = std::make_shared<SubjectOptions>();
    declare_subject(app, *options);
    auto orders = std::make_shared<bool>(false);
    app.add_flag("--orders", *orders,
                 "run it, too, under the orders of its threads that may matter, one after another");
    return [options, orders, &context] { return run_check(*options, *orders, context); };
}

}  // namespace tilewright::cli
