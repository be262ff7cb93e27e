// tilewright diff: what differs between two plans, of one op or of two, and what the clock says of them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "card/arch.hpp"
#include "cli/card_options.hpp"
#include "cli/command.hpp"
#include "cli/workshop/tunable_subject.hpp"
#include "tilewright/device.hpp"
#include "workshop/tune/plan_diff.hpp"

namespace tilewright::cli {

namespace {

struct DiffOptions {
    std::string first, second, arch;
    std::string shape = "1,1,1024,1024";
    TunableOptions call;
};

// "rms_norm.toml@streaming,block=4": a subject, and what its plan is asked to be.
struct Side {
    std::string name;
    workshop::PlanAsk ask;
};
Side side_of(const std::string& text) {
    const size_t at = text.rfind('@');
    if (at == std::string::npos) return {text, {}};
    return {text.substr(0, at), workshop::PlanAsk::parse(text.substr(at + 1))};
}

int show_diff(const DiffOptions& options, Context& context) {
    DeviceOptions card = DeviceOptions::from_environment();
    fast_unless_told(card);
    if (!options.arch.empty()) card.arch = options.arch;
    card.plan.clear();
    const auto device = open_device(card);
    workshop::OpPlan plans[2];
    double ns[2] = {};
    const std::string texts[2] = {options.first, options.second};
    for (int i = 0; i < 2; ++i) {
        const Side side = side_of(texts[i]);
        TunableOptions call = options.call;
        call.call.spec = side.name;
        const workshop::Tunable subject = tunable_subject(call, options.shape, *device);
        plans[i] = subject.plan(side.ask);
        ns[i] = workshop::time_of(subject, side.ask, *device);
    }
    const workshop::PlanDiff diff{workshop::differences(plans[0], plans[1]), ns[0], ns[1]};
    if (context.json) {
        context.out << diff.to_json().dump(2) << "\n";
    } else {
        context.out << diff.to_text(fmt::format("{} = {}", options.first, workshop::ask_of(plans[0]).text()),
                                    fmt::format("{} = {}", options.second, workshop::ask_of(plans[1]).text()));
    }
    return static_cast<int>(Exit::Ok);
}

}  // namespace

Action setup_diff(CLI::App& app, Context& context) {
    auto options = std::make_shared<DiffOptions>();
    app.add_option("A", options->first,
                   "an op, the folder of one or a spec; with a plan behind @: OP@streaming,block=4")
        ->required();
    app.add_option("B", options->second, "the same")->required();
    app.add_option("--shape", options->shape, "of the rows, e.g. 1,1,1024,1024")->capture_default_str();
    app.add_option("--dtype", options->call.call.dtype, "of the inputs: bfloat16 or float32")->capture_default_str();
    app.add_option("--math", options->call.math, "of ops: sfpu or fpu")->capture_default_str();
    app.add_flag("--bf16-dst", options->call.call.bf16_dst, "fp32_dest_acc_en=false: 16-bit DST");
    app.add_option("--arch", options->arch, card::arch_list());
    return [options, &context] { return show_diff(*options, context); };
}

}  // namespace tilewright::cli
