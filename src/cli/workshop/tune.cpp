// tilewright tune: the legal plans of a call, timed, beside the planner's choice.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>
#include <unistd.h>

#include "base/error.hpp"
#include "card/arch.hpp"
#include "cli/card_options.hpp"
#include "cli/command.hpp"
#include "cli/tensor_options.hpp"
#include "cli/workshop/tunable_subject.hpp"
#include "tilewright/device.hpp"
#include "workshop/tune/tune.hpp"

namespace tilewright::cli {

namespace {

struct TuneFlags {
    TunableOptions subject;
    std::vector<std::string> shapes = {"1,1,1024,1024"};
    std::string arch;
    bool one_grid = false, every_block = false;
    size_t lines = 8;
};

int run_tune(const TuneFlags& flags, Context& context) {
    DeviceOptions card = DeviceOptions::from_environment();
    fast_unless_told(card);
    if (!flags.arch.empty()) card.arch = flags.arch;
    card.plan.clear();
    nlohmann::json all = nlohmann::json::array();
    for (const std::string& shape : flags.shapes) {
        const auto device = open_device(card);
        workshop::TuneOptions options;
        options.grids = !flags.one_grid;
        options.every_block = flags.every_block;
        const bool shows = !context.json && ::isatty(STDERR_FILENO) != 0;
        if (shows)
            options.progress = [&](size_t done, size_t count) {
                context.err << fmt::format("\rplan {} of {}", done, count) << std::flush;
            };
        const workshop::Tuning tuning =
            workshop::tune(tunable_subject(flags.subject, shape, *device), *device, options);
        if (shows) context.err << "\r                    \r" << std::flush;
        if (context.json) {
            nlohmann::json json = tuning.to_json();
            json["shape"] = parse_shape(shape);
            all.push_back(std::move(json));
        } else {
            context.out << fmt::format("{}, ", shape) << tuning.to_text(flags.lines);
        }
    }
    if (context.json) context.out << (all.size() == 1 ? all.front() : all).dump(2) << "\n";
    return static_cast<int>(Exit::Ok);
}

}  // namespace

Action setup_tune(CLI::App& app, Context& context) {
    auto flags = std::make_shared<TuneFlags>();
    add_spec_options(app, flags->subject.call);
    app.get_option("SPEC")->description("an op, the folder of one, a spec.toml; with --expr the name of the op");
    app.add_option("--shape", flags->shapes, "of the rows, e.g. 1,1,1024,1024; may be given several times")
        ->delimiter(' ');
    app.add_option("--dtype", flags->subject.call.dtype, "of the inputs: bfloat16 or float32");
    app.add_option("--output-dtype", flags->subject.call.output_dtype, "that of the inputs by default");
    app.add_option("--math", flags->subject.math, "of the op: sfpu or fpu");
    app.add_option("--without", flags->subject.call.without, "optional inputs to leave out")->delimiter(',');
    app.add_flag("--bf16-dst", flags->subject.call.bf16_dst, "fp32_dest_acc_en=false: 16-bit DST");
    app.add_option("--arch", flags->arch, card::arch_list());
    app.add_flag("--one-grid", flags->one_grid, "leave the grid of cores as it is");
    app.add_flag("--every-block", flags->every_block, "every size of blocks, not only those near the best");
    app.add_option("--lines", flags->lines, "of the table: the quickest so many");
    return [flags, &context] { return run_tune(*flags, context); };
}

}  // namespace tilewright::cli
