// tilewright time: how long a program takes on the card, where the time goes, and what would change it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/command.hpp"
#include "cli/ops/subject.hpp"
#include "clock/recording.hpp"
#include "clock/verdict.hpp"
#include "metal/device_impl.hpp"

namespace tilewright::cli {

namespace {

int run_time(const SubjectOptions& options, Context& context) {
    const Subject subject = make_subject(options, /*with_data=*/true);
    program::ProgramDescriptor program = subject.program;
    if (program.name.empty()) program.name = options.name;
    const clock::Recording recording(*subject.device->impl().card, program, run_options(*subject.device));
    const clock::Timing timing = recording.time();
    const clock::Verdict verdict = clock::judge(recording, timing);
    if (context.json) {
        nlohmann::json json = clock::to_json(timing, verdict);
        json["seconds_build"] = recording.seconds_build;
        json["seconds_record"] = recording.seconds_record;
        context.out << json.dump(2) << "\n";
    } else {
        context.out << clock::to_text(timing, verdict);
    }
    return static_cast<int>(Exit::Ok);
}

}  // namespace

Action setup_time(CLI::App& app, Context& context) {
    auto options = std::make_shared<SubjectOptions>();
    declare_subject(app, *options);
    return [options, &context] { return run_time(*options, context); };
}

}  // namespace tilewright::cli
